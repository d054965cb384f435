//! What a case is made of, in numbers that are exact in `f32`.

use nalgebra::{SVector, Vector3};
use photofinish::InitialContact;
use photofinish_oracle::motion::{Motion, Orientation};
use photofinish_oracle::planted::single;
use photofinish_oracle::shape::{Body, Shape};

use crate::soundness::convert::{motion_parts, parts};

/// The kind of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Bodies with spikes in all directions.
    Stars,
    /// Two combs, the teeth of each between those of the other.
    Combs,
    /// A ring, and an axle or a smaller body in it.
    Rings,
    /// Helices, in the plane spirals: one with a rod on its axis, or two screwed into each other.
    Springs,
    /// Two links of a chain; in the plane two hooks.
    Chains,
    /// Long thin triangles; in the plane zigzag lines.
    Slivers,
    /// A height field, in the plane a line of ground, and a body that falls on it or flies along it.
    Ground,
    /// Shapes of all kinds at random places.
    Clouds,
}

impl Family {
    pub const ALL: [Family; 8] = [
        Family::Stars,
        Family::Combs,
        Family::Rings,
        Family::Springs,
        Family::Chains,
        Family::Slivers,
        Family::Ground,
        Family::Clouds,
    ];
}

/// A convex piece, with a pose of its own or none.
#[derive(Clone, Debug)]
pub struct Solid<const D: usize> {
    pub body: Body<D>,
    pub place: Option<(SVector<f64, D>, Orientation)>,
}

/// The pieces of a body.
#[derive(Clone, Debug)]
pub enum Parts<const D: usize> {
    /// A compound.
    Compound(Vec<Solid<D>>),
    /// One convex shape.
    Convex(Solid<D>),
    /// A mesh. In the plane it is the line along the points, closed if there are any corners.
    Surface {
        points: Vec<SVector<f64, D>>,
        corners: Vec<[u32; 3]>,
    },
    /// A height field. Only in space.
    Heights {
        heights: Vec<f64>,
        columns: usize,
        spacing: [f64; 2],
    },
}

/// How a body moves.
#[derive(Clone, Debug)]
pub enum Flight<const D: usize> {
    /// At constant velocity or acceleration, or a sweep from time 0 to time 1.
    Free(Motion<D>),
    /// Sweeps from pose to pose.
    Path {
        knots: Vec<f64>,
        poses: Vec<(SVector<f64, D>, Orientation)>,
    },
    /// A flight that starts late and ends early. Its centre is the origin of the frame.
    Clamped { motion: Motion<D>, span: [f64; 2] },
    /// A closure.
    Swing(Swing<D>),
}

/// A body that swings to and fro and turns: p = position + velocity t + amplitude sin(rate t), turned by spin t.
#[derive(Clone, Debug)]
pub struct Swing<const D: usize> {
    pub position: SVector<f64, D>,
    pub orientation: Orientation,
    pub velocity: SVector<f64, D>,
    pub amplitude: SVector<f64, D>,
    pub rate: f64,
    pub spin: Vector3<f64>,
}

/// The settings of the query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    pub interval: [f64; 2],
    pub target: f64,
    pub tolerance: Option<f64>,
    pub budget: Option<u64>,
    pub policy: InitialContact,
    pub exact_depth: bool,
}

/// Two moving bodies of pieces, and a question about them.
#[derive(Clone, Debug)]
pub struct Case<const D: usize> {
    pub family: Family,
    pub seed: u64,
    pub parts: [Parts<D>; 2],
    pub flights: [Flight<D>; 2],
    /// Motions of an earlier query of the same bodies.
    pub earlier: [Flight<D>; 2],
    pub asked: Asked,
}

impl<const D: usize> Solid<D> {
    pub fn new(shape: Shape<D>, round: f64) -> Self {
        Self {
            body: Body { shape, round },
            place: None,
        }
    }
}

impl<const D: usize> Parts<D> {
    /// Returns how many pieces there are.
    pub fn count(&self) -> usize {
        self.bodies().len()
    }

    /// Returns each piece as a convex body of the oracle, in the order of their indices.
    pub fn bodies(&self) -> Vec<Body<D>> {
        let sharp = Body::sharp;
        match self {
            Self::Compound(solids) => solids.iter().map(|solid| solid.body.clone()).collect(),
            Self::Convex(solid) => vec![solid.body.clone()],
            Self::Surface { points, corners } if D == 2 => {
                let end = |i: usize| points[i % points.len()];
                let line = |i| sharp(Shape::Segment([end(i), end(i + 1)]));
                let count = points.len() - usize::from(corners.is_empty());
                (0..count).map(line).collect()
            }
            Self::Surface { points, corners } => {
                let triangle = |t: &[u32; 3]| sharp(Shape::Triangle(t.map(|i| points[i as usize])));
                corners.iter().map(triangle).collect()
            }
            Self::Heights {
                heights,
                columns,
                spacing,
            } => {
                let at = |row: usize, column: usize| {
                    let place = [
                        column as f64 * spacing[0],
                        heights[row * columns + column],
                        row as f64 * spacing[1],
                    ];
                    SVector::from_fn(|axis, _| place[axis])
                };
                let mut bodies = Vec::new();
                for row in 0..heights.len() / columns - 1 {
                    for column in 0..columns - 1 {
                        let (low, high) = (at(row, column), at(row + 1, column + 1));
                        for third in [at(row + 1, column), at(row, column + 1)] {
                            bodies.push(sharp(Shape::Triangle([low, third, high])));
                        }
                    }
                }
                bodies
            }
        }
    }

    /// Returns the body without some of its pieces, or `None` if it cannot be taken apart.
    pub fn without(&self, drop: std::ops::Range<usize>) -> Option<Self> {
        let count = self.count();
        if drop.is_empty() || drop.len() >= count {
            return None;
        }
        let kept = (0..count).filter(|index| !drop.contains(index));
        match self {
            Self::Compound(solids) => {
                Some(Self::Compound(kept.map(|i| solids[i].clone()).collect()))
            }
            Self::Surface { points, corners } if D == 3 => Some(Self::Surface {
                points: points.clone(),
                corners: kept.map(|i| corners[i]).collect(),
            }),
            Self::Surface { points, .. } if drop.start == 0 || drop.end == count => {
                let start = if drop.start == 0 { drop.end } else { 0 };
                let end = if drop.start == 0 { count } else { drop.start };
                let ends = start..=end;
                Some(Self::Surface {
                    points: ends.map(|i| points[i % points.len()]).collect(),
                    corners: Vec::new(),
                })
            }
            _ => None,
        }
    }
}

impl<const D: usize> Flight<D> {
    /// Returns all numbers that the motion is made of, but for its rotations.
    pub fn numbers(&mut self) -> Vec<&mut f64> {
        match self {
            Self::Free(motion) | Self::Clamped { motion, .. } => motion_parts(motion).0,
            Self::Path { knots, poses } => {
                let places = poses.iter_mut().flat_map(|(at, _)| at.iter_mut());
                knots.iter_mut().chain(places).collect()
            }
            Self::Swing(swing) => {
                let vectors = [
                    &mut swing.position,
                    &mut swing.velocity,
                    &mut swing.amplitude,
                ];
                let vectors = vectors.into_iter().flatten().chain(&mut swing.spin);
                vectors.chain([&mut swing.rate]).collect()
            }
        }
    }

    /// Moves the whole motion, and rounds its positions to `f32`.
    pub fn shift(&mut self, by: &SVector<f64, D>) {
        use photofinish_oracle::planted::shift_motion;
        match self {
            Self::Free(motion) | Self::Clamped { motion, .. } => shift_motion(motion, by),
            Self::Path { poses, .. } => {
                for (position, _) in poses {
                    *position = (*position + by).map(single);
                }
            }
            Self::Swing(swing) => swing.position = (swing.position + by).map(single),
        }
    }
}

impl<const D: usize> Solid<D> {
    /// Returns whether the shape is given by points.
    pub fn has_points(&self) -> bool {
        matches!(
            self.body.shape,
            Shape::Segment(_) | Shape::Triangle(_) | Shape::Points(_)
        )
    }

    /// Returns the solid with its points moved.
    pub fn moved(mut self, by: &SVector<f64, D>) -> Self {
        let (points, _) = parts(&mut self.body);
        points.iter_mut().for_each(|p| *p = (*p + by).map(single));
        self
    }

    fn numbers(&mut self) -> Vec<(&mut f64, bool)> {
        let (points, lengths) = parts(&mut self.body);
        let places = self.place.iter_mut().flat_map(|(at, _)| at.iter_mut());
        let coordinates = points
            .iter_mut()
            .flatten()
            .chain(places)
            .map(|x| (x, false));
        coordinates
            .chain(lengths.into_iter().map(|x| (x, true)))
            .collect()
    }
}

impl<const D: usize> Parts<D> {
    /// Returns all numbers that the pieces are made of, and whether they are lengths.
    pub fn numbers(&mut self) -> Vec<(&mut f64, bool)> {
        let coordinate = |x| (x, false);
        let length = |x| (x, true);
        match self {
            Self::Compound(solids) => solids.iter_mut().flat_map(Solid::numbers).collect(),
            Self::Convex(solid) => solid.numbers(),
            Self::Surface { points, .. } => points.iter_mut().flatten().map(coordinate).collect(),
            Self::Heights {
                heights, spacing, ..
            } => {
                let heights = heights.iter_mut().map(coordinate);
                heights.chain(spacing.iter_mut().map(length)).collect()
            }
        }
    }

    /// Returns the body at another size.
    pub fn scaled(mut self, by: f64) -> Self {
        for (x, _) in self.numbers() {
            *x = single(*x * by);
        }
        self
    }
}
