//! Bodies of pieces and half-spaces, against every piece alone.

use super::*;
use photofinish::Floor;

/// Compares the first contact of a body with those of its pieces, each asked about alone. Returns whether they met,
/// whether at the start, and whether some were looked past.
fn compare<T: Real, P: Pieces<T, 3>, M: Motion<T, 3>>(
    query: &Query<T>,
    floor: &impl Floor<T, 3>,
    body: &MovingPieces<P, M, T, 3>,
) -> [bool; 3] {
    let during = || T::zero()..=T::one();
    let (mut first, mut started): (Option<(T, u32)>, _) = (None, Vec::new());
    for index in 0..body.pieces().tree().pieces() as u32 {
        let piece = body.piece(index).expect("a piece");
        let solution = query.time_of_impact_on(floor, &piece, during());
        let solution = solution.expect("an answer");
        if solution.initial_contact.is_some() {
            started.push(index);
        }
        let time = match solution.outcome {
            Outcome::Separated(_) | Outcome::Stays(_) => continue,
            Outcome::Impact(impact) => impact.time,
            Outcome::Overlapping(_) => T::zero(),
            Outcome::DrivesIn(report) => report.kept_until,
        };
        if first.is_none_or(|(earliest, _)| time < earliest) {
            first = Some((time, index));
        }
    }
    started.retain(|&index| first.is_none_or(|(_, met)| met != index));
    let answer = query
        .first_contact_on(floor, body, during())
        .expect("an answer");
    let met = answer
        .contact
        .map(|contact| (contact.time, contact.pieces.1));
    let at_start = first.is_some_and(|(time, _)| time == T::zero());
    if at_start {
        // which of these pieces it is depends on the order of the tree
        assert_eq!(met.map(|(time, _)| time), Some(T::zero()));
    } else {
        let past = answer.looked_past.iter().map(|contact| contact.pieces.1);
        assert_eq!((met, past.collect()), (first, started.clone()));
    }
    [met.is_some(), at_start, !started.is_empty()]
}

fn stars_meet_floors_as_their_pieces_do<T: Real>(seed: u64) {
    let mut random = random(seed);
    let mut counts = [0; 3];
    for case in 0..30 {
        let pieces = random.random_range(1..20);
        let star = star::<T>(&mut random, pieces);
        let turns = random.random_range(0.0..2.0);
        let body = MovingPieces::new(&star, flight::<T>(&mut random, turns));
        let point = direction(&mut random) * random.random_range(0.0..2.5);
        let floor = HalfSpace::new(direction(&mut random).map(T::of), point.map(T::of));
        let floor = floor.expect("a normal");
        let query = match case % 3 {
            0 => Query::new(),
            1 => Query::new().target_distance(T::of(0.1)),
            _ => Query::new()
                .target_distance(T::of(-0.05))
                .initial_contact(InitialContact::IgnoreSeparating),
        };
        let found = if case % 2 == 0 {
            compare(&query, &floor, &body)
        } else {
            let floor = MovingHalfSpace::new(floor, spin::<T>(&mut random, 0.2));
            compare(&query, &floor, &body)
        };
        for (count, found) in counts.iter_mut().zip(found) {
            *count += usize::from(found);
        }
    }
    let [met, at_start, past] = counts;
    assert!((8..28).contains(&met), "{counts:?}");
    assert!(at_start > 0 && met > at_start + 3, "{counts:?}");
    assert!(past > 0, "{counts:?}");
}

#[test]
fn stars_meet_floors_as_each_of_their_pieces_does() {
    stars_meet_floors_as_their_pieces_do::<f64>(1);
    stars_meet_floors_as_their_pieces_do::<f32>(2);
}

/// A body that starts in a floor with two pieces keeps what the deeper one keeps, until it has lifted off.
#[test]
fn the_deepest_piece_in_a_floor_says_what_is_kept() {
    let floor = HalfSpace::new(Vector3::y(), Vector3::zeros()).unwrap();
    let cube = |x: f64, depth: f64| {
        let place = Isometry3::translation(x, 0.5 - depth, 0.0);
        Posed::new(Cuboid::new(Vector3::repeat(0.5)).unwrap(), &place).unwrap()
    };
    for [one, other] in [[0.02, 0.01], [0.01, 0.02]] {
        let body = Compound::new(vec![cube(0.0, one), cube(2.0, other)]).unwrap();
        let body = MovingPieces::new(&body, fly([0.0; 3], [0.0, 1.0, 0.0]));
        let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
        let answer = query.first_contact_on(&floor, &body, 0.0..=1.0).unwrap();
        assert_eq!(answer.contact, None);
        assert_eq!(answer.looked_past.len(), 2);
        let kept = answer.kept_distance;
        assert!(kept <= -0.02 && kept > -0.02 - 1e-6, "{kept}");
        let clear = answer.clear_from.unwrap();
        assert!((0.02..0.021).contains(&clear), "{clear}");
    }
}
