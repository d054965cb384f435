//! Runs a target of `crates/judge/tests/fuzzed` under libFuzzer. The environment variable `FUZZ_TARGET` names the target.

#![no_main]

#[path = "../../crates/judge/tests/fuzzed/certificates.rs"]
mod certificates;
#[path = "../../crates/judge/tests/fuzzed/hostile.rs"]
mod hostile;
#[path = "../../crates/judge/tests/fuzzed/pieces.rs"]
mod pieces;
#[path = "../../crates/judge/tests/fuzzed/queries.rs"]
mod queries;
#[path = "../../crates/judge/tests/fuzzed/readers.rs"]
mod readers;
#[path = "../../crates/judge/tests/fuzzed/seeds.rs"]
mod seeds;
#[path = "../../crates/judge/tests/fuzzed/tales.rs"]
mod tales;
#[path = "../../crates/judge/tests/fuzzed/targets.rs"]
mod targets;

use std::sync::LazyLock;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use targets::{TARGETS, Target};

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
    let wanted = std::env::var("FUZZ_TARGET").unwrap_or_default();
    let found = TARGETS.iter().find(|target| target.name == wanted);
    let target = *found.unwrap_or_else(|| panic!("FUZZ_TARGET must be one of {names:?}"));
    if let Some(directory) = std::env::var_os("FUZZ_SEEDS") {
        let texts = target.seeds.iter().map(|seed| seed.as_bytes().to_vec());
        // A target without seeds gets 32 inputs of 600 random bytes.
        let count = if target.seeds.is_empty() { 32 } else { 0 };
        let mut random = StdRng::seed_from_u64(1);
        let any = (0..count).map(|_| (0..600).map(|_| random.random()).collect());
        for (number, seed) in texts.chain(any).enumerate() {
            let file = std::path::Path::new(&directory).join(format!("seed{number}"));
            std::fs::write(file, seed).expect("the directory of seeds can be written");
        }
    }
    target
});

libfuzzer_sys::fuzz_target!(
    init: {
        LazyLock::force(&TARGET);
    },
    |bytes: &[u8]| {
        (TARGET.run)(bytes);
    }
);
