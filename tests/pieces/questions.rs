//! The three questions, against all pairs of pieces asked about one by one.

use photofinish::pieces::{MovingPieces, Pieces};
use photofinish::{Outcome, Query, Real};

use crate::bodies::{Boxes, Flight, flight, random, spin, star};

type Stars<'x, T> = MovingPieces<&'x Boxes<T>, Flight<T>, T, 3>;

/// When each pair of pieces meets, in the order of time.
fn one_by_one<T: Real>(query: &Query<T>, a: &Stars<T>, b: &Stars<T>) -> Vec<((u32, u32), T)> {
    let mut met = Vec::new();
    for i in 0..a.pieces().tree().pieces() as u32 {
        for j in 0..b.pieces().tree().pieces() as u32 {
            let (piece_a, piece_b) = (a.piece(i).unwrap(), b.piece(j).unwrap());
            let answer = query
                .time_of_impact(&piece_a, &piece_b, T::zero()..=T::one())
                .unwrap();
            match answer.outcome {
                Outcome::Separated(_) => {}
                Outcome::Impact(impact) => met.push(((i, j), impact.time)),
                Outcome::Overlapping(_) => met.push(((i, j), T::zero())),
                other => panic!("the query stops at contacts, but answers {other:?}"),
            }
        }
    }
    met.sort_by(|a, b| a.1.partial_cmp(&b.1).unwrap().then(a.0.cmp(&b.0)));
    met
}

fn stars_answer_as_their_pieces<T: Real>(target: f64) {
    let mut random = random(11);
    let (mut hits, mut free) = (0, 0);
    for (pieces, turns) in [
        (2, 8.0),
        (7, 0.3),
        (7, 2.0),
        (12, 0.0),
        (12, 1.0),
        (20, 0.5),
    ] {
        for _ in 0..6 {
            let (a, b) = (
                star::<T>(&mut random, pieces),
                star::<T>(&mut random, pieces),
            );
            let a = MovingPieces::new(&a, flight(&mut random, turns));
            let b = MovingPieces::new(&b, spin(&mut random, turns));
            let query = Query::new().target_distance(T::of(target));
            let expected = one_by_one(&query, &a, &b);
            let during = || T::zero()..=T::one();

            let all = query.all_contacts(&a, &b, during()).unwrap();
            assert!(all.looked_past.is_empty());
            let all: Vec<_> = all
                .contacts
                .iter()
                .map(|contact| (contact.pieces, contact.time))
                .collect();
            assert_eq!(all, expected);

            let first = query.first_contact(&a, &b, during()).unwrap();
            assert!(first.looked_past.is_empty());
            let first = first.contact.map(|contact| (contact.pieces, contact.time));
            assert_eq!(first, expected.first().copied());

            let any = query.any_contact(&a, &b, during()).unwrap();
            assert_eq!(any.touches(), first.is_some());
            assert!(any.statistics.piece_queries > 0 || !any.touches());
            assert!(
                any.pieces
                    .is_none_or(|any| expected.iter().any(|(pieces, _)| *pieces == any))
            );
            if first.is_some() {
                hits += 1
            } else {
                free += 1
            }
        }
    }
    assert!(hits > 10 && free > 3, "{hits} {free}");
}

#[test]
fn questions_about_stars_are_answered_as_for_their_pieces() {
    stars_answer_as_their_pieces::<f64>(0.0);
    stars_answer_as_their_pieces::<f32>(0.0);
}

#[test]
fn the_target_distance_holds_for_each_pair_of_pieces() {
    stars_answer_as_their_pieces::<f64>(0.05);
    stars_answer_as_their_pieces::<f32>(0.05);
    stars_answer_as_their_pieces::<f64>(-0.02);
}

/// Bodies that are far from each other cost no walk, and bodies that pass nearby only a few pairs of boxes.
#[test]
fn little_is_looked_at_where_bodies_are_apart() {
    let mut random = random(5);
    let star = star::<f64>(&mut random, 200);
    let spinning = MovingPieces::new(&star, spin(&mut random, 6.0));
    let shift = nalgebra::Isometry3::translation(9.0, 0.0, 0.0);
    let turn = nalgebra::vector![0.0, 30.0, 0.0];
    let far = photofinish::motion::ConstantVelocity::new(shift, nalgebra::Vector3::zeros(), turn);
    let far = MovingPieces::new(&star, far.unwrap());
    let answer = Query::new()
        .first_contact(&spinning, &far, 0.0..=1.0)
        .unwrap();
    assert!(answer.contact.is_none());
    assert_eq!(
        (answer.statistics.spans, answer.statistics.piece_queries),
        (0, 0)
    );
}
