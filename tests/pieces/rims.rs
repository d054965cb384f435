//! Rods and boxes that meet an open surface, also at its rim, with their middles on the other side of its plane.

use nalgebra::{Isometry2, Isometry3, SVector, UnitComplex, UnitQuaternion, Vector3, vector};
use photofinish::motion::{ConstantVelocity, Motion};
use photofinish::pieces::{Convex, MovingPieces, Pieces, Polyline, TriMesh};
use photofinish::shape::{AnyShape, Cuboid, Segment};
use photofinish::{Outcome, Query, Real};
use rand::RngExt;
use rand::rngs::StdRng;

use crate::bodies::random;

/// What comes at the ground, and how deep it may get.
#[derive(Clone, Copy, Debug)]
enum Comes {
    Rod,
    Box { allowed: f64 },
}

fn any<T: Real, const D: usize>(random: &mut StdRng, most: f64) -> SVector<T, D> {
    SVector::from_fn(|_, _| T::of(random.random_range(-most..=most)))
}

/// No contact pushes a body on in the way that it comes: that would be to the other side of the ground.
///
/// `motion` makes a motion from a place and a velocity. Returns how many bodies met the ground.
fn bodies_meet<T, P, M, const D: usize>(
    ground: &P,
    comes: Comes,
    motion: impl Fn(SVector<T, D>, SVector<T, D>) -> M,
) -> u32
where
    T: Real,
    P: Pieces<T, D>,
    M: Motion<T, D>,
{
    let ground = MovingPieces::new(ground, motion(SVector::zeros(), SVector::zeros()));
    let mut random = random(41);
    let mut met = 0;
    for case in 0..600 {
        let ends: [SVector<T, D>; 2] = [(); 2].map(|()| any(&mut random, 1.0));
        let (start, velocity) = (any(&mut random, 1.5), any(&mut random, 2.0));
        let (shape, target) = match comes {
            Comes::Rod => (AnyShape::from(Segment::new(ends).unwrap()), 0.0),
            Comes::Box { allowed } => {
                let half = ends[0].map(|x| T::of(0.05) + x.abs() * T::of(0.4));
                (AnyShape::from(Cuboid::new(half).unwrap()), -allowed)
            }
        };
        let body = MovingPieces::new(Convex::new(shape).unwrap(), motion(start, velocity));
        let query = Query::new().target_distance(T::of(target));
        let answer = query.first_contact(&body, &ground, T::zero()..=T::one());
        let Some(contact) = answer.unwrap().contact else {
            continue;
        };
        // one that starts within the tolerance may be on its way out
        if !matches!(contact.answer.unwrap().outcome, Outcome::Impact(_))
            || contact.time == T::zero()
        {
            continue;
        }
        let ahead = velocity.dot(&contact.normal.unwrap());
        assert!(
            ahead > -velocity.norm() * T::SQRT_EPSILON,
            "{comes:?} {case}: {contact:?}"
        );
        met += 1;
    }
    met
}

const ALL: [Comes; 3] = [
    Comes::Rod,
    Comes::Box { allowed: 0.0 },
    Comes::Box { allowed: 0.02 },
];

fn in_space<T: Real>() {
    let motion = |place: Vector3<T>, velocity| {
        ConstantVelocity::<T, UnitQuaternion<T>, 3>::new(
            Isometry3::from(place),
            velocity,
            Vector3::zeros(),
        )
        .unwrap()
    };
    let mut random = random(42);
    for (most, comes) in [0.0, 1.0]
        .into_iter()
        .flat_map(|most| ALL.map(|comes| (most, comes)))
    {
        let heights: [T; 9] = std::array::from_fn(|_| T::of(random.random_range(0.0..=most)));
        let ground = TriMesh::height_field(&heights, 3, [T::of(0.8), T::of(0.6)]).unwrap();
        assert!(bodies_meet(&ground, comes, motion) > 20);
    }
}

fn in_the_plane<T: Real>() {
    let motion = |place: SVector<T, 2>, velocity| {
        ConstantVelocity::<T, UnitComplex<T>, 2>::new(Isometry2::from(place), velocity, T::zero())
            .unwrap()
    };
    for (height, comes) in [0.0, 0.5]
        .into_iter()
        .flat_map(|height| ALL.map(|comes| (height, comes)))
    {
        let points =
            [[-0.7, 0.0], [0.1, height], [0.6, 0.0]].map(|[x, y]| vector![x, y].map(T::of));
        let ground = Polyline::open(points.to_vec()).unwrap();
        assert!(bodies_meet(&ground, comes, motion) > 20);
    }
}

#[test]
fn bodies_over_a_rim_are_pushed_back() {
    in_space::<f64>();
    in_the_plane::<f64>();
    in_space::<f32>();
    in_the_plane::<f32>();
}
