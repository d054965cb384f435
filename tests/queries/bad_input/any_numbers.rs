//! Queries of any shapes and motions that can be made of any numbers.

use nalgebra::{Isometry3, vector};
use photofinish::motion::{Ballistic3, ConstantVelocity3};
use photofinish::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, PointSet, Segment, Triangle};
use photofinish::support::Rounded;
use photofinish::{InitialContact, Moving, Outcome, Query, Real, SupportMap};
use proptest::prelude::*;

/// Returns any number at all, with many zeros, tiny and huge numbers.
fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => -3.0..3.0f64,
        1 => Just(0.0),
        1 => (-300i32..300).prop_map(|exponent| 10f64.powi(exponent)),
        1 => (-12i32..12).prop_map(|exponent| -(10f64.powi(exponent))),
        1 => any::<f64>(),
    ]
}

fn numbers() -> impl Strategy<Value = [f64; 24]> {
    proptest::array::uniform24(any_number())
}

/// Asks one query of shapes and motions that these numbers make. The query may answer or refuse, but it must end
/// without a panic, and an impact must lie in the interval.
fn any_query<T: Real>(n: &[f64; 24], kind: usize) -> Option<()> {
    let t = |index: usize| T::of(n[index]);
    let v = |index: usize| vector![t(index), t(index + 1), t(index + 2)];
    let pose = |index: usize| Isometry3::new(v(index), v(index + 3));
    let ask = |a: &dyn SupportMap<T, 3>, b: &dyn SupportMap<T, 3>| {
        let first = ConstantVelocity3::new(pose(0), v(6), v(9)).ok()?;
        let second =
            Ballistic3::new(ConstantVelocity3::new(pose(12), v(18), v(3)).ok()?, v(8)).ok()?;
        let policies = [InitialContact::Stop, InitialContact::IgnoreSeparating];
        let query = Query::new()
            .initial_contact(policies[kind % 2])
            .budget(2_000);
        let query = if kind.is_multiple_of(5) {
            query.tolerance(t(21)).target_distance(t(7))
        } else {
            query
        };
        let (a, b) = (Moving::new(a, first), Moving::new(b, second));
        let (start, end) = (t(22), t(23));
        let answer = query.time_of_impact(&a, &b, start..=end).ok()?;
        if let Outcome::Impact(impact) = answer.outcome {
            assert!(impact.time >= start && impact.time <= end);
            assert!(
                impact.distance.is_finite()
                    && (impact.contact.normal.norm() - T::one()).abs() < T::of(1e-3)
            );
        }
        Some(())
    };
    let cuboid = Cuboid::new(v(2).abs());
    match kind % 6 {
        0 => ask(&Ball::new(t(5)).ok()?, &cuboid.ok()?),
        1 => ask(
            &Cylinder::new(t(5), t(11)).ok()?,
            &Cone::new(t(13), t(17)).ok()?,
        ),
        2 => ask(
            &Triangle::new([v(0), v(4), v(7)]).ok()?,
            &Segment::new([v(10), v(1)]).ok()?,
        ),
        3 => ask(
            &PointSet::new(vec![v(0), v(1), v(2), v(3), v(4)]).ok()?,
            &cuboid.ok()?,
        ),
        4 => ask(
            &Rounded::new(cuboid.ok()?, t(16)).ok()?,
            &Capsule::new(t(5), t(11)).ok()?,
        ),
        _ => ask(&cuboid.ok()?, &cuboid.ok()?),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn queries_of_any_numbers_neither_panic_nor_hang(n in numbers(), kind in 0usize..30) {
        any_query::<f64>(&n, kind);
        any_query::<f32>(&n, kind);
    }
}
