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
    /// The figures of all queries, and of queries over a whole frame.
    solver: [Solver; 2],
    energy: [f64; 2],
}

/// The counts of a line of the table, or of the whole run.
#[derive(Clone, Copy, Default)]
struct Figures {
    compared: Comparison,
    queries: u64,
    photo_finishes: u64,
    impacts: u64,
    micro: u64,
    resumed: u64,
    pushed: u64,
    undecided: u64,
    overlapping: u64,
    cut_short: u64,
    spent: Duration,
    /// The energy that impacts took, and the energy that they gave, in joules.
    taken: f64,
    given: f64,
}

/// The solver's iterations, counted as in [2] 6: over the queries in which the hyperspace test over the whole interval
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
            "queries, one per pair and frame, and more after impacts | photo finishes among the"
        );
        println!(
            "queries | impacts | microcollisions, by which bodies rest | pairs with an impact that a"
        );
        println!("static test at both ends of the frame would miss\n");
        println!("   time    pairs    boxes  queries  photo f.  impacts  microcol.  missed");
        Self {
            frame_seconds: 1.0 / f64::from(options.rate),
            frames_per_line: options.frames_per_line(),
            frames: 0,
            line: Figures::default(),
            total: Figures::default(),
            solver: [Solver::default(); 2],
            energy: [energy, energy],
        }
    }

    /// Counts one frame.
    pub fn add(&mut self, frame: &Frame, compared: &Comparison, energy: f64) {
        let figures = Figures::new(frame, compared);
        self.line += figures;
        self.total += figures;
        let whole = frame.queries.len().min(compared.pairs as usize);
        let whole_frame = &frame.queries[..whole];
        for (solver, queries) in self.solver.iter_mut().zip([&frame.queries, whole_frame]) {
            solver.add(queries);
        }
        self.energy[1] = energy;
        self.frames += 1;
        if self.frames.is_multiple_of(self.frames_per_line) {
            self.print_line();
        }
    }

    fn print_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        println!(
            "{:6.3} s {:7} {:8} {:8} {:9} {:8} {:10} {:7}",
            f64::from(self.frames) * self.frame_seconds,
            line.compared.pairs,
            line.compared.boxes,
            line.queries,
            line.photo_finishes,
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
            "  {} queries in {:.3} s, {:.2} us each; {} photo finishes",
            total.queries,
            total.spent.as_secs_f64(),
            total.spent.as_secs_f64() * 1e6 / total.queries as f64,
            total.photo_finishes
        );
        println!(
            "  {} impacts and {} microcollisions; a test at both frame ends would miss {} pairs",
            total.impacts, total.micro, total.compared.missed
        );
        println!(
            "  energy {:.1} J at first; impacts took {:.1} J, microcollisions gave {:.1} J; {:.1} J at the end",
            self.energy[0], total.taken, total.given, self.energy[1]
        );
        total.print_anomalies();
        total.compared.print_overlaps();
        Solver::print(&self.solver);
    }
}

impl Figures {
    fn new(frame: &Frame, compared: &Comparison) -> Self {
        let micro = frame.hits.iter().filter(|hit| hit.micro).count() as u64;
        let finishes = frame.queries.iter().filter(|query| query.photo_finish);
        Self {
            compared: *compared,
            queries: frame.queries.len() as u64,
            photo_finishes: finishes.count() as u64,
            impacts: frame.hits.len() as u64 - micro,
            micro,
            resumed: u64::from(frame.resumed),
            pushed: u64::from(frame.pushed),
            undecided: u64::from(frame.undecided),
            overlapping: u64::from(frame.overlapping),
            cut_short: u64::from(frame.cut_short),
            spent: frame.spent,
            taken: frame.hits.iter().map(|hit| (-hit.gain).max(0.0)).sum(),
            given: frame.hits.iter().map(|hit| hit.gain.max(0.0)).sum(),
        }
    }

    /// Prints the events that should not happen, if there were any.
    fn print_anomalies(&self) {
        let anomalies = [
            (
                self.resumed,
                "contacts that separate were reported, and ignored",
            ),
            (self.pushed, "of them had to be pushed apart harder"),
            (
                self.undecided,
                "queries were undecided, and taken for impacts",
            ),
            (self.overlapping, "queries started in an overlap"),
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
        self.photo_finishes += other.photo_finishes;
        self.impacts += other.impacts;
        self.micro += other.micro;
        self.resumed += other.resumed;
        self.pushed += other.pushed;
        self.undecided += other.undecided;
        self.overlapping += other.overlapping;
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

    fn print([all, whole]: &[Self; 2]) {
        println!(
            "\nThe solver, in queries in which no first separating vector holds to the end, compared with"
        );
        println!("the experiment of [2]; queries after an impact start in contact:\n");
        println!("                                all queries  for a whole frame     [2]");
        println!(
            "  queries in which it ran       {:11} {:18}",
            all.runs, whole.runs
        );
        println!(
            "  iterations, mean              {:11.1} {:18.1} {:7.1}",
            all.share(all.iterations),
            whole.share(whole.iterations),
            2.2
        );
        println!(
            "  iterations, worst             {:11} {:18} {:7}",
            all.worst_iterations, whole.worst_iterations, 43
        );
        println!(
            "  proven spans, mean            {:11.1} {:18.1}",
            all.share(all.spans),
            whole.share(whole.spans)
        );
        println!(
            "  proven spans, worst           {:11} {:18}",
            all.worst_spans, whole.worst_spans
        );
        println!(
            "  photo finishes                {:9.0} % {:16.0} % {:5} %",
            100.0 * all.share(all.photo_finishes),
            100.0 * whole.share(whole.photo_finishes),
            70
        );
    }
}
