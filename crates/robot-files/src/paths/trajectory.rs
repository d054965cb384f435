//! Paths as trajectory messages in YAML.

use super::{PathRecord, checked};
use crate::ReadError;
use crate::warning::Source;
use crate::yaml::{self, Item, Keys};
use photofinish_robot::Path;

/// The keys under which messages hold trajectories.
const HOLDERS: [&str; 4] = [
    "joint_trajectory",
    "trajectory",
    "planned_trajectory",
    "goal",
];

/// The keys of messages that hold trajectories.
const MESSAGE: Keys = Keys {
    read: &[
        "joint_trajectory",
        "trajectory",
        "planned_trajectory",
        "goal",
        "multi_dof_joint_trajectory",
        "multi_dof_trajectory",
        "points",
        "joint_names",
    ],
    idle: &[
        "header",
        "model_id",
        "trajectory_start",
        "start_state",
        "group_name",
        "planning_time",
        "error_code",
        "controller_names",
        "goal_id",
        "path_tolerance",
        "component_path_tolerance",
        "goal_tolerance",
        "component_goal_tolerance",
        "goal_time_tolerance",
        "executed_trajectory",
    ],
};
const TRAJECTORY: Keys = Keys {
    read: &["points", "joint_names"],
    idle: &["header"],
};
const POINT: Keys = Keys {
    read: &[
        "positions",
        "velocities",
        "accelerations",
        "time_from_start",
    ],
    idle: &["effort"],
};

pub(super) fn records(text: &str, source: Source<'_>) -> Result<Vec<PathRecord>, ReadError> {
    let node = yaml::parse(text, source.name)?;
    let root = Item::new(source, &node, "the trajectory");
    let mut found = Vec::new();
    find(&root, &mut found)?;
    if found.is_empty() {
        return Err(ReadError::missing(
            root.place(),
            "the file",
            "a list of \"points\"",
        ));
    }
    found.iter().map(record).collect()
}

/// Collects the trajectories in a message, or the message itself if it is one.
fn find<'a>(item: &Item<'a>, found: &mut Vec<Item<'a>>) -> Result<(), ReadError> {
    if item.get("points").is_some() {
        found.push(item.clone().named("the trajectory"));
        return Ok(());
    }
    item.check(&MESSAGE)?;
    for several in ["multi_dof_joint_trajectory", "multi_dof_trajectory"] {
        if let Some(several) = item.get(several)
            && let Some(point) = several.list_at("points")?.first()
        {
            return Err(ReadError::unsupported(
                point.place(),
                "a trajectory of joints of several values",
                "give each of their values a joint of its own",
            ));
        }
    }
    for holder in HOLDERS {
        match item.get(holder) {
            Some(held) if held.is_map() => find(&held, found)?,
            Some(held) => {
                for held in held.list()? {
                    find(&held, found)?;
                }
            }
            None => {}
        }
    }
    Ok(())
}

fn record(item: &Item<'_>) -> Result<PathRecord, ReadError> {
    item.check(&TRAJECTORY)?;
    let points = item.list_at("points")?;
    let points: Vec<_> = points
        .into_iter()
        .enumerate()
        .map(|(index, point)| point.named(format!("point {index}")))
        .collect();
    for point in &points {
        // with its number, each point would have a warning of its own
        point.clone().named("a point").check(&POINT)?;
    }
    let joints = item.get("joint_names").map(|names| names.texts());
    let mut path = Path {
        joints: joints.transpose()?,
        times: times(item, &points)?,
        positions: points
            .iter()
            .map(|point| point.required("positions")?.numbers())
            .collect::<Result<_, _>>()?,
        velocities: rates(&points, "velocities")?,
        accelerations: rates(&points, "accelerations")?,
    };
    if path.times.is_none() {
        let rates = [path.velocities.take(), path.accelerations.take()];
        if rates
            .iter()
            .flatten()
            .flatten()
            .flatten()
            .any(|&rate| rate != 0.0)
        {
            item.warn("all times are 0: velocities and accelerations are passed over");
        }
    }
    let place = item.place();
    Ok(PathRecord {
        path: checked(path, &place)?,
        scene: None,
        id: None,
        place: place.to_string(),
    })
}

/// Returns the values under a key that either all points have or none has.
fn all_or_none<T>(
    points: &[Item<'_>],
    key: &str,
    value: impl Fn(&Item<'_>) -> Result<Option<T>, ReadError>,
) -> Result<Option<Vec<T>>, ReadError> {
    let mut values = Vec::new();
    for (index, point) in points.iter().enumerate() {
        let value = value(point)?;
        if index > 0 && value.is_some() == values.is_empty() {
            let (place, what) = (point.place(), format!("{key} of {}", point.what()));
            let expected = "given for all points or for none";
            let found = if value.is_some() {
                "not absent"
            } else {
                "absent"
            };
            return Err(ReadError::malformed(place, what, expected, found));
        }
        values.extend(value);
    }
    Ok((!values.is_empty()).then_some(values))
}

/// Returns the rates of the joints at all points. An empty list counts as absent.
fn rates(points: &[Item<'_>], key: &str) -> Result<Option<Vec<Vec<f64>>>, ReadError> {
    all_or_none(points, key, |point| {
        let numbers = point.get(key).map(|rates| rates.numbers()).transpose()?;
        Ok(numbers.filter(|numbers| !numbers.is_empty()))
    })
}

/// Returns the times in seconds; none if all are 0.
fn times(item: &Item<'_>, points: &[Item<'_>]) -> Result<Option<Vec<f64>>, ReadError> {
    let times = all_or_none(points, "time_from_start", |point| {
        let time = point.get("time_from_start");
        time.map(|time| seconds(&time)).transpose()
    })?;
    let has_rates = || {
        ["velocities", "accelerations"]
            .iter()
            .any(|key| matches!(rates(points, key), Ok(Some(_))))
    };
    if times.is_none() && has_rates() {
        let what = "time_from_start in its points, as these have velocities";
        return Err(ReadError::missing(item.place(), item.what(), what));
    }
    Ok(times.filter(|times| times.iter().any(|&time| time != 0.0)))
}

fn seconds(time: &Item<'_>) -> Result<f64, ReadError> {
    if !time.is_map() {
        return time.number();
    }
    let (seconds, nanoseconds) = match time.get("secs") {
        Some(seconds) => (seconds, time.required("nsecs")?),
        None => (time.required("sec")?, time.required("nanosec")?),
    };
    Ok(seconds.number()? + 1e-9 * nanoseconds.number()?)
}
