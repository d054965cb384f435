//! Random numbers that are computed only from integers, sums, products and roots.

/// The generator SplitMix64. A seed gives the same numbers on every machine.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns one of 2^20 evenly spaced numbers, rounded to single precision.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        let share = (self.next() >> 44) as f64 / f64::from(1 << 20);
        f64::from((low + (high - low) * share) as f32)
    }
}
