//! Random bodies and motions: mostly near-degenerate, with planted contacts, and shrinking to plain ones.
//!
//! Each kind of number is drawn from a few plain values, from an even distribution and from powers of ten. Strategies
//! are ordered so that shrinking ends at the plainest of them.

use nalgebra::{SVector, Vector3};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngSeed, TestRunner};

use photofinish_oracle::advance::Moving;
use photofinish_oracle::generate::{Case, Family};
use photofinish_oracle::motion::{Ballistic, Motion, Orientation, Sweep};
use photofinish_oracle::planted::plant;
use photofinish_oracle::shape::{Body, Shape};

/// Returns a configuration with this many cases and a fixed seed. `PROPTEST_RNG_SEED` and `PROPTEST_CASES` override
/// both.
pub fn config(cases: u32) -> Config {
    let given = Config::default();
    let plain = given.cases == 256;
    Config {
        cases: if plain { cases } else { given.cases },
        rng_seed: match given.rng_seed {
            RngSeed::Random => RngSeed::Fixed(20_260),
            fixed => fixed,
        },
        failure_persistence: None,
        max_shrink_iters: 4_000,
        ..given
    }
}

/// Returns some values of a strategy, to count their kinds.
pub fn some_of<S: Strategy>(count: usize, strategy: &S) -> Vec<S::Value> {
    let mut runner = TestRunner::new(config(1));
    (0..count)
        .map(|_| {
            let tree = strategy.new_tree(&mut runner);
            tree.expect("strategies reject nothing").current()
        })
        .collect()
}

/// Returns a positive length near 1, or one that is much smaller or larger.
fn length() -> BoxedStrategy<f64> {
    prop_oneof![
        4 => (1u8..=8).prop_map(|quarters| f64::from(quarters) / 4.0),
        3 => 0.01..2.0f64,
        2 => (-3i32..=3).prop_map(|exponent| 10f64.powi(exponent)),
    ]
    .boxed()
}

/// Returns a length that may be zero.
fn thickness() -> BoxedStrategy<f64> {
    prop_oneof![3 => length(), 1 => Just(0.0)].boxed()
}

/// Returns a coordinate near 0. Many are multiples of a quarter, so that coordinates often agree.
fn coordinate() -> BoxedStrategy<f64> {
    prop_oneof![
        4 => (-8i8..=8).prop_map(|quarters| f64::from(quarters) / 4.0),
        4 => -2.0..2.0f64,
        1 => (-7i32..=0).prop_map(|exponent| 10f64.powi(exponent)),
    ]
    .boxed()
}

/// Returns a point near the origin.
fn point<const D: usize>() -> BoxedStrategy<SVector<f64, D>> {
    prop::array::uniform3(coordinate())
        .prop_map(|x| SVector::from_fn(|axis, _| x[axis]))
        .boxed()
}

/// Returns a direction along an axis, along a diagonal, or any other.
pub fn direction<const D: usize>() -> BoxedStrategy<SVector<f64, D>> {
    let signs = prop::array::uniform3(-1i8..=1);
    prop_oneof![
        2 => signs.prop_map(|x| SVector::from_fn(|axis, _| f64::from(x[axis]))),
        3 => point::<D>(),
    ]
    .prop_map(|v: SVector<f64, D>| {
        v.try_normalize(1e-9)
            .unwrap_or_else(|| SVector::from_fn(|axis, _| f64::from(axis == 0)))
    })
    .boxed()
}

/// Returns the orientation that is turned by this angle, in space about an axis.
fn turned<const D: usize>(axis: Vector3<f64>, angle: f64) -> Orientation {
    if D == 2 {
        return Orientation::Angle(angle);
    }
    let v = axis * (angle / 2.0).sin();
    Orientation::Quaternion([v.x, v.y, v.z, (angle / 2.0).cos()])
}

/// Returns how a body is turned: not at all, by quarter turns, by tiny angles, or in any way.
fn orientation<const D: usize>() -> BoxedStrategy<Orientation> {
    let turn = prop_oneof![
        2 => Just(0.0),
        2 => (0i8..4).prop_map(|quarters| f64::from(quarters) * std::f64::consts::FRAC_PI_2),
        1 => (-9i32..-1).prop_map(|exponent| 10f64.powi(exponent)),
        3 => -3.0..3.0f64,
    ];
    (direction::<3>(), turn)
        .prop_map(|(axis, angle)| turned::<D>(axis, angle))
        .boxed()
}

/// Returns a shape of any kind, flat ones included, mostly not rounded.
fn body<const D: usize>() -> BoxedStrategy<Body<D>> {
    let two = || (thickness(), thickness());
    let shape = prop_oneof![
        length().prop_map(|radius| Shape::Ball { radius }),
        prop::array::uniform3(thickness()).prop_map(|half| Shape::Cuboid {
            half: SVector::from_fn(|axis, _| half[axis])
        }),
        two().prop_map(|(half_height, radius)| Shape::Capsule {
            half_height,
            radius
        }),
        two().prop_map(|(half_height, radius)| Shape::Cylinder {
            half_height,
            radius
        }),
        two().prop_map(|(half_height, radius)| Shape::Cone {
            half_height,
            radius
        }),
        prop::array::uniform2(point()).prop_map(Shape::Segment),
        prop::array::uniform3(point()).prop_map(Shape::Triangle),
        prop::collection::vec(point(), 1..12).prop_map(Shape::Points),
    ];
    let round = prop_oneof![4 => Just(0.0), 1 => length()];
    (shape, round)
        .prop_map(|(shape, round)| Body { shape, round })
        .boxed()
}

/// Returns a speed relative to lengths near 1: zero, up to a few lengths in the interval, or seldom very fast.
fn rate() -> BoxedStrategy<f64> {
    prop_oneof![
        2 => Just(0.0),
        4 => 0.0..6.0f64,
        1 => (-6i32..=2).prop_map(|exponent| 10f64.powi(exponent)),
    ]
    .boxed()
}

/// Returns a free flight or a screw motion. It starts at the origin, and turns about a point of the body.
fn ballistic<const D: usize>() -> BoxedStrategy<Motion<D>> {
    let flight = (orientation::<D>(), direction::<D>(), rate());
    let turn = (direction::<3>(), rate());
    let fall = (direction::<D>(), prop_oneof![2 => Just(0.0), 1 => rate()]);
    let center = prop_oneof![2 => Just(SVector::zeros()), 1 => point::<D>()];
    (flight, turn, fall, center)
        .prop_map(
            |((orientation, along, speed), (axis, spin), (down, acceleration), center)| {
                let axis = if D == 2 { Vector3::z() } else { axis };
                Motion::Ballistic(Ballistic {
                    center,
                    position: SVector::zeros(),
                    orientation,
                    linvel: along * speed,
                    acc: down * acceleration,
                    angvel: axis * spin,
                })
            },
        )
        .boxed()
}

/// Returns a sweep from one pose to another, less than half a turn away.
fn sweep<const D: usize>() -> BoxedStrategy<Motion<D>> {
    let ends = prop::array::uniform2(-1.5..1.5f64);
    (direction::<3>(), ends, point::<D>(), point::<D>())
        .prop_map(|(axis, angles, center, to)| {
            Motion::Sweep(Sweep {
                center,
                positions: [SVector::zeros(), to],
                orientations: angles.map(|angle| turned::<D>(axis, angle)),
            })
        })
        .boxed()
}

/// Returns a moving body that starts near the origin.
pub fn moving<const D: usize>() -> BoxedStrategy<Moving<D>> {
    let motion = prop_oneof![3 => ballistic::<D>(), 1 => sweep::<D>()];
    (body::<D>(), motion)
        .prop_map(|(body, motion)| Moving { body, motion })
        .boxed()
}

/// Returns a hair's breadth, apart or into each other.
pub fn hair(exponents: std::ops::Range<i32>) -> BoxedStrategy<f64> {
    let sign = prop::bool::ANY.prop_map(|apart| if apart { 1.0 } else { -1.0 });
    (exponents, sign)
        .prop_map(|(exponent, sign)| 10f64.powi(exponent) * sign)
        .boxed()
}

/// Returns the distance of two bodies at the planted time, along the planted direction: zero, a hair's breadth either
/// way, or a share of their size.
fn gap() -> BoxedStrategy<f64> {
    prop_oneof![1 => Just(0.0), 2 => hair(-9..-2), 3 => -0.5..0.5f64, 1 => 0.0..30.0f64].boxed()
}

/// Returns two bodies of which the second is moved so that they are `gap` apart along `normal` at a time. Mostly that
/// is their distance then.
pub fn planted<const D: usize>(
    (a, mut b): (Moving<D>, Moving<D>),
    time: f64,
    (normal, gap): (SVector<f64, D>, f64),
) -> Case<D> {
    plant(&a, &mut b, time, &normal, gap);
    let family = Family::Degenerate;
    Case { family, a, b }
}

/// Returns a pair of bodies at rest, `gap` apart along some direction.
pub fn resting_pair<const D: usize>() -> BoxedStrategy<Case<D>> {
    let placed = || {
        (body::<D>(), orientation::<D>()).prop_map(|(body, orientation)| Moving {
            body,
            motion: Motion::Ballistic(Ballistic::at_rest(SVector::zeros(), orientation)),
        })
    };
    ((placed(), placed()), (direction::<D>(), gap()))
        .prop_map(|(bodies, plant)| planted(bodies, 0.0, plant))
        .boxed()
}

/// Makes a module with one test for each dimension and scalar, which runs `check` on this many values of `strategy`.
macro_rules! in_every_space {
    ($module:ident, $strategy:ident, $check:ident, $cases:expr) => {
        mod $module {
            use nalgebra::{UnitComplex, UnitQuaternion};
            use proptest::prelude::*;

            use crate::properties::input::config;

            proptest! {
                #![proptest_config(config($cases))]

                #[test]
                fn in_the_plane_in_double_precision(input in super::$strategy::<2>()) {
                    super::$check::<f64, UnitComplex<f64>, 2>(&input)?;
                }

                #[test]
                fn in_the_plane_in_single_precision(input in super::$strategy::<2>()) {
                    super::$check::<f32, UnitComplex<f32>, 2>(&input)?;
                }

                #[test]
                fn in_space_in_double_precision(input in super::$strategy::<3>()) {
                    super::$check::<f64, UnitQuaternion<f64>, 3>(&input)?;
                }

                #[test]
                fn in_space_in_single_precision(input in super::$strategy::<3>()) {
                    super::$check::<f32, UnitQuaternion<f32>, 3>(&input)?;
                }
            }
        }
    };
}
pub(crate) use in_every_space;
