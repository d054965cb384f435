//! The distance between polytopes, found by enumerating pairs of features.
//!
//! Two disjoint polytopes are closest at two edges, or at a vertex and a face. Let L be the supporting distance along a
//! unit vector s, and U the distance of two known points. If two features lie k and l behind the supporting planes,
//! they are at least L + k + l apart, so only pairs with k + l <= U - L can do better. The enumeration starts with a
//! small limit for k + l, the window, which improves L, U and s. It ends when the bounds agree or the window has
//! reached U - L.

use super::distance::{Best, Placed};
use super::features::{Contact, Keys, foot_on_face, segment_segment};
use super::hull::Hull;
use super::shape::{Solid, farthest};
use nalgebra::Vector3;

/// Tightens the bounds for two polytopes. If one body is no polytope, the function does nothing and returns false.
///
/// If the polytopes are disjoint, the bounds agree to rounding afterwards. Exceptions are edges so nearly parallel, or
/// faces so thin, that their normals are uncertain.
pub fn search(a: &Placed, b: &Placed, size: f64, best: &mut Best) -> bool {
    let (Solid::Polytope(hull_a), Solid::Polytope(hull_b)) = (a.solid, b.solid) else {
        return false;
    };
    let pair = PolytopePair {
        a,
        b,
        hull_a,
        hull_b,
        fine: 1e-15 * size,
    };
    // Two points have no size to take a fraction of, and one pair of features.
    let mut window = if size > 0.0 { 0.02 * size } else { f64::MAX };
    loop {
        if best.gap() <= pair.fine {
            return true;
        }
        let complete = window >= best.gap();
        pair.visit(window.min(best.gap()), best);
        if complete {
            return true;
        }
        window *= 4.0;
    }
}

struct PolytopePair<'a> {
    a: &'a Placed<'a>,
    b: &'a Placed<'a>,
    hull_a: &'a Hull,
    hull_b: &'a Hull,
    fine: f64,
}

impl PolytopePair<'_> {
    /// Tries all pairs of features that together lie at most `window` behind the supporting planes.
    fn visit(&self, window: f64, best: &mut Best) {
        let along = best.direction;
        let keys_a = keys(self.a, self.hull_a, &along);
        let keys_b = keys(self.b, self.hull_b, &-along);
        self.edges(&keys_a, &keys_b, window, best);
        let swap = |c: Contact| Contact {
            on_a: c.on_b,
            on_b: c.on_a,
            direction: -c.direction,
        };
        let (a, b) = ((self.a, &keys_a), (self.b, &keys_b));
        self.faces(a, (b, self.hull_b), window, |c| self.offer(&c, best));
        self.faces(b, (a, self.hull_a), window, |c| self.offer(&swap(c), best));
    }

    fn edges(&self, keys_a: &Keys, keys_b: &Keys, window: f64, best: &mut Best) {
        for (edge_a, key_a) in self.hull_a.edges.iter().zip(&keys_a.edges) {
            if *key_a > window {
                continue;
            }
            for (edge_b, key_b) in self.hull_b.edges.iter().zip(&keys_b.edges) {
                if key_a + key_b > window {
                    continue;
                }
                let contact = segment_segment(
                    edge_a.map(|i| self.a.vertices[i]),
                    edge_b.map(|i| self.b.vertices[i]),
                );
                self.offer(&contact, best);
            }
        }
    }

    /// Offers the contacts of the vertices of one body with the faces of the other. The vertices take the place of A.
    fn faces(
        &self,
        (points, point_keys): (&Placed, &Keys),
        ((solid, face_keys), hull): ((&Placed, &Keys), &Hull),
        window: f64,
        mut offer: impl FnMut(Contact),
    ) {
        for (face, face_key) in hull.faces.iter().zip(&face_keys.faces) {
            if *face_key > window {
                continue;
            }
            let normal = solid.pose.rotation * face.normal;
            for (point, point_key) in points.vertices.iter().zip(&point_keys.vertices) {
                if face_key + point_key > window {
                    continue;
                }
                let Some(foot) = foot_on_face(face, &solid.vertices, &normal, point) else {
                    continue;
                };
                let above = normal.dot(&(point - foot)) >= 0.0;
                offer(Contact {
                    on_a: *point,
                    on_b: foot,
                    direction: if above { -normal } else { normal },
                });
            }
        }
    }

    /// Improves the bounds with a pair of features.
    ///
    /// Several pairs may be equally close, for example on parallel faces, and only some of them have the separating
    /// direction. So a pair is tried even if it is only as close as the best.
    fn offer(&self, contact: &Contact, best: &mut Best) {
        let apart = (contact.on_b - contact.on_a).norm();
        if apart <= best.upper + self.fine && best.gap() > self.fine {
            best.try_points(&contact.on_a, &contact.on_b);
            best.try_direction(self.a, self.b, &contact.direction);
        }
    }
}

/// Returns the keys of the features of a body: how far each lies behind the farthest vertex along `along`.
fn keys(body: &Placed, hull: &Hull, along: &Vector3<f64>) -> Keys {
    let most = along.dot(&farthest(&body.vertices, along));
    let behind = body.vertices.iter().map(|v| most - along.dot(v)).collect();
    Keys::new(hull, behind)
}
