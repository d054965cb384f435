//! Bodies in single precision, and their copies in double precision.

use nalgebra::{Isometry3, Vector3, vector};
use photofinish::motion::{Ballistic, ConstantVelocity};
use photofinish::shape::AnyShape;
use photofinish::{Extrusion, Moving, Real, ToF64, time_of_impact};

use crate::build::{ball, cuboid, impact, rest3};

fn impact_time<T: Real>(a: &impl Extrusion<T, 3>, b: &impl Extrusion<T, 3>) -> f64 {
    let solution = time_of_impact(a, b, T::zero()..=T::one()).expect("an answer");
    impact(solution).time.as_f64()
}

/// Small bodies fall on a large one, far from the origin or at its rim. They meet when the closed form says, up to the
/// tolerance of their scalar.
#[test]
fn small_bodies_meet_large_ones_as_geometry_says() {
    let grain = 0.0009765625;
    let far = ([950.0, 1.0, 950.0], [3000.0, -1.0, 70_000.0]);
    let near = ([1000.0; 3], [0.0, -1000.0, 0.0]);
    let cases: [(AnyShape<f32, 3>, f64, _, [f32; 3], _); 3] = [
        (
            cuboid([0.125; 3]).into(),
            0.125,
            far,
            [3700.5, 1.5, 70_400.0],
            [0.0; 3],
        ),
        // a ball may turn as it likes
        (
            ball(0.125).into(),
            0.125,
            far,
            [3700.5, 1.5, 70_400.0],
            [3.0, 1.0, 2.0],
        ),
        (
            cuboid([grain; 3]).into(),
            grain,
            near,
            [999.0, 0.75, -998.0],
            [0.0; 3],
        ),
    ];
    for (shape, radius, (half, place), from, spin) in cases {
        let from = Vector3::from(from);
        let (down, spin) = (vector![0.0, -1.0, 0.0], Vector3::from(spin));
        let fall = ConstantVelocity::new(Isometry3::from(from), down, spin)
            .and_then(|start| Ballistic::new(start, vector![0.0, -10.0, 0.0]));
        let small = Moving::new(shape, fall.expect("a motion"));
        let large = Moving::new(cuboid::<f32, 3>(half), rest3(place));
        // with a speed of 1 at the start and an acceleration of 10
        let time = ((1.0 + 20.0 * (f64::from(from.y) - radius)).sqrt() - 1.0) / 10.0;
        let wide = impact_time(&small.to_f64(), &large.to_f64());
        assert!(wide <= time && wide > time - 1e-7, "{wide}, not {time}");
        let single = impact_time(&small, &large);
        assert!(
            single <= time && single > time - 1e-4,
            "{single}, not {time}"
        );
    }
}
