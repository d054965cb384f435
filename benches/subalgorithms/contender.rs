//! Defines what GJK needs of a distance subalgorithm, and the simplex that all subalgorithms without state share.

use nalgebra::SVector;
use photofinish::Real;

use crate::sources::number::Vector;
use crate::sources::simplex::{Corner, Plain};

/// The largest number of points: one more than the dimensions of space.
pub const SLOTS: usize = 4;

/// The result of adding a point to a simplex.
#[derive(Clone, Copy, Debug)]
pub enum Step<T, const D: usize> {
    /// The point v nearest to the origin, as |v| and the direction v / |v|. The direction is zero if v is zero.
    Nearest {
        direction: SVector<T, D>,
        length: T,
    },
    ContainsOrigin,
    /// No subset was found to be nearest.
    Undetermined,
}

/// A simplex with a way to find its point nearest to the origin.
pub(crate) trait Contender<T: Real, const D: usize>: Clone {
    type State: Copy;
    /// Returns an empty simplex for points of about this size.
    fn new(size: T) -> Self;
    /// Adds the point b - a and reduces the simplex to the part that has the nearest point.
    fn add(&mut self, a: SVector<T, D>, b: SVector<T, D>) -> Step<T, D>;
    /// Returns whether b - a is a point of the simplex or the last point that was added.
    fn repeats(&self, a: &SVector<T, D>, b: &SVector<T, D>) -> bool;
    fn witnesses(&self) -> (SVector<T, D>, SVector<T, D>);
    fn state(&self) -> Self::State;
    fn restore(&mut self, state: Self::State);
}

/// The crate's own simplex, as its careful search uses it: it tries every part.
pub(crate) type Ours<const D: usize> = Double<Careful<D>>;

/// A point b - a of both bodies.
#[derive(Clone, Copy)]
pub(crate) struct Pair<const D: usize> {
    a: SVector<f64, D>,
    b: SVector<f64, D>,
    y: Vector<D>,
}

impl<const D: usize> Corner<D> for Pair<D> {
    fn none() -> Self {
        Self {
            a: SVector::zeros(),
            b: SVector::zeros(),
            y: Vector::default(),
        }
    }

    fn at(&self) -> Vector<D> {
        self.y
    }

    fn y(&mut self) -> &mut Vector<D> {
        &mut self.y
    }
}

/// The crate's own simplex.
#[derive(Clone)]
pub(crate) struct Careful<const D: usize> {
    simplex: Plain<Pair<D>, D>,
    newest: Option<Vector<D>>,
}

impl<const D: usize> Contender<f64, D> for Careful<D> {
    type State = Plain<Pair<D>, D>;

    fn new(_: f64) -> Self {
        Self {
            simplex: Plain::new(),
            newest: None,
        }
    }

    fn add(&mut self, a: SVector<f64, D>, b: SVector<f64, D>) -> Step<f64, D> {
        let y = difference(&a, &b);
        self.newest = Some(y);
        *self.simplex.next() = Pair { a, b, y };
        self.simplex.keep();
        let mut whole = self.simplex;
        if self.simplex.count() > D && whole.nearest(false).length == 0.0 {
            return Step::ContainsOrigin;
        }
        let near = self.simplex.nearest_of_all();
        if near.length.is_finite() {
            let direction = near.direction.numbers().into();
            let length = near.length;
            Step::Nearest { direction, length }
        } else {
            Step::Undetermined
        }
    }

    fn repeats(&self, a: &SVector<f64, D>, b: &SVector<f64, D>) -> bool {
        let y = difference(a, b);
        let mut known = self.simplex.points().iter();
        self.newest == Some(y) || known.any(|point| point.y == y)
    }

    fn witnesses(&self) -> (SVector<f64, D>, SVector<f64, D>) {
        let weighted = || self.simplex.points().iter().zip(self.simplex.weights());
        let sum: f64 = weighted().map(|(_, weight)| weight).sum();
        let mix = |of: fn(&Pair<D>) -> SVector<f64, D>| {
            weighted().fold(SVector::zeros(), |mixed, (point, weight)| {
                mixed + of(point) * (weight / sum)
            })
        };
        (mix(|point| point.a), mix(|point| point.b))
    }

    fn state(&self) -> Self::State {
        self.simplex
    }

    fn restore(&mut self, state: Self::State) {
        self.simplex = state;
    }
}

fn difference<const D: usize>(a: &SVector<f64, D>, b: &SVector<f64, D>) -> Vector<D> {
    Vector::new(std::array::from_fn(|k| b[k] - a[k]))
}

/// A simplex in double precision, whatever the scalar of the bodies.
#[derive(Clone)]
pub(crate) struct Double<C>(C);

fn double<T: Real, const D: usize>(vector: &SVector<T, D>) -> SVector<f64, D> {
    vector.map(T::as_f64)
}

impl<T: Real, C: Contender<f64, D>, const D: usize> Contender<T, D> for Double<C> {
    type State = C::State;

    fn new(size: T) -> Self {
        Self(C::new(size.as_f64()))
    }

    fn add(&mut self, a: SVector<T, D>, b: SVector<T, D>) -> Step<T, D> {
        match self.0.add(double(&a), double(&b)) {
            Step::Nearest { direction, length } => Step::Nearest {
                direction: direction.map(T::of),
                length: T::of(length),
            },
            Step::ContainsOrigin => Step::ContainsOrigin,
            Step::Undetermined => Step::Undetermined,
        }
    }

    fn repeats(&self, a: &SVector<T, D>, b: &SVector<T, D>) -> bool {
        self.0.repeats(&double(a), &double(b))
    }

    fn witnesses(&self) -> (SVector<T, D>, SVector<T, D>) {
        let (a, b) = self.0.witnesses();
        (a.map(T::of), b.map(T::of))
    }

    fn state(&self) -> Self::State {
        self.0.state()
    }

    fn restore(&mut self, state: Self::State) {
        self.0.restore(state);
    }
}

/// The result of a subalgorithm.
#[derive(Clone, Copy, Debug)]
pub enum Found<T, const D: usize> {
    Nearest(Nearest<T, D>),
    ContainsOrigin,
    Undetermined,
}

#[derive(Clone, Copy, Debug)]
pub struct Nearest<T, const D: usize> {
    /// The points to keep, as a bit set over the slots.
    pub kept: usize,
    /// The weight lambda_i of each kept point.
    pub weights: [T; SLOTS],
    pub direction: SVector<T, D>,
    pub length: T,
}

impl<T: Real, const D: usize> Nearest<T, D> {
    /// Returns the nearest point as the plain sum of lambda_i y_i.
    pub fn of_weights(points: &[SVector<T, D>; SLOTS], kept: usize, weights: [T; SLOTS]) -> Self {
        let mut v = SVector::zeros();
        for slot in members(kept) {
            v += points[slot] * weights[slot];
        }
        let length = v.norm();
        let direction = if length > T::zero() { v / length } else { v };
        Self {
            kept,
            weights,
            direction,
            length,
        }
    }
}

/// A distance subalgorithm over points that are kept elsewhere.
pub trait Subalgorithm<T: Real, const D: usize>: Clone + Default {
    /// Finds the nearest point of the points in the bit set `all`, of which `newest` is new.
    fn nearest(
        &mut self,
        points: &[SVector<T, D>; SLOTS],
        all: usize,
        newest: usize,
    ) -> Found<T, D>;
}

/// The simplex of a [`Subalgorithm`]. A point keeps its slot as long as it is in the simplex.
#[derive(Clone)]
pub(crate) struct Kept<T, S, const D: usize> {
    subalgorithm: S,
    points: [SVector<T, D>; SLOTS],
    from_a: [SVector<T, D>; SLOTS],
    from_b: [SVector<T, D>; SLOTS],
    active: usize,
    newest: usize,
    weights: [T; SLOTS],
}

impl<T: Real, S: Subalgorithm<T, D>, const D: usize> Contender<T, D> for Kept<T, S, D> {
    type State = (usize, [T; SLOTS]);

    fn new(_: T) -> Self {
        Self {
            subalgorithm: S::default(),
            points: [SVector::zeros(); SLOTS],
            from_a: [SVector::zeros(); SLOTS],
            from_b: [SVector::zeros(); SLOTS],
            active: 0,
            newest: 0,
            weights: [T::zero(); SLOTS],
        }
    }

    fn add(&mut self, a: SVector<T, D>, b: SVector<T, D>) -> Step<T, D> {
        let newest = (!self.active).trailing_zeros() as usize;
        self.newest = newest;
        self.points[newest] = b - a;
        self.from_a[newest] = a;
        self.from_b[newest] = b;
        let all = self.active | 1 << newest;
        match self.subalgorithm.nearest(&self.points, all, newest) {
            Found::Nearest(nearest) => {
                self.active = nearest.kept;
                self.weights = nearest.weights;
                Step::Nearest {
                    direction: nearest.direction,
                    length: nearest.length,
                }
            }
            Found::ContainsOrigin => Step::ContainsOrigin,
            Found::Undetermined => Step::Undetermined,
        }
    }

    fn repeats(&self, a: &SVector<T, D>, b: &SVector<T, D>) -> bool {
        let point = b - a;
        (0..SLOTS).any(|slot| {
            let known = self.active & 1 << slot != 0 || (self.active != 0 && slot == self.newest);
            known && self.points[slot] == point
        })
    }

    fn witnesses(&self) -> (SVector<T, D>, SVector<T, D>) {
        let mix = |of: &[SVector<T, D>; SLOTS]| {
            members(self.active).fold(SVector::zeros(), |sum, i| sum + of[i] * self.weights[i])
        };
        (mix(&self.from_a), mix(&self.from_b))
    }

    fn state(&self) -> Self::State {
        (self.active, self.weights)
    }

    fn restore(&mut self, (active, weights): Self::State) {
        self.active = active;
        self.weights = weights;
    }
}

/// Returns the slots in a bit set.
pub fn members(set: usize) -> impl Iterator<Item = usize> + Clone {
    (0..SLOTS).filter(move |slot| set & 1 << slot != 0)
}

/// Returns the members of a set that has `N` of them.
pub fn slots<const N: usize>(set: usize) -> [usize; N] {
    let mut rest = members(set);
    std::array::from_fn(|_| rest.next().expect("the set has that many"))
}

/// Returns the cross product a x b in space.
pub fn cross<T: Real, const D: usize>(a: &SVector<T, D>, b: &SVector<T, D>) -> SVector<T, D> {
    SVector::from_fn(|i, _| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j] * b[k] - a[k] * b[j]
    })
}

/// Returns the component of a x b along the normal of the plane.
pub fn cross_2d<T: Real, const D: usize>(a: &SVector<T, D>, b: &SVector<T, D>) -> T {
    a[0] * b[1] - a[1] * b[0]
}
