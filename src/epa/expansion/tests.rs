use super::*;

/// A box whose points may be off.
struct Rounded {
    center: Vector3<f64>,
    half: Vector3<f64>,
    rounding: Vector3<f64>,
    /// The gap between the bounds of a depth at which the expansion ends, by the axis of the normal.
    tolerance: Vector3<f64>,
}

impl Rounded {
    fn around_origin() -> Self {
        Self {
            center: Vector3::zeros(),
            half: Vector3::new(1.0, 2.0, 3.0),
            rounding: Vector3::zeros(),
            tolerance: Vector3::repeat(1e-12),
        }
    }

    fn depth(mut self, dimension: usize) -> Depth {
        if dimension == 2 {
            (self.center.z, self.half.z) = (0.0, 0.0);
        }
        let corner = self.support(&Vector3::x()).0;
        expand(&mut self, vec![corner], dimension)
    }
}

impl Minkowski for Rounded {
    fn support(&mut self, along: &Vector3<f64>) -> (Sample, Vector3<f64>) {
        let y = self.center + self.half.zip_map(along, f64::copysign);
        let sample = Sample {
            y,
            pair: [Vector3::zeros(), y],
            names: [None; 2],
        };
        (sample, *along)
    }

    fn error(&self, _along: &Vector3<f64>) -> f64 {
        1e-12
    }

    fn rounding(&self) -> Vector3<f64> {
        self.rounding
    }

    fn tolerance(&self, _depth: f64, along: &Vector3<f64>) -> f64 {
        self.tolerance[along.iamax()]
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
        let body = Rounded {
            rounding,
            ..Rounded::around_origin()
        };
        let depth = body.depth(3);
        assert_eq!((depth.reach.value, depth.lower_bound), (1.0, 1.0));
        assert!(
            depth.proven <= proven && depth.proven >= proven - 1e-12,
            "{rounding:?} {depth:?}"
        );
    }
}

/// The distance of a facet that has the origin beyond it is no depth, whether rounding hides that this facet lies on the
/// boundary or not.
#[test]
fn an_origin_outside_has_no_depth() {
    for hidden in [1e-12, -1e-12] {
        let outside = || Rounded {
            center: Vector3::new(1.5, 0.25, 0.125),
            tolerance: Vector3::new(hidden, 1e-12, 1e-12),
            ..Rounded::around_origin()
        };
        for depth in [outside().depth(2), outside().depth(3)] {
            assert_eq!((depth.lower_bound, depth.proven), (0.0, 0.0), "{depth:?}");
            assert_eq!(depth.least.value, -0.5, "{depth:?}");
        }
    }
}

/// Rounding may hide that the nearest facet lies on the boundary, and the next ones may be found there.
#[test]
fn a_near_facet_that_cannot_be_expanded_counts_when_one_farther_away_closes() {
    let hidden = || Rounded {
        tolerance: Vector3::new(-1e-12, 1e-12, 1e-12),
        ..Rounded::around_origin()
    };
    for depth in [hidden().depth(2), hidden().depth(3)] {
        assert_eq!(
            (depth.reach.value, depth.lower_bound),
            (1.0, 1.0),
            "{depth:?}"
        );
        assert_eq!(depth.reach.along.iamax(), 0, "{depth:?}");
    }
}
