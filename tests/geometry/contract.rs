//! What every support mapping promises, checked by brute force.

use nalgebra::SVector;
use photofinish::number::Vector;
use photofinish::support::Feature;
use photofinish::{Real, SupportMap};
use rand::RngExt;
use rand::rngs::StdRng;

/// Returns a direction of any length, or a point near the origin.
pub fn direction<T: Real, const D: usize>(rng: &mut StdRng) -> SVector<T, D> {
    SVector::from_fn(|_, _| T::of(rng.random_range(-1.0..1.0)))
}

/// Checks what every support mapping promises. No other support point is farther along the direction. The core and the
/// radius add up. The support value is that of the support point. The box and the ball around the body contain it.
pub fn check_contract<T: Real, const D: usize>(shape: &dyn SupportMap<T, D>, rng: &mut StdRng) {
    let tiny = T::EPSILON * T::of(16.0);
    let center = direction::<T, D>(rng);
    let (extents, reach) = (shape.extents(), shape.reach(&center));
    let points: Vec<SVector<T, D>> = (0..60)
        .map(|_| shape.support_point(&direction(rng)))
        .collect();
    for point in &points {
        assert!((0..D).all(|axis| point[axis].abs() <= extents[axis] + tiny));
        assert!((point - center).norm() <= reach + tiny);
    }
    for _ in 0..60 {
        let s = direction::<T, D>(rng);
        let value = s.dot(&shape.support_point(&s));
        assert!(points.iter().all(|point| s.dot(point) <= value + tiny));
        let location = s.dot(&shape.location());
        assert!(location + s.dot(&shape.interior_point()) <= value + tiny);
        let core = shape.core_support_value(&s);
        assert!((core - s.dot(&shape.core_support_point(&s))).abs() <= tiny);
        assert!((location + core + s.norm() * shape.radius() - value).abs() <= tiny);
    }
    for near in [None, Some(3), Some(u32::MAX)] {
        let s = direction::<T, D>(rng);
        let vertex = shape.core_support_vertex(&s, near);
        assert!((s.dot(&vertex.point) - shape.core_support_value(&s)).abs() <= tiny);
        if let Some(index) = vertex.index {
            assert_eq!(shape.core_vertex(index), Some(vertex.point));
            assert_eq!(shape.core_feature(&[index], &s), Feature::Vertex(index));
        }
        let (numbers, mut hint) = (s.map(T::as_f64), near.unwrap_or(u32::MAX));
        let point = shape.core_farthest(Vector::new(numbers.into()), &mut hint);
        let height = numbers.dot(&SVector::from(point));
        assert!((height - shape.core_support_value(&s).as_f64()).abs() <= tiny.as_f64());
        assert_eq!(vertex.index.is_some(), hint != u32::MAX);
        if vertex.index.is_some() {
            let corner = shape.core_vertex(hint).expect("a vertex");
            let off = SVector::from(point) - corner.map(T::as_f64);
            assert!(off.norm() <= tiny.as_f64());
        }
    }
    assert_eq!(shape.core_vertex(u32::MAX), None);
    assert_eq!(shape.core_feature(&[], &SVector::zeros()), Feature::Curved);
    let anywhere = shape.support_point(&SVector::zeros());
    assert!(anywhere.iter().all(|x| x.is_finite()));
}
