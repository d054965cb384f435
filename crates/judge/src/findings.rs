//! What judges find, and how their cases are shared out among threads.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::thread;

/// How often each kind of thing was seen, and what is wrong.
#[derive(Clone, Debug)]
pub struct Findings<K> {
    /// How many cases were judged.
    pub cases: u64,
    pub counts: BTreeMap<K, u64>,
    /// What is wrong. Judges of many seeds name the one that shows it.
    pub wrong: Vec<String>,
    /// What is neither right nor wrong.
    pub open: Vec<String>,
}

/// What was found in each of some families.
pub type OfFamilies<K> = Findings<(String, K)>;

impl<K> Default for Findings<K> {
    fn default() -> Self {
        Self {
            cases: 0,
            counts: BTreeMap::new(),
            wrong: Vec::new(),
            open: Vec::new(),
        }
    }
}

impl<K: Ord> Findings<K> {
    /// Counts a thing that was seen.
    pub fn count(&mut self, kind: K) {
        self.add(kind, 1);
    }

    pub fn add(&mut self, kind: K, count: u64) {
        *self.counts.entry(kind).or_default() += count;
    }

    /// Notes what is wrong.
    pub fn blame(&mut self, what: impl Into<String>) {
        self.wrong.push(what.into());
    }

    /// Returns how often a thing was seen.
    pub fn of(&self, kind: &K) -> u64 {
        self.counts.get(kind).copied().unwrap_or(0)
    }

    /// Adds what another judge found.
    pub fn merge(&mut self, other: Self) {
        self.cases += other.cases;
        for (kind, count) in other.counts {
            self.add(kind, count);
        }
        self.wrong.extend(other.wrong);
        self.open.extend(other.open);
    }
}

impl<K: Ord + fmt::Debug> OfFamilies<K> {
    /// Adds what was found in a case of a family.
    pub fn of_family(&mut self, family: &str, found: Findings<K>) {
        self.cases += 1;
        for (kind, count) in found.counts {
            self.add((family.to_owned(), kind), count);
        }
        self.wrong.extend(found.wrong);
        self.open.extend(found.open);
    }

    /// Returns how often a thing was seen in all families.
    pub fn total(&self, kind: &K) -> u64 {
        let counts = self.counts.iter();
        let of_kind = counts.filter(|((_, found), _)| found == kind);
        of_kind.map(|(_, count)| count).sum()
    }

    /// Returns a row for each family: what was seen, and how often.
    pub fn rows(&self) -> String {
        let mut rows: BTreeMap<&str, String> = BTreeMap::new();
        for ((family, kind), count) in &self.counts {
            let row = rows.entry(family).or_insert(format!("{family:<20}"));
            *row += &format!(" {kind:?} {count},");
        }
        let rows: Vec<_> = rows.into_values().collect();
        rows.join("\n").replace('"', "")
    }
}

/// Returns the number of threads: that of the processors, unless another is given.
pub fn threads(given: Option<u64>) -> u64 {
    let available = || thread::available_parallelism().map_or(1, |count| count.get() as u64);
    given.unwrap_or_else(available).max(1)
}

/// Shares a range of seeds out among threads, and merges what they found.
pub fn shared_out<X: Default + Send>(
    seeds: Range<u64>,
    threads: u64,
    judge: impl Fn(Range<u64>) -> X + Sync,
    merge: fn(&mut X, X),
) -> X {
    let share = |k: u64| seeds.start + (seeds.end - seeds.start) * k / threads;
    let judge = &judge;
    let mut found = X::default();
    thread::scope(|scope| {
        let work = |k| scope.spawn(move || judge(share(k)..share(k + 1)));
        let parts: Vec<_> = (0..threads).map(work).collect();
        for part in parts {
            merge(&mut found, part.join().expect("a judge does not panic"));
        }
    });
    found
}

/// Returns a function for each space: for the plane and for space, in double and in single precision.
#[macro_export]
macro_rules! in_every_space {
    ($($judge:ident)::+) => {
        [
            $($judge)::+::<f64, nalgebra::UnitComplex<f64>, 2>,
            $($judge)::+::<f32, nalgebra::UnitComplex<f32>, 2>,
            $($judge)::+::<f64, nalgebra::UnitQuaternion<f64>, 3>,
            $($judge)::+::<f32, nalgebra::UnitQuaternion<f32>, 3>,
        ]
    };
}
