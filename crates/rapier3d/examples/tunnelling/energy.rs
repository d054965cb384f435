//! How energy falls, and when bodies fall asleep, with and without continuous collision detection.

use crate::rapier::prelude::*;
use crate::settling::{self, Course, Steps, TIMES};

/// Prints, for each world and each way of detection, the mean energies and times of this many variations.
pub fn print(variations: u64, seed: u64) {
    println!(
        "share of the energy at the start, after so many seconds; means of {variations} variations"
    );
    print!("{:46} {:7}", "", "");
    TIMES.iter().for_each(|time| print!(" {time:6.2}"));
    println!(
        " {:>8} {:>14} {:>14} {:>14}",
        "gain", "way, m", "half asleep, s", "9/10 asleep, s"
    );
    for settling in settling::all() {
        for steps in Steps::ALL {
            let name = match steps {
                Steps::Off => settling.name,
                _ => "",
            };
            print!("{name:46} {:7}", format!("{steps:?}").to_lowercase());
            let seeds = seed..seed + variations;
            print_row(
                &seeds
                    .map(|seed| settling.run(seed, steps))
                    .collect::<Vec<_>>(),
            );
        }
    }
}

/// Prints the means, and how far those of the times may be off: the standard error.
fn print_row(courses: &[Course]) {
    for at in 0..TIMES.len() {
        print!(" {:6.3}", mean(courses, |course| course.energies[at]).0);
    }
    let gain = courses
        .iter()
        .map(|course| course.gain)
        .fold(0.0, Real::max);
    print!(" {gain:8.5}");
    for of in [
        |course: &Course| course.way,
        |course: &Course| course.half_asleep,
        |course: &Course| course.most_asleep,
    ] {
        let (mean, error) = mean(courses, of);
        print!(" {mean:6.2} +- {error:4.2}");
    }
    println!();
}

/// Returns the mean over all courses, and its standard error.
fn mean(courses: &[Course], of: impl Fn(&Course) -> Real) -> (Real, Real) {
    let count = courses.len() as Real;
    let mean = courses.iter().map(&of).sum::<Real>() / count;
    let squares = courses.iter().map(|course| (of(course) - mean).powi(2));
    let variance = squares.sum::<Real>() / (count - 1.0).max(1.0);
    (mean, (variance / count).sqrt())
}
