//! Asks Box3D. Its slop is fixed: it aims at the distance `B3_LINEAR_SLOP` between sharp bodies, and at an overlap of
//! this depth between round ones.

use boxddd_sys::ffi::{self, *};
use nalgebra::Vector3;

use super::{Answer, Contender, Pair, Role};
use crate::contender::box3d::body::{Body as Placed, single};
use crate::contender::box3d::{LINEAR_SLOP, relative};
use crate::moving::case::{Body, Case};

const ZERO: b3Vec3 = b3Vec3 {
    x: 0.0,
    y: 0.0,
    z: 0.0,
};

/// The query `b3TimeOfImpact`.
pub struct Sweep;

impl Contender for Sweep {
    fn name(&self) -> &'static str {
        "Box3D sweep"
    }

    fn role(&self) -> Role {
        Role::Sweep
    }

    fn epsilon(&self) -> f64 {
        f64::from(f32::EPSILON)
    }

    fn slack(&self, _small: f64) -> f64 {
        1.25 * LINEAR_SLOP
    }

    fn build(&self, case: &Case) -> Option<Box<dyn Pair>> {
        let bodies = placed(case)?;
        let input = b3TOIInput {
            proxyA: bodies[0].proxy(),
            proxyB: bodies[1].proxy(),
            sweepA: sweep(&case.a, &bodies[0]),
            sweepB: sweep(&case.b, &bodies[1]),
            maxFraction: 1.0,
        };
        Some(Box::new(SweepPair {
            input,
            _points: bodies,
        }))
    }
}

struct SweepPair {
    input: b3TOIInput,
    /// The points that the proxies refer to.
    _points: [Placed; 2],
}

impl Pair for SweepPair {
    fn ask(&self) -> Answer {
        // SAFETY: the proxies point into vectors that this owns.
        let found = unsafe { b3TimeOfImpact(&self.input) };
        match found.state {
            ffi::b3TOIState_b3_toiStateSeparated => Answer::Free,
            ffi::b3TOIState_b3_toiStateHit => Answer::hit(f64::from(found.fraction)),
            ffi::b3TOIState_b3_toiStateOverlapped => Answer::Overlapping,
            _ => Answer::Nothing,
        }
    }
}

/// The query `b3ShapeCast`.
pub struct Cast;

impl Contender for Cast {
    fn name(&self) -> &'static str {
        "Box3D cast"
    }

    fn role(&self) -> Role {
        Role::Cast
    }

    fn epsilon(&self) -> f64 {
        f64::from(f32::EPSILON)
    }

    fn slack(&self, _small: f64) -> f64 {
        1.25 * LINEAR_SLOP
    }

    fn build(&self, case: &Case) -> Option<Box<dyn Pair>> {
        if case.is_rotating() {
            return None;
        }
        let bodies = placed(case)?;
        let [a, b] = &bodies;
        let velocity = (case.b.linear - case.a.linear).map(|x| x as f32);
        let velocity = a.pose.rotation.inverse() * velocity;
        let input = b3ShapeCastPairInput {
            proxyA: a.proxy(),
            proxyB: b.proxy(),
            transform: relative(&a.pose, &b.pose),
            translationB: single(&velocity.map(f64::from)),
            maxFraction: 1.0,
            canEncroach: false,
        };
        Some(Box::new(CastPair {
            input,
            _points: bodies,
        }))
    }
}

struct CastPair {
    input: b3ShapeCastPairInput,
    /// The points that the proxies refer to.
    _points: [Placed; 2],
}

impl Pair for CastPair {
    fn ask(&self) -> Answer {
        // SAFETY: the proxies point into vectors that this owns.
        let found = unsafe { b3ShapeCast(&self.input) };
        if found.hit {
            Answer::hit(f64::from(found.fraction))
        } else {
            Answer::Free
        }
    }
}

fn placed(case: &Case) -> Option<[Placed; 2]> {
    let placed = |body: &Body| Placed::new(&body.solid).ok();
    Some([placed(&case.a)?, placed(&case.b)?])
}

fn sweep(body: &Body, start: &Placed) -> b3Sweep {
    let end = body.end();
    let from = start.pose.rotation;
    let [x, y, z, w] = end.quaternion.map(|x| x as f32);
    let point = |v: Vector3<f64>| single(&v);
    b3Sweep {
        localCenter: ZERO,
        c1: point(body.solid.position),
        c2: point(end.position),
        q1: b3Quat {
            v: b3Vec3 {
                x: from.i,
                y: from.j,
                z: from.k,
            },
            s: from.w,
        },
        q2: b3Quat {
            v: b3Vec3 { x, y, z },
            s: w,
        },
    }
}
