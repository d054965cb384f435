use super::*;
use crate::polytope::Polytope;

/// A box around the origin, whose points may be off.
struct Rounded {
    half: Vector3<f64>,
    rounding: Vector3<f64>,
}

impl Minkowski for Rounded {
    fn support(&mut self, along: &Vector3<f64>) -> (Sample, Vector3<f64>) {
        let y = self.half.zip_map(along, f64::copysign);
        let sample = Sample {
            y,
            pair: [Vector3::zeros(), y],
            indices: [None; 2],
        };
        (sample, *along)
    }

    fn error(&self, _along: &Vector3<f64>) -> f64 {
        1e-12
    }

    fn rounding(&self) -> Vector3<f64> {
        self.rounding
    }

    fn tolerance(&self, _depth: f64, _along: &Vector3<f64>) -> f64 {
        1e-12
    }
}

#[test]
fn a_depth_is_proven_up_to_the_rounding_along_the_normals() {
    for (rounding, proven) in [
        (Vector3::zeros(), 1.0),
        // the nearest side is off by that
        (Vector3::new(0.1, 0.0, 0.0), 0.9),
        // the others are far enough away
        (Vector3::new(0.1, 0.5, 1.5), 0.9),
        // another side may be the nearest
        (Vector3::new(0.1, 0.0, 2.5), 0.5),
        // or none is known to be away from the origin
        (Vector3::new(0.1, 0.0, 3.5), 0.0),
    ] {
        let half = Vector3::new(1.0, 2.0, 3.0);
        let mut body = Rounded { half, rounding };
        let corner = body.support(&Vector3::x()).0;
        let depth = expand::<Polytope>(&mut body, vec![corner]);
        assert_eq!((depth.upper_bound, depth.lower_bound), (1.0, 1.0));
        assert!(
            depth.proven <= proven && depth.proven >= proven - 1e-12,
            "{rounding:?} {depth:?}"
        );
    }
}
