//! The poses of one body over time, rounded and as differences.

use nalgebra::{Isometry2, Isometry3};
use photofinish::Real;
use serde::Serialize;

use crate::PlaybackError;
use crate::error::{finite, in_units};

/// The unit in which the components of a rotation are counted. A point at distance 1 is off by 1e-4 at most.
pub(crate) const ROTATION_UNIT: f64 = 1.0 / 8192.0;

/// Where a body is: a position, and a rotation as a unit quaternion (i, j, k, w). A pose in the plane is at z = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// The position of the body's frame.
    pub position: [f64; 3],
    /// The rotation as a unit quaternion: i, j, k, w.
    pub rotation: [f64; 4],
}

impl<T: Real> From<&Isometry3<T>> for Pose {
    fn from(pose: &Isometry3<T>) -> Self {
        Self {
            position: pose.translation.vector.map(T::as_f64).into(),
            rotation: pose.rotation.coords.map(T::as_f64).into(),
        }
    }
}

impl<T: Real> From<&Isometry2<T>> for Pose {
    fn from(pose: &Isometry2<T>) -> Self {
        let (sine, cosine) = (0.5 * pose.rotation.angle().as_f64()).sin_cos();
        let [x, y]: [f64; 2] = pose.translation.vector.map(T::as_f64).into();
        Self {
            position: [x, y, 0.0],
            rotation: [0.0, 0.0, sine, cosine],
        }
    }
}

/// A pose with its time, all in units.
type Key = [i32; 8];

/// The poses of a body, in the order of time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Track {
    keys: Vec<Key>,
}

/// A track as the page has it: for the time, three coordinates and four components of the rotation, the differences
/// from each pose to the next.
#[derive(Debug, Serialize)]
pub(crate) struct Differences([Vec<i32>; 8]);

impl Track {
    /// Adds a pose. If it has the time of the last one up to rounding, it replaces it.
    pub(crate) fn push(&mut self, time: i32, pose: &Pose, unit: f64) -> Result<(), PlaybackError> {
        let mut key = [time; 8];
        for axis in 0..3 {
            key[1 + axis] = in_units("a position", pose.position[axis], unit)?;
        }
        let turn = pose
            .rotation
            .map(|component| finite("a rotation", component));
        for (slot, component) in key[4..].iter_mut().zip(turn) {
            *slot = in_units("a rotation", component?, ROTATION_UNIT)?;
        }
        // q and -q are the same rotation: the one nearer to the last pose makes small differences
        if let Some(last) = self.keys.last()
            && (4..8)
                .map(|index| i64::from(last[index]) * i64::from(key[index]))
                .sum::<i64>()
                < 0
        {
            for component in &mut key[4..] {
                *component = -*component;
            }
        }
        self.keys.pop_if(|last| last[0] == time);
        // a body at rest keeps its first and its last pose
        if let [.., before, last] = &mut self.keys[..]
            && before[1..] == last[1..]
            && last[1..] == key[1..]
        {
            last[0] = time;
        } else {
            self.keys.push(key);
        }
        Ok(())
    }

    pub(crate) fn last_time(&self) -> Option<i32> {
        self.keys.last().map(|key| key[0])
    }

    pub(crate) fn differences(&self) -> Differences {
        let mut columns: [Vec<i32>; 8] = Default::default();
        let mut last = Key::default();
        for key in &self.keys {
            for (index, column) in columns.iter_mut().enumerate() {
                column.push(key[index] - last[index]);
            }
            last = *key;
        }
        Differences(columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, turn: f64) -> Pose {
        Pose::from(&Isometry3::new(
            [x, 0.0, 0.0].into(),
            [0.0, turn, 0.0].into(),
        ))
    }

    #[test]
    fn a_body_at_rest_takes_two_poses() {
        let mut track = Track::default();
        for time in 0..100 {
            let x = f64::from(time.max(49));
            track.push(time, &at(x, 0.5), 1e-3).unwrap();
        }
        let times: Vec<i32> = track.keys.iter().map(|key| key[0]).collect();
        assert_eq!((&times[..3], times.len()), (&[0, 49, 50][..], 52));
    }

    #[test]
    fn differences_add_up_to_the_poses_within_half_a_unit() {
        let mut track = Track::default();
        // two whole turns: the quaternion changes its sign, its track does not
        let poses: Vec<Pose> = (0..200)
            .map(|step| {
                let share = f64::from(step) / 200.0;
                at(7.0 * share, 4.0 * std::f64::consts::PI * share)
            })
            .collect();
        for (time, pose) in poses.iter().enumerate() {
            track.push(time as i32, pose, 1e-3).unwrap();
        }
        let Differences(columns) = track.differences();
        let mut sums = [0; 8];
        for (index, pose) in poses.iter().enumerate() {
            for (sum, column) in sums.iter_mut().zip(&columns) {
                *sum += column[index];
            }
            assert_eq!(sums[0], index as i32);
            assert!((f64::from(sums[1]) * 1e-3 - pose.position[0]).abs() <= 0.5001e-3);
            let along: f64 = (0..4)
                .map(|c| f64::from(sums[4 + c]) * ROTATION_UNIT * pose.rotation[c])
                .sum();
            assert!((along.abs() - 1.0).abs() < 1e-3, "{along}");
            assert!(index == 0 || columns[4..].iter().all(|column| column[index].abs() < 700));
        }
    }
}
