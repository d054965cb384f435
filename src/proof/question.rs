//! A question about two bodies: it is proven from knot to knot, and a span over which rounding grows in parts.

use super::kernel::askable;
use super::path::{PATH_ERROR, Path};
use super::window::window;
use super::{Body, Free, Kernel, Outcome, Subject, Verdict};
use crate::Real;
use crate::motion::Law;
use crate::number::larger;

/// The share of what rounding hides over a span that it hides over its first half, if the span is to be cut there.
const CLEARLY_LESS: f64 = 0.75;
/// How much longer than a span that was cut the next one may be.
const GROWS: f64 = 4.0;

/// Bodies whose bounding balls are farther apart than the target distance by this share of its sum with the radii are
/// separated without more. It is what such bodies are claimed to be clear of it by. In single precision it leaves room for
/// vectors that are rounded to that.
pub(crate) fn room_between_balls(in_single: bool) -> f64 {
    1.0 / f64::from(if in_single { 1 << 16 } else { 1 << 20 })
}

/// What is asked about two bodies.
#[derive(Clone, Copy)]
pub struct Question<'b, const D: usize> {
    /// The body that vectors point away from.
    pub a: &'b dyn Subject<D>,
    /// The body that vectors point to.
    pub b: &'b dyn Subject<D>,
    /// When the question begins.
    pub start: f64,
    /// When it ends.
    pub end: f64,
    /// The distance that the bodies are to keep.
    pub target: f64,
    /// How much farther apart they may be at an impact. `None` stands for the default.
    pub tolerance: Option<f64>,
    /// Whether all times are to be those of single precision.
    pub in_single: bool,
    /// Whether each time needs a vector, also where the bounding balls are apart.
    pub by_vectors: bool,
    /// Whether an overlap may be allowed with which the bodies could pass through each other. Claims then speak of their
    /// signed distance alone.
    pub may_pass: bool,
}

impl<const D: usize> Question<'_, D> {
    /// Whether its numbers make sense: nothing is proven of others.
    fn is_valid(&self) -> bool {
        let is_length = |x: f64| x.abs() <= <f64 as Real>::LARGEST;
        let tolerance = self.tolerance.unwrap_or(0.0);
        self.start.is_finite()
            && self.end.is_finite()
            && self.start <= self.end
            && is_length(self.target)
            && is_length(tolerance)
            && tolerance >= 0.0
    }
}

/// A search that proves what it can.
type Search<'s, const D: usize> =
    dyn for<'id> FnMut(&mut Kernel<'id, D>, Free<'id>) -> Verdict<'id, D> + 's;

/// Lets a search prove what it can about two bodies, from knot to knot.
///
/// All up to the window is inlined: most questions end there, and types of bodies are known. The rest is compiled once.
#[inline(always)]
pub fn prove<const D: usize>(
    question: &Question<'_, D>,
    mut search: impl for<'id> FnMut(&mut Kernel<'id, D>, Free<'id>) -> Verdict<'id, D>,
) -> Outcome<D> {
    let &Question {
        a, b, start, end, ..
    } = question;
    if !question.is_valid() {
        return Outcome::refused(start);
    }
    let (mut from, mut clearance, mut longest) = (start, f64::INFINITY, f64::INFINITY);
    loop {
        let ((body_a, until_a), (body_b, until_b)) = (a.body(from, end), b.body(from, end));
        let until = if until_a < until_b { until_a } else { until_b };
        // written so that a knot which is no later, or no number, ends the query where it is
        if ![until_a, until_b]
            .iter()
            .all(|&until| until > from || until >= end)
        {
            return Outcome::refused(from);
        }
        // bodies that are thinner could pass through each other; none passes through a half-space
        let is_thick =
            |target: f64| body_a.inner_diameter() + body_b.inner_diameter() > -2.0 * target;
        if question.target < 0.0
            && body_a.outward.is_none()
            && !(question.may_pass || is_thick(question.target))
        {
            return Outcome::refused(from);
        }
        // two half-spaces, and one whose normal is known at some times only
        let is_normal_known = body_a.outward.is_none() || body_a.movement.law().is_some();
        if body_b.outward.is_some() || !is_normal_known {
            return Outcome::refused(from);
        }
        let mut proven = until;
        if longest < until - from {
            let next = askable(from + longest, question.in_single);
            proven = if next > from { next } else { until };
        }
        let bodies = (&body_a, &body_b);
        let outcome = prove_span(question, bodies, from, &mut proven, &mut search);
        let Outcome::Separated(separated) = outcome else {
            return outcome;
        };
        if separated.clearance() < clearance {
            clearance = separated.clearance();
        }
        if proven >= end {
            return Outcome::separated(clearance);
        }
        longest = if proven < until {
            GROWS * (proven - from)
        } else {
            f64::INFINITY
        };
        from = proven;
    }
}

/// Lets a search prove what it can over a span without knots. The answer may be about a part of it: the end is then moved.
#[inline(always)]
fn prove_span<const D: usize>(
    question: &Question<'_, D>,
    (a, b): (&Body<'_, D>, &Body<'_, D>),
    start: f64,
    until: &mut f64,
    search: &mut Search<'_, D>,
) -> Outcome<D> {
    let end = *until;
    let (Some(law_a), Some(law_b)) = (a.movement.law(), b.movement.law()) else {
        return prove_without_law(question, (a, b), start, until, search);
    };
    let path = Path::new([law_a, law_b], start, end);
    let mut room = f64::INFINITY;
    // no ball contains a half-space
    let (begin, last) = if path.falls || question.by_vectors || a.outward.is_some() {
        (0.0, end - start)
    } else {
        let radius = a.ball() + b.ball() + question.target + path.error;
        room = radius.abs() * room_between_balls(question.in_single);
        let radius = radius * (1.0 + PATH_ERROR) + room;
        match window(path.from, path.velocity, radius, end - start) {
            Ok(window) => window,
            Err(apart) => {
                let clearance = larger(apart * (1.0 - PATH_ERROR), 0.0) + room;
                return Outcome::separated(clearance);
            }
        }
    };
    // rounded away from the times at which the bodies may meet
    let last = (start + last).next_up();
    let last = if question.in_single {
        f64::from(f32::above(last))
    } else {
        last
    };
    let is_part = begin > 0.0 || last < end;
    let end = if last < end { last } else { end };
    let free = Free::after(start, begin, if is_part { room } else { f64::INFINITY });
    let (laws, window) = ([law_a, law_b], (start, end));
    prove_window(
        question,
        (a, b),
        (laws, path),
        window,
        (until, free),
        search,
    )
}

/// Lets a search prove what it can over a window, of which this is free already.
#[inline(never)]
fn prove_window<'id, const D: usize>(
    question: &Question<'_, D>,
    (a, b): (&'id Body<'id, D>, &'id Body<'id, D>),
    (laws, path): ([&Law<D>; 2], Path<D>),
    (start, end): (f64, f64),
    (until, free): (&mut f64, Free<'id>),
    search: &mut Search<'_, D>,
) -> Outcome<D> {
    let mut kernel = Kernel::new(question, (a, b), laws, &path, (start, end));
    kernel.settle(question, laws, &path);
    search_part(question, (a, b), &mut kernel, (until, free), search)
}

/// Lets a search prove what it can over the span of a kernel, or over a part of it. It goes on from what is free already.
#[inline(always)]
fn search_part<'id, const D: usize>(
    question: &Question<'_, D>,
    bodies: (&'id Body<'id, D>, &'id Body<'id, D>),
    kernel: &mut Kernel<'id, D>,
    (until, free): (&mut f64, Free<'id>),
    search: &mut Search<'_, D>,
) -> Outcome<D> {
    // written so that what is no number is cut too
    if !(kernel.resolution <= kernel.tolerance_of_size)
        // the window may begin after it: then all of it is free
        && let Some(mut part) = cut(question, bodies, kernel)
    {
        *until = part.end;
        return search(&mut part, free).outcome();
    }
    search(kernel, free).outcome()
}

/// Rounding of times and turns grows with them. Returns the kernel of a shorter span over which it hides clearly less, if
/// there is one.
#[cold]
#[inline(never)]
fn cut<'id, const D: usize>(
    question: &Question<'_, D>,
    bodies: (&'id Body<'id, D>, &'id Body<'id, D>),
    whole: &Kernel<'id, D>,
) -> Option<Kernel<'id, D>> {
    let (start, mut end, mut hidden) = (whole.start, whole.end, whole.resolution);
    let mut best = None;
    // written so that what is no number is cut too
    while !(hidden <= whole.tolerance_of_size) {
        let middle = whole.askable(0.5 * (start + end));
        if !(middle > start && middle < end) {
            break;
        }
        let half = kernel_of(question, bodies, (start, middle));
        if half.resolution > CLEARLY_LESS * hidden {
            break;
        }
        (end, hidden) = (middle, half.resolution);
        best = Some(half);
    }
    best
}

/// What is known of two bodies over a span, whatever their motions are.
fn kernel_of<'id, const D: usize>(
    question: &Question<'_, D>,
    (a, b): (&'id Body<'id, D>, &'id Body<'id, D>),
    (start, end): (f64, f64),
) -> Kernel<'id, D> {
    if let (Some(law_a), Some(law_b)) = (a.movement.law(), b.movement.law()) {
        let (laws, path) = ([law_a, law_b], Path::new([law_a, law_b], start, end));
        let mut kernel = Kernel::new(question, (a, b), laws, &path, (start, end));
        kernel.settle(question, laws, &path);
        return kernel;
    }
    let rest = Law::default();
    let laws = [a, b].map(|body| body.movement.law().unwrap_or(&rest));
    let path = Path::new([&rest, &rest], start, end);
    let mut kernel = Kernel::new(question, (a, b), laws, &path, (start, end));
    kernel.settle(question, laws, &path);
    let near = [question.a.reference(start), question.b.reference(start)];
    kernel.go_without_law(near, question.tolerance);
    kernel
}

/// Lets a search prove what it can if a motion is not in closed form.
#[inline(never)]
fn prove_without_law<const D: usize>(
    question: &Question<'_, D>,
    bodies: (&Body<'_, D>, &Body<'_, D>),
    start: f64,
    until: &mut f64,
    search: &mut Search<'_, D>,
) -> Outcome<D> {
    let mut kernel = kernel_of(question, bodies, (start, *until));
    let free = Free::after(start, 0.0, f64::INFINITY);
    search_part(question, bodies, &mut kernel, (until, free), search)
}
