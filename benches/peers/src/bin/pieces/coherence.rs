//! A slow motion in many steps: a front that is kept, against a walk from both roots.

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::Query;
use photofinish::motion::ConstantVelocity;
use photofinish::pieces::{Front, MovingPieces};
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::Times;
use crate::bodies::star;

/// A star turns slowly beside another one, so near that arms reach between arms.
pub fn follow(steps: u32) {
    let mut random = StdRng::seed_from_u64(2);
    let (a, b) = (star(&mut random, 300).0, star(&mut random, 300).0);
    let (mut kept, mut scratch) = (Times::default(), Times::default());
    let (mut kept_pairs, mut scratch_pairs, mut hits) = (0, 0, 0);
    let mut front = Front::new();
    let spin = vector![0.0, 0.002, 0.001];
    for step in 0..steps {
        let turn = spin * f64::from(step);
        let start = Isometry3::new(vector![1.35, 0.0, 0.0], turn);
        let moving = ConstantVelocity::new(start, Vector3::zeros(), spin).expect("a motion");
        let turned = Isometry3::new(Vector3::zeros(), -turn);
        let other = ConstantVelocity::new(turned, Vector3::zeros(), -spin).expect("a motion");
        let (a, b) = (MovingPieces::new(&a, moving), MovingPieces::new(&b, other));
        let query = Query::new();
        let from_front = kept
            .of(|| query.first_contact_from(&a, &b, 0.0..=1.0, &mut front))
            .expect("valid");
        let from_roots = scratch
            .of(|| query.first_contact(&a, &b, 0.0..=1.0))
            .expect("valid");
        assert_eq!(
            from_front.contact, from_roots.contact,
            "a front changes no answer"
        );
        hits += u32::from(from_roots.contact.is_some());
        kept_pairs += from_front.statistics.box_pairs;
        scratch_pairs += from_roots.statistics.box_pairs;
    }
    let each = |pairs: u64| pairs as f64 / f64::from(steps);
    println!("{steps} steps of two stars of 300 boxes, {hits} with a contact:");
    println!(
        "  front kept:   {:.1} pairs of boxes a step, {} us",
        each(kept_pairs),
        kept.summary()
    );
    println!(
        "  from scratch: {:.1} pairs of boxes a step, {} us",
        each(scratch_pairs),
        scratch.summary()
    );
}
