//! Billiards with bodies of all forms, in the plane and in space, in both precisions.

use super::*;
use nalgebra::Isometry;
use photofinish::MotionError;
use photofinish::motion::Rotor;
use photofinish::timewarp::{Collision, Flight, FlightOf, Flown, Response};
use std::fmt::Display;
use std::marker::PhantomData;
use std::sync::Mutex;

#[derive(Clone, Debug)]
pub enum Form<T: Real, const D: usize> {
    Solid(AnyForm<AnyShape<T, D>, AnyPieces<T, D>>),
    Wall(HalfSpace<T, D>),
}

impl<T: Real, const D: usize> Form<T, D> {
    pub fn shape(shape: impl Into<AnyShape<T, D>>) -> Self {
        Self::Solid(AnyForm::Shape(shape.into()))
    }

    pub fn ball(radius: f64) -> Self {
        Self::shape(Ball::new(T::of(radius)).expect("a ball"))
    }
}

/// Where a body is, and how it moves.
#[derive(Clone, Debug, PartialEq)]
pub struct State<T: Real, R: Rotor<T, D>, const D: usize> {
    pub pose: Isometry<T, R, D>,
    pub velocity: SVector<T, D>,
    /// Its spin, until its first impact.
    pub spin: T,
}

impl<T: Real, R: Rotor<T, D>, const D: usize> State<T, R, D> {
    pub fn moving(place: SVector<T, D>, velocity: SVector<T, D>) -> Self {
        Self {
            pose: Isometry::from_parts(place.into(), R::identity()),
            velocity,
            spin: T::zero(),
        }
    }

    pub fn at_rest(place: SVector<T, D>) -> Self {
        Self::moving(place, SVector::zeros())
    }
}

/// Bodies that bounce off each other along the normal, and do not spin any more then.
pub struct Billiards<T: Real, const D: usize> {
    pub forms: Vec<Form<T, D>>,
    /// One over the mass of each body. Zero for a body that stays where it is.
    pub lightness: Vec<T>,
    pub gravity: SVector<T, D>,
    pub restitution: T,
    /// The least speed at which bodies part.
    pub least: T,
    /// How long a flight lasts at most.
    pub step: T,
    pub fixed: Vec<bool>,
    pub groups: Vec<Groups>,
    /// Bodies whose collision is an error.
    pub refused: Option<[usize; 2]>,
    /// The bodies of each collision that was asked for.
    pub calls: Mutex<Vec<[usize; 2]>>,
}

impl<T: Real, const D: usize> Billiards<T, D> {
    /// Returns elastic billiards of bodies of the same mass. Walls stay where they are.
    pub fn new(forms: Vec<Form<T, D>>) -> Self {
        let is_wall = |form: &Form<T, D>| matches!(form, Form::Wall(_));
        let fixed: Vec<_> = forms.iter().map(is_wall).collect();
        let lightness = fixed
            .iter()
            .map(|&is_fixed| T::of(f64::from(u8::from(!is_fixed))));
        Self {
            lightness: lightness.collect(),
            gravity: SVector::zeros(),
            restitution: T::one(),
            least: T::of(1e-3),
            step: T::of(1e9),
            groups: vec![Groups::ALL; forms.len()],
            forms,
            refused: None,
            fixed,
            calls: Mutex::new(Vec::new()),
        }
    }

    /// Returns the states of two bodies after they have met, with the speed at which they approached each other.
    pub fn bounce<R: World<T, D>>(
        &self,
        bodies: [usize; 2],
        [a, b]: [&State<T, R, D>; 2],
        normal: Option<SVector<T, D>>,
    ) -> Response<State<T, R, D>, T> {
        // a query without an answer has no normal
        let between = b.pose.translation.vector - a.pose.translation.vector;
        let normal = normal.unwrap_or(between.normalize());
        let approach = normal.dot(&(a.velocity - b.velocity));
        let part = (approach * self.restitution).max(self.least);
        let lightness = bodies.map(|body| self.lightness[body]);
        let sum = lightness[0] + lightness[1];
        let struck = |state: &State<T, R, D>, lightness: T| {
            (lightness != T::zero()).then(|| State {
                pose: state.pose,
                velocity: state.velocity + normal * ((approach + part) / sum * lightness),
                spin: T::zero(),
            })
        };
        let states = [struck(a, -lightness[0]), struck(b, lightness[1])];
        let note = approach;
        Response { states, note }
    }

    pub fn take_calls(&self) -> Vec<[usize; 2]> {
        std::mem::take(&mut *self.calls.lock().expect("no thread has failed"))
    }
}

/// Billiards with a kind of rotation.
pub struct In<'b, T: Real, R, const D: usize>(&'b Billiards<T, D>, PhantomData<R>);

impl<T, R, const D: usize> Dynamics<T, D> for In<'_, T, R, D>
where
    T: Real,
    R: World<T, D>,
{
    type State = State<T, R, D>;
    type Shape = AnyShape<T, D>;
    type Pieces = AnyPieces<T, D>;
    type Motion = Ballistic<T, R, D>;
    /// The speed of approach.
    type Note = T;
    type Error = MotionError;

    fn fly(
        &self,
        body: usize,
        state: &State<T, R, D>,
        during: Span<T>,
    ) -> Result<FlightOf<Self, T, D>, MotionError> {
        let start = ConstantVelocity::new(state.pose, state.velocity, R::spin(state.spin))?;
        let moves = T::of(f64::from(u8::from(self.0.lightness[body] > T::zero())));
        let motion = Ballistic::new(start.starting_at(during.start())?, self.0.gravity * moves)?;
        let body = match &self.0.forms[body] {
            Form::Solid(form) => AnyBody::new(form.clone(), motion),
            Form::Wall(wall) => AnyBody::Floor(*wall),
        };
        Ok(Flight {
            body,
            until: during.start() + self.0.step,
        })
    }

    fn state_at(
        &self,
        flown: &Flown<'_, State<T, R, D>, Self::Motion, T>,
        time: T,
    ) -> Result<State<T, R, D>, MotionError> {
        let Some(motion) = flown.motion else {
            return Ok(flown.state.clone());
        };
        Ok(State {
            pose: motion.pose(time),
            velocity: flown.state.velocity + *motion.acceleration() * (time - flown.from),
            spin: flown.state.spin,
        })
    }

    fn collide(
        &self,
        collision: &Collision<'_, State<T, R, D>, T, D>,
    ) -> Result<Response<State<T, R, D>, T>, MotionError> {
        let mut calls = self.0.calls.lock().expect("no thread has failed");
        calls.push(collision.bodies);
        if self.0.refused == Some(collision.bodies) {
            let nowhere = SVector::repeat(T::of(f64::NAN));
            ConstantVelocity::new(collision.states[0].pose, nowhere, R::spin(T::zero()))?;
        }
        let normal = collision.contact.normal;
        Ok(self.0.bounce(collision.bodies, collision.states, normal))
    }

    fn is_fixed(&self, body: usize) -> bool {
        self.0.fixed[body]
    }

    fn groups(&self, body: usize) -> Groups {
        self.0.groups[body]
    }
}

/// Returns the dynamics of billiards with this kind of rotation.
pub fn dynamics<T: Real, R, const D: usize>(billiards: &Billiards<T, D>) -> In<'_, T, R, D> {
    In(billiards, PhantomData)
}

pub fn query<T: Real>() -> Query<T> {
    Query::new().initial_contact(InitialContact::IgnoreSeparating)
}

/// Returns the report of a run that got to its end.
pub fn finished<X, E: Display>(result: Result<X, E>) -> X {
    result.unwrap_or_else(|stopped| panic!("{stopped}"))
}
