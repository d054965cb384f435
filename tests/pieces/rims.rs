//! Rods and boxes that meet an open surface, also at its rim, with their middles on the other side of its plane.

use super::*;
use photofinish::shape::Segment;

/// What comes at the ground, and how deep it may get.
#[derive(Clone, Copy, Debug)]
enum Comes {
    Rod,
    Box { allowed: f64 },
}

const ALL: [Comes; 3] = [
    Comes::Rod,
    Comes::Box { allowed: 0.0 },
    Comes::Box { allowed: 0.02 },
];

fn any<const D: usize>(random: &mut StdRng, most: f64) -> SVector<f64, D> {
    SVector::from_fn(|_, _| random.random_range(-most..=most))
}

/// No contact pushes a body on in the way that it comes: that would be to the other side of the ground. `motion` makes a
/// motion from a place and a velocity.
fn are_pushed_back<T: Real, P: Pieces<T, D>, M: Motion<T, D>, const D: usize>(
    ground: &P,
    motion: impl Fn([f64; D], [f64; D]) -> M,
) {
    let ground = MovingPieces::new(ground, motion([0.0; D], [0.0; D]));
    for comes in ALL {
        let (mut random, mut met) = (random(41), 0);
        for case in 0..600 {
            let ends = [(); 2].map(|()| any::<D>(&mut random, 1.0).map(T::of));
            let (start, velocity) = (any::<D>(&mut random, 1.5), any::<D>(&mut random, 2.0));
            let (shape, target) = match comes {
                Comes::Rod => (AnyShape::from(Segment::new(ends).unwrap()), 0.0),
                Comes::Box { allowed } => {
                    let half = ends[0].map(|x| T::of(0.05) + x.abs() * T::of(0.4));
                    (AnyShape::from(Cuboid::new(half).unwrap()), -allowed)
                }
            };
            let body = moving(shape, motion(start.into(), velocity.into()));
            let query = Query::new().target_distance(T::of(target));
            let answer = query.first_contact(&body, &ground, T::zero()..=T::one());
            let Some(contact) = answer.unwrap().contact else {
                continue;
            };
            // one that starts within the tolerance may be on its way out
            let is_impact = matches!(contact.answer.unwrap().outcome, Outcome::Impact(_));
            if is_impact && contact.time > T::zero() {
                let ahead = velocity.dot(&contact.normal.unwrap().map(T::as_f64));
                let rounding = velocity.norm() * T::SQRT_EPSILON.as_f64();
                assert!(ahead > -rounding, "{comes:?} {case}: {contact:?}");
                met += 1;
            }
        }
        assert!(met > 20, "{met}");
    }
}

fn over_flat_and_rough_ground<T: Real>() {
    let mut random = random(42);
    for most in [0.0, 1.0] {
        let heights: [T; 9] = std::array::from_fn(|_| T::of(random.random_range(0.0..=most)));
        let ground = TriMesh::height_field(&heights, 3, [T::of(0.8), T::of(0.6)]);
        are_pushed_back(&ground.unwrap(), fly::<T>);
        let points = [[-0.7, 0.0], [0.1, 0.5 * most], [0.6, 0.0]];
        let points = points.map(|[x, y]| vector![x, y].map(T::of));
        let ground = Polyline::open(points.to_vec()).unwrap();
        are_pushed_back(&ground, |start, velocity| slide::<T>(start, velocity, 0.0));
    }
}

#[test]
fn bodies_over_a_rim_are_pushed_back() {
    over_flat_and_rough_ground::<f64>();
    over_flat_and_rough_ground::<f32>();
}
