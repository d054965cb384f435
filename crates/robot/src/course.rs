//! A path as polynomials: one for each joint value, over each segment.

use std::collections::HashMap;

use super::polynomial::Polynomial;
use super::rounded::Rounded;
use super::{Path, Robot, RobotError};
use photofinish::NotFinite;
use photofinish::error::finite;

/// The factor by which the time that has passed is rounded down. The difference and both products lose half an ulp
/// each, which is 1.5 ulps. The sum with the start is rounded down by itself.
const PASSED_FACTOR: f64 = 1.0 - 2.0 * f64::EPSILON;

/// One segment of a path: the joint values of a whole configuration.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    /// The time of its beginning, in the path's time.
    pub(super) start: f64,
    /// The time of its end.
    pub(super) end: f64,
    pub(super) values: Vec<Polynomial>,
}

impl Segment {
    /// Returns the path's time when this share of the segment has passed.
    pub(super) fn time(&self, u: f64) -> f64 {
        if u >= 1.0 {
            self.end
        } else {
            self.start + (self.end - self.start) * u
        }
    }

    /// Returns the path's time when this share of the segment has passed, rounded down: what is proven up to the share
    /// is proven up to this time.
    pub(super) fn time_before(&self, u: f64) -> f64 {
        if u >= 1.0 || u <= 0.0 {
            return self.time(u);
        }
        let passed = (self.end - self.start) * u * PASSED_FACTOR;
        (self.start + passed).next_down().max(self.start)
    }

    /// Returns the joint values when this share of the segment has passed.
    pub(super) fn configuration(&self, u: f64) -> Vec<f64> {
        self.values.iter().map(|value| value.value(u)).collect()
    }

    /// Returns the segment followed backwards.
    pub(super) fn reversed(&self) -> Self {
        Self {
            start: self.start,
            end: self.end,
            values: self.values.iter().map(Polynomial::reversed).collect(),
        }
    }
}

/// The index in a configuration of each value of a path, and the values that the path does not give.
struct Places<'p> {
    path: &'p Path,
    coordinates: Vec<usize>,
    rest: &'p [f64],
}

/// Returns the segments of `path`, at least one. A path of a single waypoint has a segment that stands still.
pub(super) fn segments(
    robot: &Robot,
    rest: &[f64],
    path: &Path,
) -> Result<Vec<Segment>, RobotError> {
    let waypoints = path.positions.len();
    if waypoints == 0 {
        return Err(RobotError::NoWaypoints);
    }
    let places = Places::new(robot, rest, path)?;
    let times = times(path)?;
    if waypoints == 1 {
        let values = places.spread(0, &path.positions[0], "positions")?;
        return Ok(vec![Segment {
            start: times[0],
            end: times[0],
            values: values.iter().map(|&q| Polynomial::linear(q, q)).collect(),
        }]);
    }
    (0..waypoints - 1)
        .map(|first| {
            let (start, end) = (times[first], times[first + 1]);
            let values = places.polynomials(first, (start, end))?;
            Ok(Segment { start, end, values })
        })
        .collect()
}

/// Returns the times of the waypoints.
fn times(path: &Path) -> Result<Vec<f64>, RobotError> {
    let waypoints = path.positions.len();
    let Some(times) = &path.times else {
        return Ok((0..waypoints).map(|i| i as f64).collect());
    };
    counted(waypoints, "times", times.len())?;
    for (waypoint, &time) in times.iter().enumerate() {
        finite("time", time).map_err(|error| bad(waypoint, error))?;
    }
    for (before, pair) in times.windows(2).enumerate() {
        if !(pair[0] < pair[1]) {
            return Err(RobotError::TimeOrder {
                waypoint: before + 1,
                time: pair[0],
                next: pair[1],
            });
        }
    }
    Ok(times.clone())
}

fn counted(waypoints: usize, quantity: &'static str, found: usize) -> Result<(), RobotError> {
    if found == waypoints {
        Ok(())
    } else {
        Err(RobotError::WaypointCount {
            waypoints,
            quantity,
            found,
        })
    }
}

fn bad(waypoint: usize, source: NotFinite) -> RobotError {
    RobotError::BadWaypoint { waypoint, source }
}

/// Returns the indices in a configuration of these joints. Each may be named once.
pub(super) fn named<N: AsRef<str>>(robot: &Robot, names: &[N]) -> Result<Vec<usize>, RobotError> {
    let places: HashMap<_, _> = robot.coordinates().zip(0..).collect();
    let mut is_named = vec![false; places.len()];
    let place = |name: &N| {
        let name = name.as_ref();
        let unknown = || RobotError::unknown_joint(name, robot.coordinates());
        let place = *places.get(name).ok_or_else(unknown)?;
        if std::mem::replace(&mut is_named[place], true) {
            return Err(RobotError::DuplicateName {
                kind: "joint",
                name: name.to_owned(),
            });
        }
        Ok(place)
    };
    names.iter().map(place).collect()
}

impl<'p> Places<'p> {
    fn new(robot: &Robot, rest: &'p [f64], path: &'p Path) -> Result<Self, RobotError> {
        let missing = |quantity, needed| Err(RobotError::Missing { quantity, needed });
        if path.velocities.is_some() && path.times.is_none() {
            return missing("velocities", "times");
        }
        if path.accelerations.is_some() && path.velocities.is_none() {
            return missing("accelerations", "velocities");
        }
        let coordinates = match &path.joints {
            Some(names) => named(robot, names)?,
            None => (0..rest.len()).collect(),
        };
        for (values, quantity) in [
            (&path.velocities, "velocities"),
            (&path.accelerations, "accelerations"),
        ] {
            if let Some(values) = values {
                counted(path.positions.len(), quantity, values.len())?;
            }
        }
        Ok(Self {
            path,
            coordinates,
            rest,
        })
    }

    /// Returns the values of a waypoint as a whole configuration.
    fn spread(
        &self,
        waypoint: usize,
        values: &[f64],
        quantity: &'static str,
    ) -> Result<Vec<f64>, RobotError> {
        if values.len() != self.coordinates.len() {
            return Err(RobotError::ValueCount {
                waypoint,
                quantity,
                found: values.len(),
                expected: self.coordinates.len(),
            });
        }
        let mut spread = if quantity == "positions" {
            self.rest.to_vec()
        } else {
            vec![0.0; self.rest.len()]
        };
        for (&coordinate, &value) in self.coordinates.iter().zip(values) {
            spread[coordinate] = finite("value", value).map_err(|error| bad(waypoint, error))?;
        }
        Ok(spread)
    }

    /// Returns the joint values from one waypoint to the next.
    fn polynomials(
        &self,
        first: usize,
        (start, end): (f64, f64),
    ) -> Result<Vec<Polynomial>, RobotError> {
        let ends = |all: &[Vec<f64>], quantity| -> Result<_, RobotError> {
            let from = self.spread(first, &all[first], quantity)?;
            Ok((from, self.spread(first + 1, &all[first + 1], quantity)?))
        };
        let Path {
            positions,
            velocities,
            accelerations,
            ..
        } = self.path;
        let (p, q) = ends(positions, "positions")?;
        let Some(velocities) = velocities else {
            let straight = p.iter().zip(&q).map(|(&p, &q)| Polynomial::linear(p, q));
            return Ok(straight.collect());
        };
        // derivatives by time become those by the share of the segment
        let duration = Rounded::exact(end) - Rounded::exact(start);
        let given = |values: Vec<f64>| values.into_iter().map(Rounded::exact);
        let once = |values| given(values).map(|v| v * duration).collect::<Vec<_>>();
        let twice = |values| {
            given(values)
                .map(|a| a * duration * duration)
                .collect::<Vec<_>>()
        };
        let (v, w) = ends(velocities, "velocities")?;
        let (p, q) = (given(p).collect::<Vec<_>>(), given(q).collect::<Vec<_>>());
        let (v, w) = (once(v), once(w));
        let joints = 0..p.len();
        let polynomials: Vec<_> = match accelerations {
            None => joints
                .map(|i| Polynomial::cubic([p[i], v[i]], [q[i], w[i]]))
                .collect(),
            Some(accelerations) => {
                let (a, b) = ends(accelerations, "accelerations")?;
                let (a, b) = (twice(a), twice(b));
                joints
                    .map(|i| Polynomial::quintic([p[i], v[i], a[i]], [q[i], w[i], b[i]]))
                    .collect()
            }
        };
        if polynomials.iter().all(Polynomial::is_finite) {
            Ok(polynomials)
        } else {
            Err(RobotError::TooFast { waypoint: first })
        }
    }
}
