//! Numbers that often break code, and arbitrary ones.

use photofinish_oracle::planted::Dice;

/// No numbers, and a number too large for most sums.
const BROKEN: [f64; 4] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX];
const HOSTILE: [f64; 20] = [
    0.0, -0.0, 2.3e-308, 5e-324, -5e-324, 1e-45, 1e-38, 1e-30, 1e-20, 1e-8, 1.0, 1e8, 1e15, -1e15,
    1e16, 1e19, 1e38, 1e60, 1e120, 1e121,
];

pub fn hostile(dice: &mut Dice) -> f64 {
    let mut bits = |bytes: u32| (0..bytes).fold(0, |bits, _| bits << 8 | dice.pick(256) as u64);
    match bits(1) % 4 {
        0 => BROKEN[bits(1) as usize % BROKEN.len()],
        1 => HOSTILE[bits(1) as usize % HOSTILE.len()],
        2 => f64::from(f32::from_bits(bits(4) as u32)),
        _ => f64::from_bits(bits(8)),
    }
}

/// Returns a number that is hostile or not.
pub fn number(dice: &mut Dice) -> f64 {
    match dice.pick(2) {
        0 => hostile(dice),
        _ => dice.between(-2.0, 2.0),
    }
}

/// Makes some of these numbers hostile.
pub fn spoil(mut numbers: Vec<&mut f64>, dice: &mut Dice) {
    for _ in 0..1 + dice.pick(6) {
        if !numbers.is_empty() {
            let which = dice.pick(numbers.len());
            *numbers[which] = hostile(dice);
        }
    }
}
