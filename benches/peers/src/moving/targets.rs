//! Prints photofinish's targets beside the measured ratios.

use std::fmt;

use super::case::Family;
use super::contender::Role;
use super::tables::{Column, Tables};

/// A bound that a measured number must keep.
#[derive(Clone, Copy)]
enum Target {
    AtLeast(f64),
    AtMost(f64),
}

impl Target {
    fn is_met(self, measured: f64) -> bool {
        match self {
            Target::AtLeast(least) => measured >= least,
            Target::AtMost(most) => measured <= most,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Target::AtLeast(least) => f.pad(&format!(">= {least}")),
            Target::AtMost(most) => f.pad(&format!("<= {most}")),
        }
    }
}

/// Prints one line per target whose contenders were asked.
pub fn print(tables: &Tables) {
    println!(
        "\n{:<10} {:<38} {:>7}  {:>7} {:>7} {:>7}",
        "target", "", "", "f64", "f32", "Box3D"
    );
    for family in [Family::Far, Family::Stack] {
        line(
            tables,
            family,
            "query / test, placing",
            Target::AtMost(1.5),
            |column| {
                let ours = tables.beside(column, Role::Ours)?;
                let is_test = tables.columns[column].role == Role::PlacedTest;
                let ratio = tables.ratio(family, ours, Role::PlacedTest)?;
                is_test.then_some(ratio)
            },
        );
        peers(tables, family, (Role::Nonlinear, Role::Ours), 20.0);
    }
    let sweeps = [
        (Family::Translate, 3.0),
        (Family::Tumble, 3.0),
        (Family::Bullet, 3.0),
        (Family::Meshy, 3.0),
        (Family::Graze, 1.0),
        (Family::Slide, 1.0),
        (Family::Hulls256, 10.0),
        (Family::Hulls2048, 10.0),
    ];
    for (family, least) in sweeps {
        peers(tables, family, (Role::Sweep, Role::Ours), least);
        peers(tables, family, (Role::Sweep, Role::OurSweep), least);
    }
    peers(tables, Family::Spin, (Role::Nonlinear, Role::Ours), 5.0);
    growth(tables);
    unsound(tables);
}

/// Prints how many times as long a query of a peer takes as ours.
fn peers(tables: &Tables, family: Family, (peer, ours): (Role, Role), least: f64) {
    let what = match (peer, ours) {
        (Role::Nonlinear, _) => "nonlinear cast / ours",
        (_, Role::OurSweep) => "sweep / our sweep",
        _ => "sweep / ours",
    };
    line(tables, family, what, Target::AtLeast(least), |column| {
        let is_it = tables.columns[column].role == peer;
        is_it.then(|| tables.ratio(family, column, ours))?
    });
}

/// Prints how the time grows with the number of vertices.
fn growth(tables: &Tables) {
    let what = "ours / ours of hulls256";
    line(
        tables,
        Family::Hulls2048,
        what,
        Target::AtMost(2.0),
        |column| {
            let [many, few] =
                [Family::Hulls2048, Family::Hulls256].map(|family| tables.get(family, column));
            let is_ours = tables.columns[column].role == Role::Ours;
            is_ours.then(|| many.ratio_to(few))?
        },
    );
}

/// Prints the number of photofinish's misses and late answers over all families.
fn unsound(tables: &Tables) {
    let columns = tables.columns.iter().enumerate();
    for (index, column) in columns.filter(|(_, column)| column.role == Role::Ours) {
        let all = Family::ALL.map(|family| tables.get(family, index).unsound());
        println!(
            "{:<10} misses and late answers: {}",
            column.name,
            all.iter().sum::<u32>()
        );
    }
}

/// Prints a target with the measured numbers of the contenders that have one.
fn line(
    tables: &Tables,
    family: Family,
    what: &str,
    target: Target,
    measured: impl Fn(usize) -> Option<f64>,
) {
    let numbers: Vec<(&Column, f64)> = tables
        .columns
        .iter()
        .enumerate()
        .filter_map(|(index, column)| Some((column, measured(index)?)))
        .collect();
    if numbers.is_empty() {
        return;
    }
    let is_box = |column: &Column| column.name.starts_with("Box3D");
    let number = |is_it: &dyn Fn(&Column) -> bool| {
        let found = numbers.iter().find(|(column, _)| is_it(column));
        found.map_or_else(String::new, |(_, number)| format!("{number:.2}"))
    };
    let double = number(&|column| column.epsilon == f64::EPSILON);
    let single = number(&|column| column.epsilon != f64::EPSILON && !is_box(column));
    let boxed = number(&is_box);
    let met = numbers.iter().all(|(_, number)| target.is_met(*number));
    let label = family.to_string();
    println!(
        "{label:<10} {what:<38} {target:>7}  {double:>7} {single:>7} {boxed:>7}  {}",
        if met { "met" } else { "not met" }
    );
}
