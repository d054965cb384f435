//! Target of the kernel: bodies, a question and proposals of any bytes. The kernel must end without a panic, and the
//! oracle must not refute what it claims.

use photofinish::Real;
use photofinish::proof::Frame;

use super::bytes::Bytes;
use super::queries::{trial, vector};
use photofinish_judge::in_every_space;
use photofinish_judge::soundness::FromOracle;
use photofinish_judge::soundness::tale::{Contact, Ground, Look, Step, Tale, Told};

/// Tells the tale that the bytes encode. They also choose the dimension and the scalar.
pub fn tale(bytes: &[u8]) {
    told(bytes);
}

/// Tells the tale that the bytes encode, and returns how many claims come of it.
pub fn told(bytes: &[u8]) -> usize {
    let mut bytes = Bytes::new(bytes);
    in_every_space!(judged)[bytes.pick(4)](&mut bytes)
}

fn judged<T: Real, R: FromOracle<T, D>, const D: usize>(bytes: &mut Bytes) -> usize {
    let tale = decoded::<D>(bytes);
    let Some(told) = tale.tell::<T, R>() else {
        return 0;
    };
    // of hostile numbers the oracle knows too little
    if bytes.tame {
        refuted_by_none(&tale, &told);
    }
    told.claims.len()
}

fn refuted_by_none<const D: usize>(tale: &Tale<D>, told: &Told<D>) {
    for over in told.judged(None) {
        assert!(!over.is_false(), "{over}\n{tale:?}");
    }
}

/// Returns a tale. Many of its vectors and times are those of the planted contact.
fn decoded<const D: usize>(bytes: &mut Bytes) -> Tale<D> {
    let mut trial = trial::<D>(bytes);
    if bytes.pick(3) == 0 {
        trial.asked.target = -0.1 * bytes.share();
    }
    let flags = bytes.byte();
    let is = |bit: u8| flags >> bit & 1 == 1;
    trial.asked.plain = [is(0) && is(1), is(1) && is(2)];
    trial.asked.loose = [is(2) && is(3), is(3) && is(0)];
    let ground = (bytes.pick(5) == 0).then(|| Ground {
        normal: vector(bytes),
        point: vector(bytes),
        is_at_rest: is(4),
    });
    let start = if bytes.pick(2) == 0 {
        0.0
    } else {
        bytes.share()
    };
    let count = 1 + bytes.pick(D + 2);
    let looks: Vec<_> = (0..count).map(|_| look(bytes)).collect();
    let steps = (0..bytes.pick(4)).map(|_| step(bytes, count)).collect();
    Tale {
        trial,
        ground,
        start,
        in_single: is(5) && is(6),
        by_vectors: is(6),
        is_of_first_order: is(7),
        steps,
        contact: Contact {
            time: time(bytes),
            weights: looks.iter().map(|_| weight(bytes)).collect(),
            is_solved: bytes.pick(3) == 0,
            deep: bytes.pick(count),
        },
        looks,
    }
}

/// Returns a share of the question, or in a few cases any number.
fn time(bytes: &mut Bytes) -> f64 {
    match bytes.pick(8) {
        0..=2 => 0.0,
        3 => 1.0,
        4 => any(bytes),
        _ => bytes.share(),
    }
}

fn weight(bytes: &mut Bytes) -> f64 {
    if bytes.pick(8) == 0 {
        any(bytes)
    } else {
        bytes.share()
    }
}

/// Returns any number, hostile ones too.
fn any(bytes: &mut Bytes) -> f64 {
    let tame = std::mem::replace(&mut bytes.tame, false);
    let number = bytes.number();
    bytes.tame = tame;
    number
}

fn look<const D: usize>(bytes: &mut Bytes) -> Look<D> {
    let stretch = match bytes.pick(6) {
        0 => any(bytes),
        1 => 1.0 + bytes.number() * 1e-14,
        _ => 1.0,
    };
    let mut along = vector(bytes);
    if bytes.pick(8) == 0 {
        along[0] = any(bytes);
    }
    Look {
        time: time(bytes),
        along,
        stretch,
    }
}

fn step(bytes: &mut Bytes, looks: usize) -> Step {
    let look = bytes.pick(looks);
    let other = time(bytes);
    Step {
        look,
        at: if bytes.pick(4) == 0 {
            bytes.pick(looks)
        } else {
            look
        },
        frame: [Frame::World, Frame::A, Frame::B][bytes.pick(3)],
        to: if bytes.pick(4) == 0 {
            time(bytes)
        } else {
            other
        },
        other,
    }
}
