//! Points of a simplex that slide along curves when the direction turns.
//!
//! To a simplex, the support points of a rim are corners, and each of them halves the error of the direction at best.
//! But a curve with a name is known along any direction, and so is how its point slides there.
//!
//! Along s the points of the simplex are at y_i(s), and y_i(s + e) = y_i(s) - J_i e for a small e. J_i is the sum of
//! j j^T over both bodies, with their vectors [`slide`](crate::support::CurvePoint::slide); J_i s = 0. Let v be the point
//! of the hull nearest to the origin, the sum of lambda_i y_i(s), and J the sum of lambda_i J_i. Wanted is a direction
//! s + e that v is along once all points have slid there, but for a step along the hull: v - J e + u = |v| (s + e), with
//! u along the hull, and s + e square to it. This is Newton's method, and without curves it is a step of GJK. As |v|
//! after the step it takes s . v, which differs from it by a square of e.

use nalgebra::SVector;

use super::seed::Seed;
use crate::simplex::{Growth, SLOTS, Simplex, cross};
use crate::support::{CurvePoint, Difference, VertexName, along, back};
use crate::{Real, SupportMap};

/// How the points of both bodies in a slot slide.
type Slides<const D: usize> = [[SVector<f64, D>; 2]; SLOTS];

/// Begins the simplex anew with the points that a seed names, where they are along `s`, and reduces it. Returns the
/// direction to try next, and how far ahead of the origin the nearest point of the simplex is, seen along `s`.
///
/// Returns `None` if a body does not know a name, or if the points meet.
pub(super) fn slide<A, B, T, const D: usize>(
    simplex: &mut Simplex<D>,
    seed: &Seed,
    bodies: &Difference<'_, A, B, T, D>,
    s: &SVector<T, D>,
) -> Option<(SVector<T, D>, T)>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    let count = seed.pairs().len().min(D);
    let (ahead_of_a, ahead_of_b) = (along(s), back(s));
    let (mut on_a, mut on_b) = (Latest(None), Latest(None));
    let mut points = [[SVector::zeros(); 2]; SLOTS];
    let mut slides = [[SVector::zeros(); 2]; SLOTS];
    for (slot, &[name_a, name_b]) in seed.pairs()[..count].iter().enumerate() {
        let p = on_a.find(bodies.a, name_a, &ahead_of_a)?;
        let q = on_b.find(bodies.b, name_b, &ahead_of_b)?;
        points[slot] = [p.point, q.point];
        slides[slot] = [p.slide, q.slide];
    }
    let Growth::Nearest { direction, length } = simplex.plant(&points[..count]) else {
        return None;
    };
    if !(length > 0.0) {
        return None;
    }
    let s = s.map(T::as_f64);
    // bodies that have gone through each other along s are behind
    let (direction, ahead) = if direction.dot(&s) < 0.0 {
        (-direction, -length)
    } else {
        (direction, length)
    };
    let turned = turned(simplex, &slides, (&direction, ahead), &s)?;
    let length = turned.norm();
    let unit = turned / length;
    (length > 0.0 && unit.iter().all(|x| x.is_finite())).then(|| (unit.map(T::of), T::of(ahead)))
}

/// The point of a body that was looked up last: pairs of a seed often share one.
struct Latest<const D: usize>(Option<(VertexName, CurvePoint<f64, D>)>);

impl<const D: usize> Latest<D> {
    /// Returns the point with this name, where it is along a direction.
    #[inline]
    fn find<S, T>(
        &mut self,
        body: &S,
        name: VertexName,
        direction: &SVector<T, D>,
    ) -> Option<CurvePoint<f64, D>>
    where
        T: Real,
        S: SupportMap<T, D>,
    {
        if let Some((known, point)) = self.0
            && known == name
        {
            return Some(point);
        }
        let point = match name {
            VertexName::Corner(index) => CurvePoint {
                point: body.core_vertex(index)?.map(T::as_f64),
                slide: SVector::zeros(),
            },
            VertexName::Curve(index) => {
                let at = body.core_curve(index, direction)?;
                CurvePoint {
                    point: at.point.map(T::as_f64),
                    slide: at.slide.map(T::as_f64),
                }
            }
        };
        self.0 = Some((name, point));
        Some(point)
    }
}

/// Returns the direction of s + e above, if there is one. With `v` are its direction and length.
fn turned<const D: usize>(
    simplex: &Simplex<D>,
    slides: &Slides<D>,
    (direction, length): (&SVector<f64, D>, f64),
    s: &SVector<f64, D>,
) -> Option<SVector<f64, D>> {
    let mut slots = simplex.slots();
    let first = slots.next()?;
    let second = slots.next();
    let ahead = direction.dot(s) * length;
    match second {
        // on a corner or a curve: the term with s keeps e square to s
        None => {
            let [of_a, of_b] = slides[first].map(|slide| slide * slide.transpose());
            let mut matrix = of_a + of_b + s * s.transpose() * length.abs();
            let ahead = if ahead > 0.0 { ahead } else { length.abs() };
            (0..D).for_each(|row| matrix[(row, row)] += ahead);
            let v = direction * length;
            Some(s + matrix.try_inverse()? * (v - s * s.dot(&v)))
        }
        // on an edge in space: directions square to it turn about it
        Some(second) if D == 3 && slots.next().is_none() => {
            let edge = simplex.point(second) - simplex.point(first);
            let edge = edge / edge.norm();
            let square = s - edge * edge.dot(s);
            let square = square / square.norm();
            let aside = cross(&square, &edge);
            let (mut left, mut slope) = (direction.dot(&aside) * length, ahead.max(0.0));
            for slot in [first, second] {
                let weight = simplex.weight(slot);
                for slide in &slides[slot] {
                    let speed = slide.dot(&aside) * weight;
                    left -= speed * slide.dot(&(square - s));
                    slope += speed * slide.dot(&aside);
                }
            }
            Some(square + aside * (left / slope))
        }
        // one direction is square to a face, or in the plane to an edge
        Some(_) => Some(*direction),
    }
}
