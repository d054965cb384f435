//! Points of a simplex that slide along curves when the direction turns.
//!
//! To a simplex, the support points of a rim are corners, and each of them halves the error of the direction at best.
//! But a curve with a name is known along any direction, and so is how its point slides there.
//!
//! Along s the points of the simplex are at y_i(s) = q_i - p_i. For a small e, y_i(s + e) = y_i(s) - J_i e, where J_i
//! is the sum of j j^T over both bodies, with their vectors [`slide`](crate::support::CurvePoint::slide): p_i moves
//! along with e, and q_i against it. As the length of s does not matter, J_i s = 0. Let v be the point of the hull
//! nearest to the origin, the sum of lambda_i y_i(s), and J the sum of lambda_i J_i.
//!
//! Wanted is a direction s + e that v is along once all points have slid there, but for a step u along the hull:
//! v - J e + u = m (s + e), with s + e square to the hull. The length m is that of v afterwards, which differs from
//! s . v by a square of e. The hull may be the old one: its edges change by (J_0 - J_1) e, which is square to s. This
//! is Newton's method, and without curves it is a step of GJK.
//! - On a vertex u = 0, and (J + m) e = v - m s.
//! - On an edge, s is first made square to it. Then e has one unknown: its size along the third direction a, which is
//!   square to both, with (a . J a + m) e = a . v, less what J makes of the change of s.
//! - A face leaves no choice.

use nalgebra::SVector;

use super::seed::Seed;
use crate::simplex::{Growth, SLOTS, Simplex, cross};
use crate::support::{CurvePoint, Difference, VertexName, along, back};
use crate::vector::length_of;
use crate::{Real, SupportMap};

/// The vectors by which the points of both bodies in each slot slide.
type Slides<const D: usize> = [[SVector<f64, D>; 2]; SLOTS];

/// Begins the simplex anew with the points that a seed names, where they are along `s`, and reduces it. Returns the
/// direction s + e to try next.
///
/// Returns `None`, and leaves the simplex as it is, if a body does not know a name, if the points meet, if they are
/// farther than `most`, or if there is no such direction.
pub(super) fn slide<A, B, T, const D: usize>(
    simplex: &mut Simplex<D>,
    most: f64,
    seed: &Seed,
    bodies: &Difference<'_, A, B, T, D>,
    s: &SVector<T, D>,
) -> Option<SVector<T, D>>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    if let [pair] = seed.pairs() {
        let at = Pair::find(bodies, pair, s)?;
        let (turned, length) = at.turned(&bodies.offset.map(T::as_f64), s)?;
        if !(length.abs() <= most) {
            return None;
        }
        simplex.plant(&[at.points]);
        return Some(turned);
    }
    let mut slid = simplex.clone();
    let (turned, _) = slide_together(&mut slid, seed, bodies, s)?;
    let is_near = slid.distance() <= most;
    is_near.then(|| {
        *simplex = slid;
        turned
    })
}

/// Returns the direction s + e, and |v|, which is negative if v points against `s`.
///
/// Returns `None` if a body does not know a name, if the points meet, or if there is no such direction.
pub(super) fn carried<A, B, T, const D: usize>(
    seed: &Seed,
    bodies: &Difference<'_, A, B, T, D>,
    s: &SVector<T, D>,
) -> Option<(SVector<T, D>, T)>
where
    T: Real,
    A: SupportMap<T, D>,
    B: SupportMap<T, D>,
{
    let offset = bodies.offset.map(T::as_f64);
    let (turned, length) = if let [pair] = seed.pairs() {
        Pair::find(bodies, pair, s)?.turned(&offset, s)?
    } else {
        let mut simplex = Simplex::new(bodies.size().as_f64(), offset);
        slide_together(&mut simplex, seed, bodies, s)?
    };
    Some((turned, T::of(length)))
}

/// Slides several pairs of points.
fn slide_together<A, B, T, const D: usize>(
    simplex: &mut Simplex<D>,
    seed: &Seed,
    bodies: &Difference<'_, A, B, T, D>,
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
        let p = on_a.find(bodies.a, name_a, &ahead_of_a)?;
        let q = on_b.find(bodies.b, name_b, &ahead_of_b)?;
        points[slot] = [p.point, q.point];
        slides[slot] = [p.slide, q.slide];
    }
    let Growth::Nearest { direction, length } = simplex.plant(&points[..count]) else {
        return None;
    };
    let s = s.map(T::as_f64);
    let (direction, length) = ahead(direction, length, &s)?;
    let turned = turned(simplex, &slides, (&direction, length), &s)?;
    unit_of(turned).map(|unit| (unit, length))
}

/// A single pair of points, and how they slide.
struct Pair<const D: usize> {
    points: [SVector<f64, D>; 2],
    slides: [SVector<f64, D>; 2],
}

impl<const D: usize> Pair<D> {
    /// Returns where the points with these names are along `s`.
    #[inline]
    fn find<A, B, T>(
        bodies: &Difference<'_, A, B, T, D>,
        &[name_a, name_b]: &[VertexName; 2],
        s: &SVector<T, D>,
    ) -> Option<Self>
    where
        T: Real,
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let p = Latest(None).find(bodies.a, name_a, &along(s))?;
        let q = Latest(None).find(bodies.b, name_b, &back(s))?;
        Some(Self {
            points: [p.point, q.point],
            slides: [p.slide, q.slide],
        })
    }

    /// Returns the direction s + e and |v|, which is negative if v points against `s`, for bodies at an offset.
    #[inline]
    fn turned<T: Real>(
        &self,
        offset: &SVector<f64, D>,
        s: &SVector<T, D>,
    ) -> Option<(SVector<T, D>, f64)> {
        let [p, q] = self.points;
        let v = (q - p) + offset;
        let length = length_of(&v);
        let s = s.map(T::as_f64);
        let turned = turned_at_vertex(&self.slides, (&v, length), &s);
        let length = if v.dot(&s) < 0.0 { -length } else { length };
        unit_of(turned).map(|unit| (unit, length))
    }
}

/// Returns v / |v| and |v|, both negated if v points against `s`: the bodies have then gone through each other.
/// Returns `None` if v is zero.
#[inline]
fn ahead<const D: usize>(
    direction: SVector<f64, D>,
    length: f64,
    s: &SVector<f64, D>,
) -> Option<(SVector<f64, D>, f64)> {
    let signed = if direction.dot(s) < 0.0 {
        (-direction, -length)
    } else {
        (direction, length)
    };
    (length > 0.0).then_some(signed)
}

/// Returns a vector scaled to unit length. Where the vector came from a division by zero there is none.
#[inline]
fn unit_of<T: Real, const D: usize>(vector: SVector<f64, D>) -> Option<SVector<T, D>> {
    let unit = vector / vector.norm();
    let is_direction = unit.iter().all(|x| x.is_finite());
    is_direction.then(|| unit.map(T::of))
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

/// Returns s + e as above, of any length; NaN where there is no such direction. The vector v is `direction` times
/// `length`, which is negative where the bodies have gone through each other.
fn turned<const D: usize>(
    simplex: &Simplex<D>,
    slides: &Slides<D>,
    (direction, length): (&SVector<f64, D>, f64),
    s: &SVector<f64, D>,
) -> Option<SVector<f64, D>> {
    let mut slots = simplex.slots();
    let first = slots.next()?;
    let second = slots.next();
    match second {
        None => Some(turned_at_vertex(
            &slides[first],
            (&(direction * length), length.abs()),
            s,
        )),
        Some(second) if D == 3 && slots.next().is_none() => {
            let edge = simplex.point(second) - simplex.point(first);
            let edge = edge / edge.norm();
            let square = s - edge * edge.dot(s);
            let square = square / square.norm();
            let aside = cross(&square, &edge);
            // bodies that overlap have no distance to come: only what slides resists
            let m = (direction.dot(&square) * length).max(0.0);
            let (mut left, mut slope) = (direction.dot(&aside) * length, m);
            for slot in [first, second] {
                // both bodies at once, so that swapping them changes nothing
                let [of_a, of_b] = slides[slot].map(|slide| {
                    let speed = slide.dot(&aside) * simplex.weight(slot);
                    [speed * slide.dot(&(square - s)), speed * slide.dot(&aside)]
                });
                left -= of_a[0] + of_b[0];
                slope += of_a[1] + of_b[1];
            }
            Some(square + aside * (left / slope))
        }
        // a face, or in the plane an edge
        Some(_) => Some(*direction),
    }
}

/// Returns s + e for a single pair of points, a vector v apart, which slide along j on A and k on B.
///
/// With U = (j k) and r = v - m s, e = (U U^T + m)^-1 r = (r - U x) / m, where (U^T U + m) x = U^T r.
#[inline]
fn turned_at_vertex<const D: usize>(
    [j, k]: &[SVector<f64, D>; 2],
    (v, length): (&SVector<f64, D>, f64),
    s: &SVector<f64, D>,
) -> SVector<f64, D> {
    let ahead = s.dot(v);
    // bodies that overlap have no distance to come: |v| turns s as far as a step of GJK would
    let m = if ahead > 0.0 { ahead } else { length };
    let r = v - s * ahead;
    let (jj, kk, jk) = (j.dot(j) + m, k.dot(k) + m, j.dot(k));
    let (jr, kr) = (j.dot(&r), k.dot(&r));
    let determinant = jj * kk - jk * jk;
    let (x, y) = (jr * kk - kr * jk, kr * jj - jr * jk);
    // both products at once, so that swapping the bodies changes nothing
    let along_curves = j * x + k * y;
    s + (r * determinant - along_curves) / (determinant * m)
}

#[cfg(test)]
mod tests {
    use nalgebra::{Isometry3, Vector3, vector};

    use super::*;
    use crate::gjk::distance;
    use crate::shape::{Ball, Cuboid, Cylinder};
    use crate::support::Posed;

    const RIM: VertexName = VertexName::Curve(1);
    const OTHER_RIM: VertexName = VertexName::Curve(0);

    /// Returns how far the direction is off after one slide from a direction that is off by `angle`.
    fn error_after_a_slide<B>(b: &B, pairs: &[[VertexName; 2]], angle: f64) -> f64
    where
        B: SupportMap<f64, 3>,
    {
        let cylinder = Cylinder::new(0.7, 0.4).expect("a cylinder");
        let bodies = Difference::new(&cylinder, b);
        let best = distance(&cylinder, b)
            .expect("they are apart")
            .contact
            .normal;
        let mut seed = Seed::default();
        pairs.iter().for_each(|&pair| seed.push(pair));
        let mut simplex = Simplex::new(1.0, bodies.offset);
        let off = (best + best.cross(&vector![0.3, 0.5, -0.8]).normalize() * angle).normalize();
        let (turned, ahead) = carried(&seed, &bodies, &off).expect("a direction");
        let slid = slide(&mut simplex, 10.0, &seed, &bodies, &off);
        assert_eq!(slid, Some(turned));
        assert!((ahead.abs() - simplex.distance()).abs() < 1e-15);
        (turned - best).norm()
    }

    #[test]
    fn a_slide_leaves_a_square_of_the_error() {
        // beside a rim, beside the side between both rims, and an edge over a rim
        let corner = VertexName::Corner(0);
        let beside = |x: f64, y: f64| {
            let at = Isometry3::translation(x, y, 0.3);
            Posed::new(Ball::new(0.1).expect("a ball"), &at).expect("a pose")
        };
        let pose = Isometry3::new(vector![0.5, 1.0, 0.2], vector![0.3, 0.4, 0.9]);
        let bar = Cuboid::new(vector![0.2, 2.0, 0.2]).expect("a box");
        let bar = Posed::new(bar, &pose).expect("a pose");
        let cylinder = Cylinder::new(0.7, 0.4).expect("a cylinder");
        let closest = distance(&cylinder, &bar).expect("they are apart");
        let crate::support::Feature::Edge(edge) = closest.contact.feature_b else {
            panic!("an edge is nearest: {closest:?}");
        };
        let over = edge.map(|index| [RIM, VertexName::Corner(index)]);
        for angle in [1e-2, 1e-3, 1e-4] {
            let after = [
                error_after_a_slide(&beside(0.9, 1.1), &[[RIM, corner]], angle),
                error_after_a_slide(
                    &beside(0.9, 0.2),
                    &[[RIM, corner], [OTHER_RIM, corner]],
                    angle,
                ),
                error_after_a_slide(&bar, &over, angle),
            ];
            for error in after {
                assert!(
                    error < 5.0 * angle * angle + 1e-10,
                    "{after:?} after {angle}"
                );
            }
        }
    }

    #[test]
    fn bodies_behind_each_other_are_a_negative_distance_ahead() {
        let cylinder = Cylinder::new(0.7, 0.4).expect("a cylinder");
        let at = Isometry3::translation(-2.0, 0.1, 0.0);
        let ball = Posed::new(Ball::new(0.1).expect("a ball"), &at).expect("a pose");
        let bodies = Difference::new(&cylinder, &ball);
        let mut seed = Seed::default();
        seed.push([RIM, VertexName::Corner(0)]);
        let (_, ahead) = carried(&seed, &bodies, &Vector3::x()).expect("a direction");
        assert!(ahead < -2.0, "{ahead}");
        seed.push([VertexName::Curve(9), VertexName::Corner(0)]);
        assert!(carried(&seed, &bodies, &Vector3::x()).is_none());
    }

    #[test]
    fn a_simplex_stays_as_it_is_where_its_points_would_slide_farther_away() {
        let cylinder = Cylinder::new(0.7, 0.4).expect("a cylinder");
        let at = Isometry3::translation(2.0, 1.1, 0.3);
        let ball = Posed::new(Ball::new(0.1).expect("a ball"), &at).expect("a pose");
        let bodies = Difference::new(&cylinder, &ball);
        let mut seed = Seed::default();
        for rim in [RIM, OTHER_RIM] {
            seed.push([rim, VertexName::Corner(0)]);
            let mut simplex = Simplex::new(1.0, bodies.offset);
            let before = simplex.distance();
            assert!(slide(&mut simplex, 1.0, &seed, &bodies, &Vector3::x()).is_none());
            assert_eq!(simplex.distance(), before);
            assert!(slide(&mut simplex, 2.0, &seed, &bodies, &Vector3::x()).is_some());
            assert!(simplex.distance() < 2.0);
        }
    }
}
