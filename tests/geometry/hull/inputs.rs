//! Points on which hull algorithms are known to fail.

use crate::bodies::*;

type Points = Vec<Vector3<f64>>;

/// Points of one kind: a name, and how they are drawn.
pub type Family = (&'static str, fn(&mut Draw) -> Points);

pub const FAMILIES: [Family; 22] = [
    ("ball", |draw| draw.ball.clone()),
    ("sphere", |draw| each(&draw.ball, |p| p.normalize())),
    ("circle", |draw| draw.turned(circle(draw.count, 0.0))),
    ("grid", |draw| draw.grid()),
    ("jittered grid", |draw| draw.moved(draw.grid())),
    ("turned grid", |draw| draw.turned(draw.grid())),
    // every corner of a cube several times, each slightly different, or a few ulps apart
    ("jittered corners", |draw| draw.moved(draw.corners())),
    (BY_ULPS, |draw| draw.turned(draw.corners())),
    ("all equal", |draw| vec![draw.ball[0]; draw.count]),
    ("duplicates", |draw| {
        draw.ball[..draw.count.min(9)].repeat(7)
    }),
    ("line", |draw| each(&draw.ball, |p| Vector3::repeat(p.x))),
    ("axis", |draw| each(&draw.ball, |p| Vector3::y() * p.x)),
    ("turned line", |draw| {
        draw.turned(each(&draw.ball, |p| Vector3::y() * p.x))
    }),
    ("plane", |draw| {
        each(&draw.ball, |p| Vector3::new(p.x, p.y, p.x))
    }),
    ("turned plane", |draw| {
        draw.turned(each(&draw.grid(), |p| Vector3::new(p.x, p.y, 0.0)))
    }),
    ("needle", |draw| {
        draw.scaled([1.0, draw.thickness, draw.thickness])
    }),
    ("plate", |draw| draw.scaled([1.0, 1.0, draw.thickness])),
    ("prism", |draw| {
        let both = [-0.5, 0.5].map(|height| circle(draw.count.max(3), height));
        draw.turned(both.concat())
    }),
    ("lens", |draw| {
        let tips = [-draw.thickness, draw.thickness].map(|z| Vector3::z() * z);
        draw.turned([circle(draw.count, 0.0), tips.to_vec()].concat())
    }),
    ("far", |draw| {
        let offset = in_ball(&mut draw.rng) * draw.power_of_ten(0, 9);
        each(&[draw.grid(), draw.ball.clone()].concat(), |p| p + offset)
    }),
    ("sized", |draw| {
        let size = draw.power_of_ten(-30, 14);
        let wide = if draw.rng.random_bool(0.5) {
            draw.grid()
        } else {
            draw.ball.clone()
        };
        each(&wide, |p| p * size)
    }),
    ("subnormal", |draw| {
        let smallest = if draw.rng.random_bool(0.5) {
            f64::from_bits(1)
        } else {
            1.5e-45
        };
        each(&draw.ball, |p| p.map(|x| (x * 9.0).round() * smallest))
    }),
];

const BY_ULPS: &str = "corners by ulps";

/// The families whose hull must leave no point outside.
pub const EXACT: [&str; 5] = ["ball", "grid", "all equal", "duplicates", "axis"];

/// Returns between one and a few dozen points.
pub fn random<T: Real, const D: usize>(family: &str, seed: u64) -> Vec<SVector<T, D>> {
    let mut rng = StdRng::seed_from_u64(0x6875_6c6c + 1_000_003 * seed);
    let count = rng.random_range(1..60);
    drawn(family, rng, count)
}

/// Returns about `count` points.
pub fn counted<T: Real, const D: usize>(
    family: &str,
    count: usize,
    seed: u64,
) -> Vec<SVector<T, D>> {
    let rng = StdRng::seed_from_u64(0x6d61_6e79 + 1_000_003 * seed);
    drawn(family, rng, count)
}

fn drawn<T: Real, const D: usize>(family: &str, rng: StdRng, count: usize) -> Vec<SVector<T, D>> {
    let known = FAMILIES.iter().find(|(name, _)| *name == family);
    let (_, points) = known.expect("a family");
    let mut draw = Draw::new(rng, count);
    let points = points(&mut draw);
    let mut ulps = |x: T| {
        let steps = if family == BY_ULPS {
            draw.rng.random_range(-6..=6)
        } else {
            0
        };
        x + x.abs() * T::EPSILON * T::of(0.5 * f64::from(steps))
    };
    let mut converted = |p: &Vector3<f64>| SVector::from_fn(|axis, _| ulps(T::of(p[axis])));
    points.iter().map(&mut converted).collect()
}

/// Random numbers of which points are made.
pub struct Draw {
    rng: StdRng,
    count: usize,
    ball: Points,
    noise: f64,
    thickness: f64,
}

impl Draw {
    fn new(mut rng: StdRng, count: usize) -> Self {
        const NOISES: [f64; 7] = [1e-3, 1e-7, 1e-13, 1e-14, 1e-15, 3e-16, 1e-16];
        Self {
            ball: (0..count).map(|_| in_ball(&mut rng)).collect(),
            noise: NOISES[rng.random_range(0..NOISES.len())],
            thickness: 10.0f64.powi(rng.random_range(-18..-2)),
            rng,
            count,
        }
    }

    fn power_of_ten(&mut self, low: i32, high: i32) -> f64 {
        10.0f64.powi(self.rng.random_range(low..high))
    }

    /// A cubic grid around the origin of about as many points.
    fn grid(&self) -> Points {
        grid((self.count as f64).cbrt().ceil().max(2.0) as i32)
    }

    fn corners(&self) -> Points {
        grid(2).repeat(1 + self.count / 8)
    }

    fn moved(&mut self, points: Points) -> Points {
        each(&points, |p| p + in_ball(&mut self.rng) * self.noise)
    }

    fn turned(&mut self, points: Points) -> Points {
        let rotation = Rotation3::new(in_ball(&mut self.rng) * 3.0);
        each(&points, |p| rotation * p)
    }

    /// Stretches the ball along the axes, and half of the time turns it after that.
    fn scaled(&mut self, by: [f64; 3]) -> Points {
        let points = each(&self.ball, |p| p.component_mul(&Vector3::from(by)));
        if self.rng.random_bool(0.5) {
            self.turned(points)
        } else {
            points
        }
    }
}

fn each(points: &[Vector3<f64>], of: impl FnMut(&Vector3<f64>) -> Vector3<f64>) -> Points {
    points.iter().map(of).collect()
}

fn in_ball(rng: &mut StdRng) -> Vector3<f64> {
    loop {
        let point = Vector3::from_fn(|_, _| rng.random_range(-1.0..1.0));
        if point.norm() <= 1.0 && point.norm() > 0.01 {
            return point;
        }
    }
}

/// Returns the points of a cubic grid around the origin.
pub fn grid(side: i32) -> Points {
    let place = |i: i32| f64::from(i) - 0.5 * f64::from(side - 1);
    let all = (0..side.pow(3)).map(|i| [i / side.pow(2), i / side % side, i % side]);
    all.map(|at| Vector3::from(at.map(place))).collect()
}

/// Returns points around the z axis.
pub fn circle(count: usize, height: f64) -> Points {
    let angles = (0..count).map(|i| std::f64::consts::TAU * i as f64 / count as f64);
    angles
        .map(|angle| Vector3::new(angle.cos(), angle.sin(), height))
        .collect()
}
