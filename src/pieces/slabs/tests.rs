//! A corner of a box grazes a corner of a triangle, or of a segment, that lies beyond it. Of a box that turns it is the
//! corner that reaches farthest from the centre, and what it grazes is beyond the ball around the box.

use std::f32::consts::TAU;

use nalgebra::{
    AbstractRotation, Isometry, SVector, Translation, UnitComplex, UnitQuaternion, Vector2, Vector3,
};

use super::{View, Way};
use crate::motion::{AtRest, ConstantVelocity, Motion, Rotor};
use crate::pieces::straight::tests::{Dice, rounded};
use crate::pieces::{Convex, MovingPieces, Pieces, Polyline, TriMesh};
use crate::shape::Cuboid;
use crate::{Span, ToF64};

/// A flight of a box past a single piece.
struct Case<R: Rotor<f32, D>, const D: usize> {
    frame: AtRest<f32, R, D>,
    flight: ConstantVelocity<f32, R, D>,
    half: SVector<f32, D>,
    /// The time of the touch.
    time: f32,
    /// In the frame of the piece: where the corner of the box is then, and a direction in which no point of the box is
    /// farther.
    point: SVector<f64, D>,
    outward: SVector<f64, D>,
}

impl<R: Rotor<f32, D>, const D: usize> Case<R, D>
where
    R::Velocity: Default + Copy + PartialEq,
{
    fn new(
        dice: &mut Dice,
        turn: impl Fn(&mut Dice) -> R,
        spin: impl Fn(&mut Dice) -> R::Velocity,
        round: usize,
    ) -> Self {
        let size = [1e-2, 1.0, 30.0][round % 3];
        let mut pose = |size: f64| {
            let place = rounded(dice.vector::<D>(size));
            Isometry::from_parts(Translation::from(place), turn(dice))
        };
        let (of_frame, of_box) = (pose(size), pose(1.0));
        let half = rounded(dice.vector::<D>(1.0).map(|x| x.abs() + 1e-3));
        let signs = dice.vector::<D>(1.0).map(f64::signum);
        let corner = half.map(f64::from).component_mul(&signs);
        let outward = dice
            .vector::<D>(1.0)
            .abs()
            .component_mul(&signs)
            .normalize();
        let frame = AtRest::new(of_frame).expect("a pose");
        let spin = spin(dice);
        let (center, outward) = if spin == R::Velocity::default() {
            (SVector::zeros(), outward)
        } else {
            let center: SVector<f32, D> = rounded(-corner * (dice.roll() + 1.0));
            (center, (corner - center.map(f64::from)).normalize())
        };
        let flight = |velocity| {
            let flight = ConstantVelocity::new(of_box, velocity, spin).expect("a motion");
            flight.about(center).expect("a centre")
        };
        let time = dice.roll().abs() as f32;
        let turned = flight(SVector::zeros()).to_f64().pose(f64::from(time));
        let outward = turned.rotation.transform_vector(&outward);
        let mut velocity = dice.vector::<D>(3.0);
        if round.is_multiple_of(2) {
            // it neither comes nearer nor goes away
            velocity -= outward * outward.dot(&velocity);
        }
        let flight = flight(rounded(velocity));
        let back = frame.to_f64().pose(0.0).inverse();
        let place = flight.to_f64().pose(f64::from(time));
        Self {
            point: (back * place).transform_point(&corner.into()).coords,
            outward: back.rotation.transform_vector(&outward),
            frame,
            flight,
            half,
            time,
        }
    }

    /// Returns whether the box may touch a piece by the time of the touch, as far as the slabs tell.
    fn may_touch<P: Pieces<f32, D>>(&self, piece: P, clear: f32) -> bool {
        let cuboid = Convex::new(Cuboid::new(self.half).expect("a size")).expect("a body");
        let bodies = (
            MovingPieces::new(piece, self.frame),
            MovingPieces::new(cuboid, self.flight),
        );
        let bodies = (&bodies.0.body(), &bodies.1.body());
        let view = |of: fn(_, _, &_, _) -> Option<_>, start: f32, end: f32| {
            let during = Span::new(start, end).expect("an interval");
            of(bodies, during, &SVector::zeros(), clear).expect("it does not turn")
        };
        let is_met = |view: View<'_, f32, D>| {
            let root = bodies.0.tree().node(0);
            let in_time = |time: Option<f32>| time.is_some_and(|time| time <= self.time);
            in_time(view.meets(root, 1.0)) && in_time(view.meets_closely(root))
        };
        if self.flight.angular_velocity() == R::Velocity::default() {
            return is_met(view(View::new, 0.0, 1.0));
        }
        // a search looks at short spans of what turns, and at all of the way of the ball around it
        let (start, end) = ((self.time - 0.01).max(0.0), self.time + 0.01);
        is_met(view(View::new, start, end)) && is_met(view(View::of_ball, 0.0, 1.0))
    }
}

fn what_is_grazed_is_not_left_out<R: Rotor<f32, D>, P: Pieces<f32, D>, const D: usize>(
    turn: impl Fn(&mut Dice) -> R,
    spin: impl Fn(&mut Dice) -> R::Velocity,
    build: impl Fn([SVector<f32, D>; D]) -> P,
) where
    R::Velocity: Default + Copy + PartialEq,
{
    let mut dice = Dice(11);
    let mut left_out = 0;
    for round in 0..300 {
        let case = Case::new(&mut dice, &turn, &spin, round);
        let beyond = |from: SVector<f64, D>, dice: &mut Dice| {
            let mut way = dice.vector::<D>([1e-3, 1.0][round / 6 % 2]);
            let behind = case.outward.dot(&way).min(0.0);
            way -= case.outward * (behind * 2.0);
            from + way
        };
        let mut corners = [case.point; D];
        for corner in corners.iter_mut().skip(1) {
            *corner = beyond(case.point, &mut dice);
        }
        let corners = corners.map(rounded);
        // by how much rounding has moved it away
        let gap = (corners[0].map(f64::from) - case.point).norm() as f32 * 1.000_001;
        assert!(case.may_touch(build(corners), gap), "round {round}");

        let away = case.outward * 1e-3;
        let corners = corners.map(|corner| rounded(corner.map(f64::from) + away));
        left_out += u32::from(!case.may_touch(build(corners), 0.0));
    }
    // a body that comes nearer may touch a little later what it does not touch yet, and a ball comes nearer sideways too
    let turns = spin(&mut dice) != R::Velocity::default();
    let least = if turns { 50 } else { 180 };
    assert!(left_out > least, "{left_out}");
}

fn angle(dice: &mut Dice) -> f32 {
    dice.roll() as f32 * 3.0
}

fn turn(dice: &mut Dice) -> Vector3<f32> {
    rounded(dice.vector(2.0))
}

fn line(corners: [Vector2<f32>; 2]) -> Polyline<f32> {
    Polyline::open(corners.to_vec()).expect("a line")
}

fn triangle(corners: [Vector3<f32>; 3]) -> TriMesh<f32> {
    TriMesh::new(corners.to_vec(), vec![[0, 1, 2]]).expect("a triangle")
}

#[test]
fn flights_in_the_plane() {
    what_is_grazed_is_not_left_out(|dice| UnitComplex::new(angle(dice)), |_| 0.0, line);
}

#[test]
fn turning_flights_in_the_plane() {
    what_is_grazed_is_not_left_out(|dice| UnitComplex::new(angle(dice)), angle, line);
}

#[test]
fn flights_in_space() {
    let any = |dice: &mut Dice| UnitQuaternion::from_scaled_axis(turn(dice));
    what_is_grazed_is_not_left_out(any, |_| Vector3::zeros(), triangle);
}

#[test]
fn turning_flights_in_space() {
    let any = |dice: &mut Dice| UnitQuaternion::from_scaled_axis(turn(dice));
    what_is_grazed_is_not_left_out(any, turn, triangle);
}

/// A box goes round once about a centre far outside of it, and touches a line on the other side on the way.
#[test]
fn the_ball_is_around_the_centre() {
    let line = line([Vector2::new(6.05, -1.0), Vector2::new(6.05, 1.0)]);
    let cuboid = Convex::new(Cuboid::new(Vector2::new(0.1, 0.1)).expect("a size")).expect("a body");
    let pose = Isometry::from_parts(Translation::identity(), UnitComplex::identity());
    let round = ConstantVelocity::new(pose, Vector2::zeros(), TAU).expect("a motion");
    let round = round.about(Vector2::new(3.0, 0.0)).expect("a centre");
    let line = MovingPieces::new(line, AtRest::new(pose).expect("a pose"));
    let cuboid = MovingPieces::new(cuboid, round);
    let during = Span::new(0.0, 1.0).expect("an interval");
    let bodies = (&line.body(), &cuboid.body());
    let view = View::of_ball(bodies, during, &SVector::zeros(), 0.0).expect("it does not turn");
    assert!(view.meets(bodies.0.tree().node(0), 1.0).is_some());
}
