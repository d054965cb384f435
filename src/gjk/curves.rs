//! Points of a simplex that slide along curves when the direction turns.
//!
//! To a simplex, the support points of a rim are corners, and each of them halves the error of the direction at best.
//! But a curve with a name is known along any direction, and so is how its point slides there. Newton's method then
//! finds a direction along which the points will have slid to the nearest ones, and leaves a square of the error
//! (`newton`).

mod newton;
mod pair;

use nalgebra::SVector;

use newton::{turned_at_edge, turned_at_vertex};
use pair::{Latest, Pair};

use super::seed::Seed;
use crate::simplex::{Growth, SLOTS, Simplex};
use crate::support::{Difference, along, back};
use crate::tuning::SLIDES_IN_A_ROW;
use crate::vector::{length_of, unit};
use crate::{Real, SupportMap};

/// The vectors by which the points of both bodies in each slot slide.
type Slides<const D: usize> = [[SVector<f64, D>; 2]; SLOTS];

/// Begins the simplex anew with the points that a seed names, where they are along `s`, and reduces it. Returns the
/// direction s + e to try next. If the points are farther apart than `most`, they slide on along s + e.
///
/// Returns `None`, and leaves the simplex as it is, if a body does not know a name, if the points meet, if they stay
/// farther apart than `most`, or if there is no such direction.
pub(super) fn slide<A, B, T, const D: usize>(
    simplex: &mut Simplex<D>,
    most: f64,
    seed: &Seed,
    bodies: &Difference<A, B, T, D>,
    s: &SVector<T, D>,
) -> Option<SVector<T, D>>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    let mut s = *s;
    for _ in 0..SLIDES_IN_A_ROW {
        s = if let [pair] = seed.pairs() {
            let at = Pair::find(bodies, pair, &s)?;
            let (turned, length) = at.turned(&bodies.offset.map(T::as_f64), &s)?;
            if length.abs() <= most {
                simplex.plant(&[at.points]);
                return Some(turned);
            }
            turned
        } else {
            let mut slid = simplex.clone();
            let (turned, _) = slide_together(&mut slid, seed, bodies, &s)?;
            if slid.distance() <= most {
                *simplex = slid;
                return Some(turned);
            }
            turned
        };
    }
    None
}

/// Slides several pairs of points.
fn slide_together<A, B, T, const D: usize>(
    simplex: &mut Simplex<D>,
    seed: &Seed,
    bodies: &Difference<A, B, T, D>,
    s: &SVector<T, D>,
) -> Option<(SVector<T, D>, f64)>
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
        let p = on_a.find(&bodies.a, name_a, &ahead_of_a)?;
        let q = on_b.find(&bodies.b, name_b, &ahead_of_b)?;
        points[slot] = [p.point, q.point];
        slides[slot] = [p.slide, q.slide];
    }
    let Growth::Nearest { direction, length } = simplex.plant(&points[..count]) else {
        return None;
    };
    let (v, s) = (direction * length, s.map(T::as_f64));
    as_carried(turned(simplex, &slides, &v, &s)?, &v, &s)
}

/// Returns s + e for the nearest part of a simplex, at v; of any length, and NaN where there is no such direction.
fn turned<const D: usize>(
    simplex: &Simplex<D>,
    slides: &Slides<D>,
    v: &SVector<f64, D>,
    s: &SVector<f64, D>,
) -> Option<SVector<f64, D>> {
    let mut slots = simplex.slots();
    let first = slots.next()?;
    let second = slots.next();
    Some(match second {
        None => turned_at_vertex(&slides[first], v, s),
        Some(second) if D == 3 && slots.next().is_none() => {
            let edge = simplex.point(second) - simplex.point(first);
            let slides = [first, second].map(|slot| (&slides[slot], simplex.weight(slot)));
            turned_at_edge(&edge, slides, v, s)
        }
        // a face, or in the plane an edge
        Some(_) if v.dot(s) < 0.0 => -v,
        Some(_) => *v,
    })
}

/// Returns a direction of any length scaled to unit length, and |v|, which is negative if v points against `s`: the
/// bodies have then gone through each other.
///
/// Returns `None` if v is zero, or if the direction came from a division by zero.
#[inline]
fn as_carried<T: Real, const D: usize>(
    direction: SVector<f64, D>,
    v: &SVector<f64, D>,
    s: &SVector<f64, D>,
) -> Option<(SVector<T, D>, f64)> {
    let length = length_of(v);
    let largest = direction.amax();
    let is_direction = length > 0.0 && largest > 0.0 && largest.is_finite();
    let signed = if v.dot(s) < 0.0 { -length } else { length };
    is_direction.then(|| (unit(direction).map(T::of), signed))
}
