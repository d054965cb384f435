//! What the page shows about photofinish.

use nalgebra::{SVector, UnitComplex, UnitQuaternion};
use photofinish::motion::Motion;
use photofinish::support::Posed;
use photofinish::{
    CertifiedInterval, Frame, Observer, Outcome, Query, QueryError, SupportMap, WarmStart,
    try_proximity,
};

use crate::scene::{Body, Dimension, Scene};

/// How many evaluations all searches of a scene may spend together: less than a second.
const BUDGET_OF_SCENE: u64 = 200_000;

/// How many one search may spend.
const BUDGET_OF_SEARCH: u64 = 100_000;

/// Answers about a [scene](crate::scene). The numbers are
///
/// - the two bodies in focus;
/// - how many pairs of bodies there are, and for each pair its bodies, what is known (0: they are separated, 1: they have
///   an impact, 2: they overlap at the start, 3: it is not known), the time of that, its two pieces, and a witness point;
/// - how many spans prove the answer about the focus, and for each its start, end, frame (0: the world, 1 and 2: a body),
///   vector, margin and the two pieces that it keeps apart;
/// - how many steps its search took, and for each what it is (0: a vector was found at a time and leaves a distance, 1: a
///   time was tried, 2: the next span was proven, 3: two pieces are asked about), three numbers and a vector.
///
/// # Errors
/// A message for people.
pub fn examine(numbers: &[f64]) -> Result<Vec<f64>, String> {
    match numbers.split_first() {
        Some((2.0, rest)) => Scene::<UnitComplex<f64>, 2>::read(rest)?.examine(),
        Some((3.0, rest)) => Scene::<UnitQuaternion<f64>, 3>::read(rest)?.examine(),
        _ => Err("the dimension must be 2 or 3".to_owned()),
    }
}

/// Returns the signed distances of the two bodies in focus at the times of the scene.
///
/// # Errors
/// A message for people.
pub fn gaps(numbers: &[f64]) -> Result<Vec<f64>, String> {
    match numbers.split_first() {
        Some((2.0, rest)) => Scene::<UnitComplex<f64>, 2>::read(rest)?.gaps(),
        Some((3.0, rest)) => Scene::<UnitQuaternion<f64>, 3>::read(rest)?.gaps(),
        _ => Err("the dimension must be 2 or 3".to_owned()),
    }
}

/// What is known of a pair, as a number.
#[derive(Clone, Copy)]
enum Known {
    Separated,
    Impact,
    Overlapping,
    Nothing,
}

/// The first contact of two bodies.
struct First<const D: usize> {
    known: Known,
    time: f64,
    pieces: [usize; 2],
    witness: SVector<f64, D>,
    error: Option<QueryError>,
}

impl<R: Dimension<D>, const D: usize> Scene<R, D> {
    fn examine(&self) -> Result<Vec<f64>, String> {
        let mut firsts = Vec::new();
        let mut left = BUDGET_OF_SCENE;
        for b in 1..self.bodies.len() {
            for a in 0..b {
                firsts.push(([a, b], self.first([a, b], &mut left)));
            }
        }
        let meet = firsts
            .iter()
            .filter(|(_, first)| !matches!(first.known, Known::Separated));
        let earliest = meet.min_by(|(_, one), (_, other)| one.time.total_cmp(&other.time));
        let focus = self
            .focus
            .or(earliest.map(|(pair, _)| *pair))
            .unwrap_or([0, 1]);
        let (_, first) = firsts
            .iter()
            .find(|(pair, _)| *pair == focus)
            .ok_or("a scene needs two bodies")?;
        if let Some(error) = &first.error {
            return Err(error.to_string());
        }
        let mut told: Vec<f64> = focus.iter().map(|&body| body as f64).collect();
        told.push(firsts.len() as f64);
        for (pair, first) in &firsts {
            let [a, b] = pair.map(|body| body as f64);
            let [i, j] = first.pieces.map(|piece| piece as f64);
            told.extend([a, b, f64::from(first.known as u8), first.time, i, j]);
            told.extend(first.witness.iter());
        }
        self.watch(focus, first).tell(&mut told);
        Ok(told)
    }

    /// Returns the first contact of any pieces of two bodies. What it spends is taken from the evaluations that are left.
    fn first(&self, pair: [usize; 2], left: &mut u64) -> First<D> {
        let [start, end] = self.interval;
        let [a, b] = pair.map(|body| self.bodies[body].moving());
        let none = SVector::zeros();
        let mut first = First {
            known: Known::Separated,
            time: end,
            pieces: [0, 0],
            witness: none,
            error: None,
        };
        for (i, one) in a.iter().enumerate() {
            for (j, other) in b.iter().enumerate() {
                let budget = BUDGET_OF_SEARCH.min(*left);
                let found = Query::new()
                    .budget(budget)
                    .time_of_impact(one, other, start..=end);
                let spent = found
                    .as_ref()
                    .map_or(budget, |solution| solution.statistics.support_evaluations);
                *left = left.saturating_sub(spent);
                let (known, time, witness, error) = match found {
                    Ok(solution) => match solution.outcome {
                        Outcome::Separated(_) => continue,
                        Outcome::Impact(impact) => {
                            (Known::Impact, impact.time, impact.contact.witness_a, None)
                        }
                        _ => (Known::Overlapping, start, none, None),
                    },
                    Err(QueryError::Undecided { clear_until, .. }) => {
                        (Known::Nothing, clear_until, none, None)
                    }
                    Err(error) => (Known::Nothing, start, none, Some(error)),
                };
                if matches!(first.known, Known::Separated) || time < first.time {
                    first = First {
                        known,
                        time,
                        pieces: [i, j],
                        witness,
                        error,
                    };
                }
            }
        }
        first
    }

    /// Returns how all pairs of pieces are proven apart up to the first contact.
    fn watch(&self, pair: [usize; 2], first: &First<D>) -> Watch<D> {
        let [start, end] = self.interval;
        let [a, b] = pair.map(|body| self.bodies[body].moving());
        let mut watch = Watch {
            spans: Vec::new(),
            steps: Vec::new(),
            pieces: [0, 0],
        };
        let several = a.len() * b.len() > 1;
        let mut left = 2 * BUDGET_OF_SCENE;
        for (i, one) in a.iter().enumerate() {
            for (j, other) in b.iter().enumerate() {
                watch.pieces = [i, j];
                let until = if first.pieces == [i, j] {
                    end
                } else {
                    first.time
                };
                let from = watch.steps.len();
                // the answer is known: here only the steps count
                let budget = BUDGET_OF_SEARCH.min(left);
                let found = Query::new().budget(budget).observed(
                    one,
                    other,
                    start..=until,
                    &mut WarmStart::new(),
                    &mut watch,
                );
                let spent =
                    found.map_or(budget, |solution| solution.statistics.support_evaluations);
                left = left.saturating_sub(spent);
                if several && watch.steps.len() > from {
                    watch.steps.insert(
                        from,
                        Step {
                            kind: 3.0,
                            numbers: [i as f64, j as f64, start],
                            vector: SVector::zeros(),
                        },
                    );
                }
            }
        }
        watch
    }

    fn gaps(&self) -> Result<Vec<f64>, String> {
        let [a, b] = self
            .focus
            .ok_or("gaps need two bodies in focus")?
            .map(|body| &self.bodies[body]);
        let radii = [a, b].map(|body| body.pieces.iter().map(|piece| ball(&piece.shape)).collect());
        let times = self.times.iter();
        times.map(|&time| gap(a, b, &radii, time)).collect()
    }
}

/// Returns the middle of the bounding ball of a shape in the frame of its body, and the radius.
fn ball<const D: usize>(shape: &impl SupportMap<f64, D>) -> (SVector<f64, D>, f64) {
    let along = |axis, sign| SVector::from_fn(|row, _| if row == axis { sign } else { 0.0 });
    let side = |axis, sign: f64| sign * shape.support_point(&along(axis, sign))[axis];
    let (low, high) = (
        SVector::from_fn(|axis, _| -side(axis, -1.0)),
        SVector::from_fn(|axis, _| side(axis, 1.0)),
    );
    ((low + high) / 2.0, (high - low).norm() / 2.0)
}

/// Returns the signed distance of the nearest pieces at a time.
fn gap<'b, R: Dimension<D>, const D: usize>(
    a: &'b Body<R, D>,
    b: &'b Body<R, D>,
    balls: &[Vec<(SVector<f64, D>, f64)>; 2],
    time: f64,
) -> Result<f64, String> {
    let poses = [a.motion.pose(time), b.motion.pose(time)];
    let mut pairs = Vec::new();
    for (i, (one, r)) in balls[0].iter().enumerate() {
        for (j, (other, s)) in balls[1].iter().enumerate() {
            let away =
                poses[1] * nalgebra::Point::from(*other) - poses[0] * nalgebra::Point::from(*one);
            pairs.push((away.norm() - r - s, i, j));
        }
    }
    pairs.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
    let posed = |body: &'b Body<R, D>, piece: usize, at: usize| {
        Posed::new(&body.pieces[piece].shape, &poses[at]).map_err(|error| error.to_string())
    };
    let mut nearest = f64::INFINITY;
    for (least, i, j) in pairs {
        if least >= nearest {
            break;
        }
        let found =
            try_proximity(&posed(a, i, 0)?, &posed(b, j, 1)?).map_err(|error| error.to_string())?;
        nearest = nearest.min(found.signed_distance());
    }
    Ok(nearest)
}

/// The steps of a search, and what they prove.
struct Watch<const D: usize> {
    spans: Vec<(CertifiedInterval<f64, D>, [usize; 2])>,
    steps: Vec<Step<D>>,
    /// The pieces that are asked about.
    pieces: [usize; 2],
}

struct Step<const D: usize> {
    kind: f64,
    numbers: [f64; 3],
    vector: SVector<f64, D>,
}

impl<const D: usize> Observer<f64, D> for Watch<D> {
    fn separating_vector(&mut self, time: f64, direction: &SVector<f64, D>, distance: f64) {
        self.steps.push(Step {
            kind: 0.0,
            numbers: [time, distance, 0.0],
            vector: *direction,
        });
    }

    fn tried(&mut self, time: f64, distance: f64) {
        self.steps.push(Step {
            kind: 1.0,
            numbers: [time, distance, 0.0],
            vector: SVector::zeros(),
        });
    }

    fn certified(&mut self, interval: &CertifiedInterval<f64, D>) {
        let numbers = [interval.start, interval.end, self.spans.len() as f64];
        self.steps.push(Step {
            kind: 2.0,
            numbers,
            vector: interval.direction,
        });
        self.spans.push((*interval, self.pieces));
    }
}

impl<const D: usize> Watch<D> {
    fn tell(&self, told: &mut Vec<f64>) {
        told.push(self.spans.len() as f64);
        for (span, pieces) in &self.spans {
            let frame = match span.frame {
                Frame::World => 0.0,
                Frame::A => 1.0,
                Frame::B => 2.0,
            };
            told.extend([span.start, span.end, frame]);
            told.extend(span.direction.iter());
            told.extend([span.margin, pieces[0] as f64, pieces[1] as f64]);
        }
        told.push(self.steps.len() as f64);
        for step in &self.steps {
            told.push(step.kind);
            told.extend(step.numbers);
            told.extend(step.vector.iter());
        }
    }
}
