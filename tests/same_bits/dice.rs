//! Random numbers of integers, sums, products and roots alone.

/// SplitMix64. The same seed gives the same numbers everywhere.
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

    /// A number with 20 binary digits after the point, exact in single precision.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        let share = (self.next() >> 44) as f64 / f64::from(1 << 20);
        f64::from((low + (high - low) * share) as f32)
    }
}
