//! A short span of time, and the few directions along which boxes are tested over it.

use nalgebra::{SMatrix, SVector};

use super::Body;
use super::tree::Node;
use crate::motion::{Motion, Placement};
use crate::separation::{
    Margin, Order, first_order_margin, relative_bounds_of_speed, second_order_margin, sum_of_bounds,
};
use crate::vector::{length_of, unit};
use crate::{Real, Span};

/// Ulps of its terms that a gap between boxes may lose. In halves of an ulp: a direction turned into a body's frame
/// loses 3, its product with a centre or half extents 3, and the sums of all parts 4. Together that is 10. The
/// difference of two translations and its product with the direction lose 4 before the same sums.
const GAP_ULPS: f64 = 8.0;

/// Ulps of the target distance that a gap may lose, as [`Instant`](crate::separation::Instant) counts them.
const TARGET_ULPS: f64 = 12.0;

/// Both bodies at one time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places<T, const D: usize> {
    pub(super) time: T,
    a: Placement<T, D>,
    b: Placement<T, D>,
}

impl<T: Real, const D: usize> Places<T, D> {
    pub(super) fn at<A: Body<T, D>, B: Body<T, D>>(
        (a, b): (&A, &B),
        time: T,
        origin: &SVector<T, D>,
    ) -> Self {
        Self {
            time,
            a: a.motion().placement(time, origin),
            b: b.motion().placement(time, origin),
        }
    }

    /// Returns the way from the frame of A to that of B.
    fn between(&self) -> SVector<T, D> {
        self.b.translation - self.a.translation
    }
}

/// A span of time, and the directions to test over it.
#[derive(Debug)]
pub(super) struct Window<T, const D: usize> {
    pub(super) during: Span<T>,
    /// About how far points of the bodies move relative to each other.
    pub(super) way: T,
    sights: Vec<Sight<T, D>>,
}

/// A direction, and what a test along it needs to know of both bodies.
#[derive(Clone, Copy, Debug)]
struct Sight<T, const D: usize> {
    direction: SVector<T, D>,
    ends: [End<T, D>; 2],
    /// What bounds the gap in between if B lies ahead of A, and if it lies behind.
    bounds: [Bound<T>; 2],
}

/// Both bodies along a direction at one end of the span.
#[derive(Clone, Copy, Debug)]
struct End<T, const D: usize> {
    a: Seen<T, D>,
    b: Seen<T, D>,
    /// How far the frame of B is ahead of that of A.
    between: T,
    /// What rounding may take from a gap, and the target distance.
    lost: T,
}

/// A direction in the frame of a body.
#[derive(Clone, Copy, Debug)]
struct Seen<T, const D: usize> {
    /// Its product with the centre of a box is how far ahead that is.
    along: SVector<T, D>,
    /// Its product with half extents is how far a box reaches either way.
    across: SVector<T, D>,
}

#[derive(Clone, Copy, Debug)]
enum Bound<T> {
    /// Of the relative acceleration.
    Second(T),
    /// Of the closing and of the opening speed.
    First(T, T),
    /// A motion has none.
    None,
}

/// A direction that separates two boxes over the span.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passed<T, const D: usize> {
    pub(super) sight: u8,
    pub(super) direction: SVector<T, D>,
    pub(super) margin: Margin<T>,
}

impl<T: Real, const D: usize> Window<T, D> {
    pub(super) fn new() -> Self {
        Self {
            during: Span::known(T::zero(), T::zero()),
            way: T::zero(),
            sights: Vec::new(),
        }
    }

    /// Moves on to another span.
    pub(super) fn move_to<A: Body<T, D>, B: Body<T, D>>(
        &mut self,
        (a, b): (&A, &B),
        [start, middle, end]: [&Places<T, D>; 3],
        target: T,
    ) {
        self.during = Span::known(start.time, end.time);
        self.sights.clear();
        let way = end.between() - start.between();
        let turned_a = (end.a.rotation - start.a.rotation).norm() * a.reach();
        let turned_b = (end.b.rotation - start.b.rotation).norm() * b.reach();
        self.way = way.norm() + turned_a + turned_b;
        for frame in [&middle.a.rotation, &middle.b.rotation] {
            for axis in 0..D {
                self.add(
                    (a, b),
                    [start, end],
                    target,
                    frame.column(axis).into_owned(),
                );
            }
        }
        // two frames along the same axes give every direction once
        for frame in [&middle.a.rotation, &middle.b.rotation] {
            for direction in across(frame, &way).into_iter().flatten() {
                self.add((a, b), [start, end], target, direction);
            }
        }
    }

    fn add<A: Body<T, D>, B: Body<T, D>>(
        &mut self,
        (a, b): (&A, &B),
        places: [&Places<T, D>; 2],
        target: T,
        direction: SVector<T, D>,
    ) {
        let direction = unit(direction);
        let known = |sight: &Sight<T, D>| {
            let along = sight.direction.dot(&direction).abs();
            along > T::one() - T::SQRT_EPSILON
        };
        if self.sights.iter().any(known) {
            return;
        }
        let ends = places.map(|places| End::new((a, b), places, &direction, target));
        let bound = |s: &SVector<T, D>| Bound::of((a, b), s, self.during);
        self.sights.push(Sight {
            ends,
            bounds: [bound(&direction), bound(&-direction)],
            direction,
        });
    }

    /// Returns a direction that separates two boxes over the span, if there is one among those that are tested. The
    /// one called `first` is tried first.
    #[inline]
    pub(super) fn separates(
        &self,
        a: &Node<T, D>,
        b: &Node<T, D>,
        first: u8,
    ) -> Option<Passed<T, D>> {
        if let Some(sight) = self.sights.get(usize::from(first))
            && let Some(passed) = sight.separates(a, b, self.during)
        {
            return Some(Passed {
                sight: first,
                ..passed
            });
        }
        let others = (0..).zip(&self.sights);
        others
            .filter(|(index, _)| *index != first)
            .find_map(|(index, sight)| {
                let passed = sight.separates(a, b, self.during)?;
                Some(Passed {
                    sight: index,
                    ..passed
                })
            })
    }

    /// Returns how far two boxes are apart at the start of the span: a lower bound. It is negative if they overlap.
    pub(super) fn apart_at_start(&self, a: &Node<T, D>, b: &Node<T, D>) -> T {
        let gaps = self.sights.iter().map(|sight| {
            let (ahead, reach) = sight.ends[0].see(a, b);
            ahead.abs() - reach
        });
        gaps.fold(-T::LARGEST, T::max)
    }

    /// Returns whether a direction separates two boxes at the end of the span.
    pub(super) fn separates_at_end(&self, a: &Node<T, D>, b: &Node<T, D>) -> bool {
        self.sights.iter().any(|sight| {
            let (ahead, reach) = sight.ends[1].see(a, b);
            ahead.abs() > reach
        })
    }
}

impl<T: Real, const D: usize> Sight<T, D> {
    #[inline]
    fn separates(&self, a: &Node<T, D>, b: &Node<T, D>, during: Span<T>) -> Option<Passed<T, D>> {
        let (ahead, reach) = self.ends[0].see(a, b);
        let first = ahead.abs() - reach;
        // written so that NaN separates nothing
        if !(first > T::zero()) {
            return None;
        }
        let (later, reach) = self.ends[1].see(a, b);
        let behind = ahead < T::zero();
        let last = if behind { -later } else { later } - reach;
        if !(last > T::zero()) {
            return None;
        }
        let margin = self.bounds[usize::from(behind)].margin((first, last), during);
        (margin.value > T::zero()).then(|| Passed {
            sight: 0,
            direction: if behind {
                -self.direction
            } else {
                self.direction
            },
            margin,
        })
    }
}

impl<T: Real, const D: usize> End<T, D> {
    fn new<A: Body<T, D>, B: Body<T, D>>(
        (a, b): (&A, &B),
        places: &Places<T, D>,
        direction: &SVector<T, D>,
        target: T,
    ) -> Self {
        let ulp = T::EPSILON * T::of(GAP_ULPS);
        let terms = |place: &Placement<T, D>| place.rotation.abs().tr_mul(&direction.abs());
        let (of_a, of_b) = (terms(&places.a), terms(&places.b));
        let (root_a, root_b) = (a.tree().node(0), b.tree().node(0));
        let size = of_a.dot(&reach_of(root_a))
            + of_b.dot(&reach_of(root_b))
            + direction
                .abs()
                .dot(&(places.a.translation.abs() + places.b.translation.abs()));
        let placed = direction
            .abs()
            .dot(&(places.a.translation_error + places.b.translation_error));
        let turned = places.a.angle_error * (length_of(&root_a.center) + root_a.radius)
            + places.b.angle_error * (length_of(&root_b.center) + root_b.radius);
        let rounding = (size * ulp + placed + turned) * (T::one() + ulp);
        Self {
            a: Seen::new(&places.a.rotation, direction),
            b: Seen::new(&places.b.rotation, direction),
            between: direction.dot(&places.between()),
            lost: rounding + target + target.abs() * (T::EPSILON * T::of(TARGET_ULPS)),
        }
    }

    /// Returns how far the middle of `b` is ahead of that of `a`, and how far it must be for the boxes to be apart.
    #[inline]
    fn see(&self, a: &Node<T, D>, b: &Node<T, D>) -> (T, T) {
        let ahead = self.between + self.b.along.dot(&b.center) - self.a.along.dot(&a.center);
        let reach = self.a.across.dot(&a.half_extents) + self.b.across.dot(&b.half_extents);
        (ahead, reach + self.lost)
    }
}

impl<T: Real, const D: usize> Seen<T, D> {
    fn new(rotation: &SMatrix<T, D, D>, direction: &SVector<T, D>) -> Self {
        let along = rotation.tr_mul(direction);
        Self {
            along,
            across: along.abs(),
        }
    }
}

impl<T: Real> Bound<T> {
    /// Bounds how the gap along `s` changes, for all points of both bodies.
    fn of<const D: usize, A: Body<T, D>, B: Body<T, D>>(
        (a, b): (&A, &B),
        s: &SVector<T, D>,
        during: Span<T>,
    ) -> Self {
        let of_a = a.motion().acceleration_bound(&-s, during, a.reach());
        let of_b = b.motion().acceleration_bound(s, during, b.reach());
        if let Some((of_a, of_b)) = of_a.zip(of_b) {
            return Self::Second(sum_of_bounds(of_b, of_a));
        }
        let speeds = relative_bounds_of_speed(
            |along| a.motion().speed_bound(along, during, a.reach()),
            |along| b.motion().speed_bound(along, during, b.reach()),
            s,
        );
        speeds.map_or(Self::None, |(closing, opening)| {
            Self::First(closing, opening)
        })
    }

    #[inline]
    fn margin(&self, (start, end): (T, T), during: Span<T>) -> Margin<T> {
        let duration = during.length_at_most();
        match *self {
            Self::Second(acceleration) => Margin {
                value: second_order_margin(start, end, acceleration, duration),
                order: Order::Second,
            },
            Self::First(closing, opening) => Margin {
                value: first_order_margin(start, end, closing, opening, duration),
                order: Order::First,
            },
            Self::None => Margin {
                value: start.min(end),
                order: Order::Uncertified,
            },
        }
    }
}

/// The farthest coordinates of a box from the origin of its frame.
fn reach_of<T: Real, const D: usize>(root: &Node<T, D>) -> SVector<T, D> {
    root.center.abs() + root.half_extents
}

/// Returns the directions across `way` in the planes of a frame's axes: in space, its cross products with them.
fn across<T: Real, const D: usize>(
    frame: &SMatrix<T, D, D>,
    way: &SVector<T, D>,
) -> [Option<SVector<T, D>>; 3] {
    let along = frame.tr_mul(way);
    [(0, 1), (1, 2), (2, 0)].map(|(i, j)| {
        if i >= D || j >= D {
            return None;
        }
        let across = frame.column(i) * along[j] - frame.column(j) * along[i];
        (across.norm_squared() > T::zero()).then_some(across)
    })
}
