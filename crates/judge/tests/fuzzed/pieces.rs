//! Target of bodies of pieces: compounds, meshes, height fields and polylines that move in any way.
//!
//! What is no body or no motion must be refused. Answers about tame bodies are judged by the oracle, or compared with
//! those about every pair of pieces alone. Questions of hostile numbers must end.

use nalgebra::SVector;
use photofinish::cast::Ray;
use photofinish::pieces::{Pieces as _, nearest_pieces, pieces_touch};
use photofinish::support::Posed;
use photofinish::{Real, Span};

use super::hostile::{number, spoil};
use photofinish_judge::in_every_space;
use photofinish_judge::pieces::build::{Surfaces, body as built};
use photofinish_judge::pieces::generate::case;
use photofinish_judge::pieces::spec::{Case, Parts};
use photofinish_judge::pieces::{Against, Drawn, Tally, one};
use photofinish_oracle::planted::Dice;

/// The budget of a question about hostile numbers: the pairs of support points for two pieces.
const BUDGET: u64 = 500;

/// Asks the questions that the bytes encode. They also choose the dimension and the scalar.
pub fn pieces(bytes: &[u8]) {
    judged(bytes);
}

/// Asks the questions that the bytes encode, and returns how they were answered if the bodies are tame.
pub fn judged(bytes: &[u8]) -> Tally {
    let mut dice = Dice::of_bytes(bytes);
    let is_hostile = dice.chance(0.25);
    let drawn = Drawn {
        seed: dice.pick(256) as u64,
        most: 7.99,
        changes: dice.pick(6),
        against: [Against::Pairs, Against::Oracle][dice.pick(2)],
    };
    let mut tally = Tally::default();
    if is_hostile {
        in_every_space!(ask)[(drawn.seed % 4) as usize](&mut dice, drawn);
    } else {
        one(&mut tally, &mut dice, drawn);
    }
    assert!(tally.wrong.is_empty(), "{:?}", tally.wrong);
    tally
}

/// Spoils a case, and asks about it.
fn ask<T: Real, R: Surfaces<T, D>, const D: usize>(dice: &mut Dice, drawn: Drawn) {
    let mut case = case::<R::Double, D>(dice, drawn);
    for which in 0..2 {
        match (dice.pick(4), &mut case.parts[which]) {
            (0, Parts::Heights { heights, .. }) => drop(heights.pop()),
            (0, Parts::Surface { corners, .. }) if !corners.is_empty() => {
                let triangle = dice.pick(corners.len());
                corners[triangle][dice.pick(3)] = dice.pick(256) as u32;
            }
            (1, _) => spoil(case.flights[which].numbers(), dice),
            (_, parts) => spoil(parts.numbers().into_iter().map(|(x, _)| x).collect(), dice),
        }
    }
    end_somehow::<T, R, D>(&case, dice);
}

/// Asks all questions about hostile bodies.
fn end_somehow<T: Real, R: Surfaces<T, D>, const D: usize>(case: &Case<D>, dice: &mut Dice) {
    let body = |i: usize| built::<T, R, D>(&case.parts[i], &case.flights[i]);
    let (Some(a), Some(b)) = (body(0), body(1)) else {
        return;
    };
    let mut asked = case.asked;
    asked.budget = Some(BUDGET);
    if dice.pick(2) == 0 {
        asked.target = number(dice);
        asked.tolerance = Some(number(dice));
    }
    let query = asked.query::<T>();
    let [start, end] = if dice.pick(2) == 0 {
        [number(dice), number(dice)].map(T::of)
    } else {
        asked.interval.map(T::of)
    };
    let inside = |time: T| assert!(start <= time && time <= end, "{time:?} {case:?}");
    if let Ok(answer) = query.first_contact(&a, &b, start..=end) {
        answer
            .contact
            .iter()
            .for_each(|contact| inside(contact.time));
    }
    if let Ok(answer) = query.all_contacts(&a, &b, start..=end) {
        answer
            .contacts
            .iter()
            .for_each(|contact| inside(contact.time));
    }
    let _ = query.any_contact(&a, &b, start..=end);
    if let Ok((answer, certificate)) = query.certify_first_contact(&a, &b, start..=end) {
        let until = answer.contact.map_or(end, |contact| contact.time);
        let kept = certificate.claimed_distance();
        let _ = certificate.verify(&a, &b, kept.unwrap_or(T::zero()), start..=until);
    }
    if let Ok(near) = nearest_pieces(&a, &b, start) {
        assert!(
            !near.proximity.signed_distance().as_f64().is_nan(),
            "{case:?}"
        );
    }
    let _ = pieces_touch(&a, &b, start);
    let _ = a.swept_box(Span::new(T::zero(), T::one()).expect("a span"));
    let [from, way] = [(); 2].map(|()| SVector::<T, D>::from_fn(|_, _| T::of(number(dice))));
    let most = T::of(number(dice));
    if let Ok(ray) = Ray::new(from, way) {
        let _ = query.cast_ray_at_pieces(&ray, &a, start, most);
    }
    let piece = b.pieces().piece(0);
    let rotation = R::rotation(&dice.orientation::<D>());
    let pose = nalgebra::Isometry::from_parts(from.into(), rotation);
    if let Ok(placed) = Posed::new(piece, &pose) {
        let _ = query.cast_shape_at_pieces(&placed, way, &a, start, most);
    }
}
