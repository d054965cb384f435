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

    /// Returns the convex pieces: the hulls of neighbouring sections, each of as many as are convex together.
    ///
    /// # Errors
    /// If the numbers are too large for a hull.
    pub fn pieces(&self) -> Result<Vec<ConvexHull<f64, 3>>, ShapeError> {
        let hull = |first: usize, last: usize| ConvexHull::new(&self.rings[first..=last].concat());
        let (mut pieces, mut first) = (Vec::new(), 0);
        while first + 1 < self.rings.len() {
            let mut last = first + 1;
            let mut piece = hull(first, last)?;
            while last + 1 < self.rings.len() {
                let longer = hull(first, last + 1)?;
                if !self.rings[first..=last]
                    .iter()
                    .flatten()
                    .all(|corner| is_outside(&longer, corner))
                {
                    break;
                }
                (piece, last) = (longer, last + 1);
            }
            pieces.push(piece);
            first = last;
        }
        Ok(pieces)
    }

    /// Returns the number of triangles of the tube's surface, with both its ends.
    pub fn triangles(&self) -> usize {
        let corners = self.rings[0].len();
        2 * corners * (self.rings.len() - 1) + 2 * (corners - 2)
    }
}

/// The corners of sections are on the outside of a convex piece if they are no deeper in it than this, in metres.
const INSIDE: f64 = 1e-9;

/// Returns whether a corner of a hull's sections is on its outside.
fn is_outside(hull: &ConvexHull<f64, 3>, point: &Vector3<f64>) -> bool {
    hull.faces().any(|face| {
        let corner = |index: usize| hull.vertices()[face.vertices[index] as usize];
        let normal = (corner(1) - corner(0))
            .cross(&(corner(2) - corner(0)))
            .normalize();
        normal.dot(&(point - corner(0))) > -INSIDE
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::vector;

    fn pieces(sections: &[Section]) -> usize {
        Tube::new(sections, Vector3::x(), 12)
            .pieces()
            .unwrap()
            .len()
    }

    /// A spindle is one piece; with a waist it is two, and a bent one has a piece for each part.
    #[test]
    fn sections_that_are_convex_together_are_one_piece() {
        let straight = |radii: &[f64]| -> Vec<Section> {
            let at = |(index, &radius): (usize, &f64)| {
                section(Vector3::z() * index as f64, [radius, 2.0 * radius])
            };
            radii.iter().enumerate().map(at).collect()
        };
        assert_eq!(pieces(&straight(&[0.5, 1.0, 1.2, 1.2, 0.7])), 1);
        assert_eq!(pieces(&straight(&[0.5, 1.0, 0.6, 1.0, 0.7])), 2);
        let bent = along(4, |share| {
            section(vector![0.0, share * share, 2.0 * share], [0.1, 0.1])
        });
        assert_eq!(pieces(&bent), 4);
    }
}
