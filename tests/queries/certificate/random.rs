//! Random and damaged certificates, compared with a checker that shares nothing with the library.

use nalgebra::{Isometry3, Translation3};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;
use photofinish::{Certificate, Frame};
use photofinish_judge::certificate::{Claim, FixedIn, Screw, holds};

fn vector(dice: &mut StdRng, size: f64) -> Vector3<f64> {
    Vector3::from_fn(|_, _| dice.random_range(-size..size))
}

fn body(dice: &mut StdRng, x: f64) -> (Body<PointSet<f64, 3>>, Screw) {
    let points: Vec<_> = (0..dice.random_range(1..9))
        .map(|_| vector(dice, 1.0))
        .collect();
    let turn = UnitQuaternion::from_scaled_axis(vector(dice, 3.0));
    let at = vector![x, 0.0, 0.0] + vector(dice, 0.5);
    let (linear, angular) = (
        vector![-1.3 * x, 0.0, 0.0] + vector(dice, 0.5),
        vector(dice, 4.0),
    );
    let pose = Isometry3::from_parts(Translation3::from(at), turn);
    let motion = ConstantVelocity3::new(pose, linear, angular).expect("a motion");
    let set = PointSet::new(points.clone()).expect("points");
    let turn = turn.to_rotation_matrix().into_inner();
    let screw = Screw {
        points,
        at,
        turn,
        linear,
        angular,
    };
    (Moving::new(set, motion), screw)
}

fn claims(certificate: &Certificate<f64, 3>) -> Vec<Claim> {
    let claim = |i: &photofinish::CertifiedInterval<f64, 3>| Claim {
        from: i.start,
        to: i.end,
        s: i.direction,
        fixed_in: match i.frame {
            Frame::World => FixedIn::World,
            Frame::A => FixedIn::A,
            Frame::B => FixedIn::B,
        },
        kept: i.kept_distance,
        margin: i.margin,
    };
    certificate.intervals.iter().map(claim).collect()
}

#[test]
fn the_checker_agrees_on_random_and_on_damaged_certificates() {
    let mut dice = StdRng::seed_from_u64(0x6365_7274);
    let (mut honest, mut refused, mut impacts, mut turning) = (0, 0, 0, 0);
    for _ in 0..120 {
        let (a, screw_a) = body(&mut dice, -2.0);
        let (b, screw_b) = body(&mut dice, 2.0);
        let Ok((solution, mut certificate)) = Query::new().certify(&a, &b, 0.0..=1.0) else {
            panic!("these are easy");
        };
        let Some(covered) = certificate.covers() else {
            continue;
        };
        let span = (*covered.start(), *covered.end());
        impacts += u32::from(matches!(solution.outcome, Outcome::Impact(_)));
        let clearance = certificate
            .verify(&a, &b, 0.0, covered.clone())
            .expect("it holds");
        assert!(clearance > 0.0);
        assert!(holds(&screw_a, &screw_b, &claims(&certificate), span, 0.0));
        honest += 1;
        let turns =
            |interval: &&photofinish::CertifiedInterval<f64, 3>| interval.frame != Frame::World;
        turning += certificate.intervals.iter().filter(turns).count();
        for _ in 0..6 {
            let mut damaged = certificate.clone();
            let index = dice.random_range(0..damaged.intervals.len());
            let interval = &mut damaged.intervals[index];
            match dice.random_range(0..7) {
                0 => {
                    interval.direction += vector(&mut dice, 0.3);
                    interval.direction = interval.direction.normalize();
                }
                1 => interval.margin += dice.random_range(0.0..1.0),
                2 => interval.end = dice.random_range(0.0..1.0),
                3 => interval.start -= dice.random_range(0.0..0.1),
                4 => {
                    interval.frame = match interval.frame {
                        Frame::World => Frame::A,
                        Frame::A => Frame::B,
                        Frame::B => Frame::World,
                    }
                }
                5 => interval.kept_distance += dice.random_range(-0.5..0.5),
                _ => {
                    damaged.intervals.remove(index);
                }
            }
            let accepted = damaged.verify(&a, &b, 0.0, covered.clone()).is_ok();
            let is_so = holds(&screw_a, &screw_b, &claims(&damaged), span, 0.0);
            assert!(is_so || !accepted, "accepted, though false: {damaged:?}");
            refused += u32::from(!accepted);
        }
        certificate.intervals.clear();
        assert!(certificate.verify(&a, &b, 0.0, covered).is_err());
    }
    assert!(honest > 90 && refused > 300, "{honest} {refused}");
    assert!(impacts > 24 && impacts < 96, "{impacts}");
    assert!(turning > 10, "{turning}");
}
