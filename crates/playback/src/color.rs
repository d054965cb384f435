//! The colours of bodies.

/// The colour of a body: red, green, blue and opacity, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Color(pub [f32; 4]);

/// Colours that are told apart easily, also beside each other.
const PALETTE: [[f32; 3]; 8] = [
    [0.89, 0.45, 0.22],
    [0.24, 0.53, 0.76],
    [0.95, 0.76, 0.29],
    [0.36, 0.65, 0.42],
    [0.72, 0.36, 0.55],
    [0.42, 0.74, 0.76],
    [0.80, 0.32, 0.30],
    [0.56, 0.49, 0.77],
];

impl Color {
    /// The colour of floors and of other things that do not move.
    pub const GROUND: Self = Self([0.62, 0.64, 0.67, 1.0]);

    /// Returns one of eight colours, in turn.
    pub fn of_index(index: usize) -> Self {
        let [red, green, blue] = PALETTE[index % PALETTE.len()];
        Self([red, green, blue, 1.0])
    }

    /// Returns the colour with an opacity: 0 is invisible, 1 hides what is behind.
    #[must_use]
    pub fn opacity(self, opacity: f32) -> Self {
        let [red, green, blue, _] = self.0;
        Self([red, green, blue, opacity])
    }
}
