//! Contacts of a pair that were found before, as both bodies see them.
//!
//! Bodies at rest touch at the same places again and again. Whether they part there or come nearer takes no question.

use nalgebra::{Isometry3, Point3, Vector3};
use photofinish::Real;

use crate::impulse::Contact;

/// The number of contacts of a pair that are known.
const MOST_KNOWN: usize = 4;
/// Two contacts are the same if their points on either body are nearer to each other than this, in metres.
const SAME: f64 = 4e-3;
/// The points of a contact face each other if they are no farther aside than this, in metres.
const ASIDE: f64 = 2e-3;

/// The last contacts of a pair, each at another place.
#[derive(Clone, Debug)]
pub(super) struct KnownContacts<T: Real>(Vec<Known<T>>);

#[derive(Clone, Copy, Debug)]
struct Known<T: Real> {
    /// The point of each body, in its frame.
    points: [Point3<T>; 2],
    /// The normal, in the frame of B.
    normal: Vector3<T>,
}

impl<T: Real> Default for KnownContacts<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Real> KnownContacts<T> {
    /// Adds a contact: the nearest points of both bodies and the normal, and the poses when it was found.
    pub(super) fn add(
        &mut self,
        witnesses: [Vector3<T>; 2],
        normal: &Vector3<T>,
        poses: [Isometry3<T>; 2],
    ) {
        let points =
            [0, 1].map(|body| poses[body].inverse_transform_point(&witnesses[body].into()));
        let is_same = |known: &Known<T>| {
            (0..2).any(|body| (known.points[body] - points[body]).norm() < T::of(SAME))
        };
        self.0.retain(|known| !is_same(known));
        if self.0.len() == MOST_KNOWN {
            self.0.remove(0);
        }
        self.0.push(Known {
            points,
            normal: poses[1].inverse_transform_vector(normal),
        });
    }

    /// Returns the contacts whose points still face each other, and how far apart these are at the poses of a time.
    pub(super) fn at(
        &self,
        time: T,
        poses: [Isometry3<T>; 2],
    ) -> impl Iterator<Item = (Contact<T>, T)> {
        self.0.iter().filter_map(move |known| {
            let normal = poses[1] * known.normal;
            let [a, b] = [0, 1].map(|body| (poses[body] * known.points[body]).coords);
            let distance = normal.dot(&(b - a));
            let aside = (b - a - normal * distance).norm();
            let contact = Contact {
                time,
                normal,
                point: (a + b) * T::of(0.5),
            };
            (distance >= T::zero() && aside <= T::of(ASIDE)).then_some((contact, distance))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::vector;

    /// Adds a contact at a place, of bodies that are not moved.
    fn add(known: &mut KnownContacts<f64>, x: f64) {
        let witnesses = [1.0, 1.5].map(|y| vector![x, y, 0.0]);
        known.add(witnesses, &Vector3::y(), [Isometry3::identity(); 2]);
    }

    /// Both bodies turn and move together, and then B moves up, and then aside.
    #[test]
    fn a_contact_moves_with_its_bodies() {
        let mut known = KnownContacts::default();
        add(&mut known, 2.0);
        let moved = Isometry3::new(vector![5.0, 0.0, 0.0], vector![0.0, 0.0, 1.5]);
        let (found, distance) = known.at(0.25, [moved; 2]).next().unwrap();
        assert!((distance - 0.5).abs() < 1e-12 && found.time == 0.25);
        assert!((found.normal - moved * vector![0.0, 1.0, 0.0]).norm() < 1e-12);
        assert!((found.point - (moved * Point3::new(2.0, 1.25, 0.0)).coords).norm() < 1e-12);
        let at = |x: f64, y: f64| {
            let up = Isometry3::translation(x, y, 0.0);
            known.at(0.0, [Isometry3::identity(), up]).next()
        };
        assert!((at(0.0, 0.25).unwrap().1 - 0.75).abs() < 1e-12);
        assert!(at(0.9 * ASIDE, 0.0).is_some() && at(1.1 * ASIDE, 0.0).is_none());
        // B is past A
        assert!(at(0.0, -0.6).is_none());
    }

    /// A contact near one that is known replaces it, and the oldest of others makes room.
    #[test]
    fn the_last_contacts_are_known() {
        let mut known = KnownContacts::default();
        for x in [0.0, 1.0, 2.0, 3.0, 1.0 + 0.5 * SAME, 4.0] {
            add(&mut known, x);
        }
        let places = known.at(0.0, [Isometry3::identity(); 2]);
        let places: Vec<f64> = places.map(|(contact, _)| contact.point.x).collect();
        assert_eq!(places, [2.0, 3.0, 1.0 + 0.5 * SAME, 4.0]);
    }
}
