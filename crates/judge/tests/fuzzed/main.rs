//! Runs each target of the fuzzers with some hundreds of generated inputs. The folder `fuzz` continues this search,
//! guided by coverage.

mod certificates;
mod hostile;
mod pieces;
mod queries;
mod readers;
mod seeds;
mod tales;
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};

use photofinish_judge::pieces::Tally;
use rand::rngs::StdRng;
use rand::{Rng, RngExt, SeedableRng};
use targets::TARGETS;

/// Pieces of text that the formats contain.
const PIECES: [&str; 24] = [
    "0", "-", "1e999", "NaN", "inf", "1e-400", "<", ">", "\"", "/", "{", "}", "[", "]", ",", ":",
    "#", "&amp;", "&", "*", "\n", "  ", "\u{feff}", "\0",
];

/// Returns a seed with parts removed, repeated or altered, or with pieces inserted. Without seeds the bytes are random.
fn generated(random: &mut StdRng, seeds: &[&str]) -> Vec<u8> {
    if seeds.is_empty() {
        let mut bytes = vec![0; random.random_range(20..600)];
        random.fill_bytes(&mut bytes);
        return bytes;
    }
    let mut bytes = seeds[random.random_range(0..seeds.len())]
        .as_bytes()
        .to_vec();
    for _ in 0..random.random_range(1..5) {
        let at = random.random_range(0..=bytes.len());
        let end = (at + random.random_range(0..30)).min(bytes.len());
        match random.random_range(0..5) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let piece = bytes[at..end].to_vec();
                let to = random.random_range(0..=bytes.len());
                bytes.splice(to..to, piece);
            }
            2 => bytes.truncate(at.max(bytes.len() / 2)),
            3 => {
                let piece = PIECES[random.random_range(0..PIECES.len())];
                bytes.splice(at..at, piece.bytes());
            }
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.random();
                }
            }
        }
    }
    bytes
}

/// Runs a target with its seeds and `count` generated inputs. If it panics, the function shows the input.
fn run(name: &str, count: usize) {
    let target = TARGETS.iter().find(|target| target.name == name);
    let target = target.expect("a target of this name");
    let mut random = StdRng::seed_from_u64(0xf022);
    let whole = target.seeds.iter().map(|seed| seed.as_bytes().to_vec());
    let whole: Vec<_> = whole.collect();
    let damaged = (0..count).map(|_| generated(&mut random, target.seeds));
    for bytes in whole.into_iter().chain(damaged) {
        let ended = catch_unwind(AssertUnwindSafe(|| (target.run)(&bytes)));
        let shown = String::from_utf8_lossy(&bytes);
        assert!(
            ended.is_ok(),
            "{name} panics for {bytes:?}, in text {shown:?}"
        );
    }
}

macro_rules! small_forms {
    ($($name:ident, $count:expr;)*) => {$(
        #[test]
        fn $name() {
            run(stringify!($name), $count);
        }
    )*

        #[test]
        fn every_target_has_a_small_form() {
            let names = [$(stringify!($name)),*];
            assert!(TARGETS.iter().all(|target| names.contains(&target.name)));
        }
    };
}

small_forms! {
    urdf, 200;
    srdf, 200;
    scene, 200;
    path_json, 200;
    path_table, 200;
    path_trajectory, 200;
    stl, 100;
    obj, 100;
    collada, 100;
    case_json, 200;
    query, 1500;
    certificate, 600;
    pieces, 60;
    tale, 6000;
}

/// Most bodies of pieces are bodies, and are judged: they meet or not, and certificates are damaged.
#[test]
fn bodies_of_pieces_are_judged() {
    let mut random = StdRng::seed_from_u64(0xf023);
    let mut tally = Tally::default();
    for _ in 0..120 {
        tally.merge(pieces::judged(&generated(&mut random, &[])));
    }
    let seen = |what| tally.total(&what);
    assert!(seen("contact") > 12 && seen("free") > 8, "{}", tally.rows());
    assert!(seen("damaged") > 100, "{}", tally.rows());
}

/// Many tales lead to claims, so that the oracle has something to refute.
#[test]
fn tales_lead_to_claims() {
    let mut random = StdRng::seed_from_u64(0xf024);
    let claims = (0..1000).map(|_| tales::told(&generated(&mut random, &[])));
    let (tales, claims) = claims.fold((0, 0), |(tales, claims), count| {
        (tales + usize::from(count > 0), claims + count)
    });
    assert!(tales > 200 && claims > 400, "{claims} of {tales} tales");
}
