//! The manifold of a pair: its settings, its memory and its points.

use nalgebra::SVector;

use super::facing::Facing;
use super::meet::{Candidate, meet};
use super::outline::{Outline, View};
use super::reduce::{Memory, deepest, reduce};
use super::{ContactPoint, ManifoldError};
use crate::error::{finite, finite_point};
use crate::support::{Difference, Touching, back};
use crate::{Contact, Extrusion, Real, SupportMap};

/// The points in which two bodies touch or nearly touch, with the settings and the memory to find them.
///
/// The [module](crate::manifold) says which points these are, and what they cost. Keep one for each pair, or one for
/// all pairs of a thread.
///
/// At an impact, ask with [`update_at`](Self::update_at):
///
/// ```
/// use nalgebra::{Isometry2, vector};
/// use photofinish::motion::{AtRest, ConstantVelocity};
/// use photofinish::shape::Cuboid;
/// use photofinish::{Manifold, Moving, Outcome, time_of_impact};
///
/// let fall = ConstantVelocity::new(Isometry2::translation(4.5, 3.0), vector![0.0, -2.0], 0.0)?;
/// let block = Moving::new(Cuboid::new(vector![1.0, 0.5])?, fall);
/// let ledge = Moving::new(Cuboid::new(vector![5.0, 0.5])?, AtRest::new(Isometry2::identity())?);
/// let Outcome::Impact(impact) = time_of_impact(&block, &ledge, 0.0..=2.0)?.outcome else {
///     panic!("the block falls on the ledge");
/// };
///
/// // the block reaches over the end of the ledge: a corner of each body touches an edge of the other
/// let mut manifold = Manifold::new();
/// let points = manifold.update_at(&block, &ledge, impact.time, &impact.contact)?;
/// let mut x: Vec<f64> = points.iter().map(|point| point.witness_a.x).collect();
/// x.sort_by(f64::total_cmp);
/// assert_eq!(x, [3.5, 5.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Manifold<T, const D: usize> {
    within: Option<T>,
    merging: Option<T>,
    max_points: usize,
    points: Vec<ContactPoint<T, D>>,
    touching: Touching<T, D>,
    sides: [Outline; 2],
    found: Vec<Candidate>,
    memory: Memory,
}

/// A manifold in the plane, for types that are written out. The scalar is `f64` unless it is given.
pub type Manifold2<T = f64> = Manifold<T, 2>;

/// A manifold in space, for types that are written out. The scalar is `f64` unless it is given.
pub type Manifold3<T = f64> = Manifold<T, 3>;

impl<T: Real, const D: usize> Default for Manifold<T, D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Real, const D: usize> Manifold<T, D> {
    /// A manifold without points, with the default settings.
    pub fn new() -> Self {
        Self {
            within: None,
            merging: None,
            max_points: if D == 2 { 2 } else { 4 },
            points: Vec::new(),
            touching: Touching::new(),
            sides: Default::default(),
            found: Vec::new(),
            memory: Memory::default(),
        }
    }

    /// Sets how much farther apart than in the nearest point bodies may be in any other: a length. An engine with a
    /// contact margin passes that margin less the distance of the pair.
    ///
    /// The default is a tolerance: the square root of the scalar's rounding (3.5e-4 for `f32`, 1.5e-8 for `f64`) times
    /// the width of the narrower body, as seen along the normal, and a few times the rounding error of a distance. The
    /// normal of an impact comes from bodies that are about a tolerance apart, and so it is off by an angle of about
    /// the rounding over that tolerance, which is this root.
    #[must_use]
    pub fn within(mut self, length: T) -> Self {
        self.within = Some(length);
        self
    }

    /// Sets how near to each other, across the normal, places must be to count as one: a length. Contact points within
    /// it of a vertex or edge take the name of that vertex or edge, and no contact point has less than this length
    /// outside the polygon of the others.
    ///
    /// Names last from frame to frame if bodies that are aligned move by less than this. So in a stack that is pushed
    /// about by its solver it should be larger than these pushes, and much smaller than the bodies. The default is the
    /// same tolerance as for [`within`](Self::within).
    #[must_use]
    pub fn merging(mut self, length: T) -> Self {
        self.merging = Some(length);
        self
    }

    /// Sets how many points there may be. The default is 4 in space and 2 in the plane.
    ///
    /// The first point is the deepest. If others are as deep up to the length of [`merging`](Self::merging), it is the
    /// first of these in the order of the names, those at a vertex of either body before others. So it does not change
    /// when bodies rock a little.
    ///
    /// The second is the one farthest from it, and each other one is the one farthest outside the polygon of those
    /// before it.
    #[must_use]
    pub fn max_points(mut self, count: usize) -> Self {
        self.max_points = count;
        self
    }

    /// The points found last.
    pub fn points(&self) -> &[ContactPoint<T, D>] {
        &self.points
    }

    /// Finds the points in which two placed bodies touch, along the normal of their contact. The contact must be one of
    /// these bodies where they are now, or were shortly before.
    ///
    /// # Errors
    /// [`ManifoldError`] if a coordinate is not finite, the contact's normal is zero, or a setting is not a length. There
    /// are no points then.
    pub fn update<A, B>(
        &mut self,
        a: &A,
        b: &B,
        contact: &Contact<T, D>,
    ) -> Result<&[ContactPoint<T, D>], ManifoldError>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        self.find(a, b, contact, true)?;
        Ok(&self.points)
    }

    /// Finds the points in which two bodies touch at a time, as [`update`](Self::update) does. Bodies far from the
    /// world's origin lose no accuracy, but for that of the coordinates of the points.
    ///
    /// # Errors
    /// As those of [`update`](Self::update), and [`ManifoldError::NotFinite`] for the time.
    pub fn update_at<A, B>(
        &mut self,
        a: &A,
        b: &B,
        time: T,
        contact: &Contact<T, D>,
    ) -> Result<&[ContactPoint<T, D>], ManifoldError>
    where
        A: Extrusion<T, D>,
        B: Extrusion<T, D>,
    {
        self.clear();
        let time = finite("the time", time)?;
        let half = T::of(0.5);
        let origin = a.reference(time) * half + b.reference(time) * half;
        let origin = finite_point("a body's coordinate", origin)?;
        let mut seen = *contact;
        seen.witness_a -= origin;
        seen.witness_b -= origin;
        self.update(&a.slice(time, &origin), &b.slice(time, &origin), &seen)?;
        Ok(self.moved(&origin))
    }

    /// Finds the points along the normal of a contact, and returns how near to each other places count as one. The
    /// contact is itself a point only if it is `also_point`, and no other comes as near.
    pub(super) fn find<A, B>(
        &mut self,
        a: &A,
        b: &B,
        contact: &Contact<T, D>,
        also_point: bool,
    ) -> Result<f64, ManifoldError>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        self.clear();
        if self.max_points == 0 {
            return Err(ManifoldError::NoPoints);
        }
        let facing = Facing::new(a, b, contact, [self.within, self.merging])?;
        self.look(a, b, &facing)?;
        let location = a.location();
        meet(
            self.sides.each_ref(),
            also_point.then(|| facing.candidate(contact, &location)),
            facing.within,
            &facing.lengths,
            &mut self.found,
        );
        let merging = facing.lengths.merging;
        let first = deepest(&self.found, merging);
        reduce(
            &mut self.found,
            (first, self.max_points),
            merging,
            &mut self.memory,
        );
        let in_world = |candidate: &Candidate| facing.point(candidate, &location);
        self.points.extend(self.found.iter().map(in_world));
        Ok(merging)
    }

    /// Sets how near to each other places must be to count as one.
    pub(super) fn set_merging(&mut self, length: Option<T>) {
        self.merging = length;
    }

    /// Finds all points that are no farther apart than `margin`, and perhaps some more, as [`find`](Self::find) does.
    pub(super) fn up_to<A, B>(
        &mut self,
        margin: T,
        (a, b): (&A, &B),
        (contact, also_point): (&Contact<T, D>, bool),
    ) -> Result<f64, ManifoldError>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let distance = Difference::new(a, b).supporting_distance(&contact.normal);
        self.within = Some((margin - distance).max(T::zero()));
        self.find(a, b, contact, also_point)
    }

    /// Forgets the points.
    pub(super) fn clear(&mut self) {
        self.points.clear();
    }

    /// Moves the points from another origin into the world.
    pub(super) fn moved(&mut self, origin: &SVector<T, D>) -> &[ContactPoint<T, D>] {
        for point in &mut self.points {
            point.witness_a += origin;
            point.witness_b += origin;
        }
        &self.points
    }

    /// Looks at both bodies along the normal, each from where the other one is.
    fn look<A, B>(&mut self, a: &A, b: &B, facing: &Facing<T, D>) -> Result<(), ManifoldError>
    where
        A: SupportMap<T, D>,
        B: SupportMap<T, D>,
    {
        let depth = T::of(facing.lengths.depth);
        let [n, u, v] = facing.axes;
        let offset = (b.location() - a.location()).map(T::as_f64);
        for (side, outward, offset) in [(0, n, SVector::zeros()), (1, -n, offset)] {
            self.touching.clear();
            let interior = if side == 0 {
                a.core_touching(&facing.normal, depth, &mut self.touching);
                a.interior_point()
            } else {
                b.core_touching(&back(&facing.normal), depth, &mut self.touching);
                b.interior_point()
            };
            for &point in self.touching.points() {
                finite_point("a body's coordinate", point)?;
            }
            let axes = [u, v];
            let view = View {
                axes,
                outward,
                offset,
            };
            self.sides[side].fill(&self.touching, &view, &interior, &facing.lengths);
        }
        Ok(())
    }
}
