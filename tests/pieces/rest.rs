//! Bodies of pieces at rest, against all pairs of pieces.

use nalgebra::SVector;
use photofinish::pieces::{MovingPieces, Pieces, nearest_pieces, pieces_touch};
use photofinish::{Extrusion, Real, proximity};

use crate::bodies::{flight, random, spin, star};

fn nearest_of_all_pairs<T: Real>(slack: f64) {
    let mut random = random(3);
    let (mut touching, mut apart) = (0, 0);
    for _ in 0..60 {
        let (a, b) = (star::<T>(&mut random, 9), star::<T>(&mut random, 13));
        let a = MovingPieces::new(&a, flight(&mut random, 0.5));
        let b = MovingPieces::new(&b, spin(&mut random, 0.5));
        let time = T::of(0.4);
        let mut least = T::LARGEST;
        for i in 0..a.pieces().tree().pieces() as u32 {
            for j in 0..b.pieces().tree().pieces() as u32 {
                let (piece_a, piece_b) = (a.piece(i).unwrap(), b.piece(j).unwrap());
                let origin = SVector::zeros();
                let near = proximity(&piece_a.slice(time, &origin), &piece_b.slice(time, &origin));
                least = least.min(near.signed_distance());
            }
        }
        let nearest = nearest_pieces(&a, &b, time).unwrap();
        let found = nearest.proximity.signed_distance();
        assert!((found - least).as_f64().abs() <= slack, "{found} {least}");
        let touch = pieces_touch(&a, &b, time).unwrap();
        assert_eq!(touch.is_some(), least <= T::zero());
        if touch.is_some() {
            touching += 1
        } else {
            apart += 1
        }
    }
    assert!(touching > 10 && apart > 10, "{touching} {apart}");
}

#[test]
fn the_nearest_pieces_are_the_nearest_of_all_pairs() {
    nearest_of_all_pairs::<f64>(1e-12);
    nearest_of_all_pairs::<f32>(1e-5);
}
