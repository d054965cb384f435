//! A checker of certificates that shares nothing with the library but the numbers in them. It is for sets of points in
//! uniform screw motion, scans all points, and computes rotations in its own way.

use nalgebra::{Matrix3, Vector3};

/// A set of points in screw motion. Its centre starts at `at` and moves at `linear`. The set starts turned by `turn`
/// and turns about its centre at `angular`.
#[derive(Clone, Debug)]
pub struct Screw {
    pub points: Vec<Vector3<f64>>,
    pub at: Vector3<f64>,
    pub turn: Matrix3<f64>,
    pub linear: Vector3<f64>,
    pub angular: Vector3<f64>,
}

/// What a vector is fixed in.
#[derive(Clone, Copy, Debug)]
pub enum FixedIn {
    World,
    A,
    B,
}

/// An interval of a certificate.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    pub from: f64,
    pub to: f64,
    pub s: Vector3<f64>,
    pub fixed_in: FixedIn,
    pub kept: f64,
    pub margin: f64,
}

/// Returns a rotation by Rodrigues' formula.
fn rotation(turned: Vector3<f64>) -> Matrix3<f64> {
    let angle = turned.norm();
    let n = if angle > 0.0 { turned / angle } else { turned };
    let skew = Matrix3::new(0.0, -n.z, n.y, n.z, 0.0, -n.x, -n.y, n.x, 0.0);
    Matrix3::identity() + skew * angle.sin() + skew * skew * (1.0 - angle.cos())
}

impl Screw {
    fn rotation(&self, t: f64) -> Matrix3<f64> {
        rotation(self.angular * t) * self.turn
    }

    fn farthest(&self) -> f64 {
        self.points.iter().map(Vector3::norm).fold(0.0, f64::max)
    }

    /// Returns how far the points reach along `s` at time `t`.
    fn reach(&self, s: &Vector3<f64>, t: f64) -> f64 {
        let turned = self.rotation(t);
        let along = |p: &Vector3<f64>| s.dot(&(turned * p + self.at + self.linear * t));
        self.points
            .iter()
            .map(along)
            .fold(f64::NEG_INFINITY, f64::max)
    }

    /// Returns a bound of the acceleration along `s`. The farthest point turns on a circle.
    fn bend(&self, s: &Vector3<f64>) -> f64 {
        self.angular.norm() * self.angular.cross(s).norm() * self.farthest()
    }

    /// Returns about the largest coordinate until time `t`.
    fn size(&self, t: f64) -> f64 {
        self.farthest() * (1.0 + self.angular.norm() * t.abs())
            + self.at.norm()
            + self.linear.norm() * t.abs()
    }
}

/// Checks that the claims follow each other from `start` to `end`, keep `distance`, and hold.
///
/// The chord between two gaps less M h^2 / 8 is a lower bound between them. Where that is not enough, the span is
/// halved. A gap is a sum of a few dozen products of coordinates: 64 ulps of the largest cover its rounding, and that
/// of the angles of both bodies, with which the vector may turn too.
pub fn holds(
    a: &Screw,
    b: &Screw,
    claims: &[Claim],
    (start, end): (f64, f64),
    distance: f64,
) -> bool {
    let Some(first) = claims.first().filter(|first| first.from <= start) else {
        return false;
    };
    let mut covered = first.from;
    for claim in claims {
        let unit = (claim.s.norm() - 1.0).abs() < 1e-14;
        let follows = claim.from == covered && claim.to >= claim.from;
        let asked = Claim {
            kept: distance,
            margin: 0.0,
            ..*claim
        };
        let is_so = |claim| is_free(a, b, claim, claim.from, claim.to, 40);
        if !(unit && follows && is_so(claim) && is_so(&asked)) {
            return false;
        }
        covered = claim.to;
    }
    covered >= end
}

impl Claim {
    /// Returns the vector in the world at time `t`.
    fn at(&self, a: &Screw, b: &Screw, t: f64) -> Vector3<f64> {
        match self.fixed_in {
            FixedIn::World => self.s,
            FixedIn::A => a.rotation(t) * self.s,
            FixedIn::B => b.rotation(t) * self.s,
        }
    }

    /// Returns a bound of |(s . u)''| up to `t` from time 0, before or after it, where u leads from any point of A to
    /// any point of B. For a vector that turns at w it is w^2 |u| + 2 w |u'| + |u''|.
    fn bend(&self, a: &Screw, b: &Screw, t: f64) -> f64 {
        let w = match self.fixed_in {
            FixedIn::World => return a.bend(&self.s) + b.bend(&self.s),
            FixedIn::A => a.angular.norm(),
            FixedIn::B => b.angular.norm(),
        };
        let speed = |x: &Screw| x.angular.norm() * x.farthest();
        let turned = |x: &Screw| x.angular.norm_squared() * x.farthest();
        let u = (b.at - a.at).norm() + (b.linear - a.linear).norm() * t.abs();
        let u = u + a.farthest() + b.farthest();
        let velocity = (b.linear - a.linear).norm() + speed(a) + speed(b);
        w * w * u + 2.0 * w * velocity + turned(a) + turned(b)
    }
}

fn is_free(a: &Screw, b: &Screw, claim: &Claim, from: f64, to: f64, halvings: u32) -> bool {
    let rounding = 64.0 * f64::EPSILON * (a.size(to) + b.size(to) + claim.kept.abs());
    let gap = |t: f64| {
        let s = claim.at(a, b, t);
        -b.reach(&-s, t) - a.reach(&s, t) - claim.kept + rounding
    };
    let least = gap(from).min(gap(to));
    let h = to - from;
    if least < claim.margin {
        return false;
    }
    let sag = claim.bend(a, b, from.abs().max(to.abs())) * h * h / 8.0;
    let middle = from + h / 2.0;
    least - sag >= claim.margin
        || (halvings == 0 || sag < rounding)
        || (is_free(a, b, claim, from, middle, halvings - 1)
            && is_free(a, b, claim, middle, to, halvings - 1))
}
