//! Bodies of any size over any time: where numbers underflow, an answer may be missing, but not wrong.

use std::error::Error;

use crate::build::*;

/// A motion of which only the speeds are known, so that every proof is of the first order.
struct SpeedsOnly<M>(M);

impl<T: Real, M: Motion<T, 2>> Motion<T, 2> for SpeedsOnly<M> {
    type Rotation = M::Rotation;

    fn pose(&self, time: T) -> Isometry<T, M::Rotation, 2> {
        self.0.pose(time)
    }

    fn placement(&self, time: T, origin: &SVector<T, 2>) -> Placement<T, 2> {
        self.0.placement(time, origin)
    }

    fn center(&self) -> SVector<T, 2> {
        self.0.center()
    }

    fn next_knot(&self, after: T) -> Option<T> {
        self.0.next_knot(after)
    }

    fn speed_bound(&self, along: &SVector<T, 2>, during: Span<T>, reach: T) -> Option<T> {
        self.0.speed_bound(along, during, reach)
    }
}

/// A length and a time that everything is scaled by: powers of two, so that only underflow and overflow change digits.
#[derive(Clone, Copy, Debug)]
struct Scale {
    length: f64,
    time: f64,
}

impl Scale {
    fn number<T: Real>(value: f64) -> Result<T, Box<dyn Error>> {
        let number = T::of(value);
        if number.as_f64() == value && value != 0.0 {
            Ok(number)
        } else {
            Err("the scalar does not hold the number".into())
        }
    }

    /// Returns whether squares of lengths underflow in the scalar, or such a square times a time overflows in double
    /// precision. Vectors that are shorter than 1e-120 or longer than 1e140 prove nothing, and the cubes of lengths are
    /// vectors of a search.
    fn is_at_the_edge<T: Real>(self) -> bool {
        let square = self.length * self.length;
        let is_tiny = T::of(square) == T::zero() || !(1e-40..1e46).contains(&self.length);
        // the fourth power of an angular speed overflows
        let is_fast = self.time < 1e-70;
        is_tiny || is_fast || (square * self.time).is_infinite()
    }

    fn length<T: Real>(self, value: f64) -> T {
        T::of(value * self.length)
    }

    fn point<T: Real>(self, x: f64, y: f64) -> Vector2<T> {
        vector![self.length(x), self.length(y)]
    }

    /// Returns whether the query finds that a body hits a ball at rest in the first half of the time.
    fn hits<T: Real>(
        self,
        shape: impl SupportMap<T, 2>,
        motion: impl Motion<T, 2, Rotation = UnitComplex<T>>,
        (radius, at): (f64, [f64; 2]),
    ) -> Result<bool, Box<dyn Error>> {
        let end = Self::number::<T>(self.time)?;
        let place = Isometry2::new(self.point(at[0], at[1]), T::zero());
        let ball = moving(Ball::new(self.length(radius))?, rest(place));
        let query = Query::new().budget(1000);
        let solution = query.time_of_impact(&Moving::new(shape, motion), &ball, T::zero()..=end)?;
        Ok(match solution.outcome {
            Outcome::Impact(impact) => impact.time <= end * T::of(0.5),
            _ => false,
        })
    }

    /// A bar turns by 2 radians, and half way it overlaps a ball.
    fn bar_hits<T: Real>(
        self,
        motion: impl Motion<T, 2, Rotation = UnitComplex<T>>,
    ) -> Result<bool, Box<dyn Error>> {
        let bar = Cuboid::new(self.point(2.0, 0.05))?;
        let half_way = [1.5 * 1f64.cos(), 1.5 * 1f64.sin()];
        self.hits(bar, motion, (0.2, half_way))
    }

    fn sweep<T: Real>(self) -> Result<Sweep<T, UnitComplex<T>, 2>, Box<dyn Error>> {
        let turned = Isometry2::new(Vector2::zeros(), T::of(2.0));
        let end = (Self::number(self.time)?, turned);
        let start = (T::zero(), Isometry2::identity());
        Ok(Sweep::new(start, end, Vector2::zeros())?)
    }

    fn spin<T: Real>(self) -> Result<ConstantVelocity<T, UnitComplex<T>, 2>, Box<dyn Error>> {
        let speed = Self::number(2.0 / self.time)?;
        let spin = ConstantVelocity::new(Isometry2::identity(), Vector2::zeros(), speed);
        Ok(spin?)
    }

    /// A ball is thrown up to (0.5, 0.5) and falls down again. On its way it overlaps another ball by 0.1.
    fn flight_hits<T: Real>(self, by_speed: bool) -> Result<bool, Box<dyn Error>> {
        let up = Self::number(2.0 * self.length / self.time)?;
        let down = Self::number(-4.0 * self.length / self.time / self.time)?;
        let start = ConstantVelocity::new(Isometry2::identity(), vector![up, up], T::zero())?;
        let flight = Ballistic::new(start, vector![down, down])?;
        let (ball, ceiling) = (Ball::new(self.length(0.5))?, (0.5, [1.136; 2]));
        if by_speed {
            self.hits(ball, SpeedsOnly(flight), ceiling)
        } else {
            self.hits(ball, flight, ceiling)
        }
    }

    /// A ball goes by slerp from one side of another ball to the other.
    fn passage_hits<T: Real>(self) -> Result<bool, Box<dyn Error>> {
        let end = Self::number(self.time)?;
        let [left, right] = [-2.0, 2.0].map(|x| Isometry2::new(self.point(x, 0.0), T::zero()));
        let passage = ConstantVelocity::between((T::zero(), left), (end, right), Vector2::zeros())?;
        self.hits(Ball::new(self.length(0.5))?, passage, (0.5, [0.0, 0.0]))
    }

    /// Checks every scene in this scale, and returns how many were answered. Within the numbers of the scalar none is
    /// undecided. A scale may also be too large or too small for a body or a motion.
    fn check<T: Real>(self) -> usize {
        let scenes: [Result<bool, Box<dyn Error>>; 7] = [
            self.sweep().and_then(|m| self.bar_hits::<T>(m)),
            self.spin().and_then(|m| self.bar_hits::<T>(m)),
            self.sweep().and_then(|m| self.bar_hits::<T>(SpeedsOnly(m))),
            self.spin().and_then(|m| self.bar_hits::<T>(SpeedsOnly(m))),
            self.flight_hits::<T>(false),
            self.flight_hits::<T>(true),
            self.passage_hits::<T>(),
        ];
        let answered = |(scene, answer): (usize, Result<bool, Box<dyn Error>>)| match answer {
            Ok(hit) => {
                assert!(hit, "scene {scene}: no impact, {self:?}");
                1
            }
            Err(error) => {
                let is_undecided = error.downcast_ref::<QueryError>().is_some();
                let excused = !is_undecided || self.is_at_the_edge::<T>();
                assert!(excused, "scene {scene}: {error}, {self:?}");
                0
            }
        };
        scenes.into_iter().enumerate().map(answered).sum()
    }
}

/// How many steps lead from the least to the largest exponent.
const STEPS: i32 = 6;

/// Checks lengths and times from the least to the largest, and returns how many scenes were answered.
///
/// Given the exponents of the least length, of the largest length or time, and of the smallest number.
fn check<T: Real>(least: i32, largest: i32, smallest: i32) -> usize {
    let exponents = |low: i32, high: i32| (0..=STEPS).map(move |i| low + (high - low) * i / STEPS);
    let grid = exponents(least, largest)
        .flat_map(|length| exponents(-largest, largest).map(move |time| (length, time)));
    // in these the flight has an acceleration of one, two or four times the smallest number
    let slowest = (0..largest)
        .step_by(largest as usize / 16)
        .flat_map(|time| [0, 1, 2].map(|more| (2 * time - 2 + smallest + more, time)))
        .filter(|&(length, _)| length >= least);
    let scales = grid.chain(slowest).map(|(length, time)| Scale {
        length: 2f64.powi(length),
        time: 2f64.powi(time),
    });
    scales.map(Scale::check::<T>).sum()
}

/// With bounds of motions that underflowed to zero, a bar that turned through a ball of 1e-25 was proven free.
#[test]
fn no_scale_hides_an_impact() {
    let (length, time) = (1.0, 1.0);
    let plain = Scale { length, time };
    assert_eq!(plain.check::<f32>() + plain.check::<f64>(), 14);
    let answered = [check::<f32>(-95, 49, -149), check::<f64>(-790, 390, -1074)];
    // How many scenes at the edges of the numbers are answered depends on the times that a search tries, so any change
    // of it wins or loses some. Bounds that are larger than necessary would lose whole rows of the grid.
    assert!(answered[0] >= 390 && answered[1] >= 110, "{answered:?}");
}

/// A cube that turns with another one comes through it and goes back. Over so long a time its acceleration is so small
/// that the square underflows, and vectors that turn with a body seemed to bend no gap.
#[test]
fn tiny_accelerations_of_bodies_that_turn_count() -> Result<(), Box<dyn Error>> {
    for time in [1.0, 1e85, 1e90, 1e100] {
        let turn = vector![0.0, 0.0, 1e-3 / time];
        let cube = |half: f64, x, velocity: f64, acceleration: f64| {
            let start = Isometry3::translation(x, 0.0, 0.0);
            let start = ConstantVelocity::new(start, Vector3::x() * (velocity / time), turn)?;
            let fall = Ballistic::new(start, Vector3::x() * acceleration / time / time)?;
            Ok::<_, Box<dyn Error>>(moving(cuboid([half; 3]), fall))
        };
        let (a, b) = (cube(1.0, 0.0, 0.0, 0.0)?, cube(0.5, 3.0, -12.0, 24.0)?);
        let query = Query::new();
        let found = impact(query.time_of_impact(&a, &b, 0.0..=time)?);
        // 3 - 12 t + 12 t^2 = 1.5, but for the turn
        let expected = 0.5 - 0.125f64.sqrt();
        assert!((found.time / time - expected).abs() < 1e-3, "{time}");
        let (_, mut certificate) = query.certify(&a, &b, 0.0..=0.1 * time)?;
        certificate.intervals.truncate(1);
        let interval = &mut certificate.intervals[0];
        (interval.start, interval.end, interval.margin) = (0.0, time, 0.0);
        (interval.direction, interval.frame) = (Vector3::x(), Frame::A);
        let verdict = certificate.verify(&a, &b, 0.0, 0.0..=time);
        assert!(verdict.is_err(), "{time}: {verdict:?}");
    }
    Ok(())
}
