//! Questions about two bodies, as JSON.

use std::ops::RangeInclusive;

use nalgebra::{UnitComplex, UnitQuaternion};
use photofinish::pieces::{ContactError, FirstContact, PiecesCertificate, nearest_pieces};
use photofinish::{Certificate, InitialContact, Query};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::body::{Body, Dimension, body, message};

/// A question about two bodies.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    ask: Ask,
    a: Value,
    b: Value,
    #[serde(default)]
    settings: Settings,
    /// For a check.
    #[serde(default)]
    certificate: Value,
}

/// What can be asked.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Ask {
    /// When do they first touch?
    TimeOfImpact,
    /// The same, with the certificate.
    Certify,
    /// Does this certificate prove that they keep the target distance during the interval?
    Verify,
    /// How far apart are they when the interval starts? The depth counts as negative.
    Distance,
}

/// The settings of a question.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Settings {
    /// The start and the end of the interval.
    interval: [f64; 2],
    target_distance: f64,
    tolerance: Option<f64>,
    budget: Option<u64>,
    initial_contact: InitialContact,
    exact_depth: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            interval: [0.0, 1.0],
            target_distance: 0.0,
            tolerance: None,
            budget: None,
            initial_contact: InitialContact::default(),
            exact_depth: false,
        }
    }
}

impl Settings {
    /// Returns the query with these settings.
    fn query(&self) -> Query<f64> {
        let mut query = Query::new()
            .target_distance(self.target_distance)
            .initial_contact(self.initial_contact);
        if let Some(tolerance) = self.tolerance {
            query = query.tolerance(tolerance);
        }
        if let Some(budget) = self.budget {
            query = query.budget(budget);
        }
        if self.exact_depth {
            query.exact_depth()
        } else {
            query
        }
    }

    fn during(&self) -> RangeInclusive<f64> {
        let [start, end] = self.interval;
        start..=end
    }
}

/// Answers a question: an object with `ask`, which is `time_of_impact`, `certify`, `verify` or `distance`, the bodies
/// `a` and `b`, `settings`, and for `verify` the `certificate`. The answer is an object too.
///
/// # Errors
/// A message for people.
pub fn answer(question: &[u8]) -> Result<Vec<u8>, String> {
    let answer = answered(serde_json::from_slice(question).map_err(message)?)?;
    serde_json::to_vec(&answer).map_err(message)
}

fn answered(question: Question) -> Result<Value, String> {
    match question.a["pos"].as_array().map(Vec::len) {
        Some(2) => answered_in::<UnitComplex<f64>, 2>(question),
        Some(3) => answered_in::<UnitQuaternion<f64>, 3>(question),
        _ => Err("`pos` of body `a` must have 2 or 3 coordinates".to_owned()),
    }
}

fn answered_in<R: Dimension<D>, const D: usize>(question: Question) -> Result<Value, String>
where
    Certificate<f64, D>: for<'de> Deserialize<'de> + Serialize,
{
    let named = |name: &'static str| move |error| format!("body `{name}`: {error}");
    let a = body::<R, D>(question.a).map_err(named("a"))?;
    let b = body::<R, D>(question.b).map_err(named("b"))?;
    let settings = &question.settings;
    match question.ask {
        Ask::TimeOfImpact => a.time_of_impact(&b, settings),
        Ask::Certify => {
            let (answer, proof) = a.certify(&b, settings)?;
            Ok(json!({"answer": answer, "certificate": proof.value()?}))
        }
        Ask::Verify => a.verify(&b, settings, question.certificate),
        Ask::Distance => a.distance(&b, settings.interval[0]),
    }
}

/// The certificate of an answer.
#[derive(Debug)]
enum Proof<const D: usize> {
    /// That of two shapes.
    Convex(Certificate<f64, D>),
    /// That of bodies of pieces.
    Pieces(PiecesCertificate<f64, D>),
}

impl<const D: usize> Proof<D> {
    fn value(&self) -> Result<Value, String> {
        match self {
            Self::Convex(certificate) => serde_json::to_value(certificate),
            Self::Pieces(certificate) => serde_json::to_value(certificate),
        }
        .map_err(message)
    }
}

impl<R: Dimension<D>, const D: usize> Body<R, D> {
    /// Returns when this body and another first touch.
    fn time_of_impact(&self, other: &Self, settings: &Settings) -> Result<Value, String> {
        let query = settings.query();
        match (&self.convex, &other.convex) {
            (Some(a), Some(b)) => {
                let solution = query
                    .time_of_impact(a, b, settings.during())
                    .map_err(message)?;
                serde_json::to_value(solution).map_err(message)
            }
            _ => {
                let found = query.first_contact(&self.pieces, &other.pieces, settings.during());
                contact(&found.map_err(message)?)
            }
        }
    }

    /// Returns the same, and the certificate for the time before.
    fn certify(&self, other: &Self, settings: &Settings) -> Result<(Value, Proof<D>), String> {
        let query = settings.query();
        match (&self.convex, &other.convex) {
            (Some(a), Some(b)) => {
                let (solution, proof) = query.certify(a, b, settings.during()).map_err(message)?;
                Ok((
                    serde_json::to_value(solution).map_err(message)?,
                    Proof::Convex(proof),
                ))
            }
            _ => {
                let certified =
                    query.certify_first_contact(&self.pieces, &other.pieces, settings.during());
                let (found, proof) = certified.map_err(message)?;
                Ok((contact(&found)?, Proof::Pieces(proof)))
            }
        }
    }

    fn verify(&self, other: &Self, settings: &Settings, proof: Value) -> Result<Value, String> {
        let (distance, during) = (settings.target_distance, settings.during());
        let clearance = match (&self.convex, &other.convex) {
            (Some(a), Some(b)) => {
                let proof: Certificate<f64, D> = serde_json::from_value(proof).map_err(message)?;
                proof.verify(a, b, distance, during).map_err(message)?
            }
            _ => {
                let proof: PiecesCertificate<f64, D> =
                    serde_json::from_value(proof).map_err(message)?;
                let proven = proof.verify(&self.pieces, &other.pieces, distance, during);
                proven.map_err(message)?
            }
        };
        Ok(json!({ "clearance": clearance }))
    }

    fn distance(&self, other: &Self, time: f64) -> Result<Value, String> {
        let nearest = nearest_pieces(&self.pieces, &other.pieces, time).map_err(message)?;
        let mut answer = serde_json::to_value(nearest.proximity.contact()).map_err(message)?;
        answer["distance"] = nearest.proximity.signed_distance().into();
        if self.convex.is_none() || other.convex.is_none() {
            answer["pieces"] = json!(nearest.pieces);
        }
        Ok(answer)
    }
}

/// Returns the answer about bodies of pieces: that of the two pieces that touch first, with their indices.
fn contact<const D: usize>(found: &FirstContact<f64, D>) -> Result<Value, String> {
    let Some(contact) = found.contact else {
        let outcome = if found.clear_from.is_some() {
            "separated"
        } else {
            "stays"
        };
        return Ok(json!({
            "outcome": {"outcome": outcome, "kept_distance": found.kept_distance, "clear_from": found.clear_from},
        }));
    };
    let undecided = |error| ContactError::Pieces {
        pieces: contact.pieces,
        error,
    };
    let solution = contact.answer.map_err(|error| message(undecided(error)))?;
    let mut answer = serde_json::to_value(solution).map_err(message)?;
    answer["pieces"] = json!(contact.pieces);
    if let Some(normal) = contact.normal {
        answer["outcome"]["normal"] = json!(normal);
    }
    Ok(answer)
}
