//! Families of random pairs of bodies.

use nalgebra::{Isometry, SVector, Translation, UnitComplex, UnitQuaternion};
use photofinish::Real;
use photofinish::gjk::distance;
use photofinish::motion::Rotor;
use photofinish::shape::{AnyShape, Cone, Cuboid, Cylinder, PointSet};
use photofinish::support::Posed;
use rand::RngExt;
use rand::rngs::StdRng;

use crate::search::Pair;

pub type Body<T, const D: usize> = Posed<AnyShape<T, D>, T, D>;

/// The kind of a random pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Family {
    Cuboids,
    Hulls16,
    Hulls64,
    CylinderCone,
    /// Thin triangles or tetrahedra, 1e-2 to 1e-6 wide.
    Slivers,
    /// A hull beside a box 10 to 1e6 times as large.
    SizeRatio,
    /// Boxes with common axes, so that support points are ties.
    Parallel,
    /// Hulls of 16 points at gaps of 1e-9 to 1e-3.
    Near,
    /// A cylinder near a box.
    NearSmooth,
    /// Slivers near a box.
    NearSliver,
    /// Bodies that overlap.
    Overlapping,
}

pub const ALL: [Family; 11] = [
    Family::Cuboids,
    Family::Hulls16,
    Family::Hulls64,
    Family::CylinderCone,
    Family::Slivers,
    Family::SizeRatio,
    Family::Parallel,
    Family::Near,
    Family::NearSmooth,
    Family::NearSliver,
    Family::Overlapping,
];

/// A rotation that can be drawn at random.
pub trait Turn<T: Real, const D: usize>: Rotor<T, D> {
    fn random(rng: &mut StdRng) -> Self;
}

impl<T: Real> Turn<T, 2> for UnitComplex<T> {
    fn random(rng: &mut StdRng) -> Self {
        Self::new(T::of(rng.random_range(-3.0..3.0)))
    }
}

impl<T: Real> Turn<T, 3> for UnitQuaternion<T> {
    fn random(rng: &mut StdRng) -> Self {
        Self::from_scaled_axis(anywhere::<3>(rng).map(|x| T::of(3.0 * x)))
    }
}

fn anywhere<const D: usize>(rng: &mut StdRng) -> SVector<f64, D> {
    SVector::from_fn(|_, _| rng.random_range(-1.0..1.0))
}

fn scale(rng: &mut StdRng, low: f64, high: f64) -> f64 {
    rng.random_range(low.ln()..high.ln()).exp()
}

fn cuboid<T: Real, const D: usize>(rng: &mut StdRng, size: f64) -> AnyShape<T, D> {
    let half = SVector::from_fn(|_, _| T::of(size * rng.random_range(0.2..1.0)));
    AnyShape::Cuboid(Cuboid::new(half).expect("sizes are positive"))
}

fn hull<T: Real, const D: usize>(rng: &mut StdRng, count: usize) -> AnyShape<T, D> {
    let mut on_sphere = || loop {
        let point = anywhere::<D>(rng);
        if (0.1..1.0).contains(&point.norm()) {
            return point.normalize().map(T::of);
        }
    };
    let points = (0..count).map(|_| on_sphere()).collect();
    AnyShape::PointSet(PointSet::new(points).expect("points are finite"))
}

fn sliver<T: Real, const D: usize>(rng: &mut StdRng) -> AnyShape<T, D> {
    let width = scale(rng, 1e-6, 1e-2);
    let count = rng.random_range(3..=D + 1);
    let point = |rng: &mut StdRng| {
        let mut point = anywhere::<D>(rng);
        point[1] *= width;
        point.map(T::of)
    };
    let points = (0..count).map(|_| point(rng)).collect();
    AnyShape::PointSet(PointSet::new(points).expect("points are finite"))
}

fn cylinder<T: Real, const D: usize>(rng: &mut StdRng) -> AnyShape<T, D> {
    let mut size = || T::of(rng.random_range(0.2..1.0));
    AnyShape::Cylinder(Cylinder::new(size(), size()).expect("sizes are positive"))
}

fn cone<T: Real, const D: usize>(rng: &mut StdRng) -> AnyShape<T, D> {
    let mut size = || T::of(rng.random_range(0.2..1.0));
    AnyShape::Cone(Cone::new(size(), size()).expect("sizes are positive"))
}

impl Family {
    fn shapes<T: Real, const D: usize>(self, rng: &mut StdRng) -> [AnyShape<T, D>; 2] {
        match self {
            Self::Cuboids | Self::Parallel => [cuboid(rng, 1.0), cuboid(rng, 1.0)],
            Self::Hulls16 | Self::Near | Self::Overlapping => [hull(rng, 16), hull(rng, 16)],
            Self::Hulls64 => [hull(rng, 64), hull(rng, 64)],
            Self::CylinderCone => [cylinder(rng), cone(rng)],
            Self::Slivers => [sliver(rng), sliver(rng)],
            Self::SizeRatio => {
                let size = scale(rng, 10.0, 1e6);
                [cuboid(rng, size), hull(rng, 16)]
            }
            Self::NearSmooth => [cylinder(rng), cuboid(rng, 1.0)],
            Self::NearSliver => [sliver(rng), cuboid(rng, 1.0)],
        }
    }

    /// Returns a random pair. B is moved along their normal to a wanted distance from A.
    pub fn pair<T: Real, R: Turn<T, D>, const D: usize>(
        self,
        rng: &mut StdRng,
    ) -> Pair<Body<T, D>, Body<T, D>> {
        let [a, b] = self.shapes::<T, D>(rng);
        let turned = |rng: &mut StdRng| match self {
            Self::Parallel => R::identity(),
            _ => R::random(rng),
        };
        let (turn_a, turn_b) = (turned(rng), turned(rng));
        let posed = |shape, at, turn| {
            Posed::new(shape, &Isometry::from_parts(Translation::from(at), turn)).expect("a pose")
        };
        let reach = match &a {
            AnyShape::Cuboid(a) => a.half_extents().norm().as_f64(),
            _ => 2.0,
        };
        let a = posed(a, SVector::zeros(), turn_a);
        let away = loop {
            let axis = anywhere::<D>(rng);
            if axis.norm() > 0.3 {
                break axis.normalize() * (reach + 4.0);
            }
        };
        // the smallest gap that the scalar can tell from an overlap
        let low = if T::EPSILON.as_f64() > 1e-10 {
            1e-4
        } else {
            1e-9
        };
        let gap = match self {
            Self::Near | Self::NearSmooth | Self::NearSliver => scale(rng, low, 10.0 * low.sqrt()),
            Self::Overlapping => -rng.random_range(0.1..1.0),
            Self::Parallel => scale(rng, 1e-3, 1.0),
            _ => scale(rng, 0.05, 3.0),
        };
        let mut at = away.map(T::of);
        let far = posed(b.clone(), at, turn_b);
        if let Some(closest) = distance(&a, &far) {
            at -= closest.contact.normal * (closest.distance - T::of(gap));
        }
        Pair {
            a,
            b: posed(b, at, turn_b),
        }
    }
}
