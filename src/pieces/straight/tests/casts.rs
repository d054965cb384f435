//! Casts: what they meet, and what they pass.

use nalgebra::{Matrix2, Matrix3, Rotation2, Rotation3, SMatrix, SVector};

use super::super::{Straight, Way};
use super::{Dice, rounded};
use crate::motion::Placement;
use crate::pieces::Tree;
use crate::pieces::cast::way_of_cast;
use crate::shape::Segment;

/// A cast in single precision of a segment, one end of which passes a point of a body.
struct Case<const D: usize> {
    placement: Placement<f32, D>,
    start: Segment<f32, D>,
    direction: SVector<f32, D>,
    /// How far the end of the segment goes before it is at the point.
    far: f64,
    /// In the body's frame, as the numbers of the cast tell in double precision: the point, and the cast's direction.
    point: SVector<f64, D>,
    along: SVector<f64, D>,
}

impl<const D: usize> Case<D> {
    fn new(dice: &mut Dice, rotation: &SMatrix<f64, D, D>, round: usize) -> Self {
        // a point near the origin of its body's frame, or as far from it as the cast is
        let size = [1e-3, 1.0][round % 2];
        let room = [0.0, 1e-3, 1.0][round / 2 % 3];
        let ends = [(); 2].map(|()| rounded(dice.vector::<D>(room)));
        let direction = rounded(dice.vector::<D>(1.0).normalize());
        let far = 1.0 + dice.roll();
        let end = ends[0].map(f64::from) + direction.map(f64::from) * far;
        let way = rounded(end - rotation * dice.vector(size));
        let stored = rotation.map(|x| x as f32);
        Self {
            placement: Placement {
                rotation: stored,
                translation: way,
                translation_error: SVector::zeros(),
                angle_error: (stored.map(f64::from) - rotation).norm() as f32,
            },
            start: Segment::new(ends).expect("a segment"),
            direction,
            far,
            point: rotation.tr_mul(&(end - way.map(f64::from))),
            along: rotation.tr_mul(&direction.map(f64::from)),
        }
    }

    fn way(&self, reach: f32) -> Straight<f32, D> {
        let cast = (&self.start, &self.direction);
        way_of_cast(&self.placement, reach, cast, 0.0).expect("a way")
    }
}

/// Casts at a box that is little more than a point.
fn every_box_on_the_way_is_met<const D: usize>(turn: impl Fn(&mut Dice) -> SMatrix<f64, D, D>) {
    let mut dice = Dice(7);
    for round in 0..1_500 {
        let rotation = turn(&mut dice);
        let case = Case::<D>::new(&mut dice, &rotation, round);
        let point = rounded(case.point);
        let tree = Tree::around([Segment::new([point; 2]).expect("a point")]);
        let tree = tree.expect("a piece");
        let way = case.way(tree.reach(&SVector::zeros()));
        let met = way.meets(tree.node(0), f32::INFINITY);
        let far = case.far;
        assert!(
            met.is_some_and(|from| f64::from(from) <= far),
            "{met:?} before {far}: {:?} along {} at {point}, {:?}",
            case.start,
            case.direction,
            case.placement
        );
    }
}

/// Returns which side of an edge a line is on, seen along the line; in the plane, on which side of it the edge begins.
fn side<const D: usize>(
    edge: SVector<f64, D>,
    from: SVector<f64, D>,
    along: SVector<f64, D>,
) -> f64 {
    if D == 2 {
        return along[0] * from[1] - along[1] * from[0];
    }
    SMatrix::<f64, D, 3>::from_columns(&[edge, along, from])
        .fixed_view::<3, 3>(0, 0)
        .determinant()
}

/// Casts at triangles, or segments, that have the point near their rim.
fn what_is_met_is_not_passed<const D: usize>(turn: impl Fn(&mut Dice) -> SMatrix<f64, D, D>) {
    let mut dice = Dice(9);
    let (mut met, mut passed, mut beside) = (0, 0, 0);
    for round in 0..1_500 {
        let rotation = turn(&mut dice);
        let case = Case::<D>::new(&mut dice, &rotation, round);
        let point = case.point;
        // the first edge goes past the point, at a distance that rounding may hide
        let size = [1e-4, 1.0][round / 6 % 2];
        let away = [1e-8, 1e-6, 1e-2][round / 12 % 3] * dice.roll();
        let edge = dice.vector::<D>(size);
        let other = dice.vector::<D>(size);
        let mut corners = [point + other; D].map(rounded);
        corners[0] = rounded(point - edge * dice.roll().abs() + other * away);
        if D == 3 {
            corners[1] = rounded(point + edge * dice.roll().abs() + other * away);
        }
        let reach = corners
            .iter()
            .map(|corner| corner.norm())
            .fold(0.0, f32::max);
        let way = case.way(reach);

        let wide = corners.map(|corner| corner.map(f64::from));
        let sides: Vec<f64> = (0..D)
            .map(|first| {
                side(
                    wide[(first + 1) % D] - wide[first],
                    wide[first] - point,
                    case.along,
                )
            })
            .collect();
        let goes_through = match D {
            2 => sides[0] * sides[1] <= 0.0,
            _ => sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0),
        };
        let passes = way.passes(&corners);
        assert!(!(goes_through && passes), "{corners:?}");
        met += usize::from(goes_through);
        passed += usize::from(passes);
        beside += usize::from(!goes_through);
    }
    assert!(met > 350 && beside > 150, "{met} {beside}");
    // the rest is nearer than rounding, or than the segment that is cast is large
    assert!(passed * 10 > beside, "{passed} of {beside}");
}

fn in_the_plane(dice: &mut Dice) -> Matrix2<f64> {
    Rotation2::new(dice.roll() * 3.0).into_inner()
}

fn in_space(dice: &mut Dice) -> Matrix3<f64> {
    Rotation3::from_scaled_axis(dice.vector(2.0)).into_inner()
}

#[test]
fn nothing_on_the_way_is_left_out_in_the_plane() {
    every_box_on_the_way_is_met::<2>(in_the_plane);
    what_is_met_is_not_passed::<2>(in_the_plane);
}

#[test]
fn nothing_on_the_way_is_left_out_in_space() {
    every_box_on_the_way_is_met::<3>(in_space);
    what_is_met_is_not_passed::<3>(in_space);
}
