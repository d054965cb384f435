//! Outlines and paths in the plane of the picture.

use std::ops::Range;

use crate::drawing::Points;

/// Returns the convex hull, counter-clockwise (A. M. Andrew 1979).
pub fn hull(mut points: Points) -> Points {
    points.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    let half = |points: &mut dyn Iterator<Item = (f64, f64)>| {
        let mut side = Points::new();
        for c in points {
            while let [.., a, b] = side[..]
                && (b.0 - a.0) * (c.1 - a.1) <= (b.1 - a.1) * (c.0 - a.0)
            {
                side.pop();
            }
            side.push(c);
        }
        side.pop();
        side
    };
    let mut outline = half(&mut points.iter().copied());
    outline.extend(half(&mut points.iter().rev().copied()));
    outline
}

/// Returns the part of a path from where it enters the picture to where it leaves it.
pub fn inside(path: &Points, x: &Range<f64>, y: &Range<f64>) -> Points {
    let holds = |at: &(f64, f64)| x.contains(&at.0) && y.contains(&at.1);
    let mut part = Points::new();
    for step in path.windows(2) {
        let (from, to) = (step[0], step[1]);
        match (holds(&from), holds(&to)) {
            (true, true) => part.extend([from, to]),
            (true, false) => {
                part.extend([from, edge(from, to, x, y)]);
                break;
            }
            (false, true) => part.push(edge(to, from, x, y)),
            (false, false) => {}
        }
    }
    part.dedup();
    part
}

/// Returns the point where the line from a point in the picture to a point outside leaves it.
fn edge(from: (f64, f64), to: (f64, f64), x: &Range<f64>, y: &Range<f64>) -> (f64, f64) {
    let share = |from: f64, to: f64, range: &Range<f64>| {
        if range.contains(&to) {
            1.0
        } else {
            (to.clamp(range.start, range.end) - from) / (to - from)
        }
    };
    let share = share(from.0, to.0, x).min(share(from.1, to.1, y));
    (
        from.0 + (to.0 - from.0) * share,
        from.1 + (to.1 - from.1) * share,
    )
}
