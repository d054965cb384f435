//! Balls against the root of a quadratic, with numbers of any size. What fails is made as small as it can be.

use proptest::prelude::*;

use super::*;

/// A number of any size between 1e-6 and 1e6, with either sign, or zero.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        1 => Just(0.0),
        8 => (-6.0..6.0, any::<bool>())
            .prop_map(|(power, is_negative)| 10f64.powf(power) * if is_negative { -1.0 } else { 1.0 }),
    ]
}

fn numbers() -> impl Strategy<Value = [f64; 3]> {
    [number(), number(), number()]
}

/// Checks an answer about two balls that spin, whose surfaces are apart at time t by |from + velocity t| - radii.
fn meet_when_the_quadratic_says<T: Real>(
    [radius, other]: [f64; 2],
    [from, velocity, spin]: [[f64; 3]; 3],
) -> Result<(), TestCaseError>
where
    UnitQuaternion<T>: Rotor<T, 3, Velocity = Vector3<T>>,
{
    let place = Isometry3::from(Vector3::from(from).map(T::of));
    let [velocity, spin] = [velocity, spin].map(|v| Vector3::from(v).map(T::of));
    let moves = ConstantVelocity3::new(place, velocity, spin).expect("a motion");
    let a = Moving::new(ball(radius), rest3::<T>([0.0; 3]));
    let b = Moving::new(ball(other), moves);
    // in the numbers of the scalar
    let radii = T::of(radius).as_f64() + T::of(other).as_f64();
    let [from, velocity] = [place.translation.vector, velocity].map(|v| v.map(T::as_f64));
    let gap = |time: f64| (from + velocity * time).norm() - radii;
    let nearest = (-from.dot(&velocity) / velocity.norm_squared()).clamp(0.0, 1.0);
    let nearest = if nearest.is_nan() { 0.0 } else { nearest };
    let sizes = radii + from.abs().sum() + velocity.abs().sum();
    let rounding = sizes * 16.0 * f64::EPSILON;
    match ask::<T, 3>(&a, &b, 1.0).outcome {
        Outcome::Separated(_) => prop_assert!(gap(nearest) >= -rounding),
        Outcome::Impact(impact) => {
            let (time, tolerance) = (impact.time.as_f64(), impact.tolerance.as_f64());
            // it comes nearer until then, and so was apart before
            prop_assert!(time <= nearest * (1.0 + T::EPSILON.as_f64()));
            prop_assert!(gap(time) <= tolerance + rounding, "{}", gap(time));
            let late = T::EPSILON.as_f64() * velocity.norm() * time;
            prop_assert!(gap(time) >= -rounding - late, "{}", gap(time));
            prop_assert!(tolerance <= 1e-2 * radii + T::EPSILON.as_f64() * 256.0 * sizes);
        }
        Outcome::Overlapping(_) => prop_assert!(gap(0.0) <= sizes * T::EPSILON.as_f64() * 64.0),
        other => prop_assert!(false, "{other:?}"),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn spinning_balls_meet_when_the_quadratic_says(
        radii in [1e-3..1e3, 1e-3..1e3],
        vectors in [numbers(), numbers(), numbers()],
    ) {
        meet_when_the_quadratic_says::<f64>(radii, vectors)?;
        meet_when_the_quadratic_says::<f32>(radii, vectors)?;
    }
}
