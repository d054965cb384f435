//! Asks libraries in C++ through shims with one plain C interface, that of `shim/bodies.h`.

use std::ffi::{c_int, c_void};

use nalgebra::Vector3;
use photofinish::shape::ConvexHull;

use super::{Answer, Contender, Measure, Pair, Question, Slack};
use crate::oracle::shape::Shape;
use crate::scenes::{Case, Solid};

/// A library behind a shim.
pub struct Library {
    pub name: &'static str,
    /// The distance from 1 to the next larger number of the scalar.
    pub epsilon: f64,
    /// The error that the library grants itself.
    pub slack: fn(Question) -> Slack,
    pub shim: Shim,
}

/// The functions of a shim.
pub struct Shim {
    /// Returns a body, or null.
    pub body: unsafe extern "C" fn(about: *const Description) -> *mut c_void,
    pub free: unsafe extern "C" fn(body: *mut c_void),
    /// Finds the distance. Returns false if the library fails.
    pub distance:
        unsafe extern "C" fn(a: *const c_void, b: *const c_void, found: *mut Found) -> bool,
    /// Returns 1 if the bodies touch, 0 if they do not, and -1 if the library fails.
    pub intersects: unsafe extern "C" fn(a: *const c_void, b: *const c_void) -> c_int,
    /// Finds the distance, or the depth as a negative number. Returns false if the library fails.
    pub signed: unsafe extern "C" fn(a: *const c_void, b: *const c_void, found: *mut Found) -> bool,
}

/// Declares the functions of a shim and puts them into a [`Shim`].
macro_rules! shim {
    ($body:ident, $free:ident, $distance:ident, $intersects:ident, $signed:ident) => {{
        use std::ffi::{c_int, c_void};

        use $crate::contender::foreign::{Description, Found, Shim};

        unsafe extern "C" {
            fn $body(about: *const Description) -> *mut c_void;
            fn $free(body: *mut c_void);
            fn $distance(a: *const c_void, b: *const c_void, found: *mut Found) -> bool;
            fn $intersects(a: *const c_void, b: *const c_void) -> c_int;
            fn $signed(a: *const c_void, b: *const c_void, found: *mut Found) -> bool;
        }
        Shim {
            body: $body,
            free: $free,
            distance: $distance,
            intersects: $intersects,
            signed: $signed,
        }
    }};
}
pub(crate) use shim;

/// A shape, and where it is.
#[repr(C)]
pub struct Description {
    kind: c_int,
    numbers: *const f64,
    number_count: usize,
    triangles: *const [u32; 3],
    triangle_count: usize,
    orientation: [f64; 4],
    position: [f64; 3],
}

/// What a shim finds about two bodies.
#[repr(C)]
#[derive(Default)]
pub struct Found {
    distance: f64,
    normal: [f64; 3],
    points: [[f64; 3]; 2],
}

impl Contender for &'static Library {
    fn name(&self) -> &'static str {
        self.name
    }

    fn epsilon(&self) -> f64 {
        self.epsilon
    }

    fn slack(&self, question: Question) -> Slack {
        (self.slack)(question)
    }

    fn build(&self, case: &Case) -> Result<Box<dyn Pair>, Answer> {
        Ok(Box::new(Bodies {
            a: Body::new(&self.shim, &case.a)?,
            b: Body::new(&self.shim, &case.b)?,
        }))
    }
}

/// A body of the library.
struct Body {
    shim: &'static Shim,
    data: *mut c_void,
}

impl Body {
    fn new(shim: &'static Shim, solid: &Solid) -> Result<Self, Answer> {
        let Outline {
            kind,
            numbers,
            triangles,
        } = outline(&solid.shape)?;
        let about = Description {
            kind,
            numbers: numbers.as_ptr(),
            number_count: numbers.len(),
            triangles: triangles.as_ptr(),
            triangle_count: triangles.len(),
            orientation: solid.quaternion,
            position: solid.position.into(),
        };
        // SAFETY: the numbers and triangles outlive the call, their counts are right, and each kind has as many numbers
        // as the shim reads.
        let data = unsafe { (shim.body)(&about) };
        if data.is_null() {
            Err(Answer::NotBuilt)
        } else {
            Ok(Self { shim, data })
        }
    }
}

impl Drop for Body {
    fn drop(&mut self) {
        // SAFETY: the body comes from the same shim and is dropped once.
        unsafe { (self.shim.free)(self.data) }
    }
}

struct Bodies {
    a: Body,
    b: Body,
}

impl Bodies {
    fn measure(
        &self,
        find: unsafe extern "C" fn(*const c_void, *const c_void, *mut Found) -> bool,
    ) -> Answer {
        let mut found = Found::default();
        // SAFETY: the bodies come from the same shim as the function and outlive the call, as does the result.
        if unsafe { find(self.a.data, self.b.data, &mut found) } {
            Answer::Measured(Measure {
                signed: found.distance,
                normal: Some(found.normal.into()),
                points: Some(found.points.map(Vector3::from)),
            })
        } else {
            Answer::Nothing
        }
    }
}

impl Pair for Bodies {
    fn distance(&self) -> Answer {
        self.measure(self.a.shim.distance)
    }

    fn intersects(&self) -> Answer {
        // SAFETY: the bodies come from this shim and outlive the call.
        match unsafe { (self.a.shim.intersects)(self.a.data, self.b.data) } {
            0 => Answer::Touching(false),
            1 => Answer::Touching(true),
            _ => Answer::Nothing,
        }
    }

    fn signed(&self) -> Answer {
        self.measure(self.a.shim.signed)
    }
}

/// The kind of a shape, the numbers that describe it, and the triangles of a hull, as `shim/bodies.h` has them.
struct Outline {
    kind: c_int,
    numbers: Vec<f64>,
    triangles: Vec<[u32; 3]>,
}

fn outline(shape: &Shape<3>) -> Result<Outline, Answer> {
    let plain = |kind, numbers: &[f64]| Outline {
        kind,
        numbers: numbers.to_vec(),
        triangles: Vec::new(),
    };
    Ok(match shape {
        Shape::Ball { radius } => plain(0, &[*radius]),
        Shape::Cuboid { half } => plain(1, half.as_slice()),
        Shape::Capsule {
            half_height,
            radius,
        } => plain(2, &[*half_height, *radius]),
        Shape::Cylinder {
            half_height,
            radius,
        } => plain(3, &[*half_height, *radius]),
        Shape::Cone {
            half_height,
            radius,
        } => plain(4, &[*half_height, *radius]),
        Shape::Points(points) => {
            let hull = ConvexHull::new(points).map_err(|_| Answer::NotBuilt)?;
            let vertices = hull.vertices().iter();
            Outline {
                kind: 5,
                numbers: vertices.flat_map(|p| [p.x, p.y, p.z]).collect(),
                triangles: triangles(&hull),
            }
        }
        Shape::Segment(_) | Shape::Triangle(_) => return Err(Answer::NotOffered),
    })
}

/// Returns the faces of a hull as triangles. Each face becomes a fan.
fn triangles(hull: &ConvexHull<f64, 3>) -> Vec<[u32; 3]> {
    let fan = |outline: &[u32]| -> Vec<_> {
        let sides = outline[1..].windows(2);
        sides.map(|side| [outline[0], side[0], side[1]]).collect()
    };
    hull.faces().flat_map(|face| fan(face.vertices)).collect()
}
