//! Prints the figures of a run.

use std::ops::AddAssign;
use std::time::Duration;

use photofinish::Statistics;

use crate::args::Options;
use crate::compare::Comparison;
use crate::world::Frame;

/// The figures of a run, printed as it goes.
pub struct Tally {
    frame_seconds: f64,
    frames_per_line: u32,
    frames: u32,
    line: Figures,
    total: Figures,
    /// The figures of queries over a whole frame.
    solver: Solver,
    energy: [f64; 2],
}

/// The counts of a line of the table, or of the whole run.
#[derive(Clone, Copy, Default)]
struct Figures {
    compared: Comparison,
    queries: u64,
    impacts: u64,
    micro: u64,
    pushed: u64,
    undecided: u64,
    cut_short: u64,
    spent: Duration,
    /// The energy that impacts took, and the energy that they gave, in joules.
    taken: f64,
    given: f64,
}

/// The solver's iterations, counted as in \[2\] 6: over the queries in which the hyperspace test over the whole interval
/// failed.
#[derive(Clone, Copy, Default)]
struct Solver {
    runs: u64,
    photo_finishes: u64,
    iterations: u64,
    worst_iterations: u32,
    spans: u64,
    worst_spans: u32,
}

impl Tally {
    /// Prints the head of the table. The energy is in joules.
    pub fn new(options: &Options, energy: f64) -> Self {
        println!(
            "{} blocks, a bullet and a floor, in {}: {} frames per second, restitution {}, friction {}, seed {}\n",
            options.count,
            options.scalar.name(),
            options.rate,
            options.restitution,
            options.friction,
            options.seed
        );
        println!(
            "Each line sums up {} frames: pairs of bodies | pairs whose swept bounding boxes overlap |",
            options.frames_per_line()
        );
        println!(
            "queries, also after impacts | impacts | microcollisions, by which bodies rest | pairs with an"
        );
        println!("impact that a static test at both ends of the frame would miss\n");
        println!("   time    pairs    boxes  queries  impacts  microcol.  missed");
        Self {
            frame_seconds: 1.0 / f64::from(options.rate),
            frames_per_line: options.frames_per_line(),
            frames: 0,
            line: Figures::default(),
            total: Figures::default(),
            solver: Solver::default(),
            energy: [energy, energy],
        }
    }

    /// Counts one frame, with the time it took, what simpler tests say of it, and what queries over all of it cost.
    pub fn add(
        &mut self,
        (frame, spent): (&Frame, Duration),
        (compared, whole): (&Comparison, &[Statistics]),
        energy: f64,
    ) {
        let figures = Figures::new((frame, spent), compared);
        self.line += figures;
        self.total += figures;
        self.solver.add(whole);
        self.energy[1] = energy;
        self.frames += 1;
        if self.frames.is_multiple_of(self.frames_per_line) {
            self.print_line();
        }
    }

    fn print_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        println!(
            "{:6.3} s {:7} {:8} {:8} {:8} {:10} {:7}",
            f64::from(self.frames) * self.frame_seconds,
            line.compared.pairs,
            line.compared.boxes,
            line.queries,
            line.impacts,
            line.micro,
            line.compared.missed
        );
    }

    /// Prints the last line of the table if it is incomplete, and the totals.
    pub fn finish(&mut self) {
        if !self.frames.is_multiple_of(self.frames_per_line) {
            self.print_line();
        }
        let total = &self.total;
        println!("\nIn {} frames:", self.frames);
        println!(
            "  {} pairs, {} flagged by their swept bounding boxes",
            total.compared.pairs, total.compared.boxes
        );
        println!(
            "  {} queries; all frames took {:.3} s",
            total.queries,
            total.spent.as_secs_f64()
        );
        println!(
            "  {} impacts and {} microcollisions, the small hops of bodies that rest; a test at both frame ends would miss \
             {} pairs",
            total.impacts, total.micro, total.compared.missed
        );
        println!(
            "  energy {:.1} J at first; impacts took {:.1} J, microcollisions gave {:.1} J; {:.1} J at the end",
            self.energy[0], total.taken, total.given, self.energy[1]
        );
        total.print_anomalies();
        total.compared.print_overlaps();
        self.solver.print();
    }
}

impl Figures {
    fn new((frame, spent): (&Frame, Duration), compared: &Comparison) -> Self {
        let micro = frame.hits.iter().filter(|hit| hit.micro).count() as u64;
        Self {
            compared: *compared,
            queries: frame.queries,
            impacts: frame.hits.len() as u64 - micro,
            micro,
            pushed: frame.hits.iter().map(|hit| u64::from(hit.pushed)).sum(),
            undecided: frame.undecided as u64,
            cut_short: u64::from(frame.cut_short),
            spent,
            taken: frame.hits.iter().map(|hit| (-hit.gain).max(0.0)).sum(),
            given: frame.hits.iter().map(|hit| hit.gain.max(0.0)).sum(),
        }
    }

    /// Prints the events that should not happen, if there were any.
    fn print_anomalies(&self) {
        let anomalies = [
            (
                self.pushed,
                "times a hop did not part two bodies, and was doubled",
            ),
            (
                self.undecided,
                "queries were undecided, and taken for impacts",
            ),
            (self.cut_short, "frames were cut short: too many events"),
        ];
        for (count, what) in anomalies.into_iter().filter(|(count, _)| *count > 0) {
            println!("  {count} {what}");
        }
    }
}

impl AddAssign for Figures {
    fn add_assign(&mut self, other: Self) {
        self.compared.pairs += other.compared.pairs;
        self.compared.boxes += other.compared.boxes;
        self.compared.missed += other.compared.missed;
        self.compared.overlaps += other.compared.overlaps;
        self.compared.depth = self.compared.depth.max(other.compared.depth);
        self.queries += other.queries;
        self.impacts += other.impacts;
        self.micro += other.micro;
        self.pushed += other.pushed;
        self.undecided += other.undecided;
        self.cut_short += other.cut_short;
        self.spent += other.spent;
        self.taken += other.taken;
        self.given += other.given;
    }
}

impl Comparison {
    fn print_overlaps(&self) {
        print!("  deepest overlap of any pair at the end of any frame: ");
        match (self.overlaps, self.depth) {
            (0, _) => println!("none"),
            (count, depth) => println!("{depth:e} m, of {count} overlaps"),
        }
    }
}

impl Solver {
    fn add(&mut self, queries: &[Statistics]) {
        for query in queries.iter().filter(|query| query.root_iterations > 0) {
            self.runs += 1;
            self.photo_finishes += u64::from(query.photo_finish);
            self.iterations += u64::from(query.root_iterations);
            self.worst_iterations = self.worst_iterations.max(query.root_iterations);
            self.spans += u64::from(query.subintervals);
            self.worst_spans = self.worst_spans.max(query.subintervals);
        }
    }

    fn share(&self, part: u64) -> f64 {
        part as f64 / self.runs.max(1) as f64
    }

    fn print(&self) {
        println!(
            "\nThe solver, in queries over a whole frame in which no first separating vector holds to the"
        );
        println!("end, compared with the experiment of [2]:\n");
        println!("                                      here     [2]");
        println!("  queries in which it ran       {:10}", self.runs);
        let mean = self.share(self.iterations);
        println!("  iterations, mean              {mean:10.1} {:7.1}", 2.2);
        println!(
            "  iterations, worst             {:10} {:7}",
            self.worst_iterations, 43
        );
        println!(
            "  proven spans, mean            {:10.1}",
            self.share(self.spans)
        );
        println!("  proven spans, worst           {:10}", self.worst_spans);
        let finishes = 100.0 * self.share(self.photo_finishes);
        println!(
            "  photo finishes                {finishes:8.0} % {:5} %",
            70
        );
        println!("\nA photo finish ends without an impact: the bodies only come near each other.");
    }
}
