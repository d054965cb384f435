//! The same pass on parry's sweep: both bodies of an impact stop, and their other pairs are asked again.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use nalgebra::Isometry3;
use parry3d::math::{Pose, Rot3, Vector};
use parry3d::query::sweep_toi::{Sweep, SweepToiStatus, ToiProxy, sweep_time_of_impact};
use parry3d::shape::Shape;

use super::Found;
use super::simulation::{Frame, SLOP, Thing};
use crate::contender::parry::f32::shape;

/// Returns the shapes of all bodies.
pub fn shapes(things: &[Thing]) -> Vec<Box<dyn Shape>> {
    let made =
        |thing: &Thing| shape(&thing.given).unwrap_or_else(|_| panic!("parry has the shape"));
    things.iter().map(made).collect()
}

fn pose(pose: &Isometry3<f32>) -> Pose {
    let (position, turn) = (pose.translation.vector, pose.rotation.coords);
    let rotation = Rot3::from_xyzw(turn.x, turn.y, turn.z, turn.w);
    Pose::from_parts(Vector::new(position.x, position.y, position.z), rotation)
}

struct Track<'s> {
    proxy: ToiProxy<'s>,
    sweep: Sweep,
    at_rest: bool,
}

/// Makes the pass over a step.
pub fn pass(things: &[Thing], shapes: &[Box<dyn Shape>], frame: &Frame) -> Found {
    let mut tracks: Vec<_> = shapes
        .iter()
        .zip(frame.starts.iter().zip(&frame.ends))
        .zip(things)
        .map(|((shape, (start, end)), thing)| Track {
            proxy: ToiProxy::from_shape(&**shape).expect("it has a proxy"),
            sweep: Sweep::from_poses(&pose(start), &pose(end), Vector::ZERO),
            at_rest: thing.is_fixed,
        })
        .collect();
    let mut of_body = vec![Vec::new(); things.len()];
    for (number, pair) in frame.pairs.iter().enumerate() {
        pair.iter().for_each(|&body| of_body[body].push(number));
    }
    let mut questions = vec![0u32; frame.pairs.len()];
    let mut ahead = BinaryHeap::new();
    let mut found = Found::default();
    // numbers of one sign are in the order of their bits
    let mut ask = |tracks: &[Track],
                   questions: &mut [u32],
                   ahead: &mut BinaryHeap<_>,
                   pair: usize,
                   from: f32| {
        questions[pair] += 1;
        let [a, b] = frame.pairs[pair].map(|body| &tracks[body]);
        if a.at_rest && b.at_rest {
            return;
        }
        found.queries += 1;
        let hit = sweep_time_of_impact(&a.proxy, &a.sweep, &b.proxy, &b.sweep, 1.0, SLOP);
        if matches!(hit.status, SweepToiStatus::Hit | SweepToiStatus::Failed)
            && hit.fraction >= from
        {
            ahead.push(Reverse((hit.fraction.to_bits(), pair, questions[pair])));
        }
    };
    for pair in 0..frame.pairs.len() {
        ask(&tracks, &mut questions, &mut ahead, pair, 0.0);
    }
    let mut stopped = 0;
    while let Some(Reverse((time, this, question))) = ahead.pop() {
        if question != questions[this] {
            continue;
        }
        let time = f32::from_bits(time);
        stopped += 1;
        for body in frame.pairs[this] {
            if tracks[body].at_rest {
                continue;
            }
            let place = tracks[body].sweep.transform_at(time);
            tracks[body].sweep = Sweep::constant(&place, Vector::ZERO);
            tracks[body].at_rest = true;
            for &pair in &of_body[body] {
                if pair != this {
                    ask(&tracks, &mut questions, &mut ahead, pair, time);
                }
            }
        }
    }
    found.stopped = stopped;
    found
}
