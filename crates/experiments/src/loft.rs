//! Tubes with elliptic sections along a path, as convex pieces, and blades of triangles.

use nalgebra::Vector3;
use photofinish::ShapeError;
use photofinish::shape::ConvexHull;

/// A section of a tube: its middle, and its two radii.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// The middle.
    pub middle: Vector3<f64>,
    /// The radius across the tube's flat side, and that along it.
    pub radii: [f64; 2],
}

/// Returns a section.
pub fn section(middle: Vector3<f64>, radii: [f64; 2]) -> Section {
    Section { middle, radii }
}

/// A tube: sections along a path, each with the same number of corners.
#[derive(Clone, Debug)]
pub struct Tube {
    rings: Vec<Vec<Vector3<f64>>>,
}

impl Tube {
    /// Returns the tube through these sections. The first radius of a section is along `wide`, or near it.
    pub fn new(sections: &[Section], wide: Vector3<f64>, corners: u32) -> Self {
        let ring = |index: usize| {
            let at = &sections[index];
            let before = sections[index.saturating_sub(1)].middle;
            let after = sections[(index + 1).min(sections.len() - 1)].middle;
            let along = (after - before).normalize();
            let first = (wide - along * wide.dot(&along)).normalize();
            let second = along.cross(&first);
            let corner = |corner: u32| {
                let angle = f64::from(corner) * std::f64::consts::TAU / f64::from(corners);
                at.middle
                    + first * (at.radii[0] * angle.cos())
                    + second * (at.radii[1] * angle.sin())
            };
            (0..corners).map(corner).collect()
        };
        Self {
            rings: (0..sections.len()).map(ring).collect(),
        }
    }

    /// Returns the convex pieces: the hull of each two neighbouring sections.
    ///
    /// # Errors
    /// If the numbers are too large for a hull.
    pub fn pieces(&self) -> Result<Vec<ConvexHull<f64, 3>>, ShapeError> {
        self.rings
            .windows(2)
            .map(|pair| ConvexHull::new(&pair.concat()))
            .collect()
    }

    /// Returns the number of triangles of the tube's surface, with both its ends.
    pub fn triangles(&self) -> usize {
        let corners = self.rings[0].len();
        2 * corners * (self.rings.len() - 1) + 2 * (corners - 2)
    }
}

/// Returns the points along a path: `path` at `count + 1` shares from 0 to 1.
pub fn along(count: u32, path: impl Fn(f64) -> Section) -> Vec<Section> {
    (0..=count)
        .map(|step| path(f64::from(step) / f64::from(count)))
        .collect()
}

/// Triangles on points.
#[derive(Clone, Debug, Default)]
pub struct Surface {
    /// The points.
    pub points: Vec<Vector3<f64>>,
    /// The triangles.
    pub triangles: Vec<[u32; 3]>,
}

impl Surface {
    /// Adds a sheet of `rows` times `columns` squares, each of two triangles. `point` maps both shares to the world.
    pub fn add_sheet(
        &mut self,
        (rows, columns): (u32, u32),
        point: impl Fn(f64, f64) -> Vector3<f64>,
    ) {
        let first = self.points.len() as u32;
        for row in 0..=rows {
            for column in 0..=columns {
                self.points.push(point(
                    f64::from(row) / f64::from(rows),
                    f64::from(column) / f64::from(columns),
                ));
            }
        }
        let at = |row: u32, column: u32| first + row * (columns + 1) + column;
        for row in 0..rows {
            for column in 0..columns {
                let [a, b] = [at(row, column), at(row, column + 1)];
                let [c, d] = [at(row + 1, column), at(row + 1, column + 1)];
                self.triangles.extend([[a, b, d], [a, d, c]]);
            }
        }
    }
}
