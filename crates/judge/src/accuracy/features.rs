//! Checks that the witness points lie on the features of the answer.

use photofinish::support::Feature;
use photofinish::{Real, SupportMap};

use super::answer::Answer;
use super::membership::from_segment;
use super::reference::Reference;
use photofinish_oracle::lift;

/// Returns how far the worse of the two witness points is from its feature, with the radius taken into account.
pub fn feature_error<T: Real, const D: usize>(
    pair: &Reference<D>,
    answer: &Answer,
    bodies: [&impl SupportMap<T, D>; 2],
) -> f64 {
    let mut worst = 0f64;
    for side in [0, 1] {
        let location = pair.offset * side as f64;
        let radius = pair.models[side].core.radius;
        let witness = answer.witnesses[side] - location;
        let vertex = |index: u32| {
            let point = bodies[side].core_vertex(index)?;
            Some(lift(&point.map(T::as_f64)))
        };
        let from_feature = match answer.features[side] {
            Feature::Vertex(index) => vertex(index).map(|v| (v - witness).norm()),
            Feature::Edge([i, j]) => vertex(i)
                .zip(vertex(j))
                .map(|(v, w)| from_segment(&v, &(w - v), &witness)),
            Feature::Face(_) => Some(pair.off_faces(side, &witness)),
            _ => continue,
        };
        worst = worst.max(from_feature.map_or(f64::INFINITY, |far| (far - radius).abs()));
    }
    worst
}
