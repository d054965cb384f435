//! The search: it proposes vectors, frames and times to the [kernel](crate::proof), and can be wrong about all of them.
//!
//! ```text
//! a half-space: along its normal, to the end, or to where Brent's method says that the bodies meet
//! a window of time in which the bounding balls may touch       none: the bodies are separated
//! the first vector: the line of centres, or a face that faces the other body
//! the bodies overlap at the start: GJK goes on until the depth is known, if that is asked
//! nothing turns, and the path is straight: one run of GJK, moved on along the ray whenever a vector clears it
//! else, from time to time:
//!     GJK, until a vector has a good part of the distance
//!     within the tolerance: an impact
//!     the nearest features known: when do they meet, along which vector? go on up to there; all of it proven: an impact
//!     else go on along the best vector: to the end, or to a nearer end if the bound of the acceleration limits the step
//! ```
//!
//! GJK and the vectors that it meets are those of \[2\] 4. A step is a test of the [crate] docs: a span of time with one
//! vector.

mod deep;
mod first;
mod floor;
mod meet;
mod simplex;
mod straight;
mod turning;

use crate::number::{UNIT, Vector};
use crate::proof::{
    Course, Frame, Free, Gap, Kernel, Moment, Outcome, Overlap, Point, Question, Span, Touch,
    Verdict, prove,
};
use crate::simplex::Near;
use simplex::Simplex;

/// GJK cannot gain more than rounding where a vector has the whole distance but for this share.
const WHOLE: f64 = 1.0 - 128.0 * UNIT;

/// What a search begins with and may spend, and what it leaves.
pub struct Notes<'n, const D: usize> {
    /// The vector that is tried first. Afterwards the last one that separated the bodies.
    pub axis: Option<Vector<D>>,
    /// How many times the bodies may be asked for their farthest points, with what was done before.
    pub budget: u64,
    /// Whether it is only asked if the bodies touch: neither how they overlap at the start, nor with which features.
    pub any_contact: bool,
    /// How the bodies overlap when the last span begins that was searched, if they clearly do.
    pub overlap: Option<Overlap<D>>,
    /// What was done.
    pub work: Work,
    /// The proven spans, if they are to be kept. One may begin before the one before it ends.
    pub spans: Option<Vec<Proven<D>>>,
    /// What the search sees, if it is watched.
    pub seen: Option<Vec<Seen<D>>>,
    /// Says at a time which vector from A to B separates the bodies best, also if they overlap. It is asked if an overlap
    /// is allowed.
    pub normals: Option<&'n mut dyn FnMut(f64) -> [f64; D]>,
}

/// A proven span, and what proves it.
#[derive(Clone, Copy, Debug)]
pub struct Proven<const D: usize> {
    /// When it begins.
    pub from: f64,
    /// When it ends.
    pub until: f64,
    /// What its vector is fixed in.
    pub frame: Frame,
    /// The vector, in the axes of its frame.
    pub vector: [f64; D],
    /// Whether bounds of speeds prove it.
    pub by_speed: bool,
}

/// What a search sees from a time up to which the bodies are free.
#[derive(Clone, Copy, Debug)]
pub enum Seen<const D: usize> {
    /// A vector from A to B leaves a gap at that time.
    Vector {
        /// The time.
        now: f64,
        /// The vector, in the world.
        along: [f64; D],
        /// The gap beyond the target distance.
        gap: f64,
    },
    /// A later time is tried as the time of impact.
    Tried {
        /// The time up to which the bodies are free.
        now: f64,
        /// The later time.
        time: f64,
        /// How far the features are apart then, beyond the target distance.
        gap: f64,
    },
}

impl<const D: usize> Seen<D> {
    /// The time up to which the bodies are free.
    pub fn now(&self) -> f64 {
        match *self {
            Seen::Vector { now, .. } | Seen::Tried { now, .. } => now,
        }
    }
}

/// Counts of what a search did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    /// Proven spans.
    pub spans: u32,
    /// Times at which the end was out of reach of the vector that was known.
    pub steps: u32,
    /// Runs of GJK.
    pub runs: u32,
    /// Iterations of all of these.
    pub iterations: u32,
    /// Times at which the features of the bodies were placed to find where they meet.
    pub meetings: u32,
    /// How many times the bodies were asked for their farthest points.
    pub evaluations: u64,
}

impl<'id, const D: usize> Notes<'_, D> {
    /// Notes the best vector now.
    #[inline(always)]
    fn see(&mut self, now: &Moment<'id, D>, gap: &Gap<'id, D>) {
        self.axis = Some(gap.along());
        if self.seen.is_some() {
            self.push_seen(Seen::Vector {
                now: now.time(),
                along: gap.along().numbers(),
                gap: gap.value(),
            });
        }
    }

    /// Notes a later time at which the bodies may meet, and the gap then.
    #[inline(always)]
    fn tried(&mut self, now: &Moment<'id, D>, then: &Moment<'id, D>, gap: f64) {
        self.work.meetings += 1;
        if self.seen.is_some() {
            self.push_seen(Seen::Tried {
                now: now.time(),
                time: then.time(),
                gap,
            });
        }
    }

    /// Keeps what is seen, if the search is watched.
    #[cold]
    #[inline(never)]
    fn push_seen(&mut self, seen: Seen<D>) {
        self.seen.get_or_insert_default().push(seen);
    }

    /// Notes a vector that separates the bodies, and the span that it proves.
    #[inline(always)]
    fn keep(&mut self, along: Vector<D>, proven: impl FnOnce() -> Proven<D>) {
        self.axis = Some(along);
        self.work.spans += 1;
        if self.spans.is_some() {
            self.push_span(proven());
        }
    }

    /// Keeps a span, if spans are to be kept.
    #[cold]
    #[inline(never)]
    fn push_span(&mut self, proven: Proven<D>) {
        self.spans.get_or_insert_default().push(proven);
    }
}

impl<const D: usize> Default for Notes<'_, D> {
    fn default() -> Self {
        Self {
            axis: None,
            any_contact: false,
            overlap: None,
            budget: 100_000,
            work: Work::default(),
            spans: None,
            seen: None,
            normals: None,
        }
    }
}

/// Returns when two bodies first touch. The answer for bodies that clearly overlap at the start is undecided: how they do
/// is in the [`Notes`] of a search.
pub fn time_of_impact<const D: usize>(question: &Question<'_, D>) -> Outcome<D> {
    let mut notes = Notes::default();
    prove(question, |kernel, free| search(kernel, free, &mut notes))
}

/// Proves what it can of two bodies.
#[inline(always)]
pub fn search<'id, const D: usize>(
    kernel: &mut Kernel<'id, D>,
    mut free: Free<'id>,
    notes: &mut Notes<'_, D>,
) -> Verdict<'id, D> {
    let is_floor = kernel.is_floor();
    notes.overlap = None;
    // contacts are written where they stay
    let mut touch = None;
    if is_floor {
        touch = floor::floor(kernel, &mut free, notes);
    } else if kernel.straight() {
        straight::straight(kernel, &mut free, notes, &mut touch);
    } else {
        turning::turning(kernel, &mut free, notes, &mut touch);
    }
    if touch.is_none() && notes.normals.is_some() && !is_floor {
        deep::deep(kernel, &mut free, notes);
    }
    notes.work.evaluations += kernel.evaluations();
    free.verdict(kernel, touch)
}

/// Goes on with a span, and notes its vector.
#[inline(always)]
fn extend<'id, const D: usize>(
    free: &mut Free<'id>,
    span: &Span<'id>,
    (gap, course): (&Gap<'id, D>, &Course<'_, 'id, D>),
    notes: &mut Notes<'_, D>,
) {
    let before = free.until();
    free.extend(span);
    if free.until() > before {
        notes.keep(gap.along(), || Proven {
            from: span.from(),
            until: span.until(),
            frame: course.frame(),
            vector: course.vector(),
            by_speed: course.bend() == f64::INFINITY,
        });
    }
}

/// Goes on as far as the gap of a course lasts on the way to another moment.
#[inline(never)]
fn go_to<'id, const D: usize>(
    kernel: &mut Kernel<'id, D>,
    free: &mut Free<'id>,
    (gap, course): (&Gap<'id, D>, &Course<'_, 'id, D>),
    other: &Moment<'id, D>,
    notes: &mut Notes<'_, D>,
) {
    let span = kernel.span(course, other, &mut Point::none());
    extend(free, &span, (gap, course), notes);
}

/// Goes on along a vector, fixed in one of these frames, as far as the bounds of the motions prove: they may be far larger
/// over long spans. The first span is `horizon` long, and is halved until a good share of it is proven; then that is where
/// the next search begins. `then` is left where the last span ends.
fn go_on<'id, const D: usize>(
    kernel: &mut Kernel<'id, D>,
    free: &mut Free<'id>,
    (now, gap): (&Moment<'id, D>, &Gap<'id, D>),
    frames: &[Frame],
    horizon: &mut f64,
    then: &mut Moment<'id, D>,
    notes: &mut Notes<'_, D>,
) {
    let (now_at, end) = (now.time(), kernel.end());
    let left = end - now_at;
    let mut h = if *horizon < left { *horizon } else { left };
    loop {
        // a sum may be rounded past the end
        let time = if h < left { now_at + h } else { end };
        kernel.place(time, then);
        for &frame in frames {
            let course = kernel.course(gap, now, frame, then.time());
            go_to(kernel, free, (gap, &course), then, notes);
        }
        let tried = then.time() - now_at;
        if !(tried > 0.0) || free.until() - now_at >= SHARE_OF_SPAN * tried {
            break;
        }
        h *= 0.5;
    }
    *horizon = 2.0 * h;
}

/// Returns how far ahead a gap f that changes at this rate, and bends by m at most, may be proven to stay above `aim`.
#[inline(always)]
fn ahead(f: f64, rate: f64, m: f64, aim: f64) -> f64 {
    let root = (2.0 * m * (f - aim)).sqrt();
    if rate > -0.5 * root {
        2.0 * (rate + root) / m
    } else {
        (f - aim) / -rate
    }
}

/// A span is tried again over half of its length if less than this share of it is proven.
const SHARE_OF_SPAN: f64 = 0.25;

/// The depth of bodies that overlap at the start is known if a vector has it but for this share.
const SHARE_OF_DEPTH: f64 = 1e-6;

/// Whether the depth of the bodies is known from the nearest point of a simplex and from a gap. It is not if they are
/// apart.
#[inline(always)]
fn is_depth_known<const D: usize>(at: &Moment<'_, D>, near: &Near<D>, gap: &Gap<'_, D>) -> bool {
    near.length - gap.reach() <= SHARE_OF_DEPTH * (at.margin() - near.length)
}

/// Keeps the contact of a simplex when the question begins. Of bodies that overlap it is noted how they do, in place of
/// a contact, if their cores meet or the depth is known. It is not known from a simplex that is almost flat, and seems to
/// contain the origin, nor where rounding over the whole question hides a part of it.
#[inline(never)]
fn contact_at_start<'id, const D: usize>(
    kernel: &mut Kernel<'id, D>,
    (at, simplex): (&Moment<'id, D>, &Simplex<'id, D>),
    (near, best): (&Near<D>, &Gap<'id, D>),
    notes: &mut Notes<'_, D>,
    touch: &mut Option<Touch<'id, D>>,
) {
    if near.length <= at.margin() && !notes.any_contact {
        let overlap = kernel.overlap(at, (simplex.points(), simplex.weights()), best);
        notes.overlap = overlap.filter(|it| {
            it.do_cores_meet() || it.depth() - it.lower_bound() <= 4.0 * SHARE_OF_DEPTH * it.depth()
        });
    }
    if notes.overlap.is_none() {
        contact(kernel, (at, simplex), near.unit(), notes, touch);
    }
}

/// Whether the bodies may be in contact when the question begins: no more is known than that this gap is within the
/// tolerance. Of bodies that change no more is known at any time.
#[inline(always)]
fn may_touch_now<'id, const D: usize>(
    kernel: &Kernel<'id, D>,
    free: &Free<'id>,
    gap: &Gap<'id, D>,
) -> bool {
    (!free.is_begun() || kernel.changes()) && gap.value() <= kernel.tolerance()
}

/// Whether the nearest point of a simplex is within the tolerance: mostly it is not, and no contact is tried.
#[inline(always)]
fn is_near<const D: usize>(kernel: &Kernel<'_, D>, at: &Moment<'_, D>, near: &Near<D>) -> bool {
    near.length - at.margin() <= kernel.tolerance()
}

/// Claims the contact of a simplex, and names its features unless any contact will do. It is kept, if there is one.
#[inline(never)]
fn contact<'id, const D: usize>(
    kernel: &Kernel<'id, D>,
    (at, simplex): (&Moment<'id, D>, &Simplex<'id, D>),
    normal: Vector<D>,
    notes: &Notes<'_, D>,
    touch: &mut Option<Touch<'id, D>>,
) {
    let (points, weights) = (simplex.points(), simplex.weights());
    let Some(found) = kernel.touch(at, points, weights, normal) else {
        return;
    };
    let found = touch.insert(found);
    if !notes.any_contact {
        kernel.name(found, at, (points, weights));
    }
}
