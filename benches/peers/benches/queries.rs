//! Times the queries of `moving` and `tracking` with criterion, for its statistics. Each family is a group, and each
//! contender a function of the group.
//!
//! Run it by `cargo bench -p photofinish-peers`, or for one group by `... -- moving/tumble`. Each time is for a fixed set of cases,
//! or for the steps of a path. Answers are not judged, and a query that never ends is not stopped.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use peers::{moving, tracking};

/// The number of cases of each family of moving bodies.
const CASES: u64 = 30;

fn time_of_impact(criterion: &mut Criterion) {
    for family in moving::case::Family::ALL {
        let random = |seed| moving::case::Case::random(family, seed);
        let cases: Vec<_> = (1..=CASES).map(random).collect();
        let mut group = criterion.benchmark_group(format!("moving/{family}"));
        group.sampling_mode(SamplingMode::Flat);
        for make in moving::contender::ALL {
            let contender = make();
            let pairs: Vec<_> = cases
                .iter()
                .filter_map(|case| contender.build(case))
                .collect();
            if pairs.is_empty() {
                continue;
            }
            group.throughput(Throughput::Elements(pairs.len() as u64));
            group.bench_function(contender.name(), |bencher| {
                bencher.iter(|| {
                    for pair in &pairs {
                        black_box(black_box(pair).ask());
                    }
                });
            });
        }
        group.finish();
    }
}

fn steps(criterion: &mut Criterion) {
    for question in tracking::path::Question::ALL {
        for family in tracking::path::Family::ALL {
            let path = tracking::path::Path::random(family, question, 1);
            let name = format!("tracking/{question:?}/{family}").to_lowercase();
            let mut group = criterion.benchmark_group(name);
            group.sampling_mode(SamplingMode::Flat);
            group.throughput(Throughput::Elements(path.poses.len() as u64));
            for make in tracking::contender::ALL {
                let contender = make();
                let Some(mut walk) = contender.build(&path) else {
                    continue;
                };
                group.bench_function(contender.name(), |bencher| {
                    bencher.iter(|| {
                        walk.restart();
                        for step in 0..path.poses.len() {
                            black_box(black_box(&mut walk).step(step));
                        }
                    });
                });
            }
            group.finish();
        }
    }
}

criterion_group! {
    name = queries;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(600));
    targets = time_of_impact, steps
}
criterion_main!(queries);
