//! The quantities that the experiment varies.

use thiserror::Error;

/// How many bodies there are, and how they move. The default is that of \[1\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// The number of bodies.
    pub bodies: usize,
    /// The number of vertices of each. They are random points of a unit sphere.
    pub vertices: usize,
    /// The share of the cube that the bodies fill.
    pub density: f64,
    /// The way of each body in a frame, as a share of its radius.
    pub way: f64,
    /// The turn of each body in a frame, in degrees.
    pub turn: f64,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// Why there is no simulation with a setting.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum SettingError {
    /// There are too few or too many bodies.
    #[error("{0} bodies: there must be 2 to 1000")]
    Bodies(usize),
    /// The bodies have too few or too many vertices.
    #[error("{0} vertices: there must be 4 to 10000")]
    Vertices(usize),
    /// The bodies do not fit into the cube.
    #[error("a density of {0}: it must be above 0 and at most 0.5")]
    Density(f64),
    /// The bodies do not move as numbers do.
    #[error("a way of {0} radii in a frame: it must be from 0 to 10")]
    Way(f64),
    /// The bodies do not turn as numbers do.
    #[error("a turn of {0} degrees in a frame: it must be from 0 to 170")]
    Turn(f64),
}

impl Default for Setting {
    fn default() -> Self {
        Self {
            bodies: 20,
            vertices: 20,
            density: 0.05,
            way: 0.05,
            turn: 10.0,
            seed: 1,
        }
    }
}

impl Setting {
    pub(super) fn check(&self) -> Result<(), SettingError> {
        let errors = [
            (
                (2..=1000).contains(&self.bodies),
                SettingError::Bodies(self.bodies),
            ),
            (
                (4..=10_000).contains(&self.vertices),
                SettingError::Vertices(self.vertices),
            ),
            (
                self.density > 0.0 && self.density <= 0.5,
                SettingError::Density(self.density),
            ),
            (
                (0.0..=10.0).contains(&self.way),
                SettingError::Way(self.way),
            ),
            (
                (0.0..=170.0).contains(&self.turn),
                SettingError::Turn(self.turn),
            ),
        ];
        errors
            .into_iter()
            .find(|(fine, _)| !fine)
            .map_or(Ok(()), |(_, error)| Err(error))
    }
}
