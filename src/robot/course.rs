//! A path made ready to be followed: every joint value as a polynomial over every segment.

use super::polynomial::Polynomial;
use super::{Path, Robot, RobotError};
use crate::NotFinite;
use crate::error::finite;

/// One segment of a path: the joint values of a whole configuration.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    /// When it begins, in the path's time.
    pub(super) start: f64,
    /// When it ends.
    pub(super) end: f64,
    pub(super) values: Vec<Polynomial>,
}

impl Segment {
    /// The path's time when this share of the segment has passed.
    pub(super) fn time(&self, u: f64) -> f64 {
        if u >= 1.0 {
            self.end
        } else {
            self.start + (self.end - self.start) * u
        }
    }

    /// The joint values when this share of the segment has passed.
    pub(super) fn configuration(&self, u: f64) -> Vec<f64> {
        self.values.iter().map(|value| value.value(u)).collect()
    }

    /// The same segment, followed backwards.
    pub(super) fn reversed(&self) -> Self {
        Self {
            start: self.start,
            end: self.end,
            values: self.values.iter().map(Polynomial::reversed).collect(),
        }
    }
}

/// Where each value of a path belongs, and what it is where the path says nothing.
struct Places<'p> {
    path: &'p Path,
    coordinates: Vec<usize>,
    rest: &'p [f64],
}

/// The segments of `path`; at least one, which stands still if there is one waypoint only.
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
            let values = places.polynomials(first, end - start)?;
            Ok(Segment { start, end, values })
        })
        .collect()
}

/// When the waypoints are passed.
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
            Some(names) => names
                .iter()
                .map(|name| robot.coordinate(name))
                .collect::<Result<Vec<_>, _>>()?,
            None => (0..path.positions[0].len().min(rest.len())).collect(),
        };
        for (index, coordinate) in coordinates.iter().enumerate() {
            if coordinates[..index].contains(coordinate) {
                return Err(RobotError::DuplicateName {
                    kind: "joint",
                    name: robot
                        .coordinates()
                        .nth(*coordinate)
                        .unwrap_or_default()
                        .to_owned(),
                });
            }
        }
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

    /// The values of a waypoint as a whole configuration.
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

    /// The joint values from one waypoint to the next, which it takes this long.
    fn polynomials(&self, first: usize, duration: f64) -> Result<Vec<Polynomial>, RobotError> {
        let path = self.path;
        let ends = |all: &[Vec<f64>], quantity| -> Result<_, RobotError> {
            let from = self.spread(first, &all[first], quantity)?;
            Ok((from, self.spread(first + 1, &all[first + 1], quantity)?))
        };
        let (p, q) = ends(&path.positions, "positions")?;
        let Some(velocities) = &path.velocities else {
            let straight = p.iter().zip(&q).map(|(&p, &q)| Polynomial::linear(p, q));
            return Ok(straight.collect());
        };
        let (v, w) = ends(velocities, "velocities")?;
        let Some(accelerations) = &path.accelerations else {
            return Ok((0..p.len())
                .map(|i| Polynomial::cubic([p[i], v[i] * duration], [q[i], w[i] * duration]))
                .collect());
        };
        let (a, b) = ends(accelerations, "accelerations")?;
        let square = duration * duration;
        Ok((0..p.len())
            .map(|i| {
                Polynomial::quintic(
                    [p[i], v[i] * duration, a[i] * square],
                    [q[i], w[i] * duration, b[i] * square],
                )
            })
            .collect())
    }
}
