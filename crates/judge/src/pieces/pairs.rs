//! Checks answers about bodies of pieces against the answers about every pair of pieces alone.
//!
//! Where two pieces only graze each other within the tolerance, both answers may be right: the query about the whole
//! interval calls it an impact, as it may, and the proof over a short span finds them free. Such a pair is let pass if
//! the pair itself shows it, by `Checks::may_differ`.

mod alone;
mod grazes;

use photofinish::pieces::{
    AnyContact, ContactError, Front, PieceContact, PiecesCertificate, nearest_pieces,
};
use photofinish::{Outcome, Query, QueryError, Real, Solution};

use self::alone::{Alone, Answer, is_before};
use super::Found;
use super::build::{AnyMoving, Surfaces, body};
use super::damage;
use super::spec::{Case, Parts, Solid};

/// Checks all answers about a case.
pub fn check<T: Real, R: Surfaces<T, D>, const D: usize>(case: &Case<D>) -> Found {
    let mut found = Found::default();
    let build = |i: usize| body::<T, R, D>(&case.parts[i], &case.flights[i]);
    let (Some(a), Some(b)) = (build(0), build(1)) else {
        found.count("refused bodies");
        return found;
    };
    let query = case.asked.query::<T>();
    let [start, end] = case.asked.interval.map(T::of);
    let alone = Alone::ask(&query, [&a, &b], [start, end]);
    let failed = alone
        .answers
        .values()
        .find(|(answer, time)| answer.is_err() && time.is_none());
    if let Some((Err(error), _)) = failed {
        // pieces may be refused as too thin for the tolerance that no span asks about
        let answer = query.first_contact(&a, &b, start..=end);
        match answer {
            Err(ContactError::Query(_) | ContactError::Pieces { .. }) => found.count("refused"),
            Ok(_) if matches!(error, QueryError::AllowanceTooLarge { .. }) => {
                found.count("refused alone");
            }
            _ => found.blame(format!("alone {error}, among others {answer:?}")),
        }
        return found;
    }
    found.add("pairs", alone.answers.len() as u64);
    let mut checks = Checks {
        case,
        query,
        bodies: [&a, &b],
        alone: &alone,
        target: T::of(case.asked.target),
        tolerance: case.asked.tolerance.map(T::of),
        found: &mut found,
    };
    checks.all();
    found
}

struct Checks<'x, T: Real, R: Surfaces<T, D>, const D: usize> {
    case: &'x Case<D>,
    query: Query<T>,
    bodies: [&'x AnyMoving<T, R, D>; 2],
    alone: &'x Alone<T, D>,
    target: T,
    tolerance: Option<T>,
    found: &'x mut Found,
}

type Contact<T, const D: usize> = PieceContact<T, D>;

impl<T: Real, R: Surfaces<T, D>, const D: usize> Checks<'_, T, R, D> {
    fn all(&mut self) {
        let [a, b] = self.bodies;
        let interval = self.alone.start..=self.alone.end;
        let answer = match self.query.first_contact(a, b, interval.clone()) {
            Ok(answer) => answer,
            Err(error) => return self.wrong(format!("first_contact: {error}")),
        };
        self.found.count(match &answer.contact {
            None => "free",
            Some(contact) if contact.time == *interval.start() => "contact at the start",
            Some(contact) if contact.answer.is_err() => "undecided",
            Some(_) => "contact",
        });
        let asked = answer.statistics.piece_queries;
        self.found.add("asked about", asked);
        self.first("first_contact", &answer.contact);
        self.looked_past(&answer.contact, &answer.looked_past);
        self.any();
        self.every();
        self.fronts(&answer);
        self.certificate(&answer.contact);
        self.nearest();
    }

    fn wrong(&mut self, what: String) {
        self.found.blame(what);
    }

    /// Checks the first contact.
    fn first(&mut self, asked: &str, contact: &Option<Contact<T, D>>) {
        let alone = self.alone;
        if let Some(contact) = contact {
            let (answer, time) = &alone.answers[&contact.pieces];
            if *answer != contact.answer || *time != Some(contact.time) {
                self.wrong(format!(
                    "{asked}: {contact:?}, but alone {answer:?} at {time:?}"
                ));
            }
        }
        let Some(expected) = alone.first() else {
            return;
        };
        let given = contact
            .as_ref()
            .map(|contact| (contact.time, contact.pieces));
        let both_at_start = given.is_some_and(|given| given.0 == alone.start);
        if given == Some(expected) || both_at_start && expected.0 == alone.start {
            return;
        }
        let until = given.map_or(alone.end, |given| given.0);
        for (&pieces, (answer, time)) in &alone.answers {
            let earlier =
                time.is_some_and(|time| given.is_none_or(|given| is_before((time, pieces), given)));
            if earlier && !self.may_differ(pieces, until) {
                self.wrong(format!(
                    "{asked}: {given:?}, but {pieces:?} alone {answer:?}"
                ));
            }
        }
    }

    /// Checks the contacts at the start that were looked past.
    fn looked_past(&mut self, contact: &Option<Contact<T, D>>, given: &[Contact<T, D>]) {
        let alone = self.alone;
        for looked in given {
            let (answer, _) = &alone.answers[&looked.pieces];
            let was_in_contact = answer.is_ok_and(|answer| has_left(&answer));
            if *answer != looked.answer || looked.time != alone.start || !was_in_contact {
                self.wrong(format!("looked past {looked:?}, but alone {answer:?}"));
            }
        }
        let until = contact.as_ref().map_or(alone.end, |contact| contact.time);
        if until == alone.start && contact.is_some() {
            // the search ended at the first contact at the start
            return;
        }
        for (&pieces, (answer, time)) in &alone.answers {
            let Ok(solution) = answer else { continue };
            let meets_before = time.is_some_and(|time| time <= until) && contact.is_some()
                || contact.is_none() && time.is_some();
            let listed = given.iter().any(|looked| looked.pieces == pieces);
            if has_left(solution) && !meets_before && !listed {
                let (distance, rounding) = self.distance(pieces, alone.start);
                if distance + rounding < self.target {
                    self.wrong(format!(
                        "{pieces:?} is not listed as looked past: {answer:?}"
                    ));
                } else {
                    self.found.count("graze at the start");
                }
            }
        }
    }

    /// Checks if any pieces touch.
    fn any(&mut self) {
        let [a, b] = self.bodies;
        let alone = self.alone;
        let touches = |(answer, time): &(Answer<T, D>, Option<T>)| {
            time.is_some() || answer.is_ok_and(|answer| has_left(&answer))
        };
        match self.query.any_contact(a, b, alone.start..=alone.end) {
            Ok(AnyContact {
                pieces: Some(pieces),
                ..
            }) => {
                if !touches(&alone.answers[&pieces]) {
                    let piece = (a.piece(pieces.0), b.piece(pieces.1));
                    let piece = (piece.0.expect("a piece"), piece.1.expect("a piece"));
                    let asked = self
                        .query
                        .touches(&piece.0, &piece.1, alone.start..=alone.end);
                    let near = self.least(pieces, alone.end);
                    let size = case_size(self.case);
                    // a span's tolerance is the default one or the one asked for
                    let tolerance = self.case.asked.tolerance.unwrap_or(0.0);
                    let tolerance = tolerance + size * T::SQRT_EPSILON.as_f64();
                    if asked == Ok(true) || near.as_f64() <= tolerance {
                        self.found.count("graze of any");
                    } else {
                        self.wrong(format!("any_contact: {pieces:?}, {near:?} apart"));
                    }
                }
            }
            Ok(_) => {
                for (&pieces, found) in &alone.answers {
                    if touches(found) && !self.may_differ(pieces, alone.end) {
                        self.wrong(format!("any_contact: none, but {pieces:?} {found:?}"));
                    }
                }
            }
            // no answer is not a wrong one
            Err(ContactError::Pieces {
                error: QueryError::Undecided { .. } | QueryError::ToleranceTooSmall { .. },
                ..
            }) => self.found.count("any is undecided"),
            Err(error) => self.wrong(format!("any_contact: {error}")),
        }
    }

    /// Checks the list of all contacts.
    fn every(&mut self) {
        let [a, b] = self.bodies;
        let alone = self.alone;
        let listed = match self.query.all_contacts(a, b, alone.start..=alone.end) {
            Ok(listed) => listed.contacts,
            Err(error) => return self.wrong(format!("all_contacts: {error}")),
        };
        for pair in listed.windows(2) {
            let [one, other] = [&pair[0], &pair[1]].map(|contact| (contact.time, contact.pieces));
            if !is_before(one, other) {
                self.wrong(format!("all_contacts: {one:?} before {other:?}"));
            }
        }
        for contact in &listed {
            let (answer, time) = &alone.answers[&contact.pieces];
            if *answer != contact.answer || *time != Some(contact.time) {
                self.wrong(format!("all_contacts: {contact:?}, but alone {answer:?}"));
            }
        }
        for (&pieces, (answer, time)) in &alone.answers {
            let missing = time.is_some() && listed.iter().all(|contact| contact.pieces != pieces);
            if missing && !self.may_differ(pieces, alone.end) {
                self.wrong(format!("all_contacts: not {pieces:?}, alone {answer:?}"));
            }
        }
    }

    /// Checks that fronts of other queries change nothing.
    fn fronts(&mut self, expected: &photofinish::pieces::FirstContact<T, D>) {
        let [a, b] = self.bodies;
        let interval = self.alone.start..=self.alone.end;
        let of_others = self
            .case
            .parts
            .each_ref()
            .map(|parts| strangers(parts, self.case.seed));
        let same = [&self.case.parts[0], &self.case.parts[1]];
        let others = [&of_others[0], &of_others[1]];
        for (name, parts) in [("of other motions", same), ("of other bodies", others)] {
            let build = |i: usize| body::<T, R, D>(parts[i], &self.case.earlier[i]);
            let (Some(one), Some(other)) = (build(0), build(1)) else {
                continue;
            };
            let mut front = Front::new();
            let plain = Query::new();
            let earlier = plain.first_contact_from(&one, &other, T::zero()..=T::one(), &mut front);
            let answer = self
                .query
                .first_contact_from(a, b, interval.clone(), &mut front);
            let answer = match answer {
                Ok(answer) => answer,
                Err(error) => {
                    self.wrong(format!("with a front {name}: {error}"));
                    continue;
                }
            };
            let same =
                answer.contact == expected.contact && answer.looked_past == expected.looked_past;
            // a front may prove pieces free, or ask about them, where a query ends undecided
            let mut contacts = [&answer.contact, &expected.contact].into_iter().flatten();
            let is_open = contacts.any(|contact| contact.answer.is_err());
            if !same && !is_open {
                self.wrong(format!(
                    "with a front {name} ({} pairs, {:?}): {:?} and {:?}, without {:?} and {:?}",
                    front.pairs(),
                    earlier.map(|earlier| earlier.contact.map(|contact| contact.pieces)),
                    answer.contact,
                    answer.looked_past,
                    expected.contact,
                    expected.looked_past,
                ));
            }
        }
    }

    /// Checks the certificate, and that damage to it is found.
    fn certificate(&mut self, first: &Option<Contact<T, D>>) {
        let [a, b] = self.bodies;
        let alone = self.alone;
        let interval = alone.start..=alone.end;
        let (answer, certificate) = match self.query.certify_first_contact(a, b, interval) {
            Ok(found) => found,
            Err(error) => return self.wrong(format!("certify_first_contact: {error}")),
        };
        if answer.contact != *first {
            self.found.count("certified otherwise");
            self.first("certify_first_contact", &answer.contact);
        }
        let Some([from, until]) = self.claim(&answer.contact) else {
            self.found.count("no claim");
            return;
        };
        let target = self.target;
        let verified = certificate.verify(a, b, target, from..=until);
        if let Err(error) = verified {
            return self.wrong(format!("{error}, for {from:?}..={until:?}"));
        }
        self.found.count("certificate");
        let mut check = |certificate: &PiecesCertificate<T, D>| {
            certificate.verify(a, b, target, from..=until).is_ok()
        };
        let refused = damage::all(&certificate, [from, until], self.case.seed, &mut check);
        match refused {
            Ok(count) => self.found.add("damaged", count),
            Err(what) => self.wrong(format!("verified with {what}")),
        }
    }

    /// Returns the time for which the certificate must hold: from when the last contact at the start was left.
    fn claim(&self, contact: &Option<Contact<T, D>>) -> Option<[T; 2]> {
        let alone = self.alone;
        let until = contact.as_ref().map_or(alone.end, |contact| contact.time);
        let mut from = alone.start;
        for (answer, _) in alone.answers.values() {
            match answer {
                Ok(solution) => match (&solution.outcome, solution.initial_contact) {
                    (Outcome::Stays(_) | Outcome::DrivesIn(_) | Outcome::Overlapping(_), _) => {
                        return None;
                    }
                    (_, Some(report)) => from = from.max(report.resumed_at?),
                    _ => {}
                },
                // the proof of two pieces may end before the others
                Err(_) if contact.is_none() => return None,
                Err(_) => {}
            }
        }
        (from < until).then_some([from, until])
    }

    /// Checks the nearest pieces at the start and at the end.
    fn nearest(&mut self) {
        let [a, b] = self.bodies;
        let alone = self.alone;
        if alone.answers.len() > 200 {
            return;
        }
        for time in [alone.start, alone.end] {
            let Ok(nearest) = nearest_pieces(a, b, time) else {
                continue;
            };
            let given = nearest.proximity.signed_distance();
            let distance = |pieces: &(u32, u32)| self.distance(*pieces, time);
            let of_all = alone.answers.keys().map(distance);
            let least = of_all.reduce(|one, other| if other.0 < one.0 { other } else { one });
            let (least, rounding) = least.expect("there are pieces");
            if given != least && (given - least).abs() > rounding {
                self.wrong(format!("nearest pieces {given:?} apart, but {least:?}"));
            }
        }
    }
}

/// Returns whether pieces started in contact and were looked past.
fn has_left<T: Real, const D: usize>(solution: &Solution<T, D>) -> bool {
    solution.initial_contact.is_some() || matches!(solution.outcome, Outcome::Stays(_))
}

fn case_size<const D: usize>(case: &Case<D>) -> f64 {
    case.parts.iter().map(super::build::reach).sum()
}

/// Returns another body with as many pieces.
fn strangers<const D: usize>(parts: &Parts<D>, seed: u64) -> Parts<D> {
    use photofinish_oracle::planted::{Dice, single};
    use photofinish_oracle::shape::Shape;
    let mut dice = Dice::new(seed ^ 0x5eed);
    let size = super::build::reach(parts);
    let solid = |_| {
        let end: nalgebra::SVector<f64, D> = dice.in_ball::<D>() * size;
        let way: nalgebra::SVector<f64, D> = dice.in_ball::<D>() * (size * 0.2);
        Solid::new(Shape::Segment([end, end + way].map(|p| p.map(single))), 0.0)
    };
    Parts::Compound((0..parts.count()).map(solid).collect())
}
