//! Two moving meshes, asked about by FCL too.

use std::ffi::{c_double, c_void};

// the library brings the shim and FCL with it
use peers as _;

use nalgebra::{Isometry3, UnitQuaternion, Vector3};
use photofinish::Query;
use photofinish::motion::ConstantVelocity;
use photofinish::pieces::{MovingPieces, TriMesh};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::Times;
use crate::bodies::direction;
use crate::meshes::{KINDS, Surface};

/// How much later than the time of ours an answer of FCL counts as late.
const LATE: f64 = 1e-3;

/// The number of times at which FCL's sampling looks.
const SAMPLES: usize = 101;

/// A placement as the shim takes it: a rotation, column by column, and a position.
#[repr(C)]
struct Placement {
    rotation: [c_double; 9],
    position: [c_double; 3],
}

unsafe extern "C" {
    fn photofinish_fcl_mesh(
        points: *const c_double,
        point_count: usize,
        triangles: *const u32,
        triangle_count: usize,
    ) -> *mut c_void;
    fn photofinish_fcl_free(mesh: *mut c_void);
    fn photofinish_fcl_contact(
        a: *const c_void,
        a_places: *const [Placement; 2],
        b: *const c_void,
        b_places: *const [Placement; 2],
        samples: usize,
        signless: bool,
    ) -> c_double;
}

/// A mesh of FCL.
struct Mesh(*mut c_void);

impl Mesh {
    fn new(surface: &Surface) -> Self {
        let points: Vec<f64> = surface
            .points
            .iter()
            .flat_map(|p| [p.x, p.y, p.z])
            .collect();
        let triangles = surface.triangles.as_flattened();
        // both lists outlive the call, and FCL copies them
        let mesh = unsafe {
            photofinish_fcl_mesh(
                points.as_ptr(),
                surface.points.len(),
                triangles.as_ptr(),
                surface.triangles.len(),
            )
        };
        assert!(!mesh.is_null(), "FCL takes the mesh");
        Self(mesh)
    }
}

impl Drop for Mesh {
    fn drop(&mut self) {
        // it comes from the shim, and is freed once
        unsafe { photofinish_fcl_free(self.0) }
    }
}

/// How FCL is asked.
#[derive(Clone, Copy)]
enum How {
    /// By conservative advancement, as it is.
    Advance,
    /// By conservative advancement with bounds of motions without their sign.
    Signless,
    /// By testing at many times.
    Sample,
}

fn contact(
    a: &Mesh,
    of_a: &[Placement; 2],
    b: &Mesh,
    of_b: &[Placement; 2],
    how: How,
) -> Option<f64> {
    let samples = if matches!(how, How::Sample) {
        SAMPLES
    } else {
        0
    };
    let signless = matches!(how, How::Signless);
    // meshes and placements outlive the call
    let time = unsafe { photofinish_fcl_contact(a.0, of_a, b.0, of_b, samples, signless) };
    assert!(time >= 0.0, "FCL answers");
    (time <= 1.0).then_some(time)
}

/// A flight at constant velocities, turning by less than half a turn.
struct Flight {
    start: Isometry3<f64>,
    velocity: Vector3<f64>,
    spin: Vector3<f64>,
}

impl Flight {
    fn ours(&self) -> ConstantVelocity<f64, UnitQuaternion<f64>, 3> {
        ConstantVelocity::new(self.start, self.velocity, self.spin).expect("a motion")
    }

    fn theirs(&self) -> [Placement; 2] {
        let turned = UnitQuaternion::from_scaled_axis(self.spin) * self.start.rotation;
        let position = self.start.translation.vector;
        [
            (self.start.rotation, position),
            (turned, position + self.velocity),
        ]
        .map(|(rotation, position)| {
            let matrix = rotation.to_rotation_matrix().into_inner();
            Placement {
                rotation: matrix
                    .as_slice()
                    .try_into()
                    .expect("three columns of three"),
                position: position.into(),
            }
        })
    }
}

/// Compares first contacts of two equal meshes, one of which flies past or into the other.
pub fn compare(cases: usize) {
    println!(
        "two moving meshes; microseconds as median / mean; FCL: conservative advancement with RSS"
    );
    println!(
        "mesh, triangles | photofinish | FCL | FCL, bounds without sign | FCL at {SAMPLES} times | hits, of them missed or late by more than {LATE}: FCL; without sign; at {SAMPLES} times | photofinish later than a sampled hit"
    );
    for triangles in [1000, 10_000, 70_000] {
        let cases = (cases * 1000 / triangles).max(2);
        for (name, build) in KINDS {
            compare_meshes(name, &build(triangles), cases);
        }
    }
}

fn compare_meshes(name: &str, surface: &Surface, cases: usize) {
    let ours = TriMesh::new(surface.points.clone(), surface.triangles.clone()).expect("a mesh");
    let theirs = Mesh::new(surface);
    let mut random = StdRng::seed_from_u64(11);
    let mut times: [Times; 4] = Default::default();
    let (mut hits, mut wrong, mut later) = (0, [[0; 2]; 3], 0);
    for _ in 0..cases {
        let start = direction(&mut random) * random.random_range(2.2..3.5);
        let aside = direction(&mut random) * random.random_range(0.0..1.2);
        let turn = UnitQuaternion::from_scaled_axis(direction(&mut random) * 3.0);
        let mut flight = |start: Isometry3<f64>, velocity| Flight {
            start,
            velocity,
            spin: direction(&mut random) * random.random_range(0.0..2.0),
        };
        let flights = [
            flight(
                Isometry3::from_parts(start.into(), turn),
                aside - start * 2.0,
            ),
            flight(Isometry3::identity(), Vector3::zeros()),
        ];
        let [a, b] = flights
            .each_ref()
            .map(|flight| MovingPieces::new(&ours, flight.ours()));
        let answer = times[0].of(|| Query::new().first_contact(&a, &b, 0.0..=1.0));
        let found = answer
            .expect("a valid query")
            .contact
            .map(|contact| contact.time);
        hits += u32::from(found.is_some());
        let [of_a, of_b] = flights.each_ref().map(Flight::theirs);
        for (index, how) in [How::Advance, How::Signless, How::Sample]
            .into_iter()
            .enumerate()
        {
            let time = times[index + 1].of(|| contact(&theirs, &of_a, &theirs, &of_b, how));
            let too_late = |time: f64| found.is_some_and(|found| time > found + LATE);
            wrong[index][0] += u32::from(found.is_some() && time.is_none());
            wrong[index][1] += u32::from(time.is_some_and(too_late));
            if matches!(how, How::Sample) {
                later += u32::from(time.is_some_and(|time| found.is_none_or(|found| found > time)));
            }
        }
    }
    let [ours, advance, signless, sampled] = times.each_mut().map(Times::summary);
    let [of_advance, of_signless, of_sampled] =
        wrong.map(|[missed, late]| format!("{missed} + {late}"));
    println!(
        "{name}, {} | {ours} | {advance} | {signless} | {sampled} | {hits} of {cases}: {of_advance}; {of_signless}; {of_sampled} | {later}",
        surface.triangles.len()
    );
}
