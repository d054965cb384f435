//! What tests judge with, compiled here for both dimensions and both scalars.
//!
//! A generic function is optimised as the package that first compiles it. Packages that depend on this one, and are
//! themselves optimised no further than level 1, use what it has compiled.

use std::hint::black_box;

use nalgebra::{UnitComplex, UnitQuaternion};
use photofinish::motion::{AtRest, ConstantVelocity, Motion, Piecewise, Sweep};
use photofinish::shape::AnyShape;
use photofinish::support::{AffineImage, Posed, Rounded};
use photofinish::{Moving, Real, SupportMap};
use photofinish_audit::{audit_extrusion, audit_motion, audit_support_map};

use crate::accuracy::campaign;
use crate::accuracy::model::Turn;
use crate::contract::check_contract;
use crate::hull::check;
use crate::soundness::climb::excesses;
use crate::soundness::{Climbs, FromOracle, Tally, answer, judge};
use crate::swept;

type Audited<'m, T, R, const D: usize> =
    Moving<AnyShape<T, D>, &'m dyn Motion<T, D, Rotation = R>, T, D>;

type Mapped<'s, T, const D: usize> = AffineImage<Posed<&'s AnyShape<T, D>, T, D>, T, D>;

fn as_motion<T: Real, const D: usize, M: Motion<T, D>>(motion: &M) {
    let motion: &dyn Motion<T, D, Rotation = M::Rotation> = motion;
    black_box(motion);
}

fn as_body<T: Real, const D: usize, S: SupportMap<T, D>>(body: &S) {
    let body: &dyn SupportMap<T, D> = body;
    black_box(body);
}

/// Compiles the judges for bodies in space and in the plane.
pub fn all() {
    each::<f64, UnitQuaternion<f64>, 3>();
    each::<f32, UnitQuaternion<f32>, 3>();
    each::<f64, UnitComplex<f64>, 2>();
    each::<f32, UnitComplex<f32>, 2>();
    black_box(swept::excess::<UnitQuaternion<f64>, 3> as fn(_, _, _) -> _);
    black_box(swept::excess::<UnitComplex<f64>, 2> as fn(_, _, _) -> _);
}

fn each<T, R, const D: usize>()
where
    T: Real,
    R: FromOracle<T, D> + Turn<T, D>,
{
    black_box(answer::<T, R, D> as fn(&_) -> _);
    black_box(judge::<T, R, D> as fn(&_, _) -> _);
    black_box(excesses::<T, R, D> as fn(&_) -> _);
    black_box(campaign::<T, R, D> as fn(&_, _, _) -> _);
    black_box(Tally::judge_families::<T, R, D> as fn(&mut _, _));
    black_box(Climbs::run::<T, R, D> as fn(&mut _, _, _));
    black_box(swept::Tally::judge::<T, R, D> as fn(&mut _, _));
    black_box(check_contract::<T, D> as fn(&_, &mut _));
    black_box(check::<T, D> as fn(&_, &_, _, &_));
    black_box(audit_support_map::<T, D, dyn SupportMap<T, D>> as fn(&_) -> _);
    black_box(audit_motion::<T, D, dyn Motion<T, D, Rotation = R>> as fn(&_, _, _) -> _);
    black_box(audit_extrusion::<T, D, Audited<'_, T, R, D>> as fn(&_, _) -> _);
    black_box(as_motion::<T, D, AtRest<T, R, D>> as fn(&_));
    black_box(as_motion::<T, D, ConstantVelocity<T, R, D>> as fn(&_));
    black_box(as_motion::<T, D, Piecewise<T, Sweep<T, R, D>>> as fn(&_));
    black_box(as_body::<T, D, Rounded<&AnyShape<T, D>, T>> as fn(&_));
    black_box(as_body::<T, D, Posed<&AnyShape<T, D>, T, D>> as fn(&_));
    black_box(as_body::<T, D, Mapped<'_, T, D>> as fn(&_));
}
