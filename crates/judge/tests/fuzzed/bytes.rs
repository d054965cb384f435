//! Turns bytes into numbers: small and plain ones, hostile ones, and arbitrary ones.

/// Numbers that often break code.
const HOSTILE: [f64; 24] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    0.0,
    -0.0,
    f64::MIN_POSITIVE,
    5e-324,
    -5e-324,
    1e-45,
    1e-38,
    1e-30,
    1e-20,
    1e-8,
    1.0,
    1e8,
    1e15,
    -1e15,
    1e16,
    1e19,
    1e38,
    1e60,
    1e120,
    1e121,
    f64::MAX,
];

/// Bytes that are read one after the other. After the last byte there are only zeros.
pub struct Bytes<'x> {
    left: &'x [u8],
    /// True iff numbers are of moderate size and none of them is hostile.
    pub tame: bool,
}

impl<'x> Bytes<'x> {
    pub fn new(bytes: &'x [u8]) -> Self {
        let mut bytes = Self {
            left: bytes,
            tame: true,
        };
        bytes.tame = !bytes.byte().is_multiple_of(4);
        bytes
    }

    pub fn byte(&mut self) -> u8 {
        match self.left.split_first() {
            Some((&first, rest)) => {
                self.left = rest;
                first
            }
            None => 0,
        }
    }

    /// Returns a number below `count`.
    pub fn pick(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count
    }

    fn any(&mut self) -> f64 {
        f64::from_le_bytes([(); 8].map(|()| self.byte()))
    }

    /// Returns a number from 0 to 1.
    pub fn share(&mut self) -> f64 {
        f64::from(u16::from_le_bytes([self.byte(), self.byte()])) / 65_535.0
    }

    pub fn number(&mut self) -> f64 {
        let kinds = if self.tame { 4 } else { 7 };
        match self.pick(kinds) {
            0 => f64::from(self.byte() as i8) / 16.0,
            1 => self.share() * 4.0 - 2.0,
            2 => f64::from(self.byte() as i8) * 10f64.powi(i32::from(self.byte() % 9) - 7),
            3 => [0.0, 1.0, -1.0, 0.5, 2.0, 1e-3, 1e3][self.pick(7)],
            4 => HOSTILE[self.pick(HOSTILE.len())],
            5 => f64::from(f32::from_bits(self.any().to_bits() as u32)),
            _ => self.any(),
        }
    }

    /// Returns a length. It is negative only if numbers may be hostile.
    pub fn length(&mut self) -> f64 {
        let number = self.number();
        if self.tame { number.abs() } else { number }
    }

    pub fn numbers<const N: usize>(&mut self) -> [f64; N] {
        [(); N].map(|()| self.number())
    }
}
