//! Which colliders are near a box.

use photofinish::swept::SweptBox;
use rapier::geometry::{Collider, ColliderHandle};
use rapier::math::{DIM, Real};
use rapier::parry::bounding_volume::{Aabb, BoundingVolume};
use rapier::pipeline::QueryFilter;

use crate::actor::BOX_ULPS;
use crate::ccd::Parts;
use crate::math::to_vector;

/// Up to so many colliders are compared with a box one by one. A comparison takes about a hundredth of the time of a search
/// in rapier's tree, in a pile of 500.
const FEW: usize = 64;

/// Among which colliders is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Among {
    All,
    Fixed,
}

impl Among {
    fn filter(self) -> QueryFilter<'static> {
        match self {
            Self::All => QueryFilter::default(),
            Self::Fixed => QueryFilter::only_fixed(),
        }
    }
}

/// Finds colliders near boxes.
#[derive(Default)]
pub(crate) struct Near {
    /// For all colliders, and for the fixed ones.
    lists: [List; 2],
    /// What the last search has found.
    pub found: Vec<ColliderHandle>,
}

/// The colliders that are searched among, with their boxes, if there are few.
#[derive(Default)]
enum List {
    #[default]
    NotMade,
    /// There are many, or one has no box.
    NotUsable,
    Of(Vec<(ColliderHandle, Aabb)>),
}

impl Near {
    /// Finds all colliders whose boxes at the end of the step overlap with this one. Those that are passed over may be
    /// among them or not.
    pub fn find(
        &mut self,
        around: &SweptBox<Real, DIM>,
        among: Among,
        parts: &Parts<'_>,
        is_passed_over: impl Fn(ColliderHandle) -> bool,
    ) {
        let largest = around.min.amax().max(around.max.amax());
        // rapier's boxes may be off by their rounding
        let around = around.grown(BOX_ULPS * Real::EPSILON * largest);
        let around = Aabb::new(to_vector(&around.min), to_vector(&around.max));
        self.found.clear();
        let list = &mut self.lists[among as usize];
        if matches!(list, List::NotMade) {
            *list = List::make(among, parts, is_passed_over);
        }
        if let List::Of(few) = list {
            let found = few.iter().filter(|(_, other)| other.intersects(&around));
            self.found.extend(found.map(|(handle, _)| *handle));
            return;
        }
        let query = parts.broad_phase.as_query_pipeline(
            parts.narrow_phase.query_dispatcher(),
            parts.bodies,
            parts.colliders,
            among.filter(),
        );
        let found = query.intersect_aabb_conservative(around);
        self.found.extend(found.map(|(handle, _)| handle));
    }
}

impl Near {
    /// Returns how deep what is in a box may be in fixed colliders, as their boxes tell. Where these are many, or one
    /// has no box, it is infinite.
    ///
    /// Nothing overlaps by more than the boxes around it do along any one axis.
    pub fn depth_in_fixed(&mut self, around: &Aabb, parts: &Parts<'_>) -> Real {
        let list = &mut self.lists[Among::Fixed as usize];
        if matches!(list, List::NotMade) {
            *list = List::make(Among::Fixed, parts, |_| false);
        }
        let List::Of(few) = list else {
            return Real::INFINITY;
        };
        let largest = around.mins.abs().max(around.maxs.abs()).max_element();
        let around = around.loosened(BOX_ULPS * Real::EPSILON * largest);
        let mut deepest = 0.0;
        for (_, other) in few {
            let ahead = around.maxs - other.mins;
            let behind = other.maxs - around.mins;
            let overlap = ahead.min(behind).min_element();
            // written so that NaN is deepest
            if !(overlap <= deepest) {
                deepest = overlap;
            }
        }
        deepest
    }
}

impl List {
    fn make(
        among: Among,
        parts: &Parts<'_>,
        is_passed_over: impl Fn(ColliderHandle) -> bool,
    ) -> Self {
        let filter = among.filter();
        let is_one = |&(handle, collider): &(ColliderHandle, &Collider)| {
            !is_passed_over(handle) && filter.test(parts.bodies, handle, collider)
        };
        let all = parts.colliders.iter_enabled().filter(is_one);
        let mut few = Vec::new();
        for (handle, collider) in all {
            if few.len() == FEW {
                return Self::NotUsable;
            }
            let around = collider.compute_aabb();
            // an empty polyline, or a body whose pose is not finite, has no box to compare with
            if !around.mins.cmple(around.maxs).all() {
                return Self::NotUsable;
            }
            let largest = around.mins.abs().max(around.maxs.abs()).max_element();
            few.push((handle, around.loosened(BOX_ULPS * Real::EPSILON * largest)));
        }
        Self::Of(few)
    }
}

#[cfg(test)]
mod tests {
    use rapier::dynamics::RigidBodyBuilder;
    use rapier::geometry::{ColliderBuilder, SharedShape};
    use rapier::math::Vector;
    use rapier::pipeline::PhysicsWorld;

    use super::*;

    /// A box of this half size around a point whose coordinates are all the same.
    fn around(center: Real, half: Real) -> Aabb {
        Aabb::from_half_extents(Vector::splat(center), Vector::splat(half))
    }

    fn add_ball(world: &mut PhysicsWorld, center: Real, radius: Real, body: RigidBodyBuilder) {
        let shape = ColliderBuilder::new(SharedShape::ball(radius));
        world.insert(body.translation(Vector::splat(center)), shape);
    }

    #[test]
    fn boxes_tell_how_deep_something_may_be_in_fixed_colliders() {
        let mut world = PhysicsWorld::default();
        add_ball(&mut world, 0.0, 1.0, RigidBodyBuilder::fixed());
        add_ball(&mut world, 9.0, 1.0, RigidBodyBuilder::fixed());
        add_ball(&mut world, 4.0, 1.0, RigidBodyBuilder::dynamic());
        let parts = Parts::of(&mut world);
        let mut near = Near::default();
        // beside all of them, in the second one by a tenth, in the middle of the first one, and in the dynamic one
        for (center, half, depth) in [
            (2.0, 0.5, 0.0),
            (7.5, 0.6, 0.1),
            (0.0, 0.25, 1.25),
            (4.0, 0.5, 0.0),
        ] {
            let found = near.depth_in_fixed(&around(center, half), &parts);
            assert!((found - depth).abs() < 1e-4, "{found} for {depth}");
        }
        // nothing is said of many
        for number in 0..=FEW {
            add_ball(&mut world, number as Real, 0.1, RigidBodyBuilder::fixed());
        }
        let parts = Parts::of(&mut world);
        let found = Near::default().depth_in_fixed(&around(-5.0, 0.1), &parts);
        assert_eq!(found, Real::INFINITY);
    }

    /// The box of an empty polyline was compared with others, which ended in a panic of parry.
    #[test]
    fn nothing_is_said_of_colliders_without_a_box() {
        let mut world = PhysicsWorld::default();
        world.insert_collider(ColliderBuilder::polyline(vec![], None), None);
        let parts = Parts::of(&mut world);
        let found = Near::default().depth_in_fixed(&around(-5.0, 0.1), &parts);
        assert_eq!(found, Real::INFINITY);
    }
}
