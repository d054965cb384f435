//! What a tale tells the kernel, in order: its looks, its steps, and a contact.

use nalgebra::SVector;
use photofinish::number::Vector;
use photofinish::proof::{Free, Gap, Kernel, Moment, Point, Verdict};

use super::claims::{Claim, Kind, Says};
use super::truth::nearest_to_zero;
use super::{Look, Step, Tale};

/// Tells a tale to the kernel, and keeps what is claimed of each proposal.
pub struct Teller<'t, 'k, 'id, const D: usize> {
    pub tale: &'t Tale<D>,
    /// The target distance.
    pub target: f64,
    pub kernel: &'k mut Kernel<'id, D>,
    pub free: Free<'id>,
    pub claims: &'t mut Vec<Claim<D>>,
}

/// What a look gave.
struct Seen<'id, const D: usize> {
    moment: Moment<'id, D>,
    gap: Gap<'id, D>,
    point: Point<'id, D>,
}

impl<'id, const D: usize> Teller<'_, '_, 'id, D> {
    /// Tells the tale, and returns the strongest answer that follows.
    pub fn tell(&mut self) -> Verdict<'id, D> {
        let tale = self.tale;
        let seen: Vec<_> = tale.looks.iter().map(|look| self.look(look)).collect();
        for step in &tale.steps {
            if let (Some(look), Some(at)) = (seen.get(step.look), seen.get(step.at)) {
                self.step(step, look, &at.moment);
            }
        }
        self.meet(&seen)
    }

    fn look(&mut self, look: &Look<D>) -> Seen<'id, D> {
        let mut moment = Moment::never();
        self.kernel.place(self.tale.time(look.time), &mut moment);
        let along = Vector::new(std::array::from_fn(|k| look.along[k]));
        // the length that squares cannot show
        let inverse = look.stretch / look.along.amax() / (look.along / look.along.amax()).norm();
        let mut point = Point::none();
        let gap = self.kernel.gap(&moment, along, inverse, &mut point);
        if gap.value() > f64::NEG_INFINITY {
            let says = Says::AtLeast(self.target + gap.value());
            let claim = Claim::new(Kind::Gap, [moment.time(); 2], says);
            self.claims.push(claim);
        }
        self.free.keep(&gap);
        self.free.slide(self.kernel, &gap);
        Seen { moment, gap, point }
    }

    fn step(&mut self, step: &Step, seen: &Seen<'id, D>, at: &Moment<'id, D>) {
        let mut other = Moment::never();
        self.kernel.place(self.tale.time(step.other), &mut other);
        let to = self.tale.time(step.to);
        let course = self.kernel.course(&seen.gap, at, step.frame, to);
        let span = self.kernel.span(&course, &other, &mut Point::none());
        if span.until() > span.from() {
            self.claims.push(Claim {
                kind: Kind::Span,
                during: [span.from(), span.until()],
                says: Says::AtLeast(self.target + span.clearance()),
                known: self.target + seen.gap.value(),
            });
        }
        self.free.extend(&span);
    }

    /// Claims a contact of the points of all looks, and an overlap.
    fn meet(&mut self, seen: &[Seen<'id, D>]) -> Verdict<'id, D> {
        let contact = &self.tale.contact;
        let mut at = Moment::never();
        self.kernel.place(self.tale.time(contact.time), &mut at);
        let points: Vec<_> = seen.iter().take(D + 1).map(|seen| seen.point).collect();
        let weights = if contact.is_solved {
            let then =
                |point: &Point<'id, D>| at.between() + at.turned().times(point.local()).sum();
            nearest_to_zero(points.iter().map(|point| then(point).numbers()))
        } else {
            contact.weights.clone()
        };
        let along = seen.get(contact.deep).map(|deep| deep.gap.along());
        let normal = along.unwrap_or_default();
        let touch = self.kernel.touch(&at, &points, &weights, normal);
        if let Some(deep) = seen.get(contact.deep)
            && let Some(overlap) = (self.kernel).overlap(&at, (&points, &weights), &deep.gap)
        {
            let claim = |kind, says| Claim::new(kind, [overlap.time(); 2], says);
            let by = SVector::from(overlap.normal()) * overlap.depth();
            self.claims.push(claim(Kind::Depth, Says::FreeIfMoved(by)));
            let common = Says::AtMost(self.kernel.resolution() - overlap.lower_bound());
            self.claims.push(claim(Kind::Common, common));
        }
        let touch = touch.or_else(|| {
            let is_floor = self.kernel.is_floor();
            is_floor.then(|| self.kernel.landing(&at)).flatten()
        });
        self.free.verdict(self.kernel, touch)
    }
}
