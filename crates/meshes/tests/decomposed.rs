//! Pieces of a decomposition cover the surface, on good meshes and on bad ones.
#![cfg(feature = "decompose")]

use std::f64::consts::TAU;
use std::fs;
use std::path::Path;

use nalgebra::{Vector3, vector};
use photofinish::Real;
use photofinish::shape::ConvexHull;
use photofinish_meshes::{DecomposeError, Decomposer, Decomposition, Format, Mesh};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const SEED: u64 = 0x5eed_c07e;

/// Returns how far a point is outside a hull, by its faces if it is solid. This uses no search of the library.
fn outside<T: Real>(hull: &ConvexHull<T, 3>, point: &Vector3<f64>) -> f64 {
    if hull.dimension() == 3 {
        let beyond = hull.faces().map(|face| {
            let corner = hull.vertices()[face.vertices[0] as usize].map(T::as_f64);
            let normal = face.normal.map(T::as_f64).normalize();
            normal.dot(&(point - corner))
        });
        return beyond.fold(0.0, f64::max);
    }
    // points, lines and polygons: the fan of the vertices, in the order of the outline
    let outline = hull.faces().next().map(|face| face.vertices.to_vec());
    let outline = outline.unwrap_or_else(|| (0..hull.vertices().len() as u32).collect());
    let at = |index: u32| hull.vertices()[index as usize].map(T::as_f64);
    let (first, last) = (at(outline[0]), at(outline[outline.len() - 1]));
    let pairs = outline
        .windows(2)
        .map(|pair| [first, at(pair[0]), at(pair[1])]);
    pairs
        .chain([[first, first, last]])
        .map(|corners| from_triangle(corners, point))
        .fold(f64::MAX, f64::min)
}

/// Returns the distance of a point from a triangle, which may be a segment or a point.
fn from_triangle(corners: [Vector3<f64>; 3], point: &Vector3<f64>) -> f64 {
    let [a, b, c] = corners;
    let normal = (b - a).cross(&(c - a));
    let is_left = |from: Vector3<f64>, to: Vector3<f64>| {
        (to - from).cross(&(point - from)).dot(&normal) >= 0.0
    };
    if normal.norm() > 0.0 && is_left(a, b) && is_left(b, c) && is_left(c, a) {
        return normal.normalize().dot(&(point - a)).abs();
    }
    let from_edge = |[from, to]: [Vector3<f64>; 2]| {
        let along: Vector3<f64> = to - from;
        let share = along.dot(&(point - from)) / along.norm_squared().max(f64::MIN_POSITIVE);
        (point - from - along * share.clamp(0.0, 1.0)).norm()
    };
    let edges = [[a, b], [b, c], [c, a]].map(from_edge);
    edges.into_iter().fold(f64::MAX, f64::min)
}

/// Checks that corners, middles and random points of each triangle are covered.
fn assert_covers<T: Real>(mesh: &Mesh, made: &Decomposition<T>) {
    let surface = mesh.surface::<T>().unwrap();
    let hulls = made.body.shapes();
    let mut random = StdRng::seed_from_u64(SEED);
    let sizes = surface.points().iter().map(|point| point.amax().as_f64());
    let size = sizes.fold(0.0, f64::max);
    // the faces of a hull are only as exact as its scalar
    let slack = made.tolerance.as_f64() + 16.0 * T::EPSILON.as_f64() * size;
    for triangle in surface.triangles() {
        let corners = triangle.map(|corner| surface.points()[corner as usize].map(T::as_f64));
        for sample in 0..12 {
            let weights = match sample {
                0..3 => Vector3::ith(sample, 1.0),
                3 => Vector3::repeat(1.0),
                _ => Vector3::from_fn(|_, _| random.random_range(0.0..1.0)),
            };
            let point = corners[0] * weights.x + corners[1] * weights.y + corners[2] * weights.z;
            let point = point / weights.sum();
            let mut beyond = hulls
                .iter()
                .map(|hull| outside(hull, &point) - hull.deviation().as_f64());
            assert!(
                beyond.any(|x| x <= slack),
                "{point} is outside by more than {slack}"
            );
        }
    }
}

fn volume(hull: &ConvexHull<f64, 3>) -> f64 {
    let parts = hull.faces().flat_map(|face| {
        let at = move |index: u32| hull.vertices()[index as usize];
        let first = at(face.vertices[0]);
        let rest = face.vertices[1..].windows(2);
        rest.map(move |pair| first.dot(&at(pair[0]).cross(&at(pair[1]))))
    });
    parts.sum::<f64>().abs() / 6.0
}

const ANGLE: &str = "v 0 0 0\nv 4 0 0\nv 4 1 0\nv 1 1 0\nv 1 4 0\nv 0 4 0\n\
    v 0 0 4\nv 4 0 4\nv 4 1 4\nv 1 1 4\nv 1 4 4\nv 0 4 4\n\
    f 6 5 4 3 2 1\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n";

fn angle() -> Mesh {
    Mesh::from_bytes("angle.obj", Format::Obj, ANGLE).unwrap()
}

/// Returns a torus whose circles have these radii.
fn torus(around: u32, across: u32) -> Mesh {
    let (mut points, mut triangles) = (Vec::new(), Vec::new());
    for (i, j) in (0..around).flat_map(|i| (0..across).map(move |j| (i, j))) {
        let [turn, tilt] =
            [(i, around), (j, across)].map(|(n, of)| TAU * f64::from(n) / f64::from(of));
        let radius = 1.0 + 0.25 * tilt.cos();
        points.push(vector![
            radius * turn.cos(),
            radius * turn.sin(),
            0.25 * tilt.sin()
        ]);
        let index = |i: u32, j: u32| (i % around) * across + j % across;
        let [a, b, c, d] = [
            index(i, j),
            index(i + 1, j),
            index(i + 1, j + 1),
            index(i, j + 1),
        ];
        triangles.extend([[a, b, c], [a, c, d]]);
    }
    Mesh::new("torus", points, &triangles).unwrap()
}

#[test]
fn the_pieces_of_an_angle_have_its_volume() {
    let made = Decomposer::new().decompose::<f64>(&angle()).unwrap();
    assert_covers(&angle(), &made);
    let volumes: f64 = made.body.shapes().iter().map(volume).sum();
    // 28 of the 64 of the cube; the hull has 46
    assert!((28.0 - 1e-9..30.0).contains(&volumes), "{volumes}");
    let single = Decomposer::new().resolution(16);
    let single = single.decompose::<f32>(&angle()).unwrap();
    assert_covers(&angle(), &single);
    assert!(single.tolerance < 1e-5, "{}", single.tolerance);
}

/// The hole of a torus stays open, and its tube is filled: a point on the circle within is inside of a piece.
#[test]
fn a_torus_keeps_its_hole_and_its_inside() {
    let mesh = torus(32, 16);
    for (pieces, is_open) in [(1, Some(false)), (5, None), (64, Some(true))] {
        let settings = Decomposer::new().resolution(32).most_pieces(pieces);
        let made = settings.decompose::<f64>(&mesh).unwrap();
        let hulls = made.body.shapes();
        assert!(hulls.len() <= pieces);
        assert_covers(&mesh, &made);
        let from = |point: Vector3<f64>| {
            let distances = hulls.iter().map(|hull| outside(hull, &point));
            distances.fold(f64::MAX, f64::min)
        };
        assert!(is_open.is_none_or(|open| open == (from(Vector3::zeros()) > 0.3)));
        for step in 0..100 {
            let turn = TAU * f64::from(step) / 100.0;
            let nearest = from(vector![turn.cos(), turn.sin(), 0.0]);
            assert!(nearest <= 0.0, "{nearest} at {turn}");
        }
    }
}

fn mesh(points: Vec<Vector3<f64>>, triangles: &[[u32; 3]]) -> Mesh {
    Mesh::new("bad", points, triangles).unwrap()
}

/// Returns triangles with random corners, which cross each other.
fn soup(count: u32, corner: impl Fn(&mut StdRng) -> Vector3<f64>) -> Mesh {
    let mut random = StdRng::seed_from_u64(SEED);
    let points = (0..3 * count).map(|_| corner(&mut random)).collect();
    let triangles: Vec<_> = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    mesh(points, &triangles)
}

#[test]
fn bad_meshes_are_covered_too() {
    let [x, y, z] = [Vector3::x(), Vector3::y(), Vector3::z()];
    let o = Vector3::zeros();
    let far = vector![1e6, -1e6, 1e6];
    let open = ANGLE.lines().filter(|line| !line.starts_with("f 6 1 7"));
    let open = open.collect::<Vec<_>>().join("\n");
    let open = Mesh::from_bytes("open.obj", Format::Obj, open).unwrap();
    let number = |random: &mut StdRng| random.random_range(-1.0..1.0);
    let anywhere = |random: &mut StdRng| Vector3::from_fn(|_, _| number(random));
    let grid = |random: &mut StdRng| Vector3::from_fn(|_, _| f64::from(random.random_range(0..4)));
    let twice = [[0, 1, 2], [2, 1, 0], [0, 1, 2], [3, 1, 2]];
    let sized = |size: f64| {
        mesh(
            vec![o, x * size, y * size, z * size],
            &[[0, 1, 2], [0, 1, 3]],
        )
    };
    let two = mesh(
        vec![o, x, y, far, far + x, far + y],
        &[[0, 1, 2], [3, 4, 5]],
    );
    let flat = |random: &mut StdRng| vector![number(random), 0.0, number(random)];
    let line = |random: &mut StdRng| vector![1.0, 2.0, 3.0] * number(random);
    let cases = [
        ("a tilted triangle", mesh(vec![x, y, z], &[[0, 1, 2]])),
        ("a segment", mesh(vec![o, x + y], &[[0, 1, 1]])),
        ("a point", mesh(vec![x], &[[0, 0, 0]])),
        ("two far triangles", two),
        (
            "two points far apart",
            mesh(vec![o, far], &[[0, 0, 0], [1, 1, 1]]),
        ),
        ("a needle", mesh(vec![o, x * 1e9, y * 1e-9], &[[0, 1, 2]])),
        ("a tiny one", sized(1e-60)),
        ("a huge one", sized(1e60)),
        ("one that is there twice", mesh(vec![x, y, z, o], &twice)),
        ("an open angle", open),
        ("a soup", soup(40, anywhere)),
        ("a soup in a plane", soup(40, flat)),
        ("a soup on a line", soup(40, line)),
        ("a soup of a grid", soup(60, grid)),
        (
            "a soup far away",
            soup(40, |random| far * 1e3 + anywhere(random)),
        ),
    ];
    let fine = Decomposer::new().resolution(12).concavity(0.0);
    for (name, mesh) in cases {
        for settings in [
            Decomposer::new().resolution(12),
            Decomposer::new().resolution(4).concavity(0.0),
            fine.most_pieces(128),
        ] {
            println!("{name}");
            assert_covers(&mesh, &settings.decompose::<f64>(&mesh).unwrap());
        }
    }
}

#[test]
fn settings_out_of_range_and_endless_work_are_errors() {
    let new = Decomposer::new();
    for (settings, expected) in [
        (new.concavity(f64::NAN), "concavity must be from 0.0 to 1.0"),
        (new.resolution(257), "resolution must be from 4.0 to 256.0"),
        (new.most_pieces(0), "most_pieces must be from 1.0 to 1024.0"),
    ] {
        let refused = settings.decompose::<f64>(&angle()).unwrap_err().to_string();
        assert!(refused.starts_with(expected), "{refused}");
    }
    let soup = soup(20_000, |random| {
        Vector3::from_fn(|_, _| random.random_range(-1.0..1.0))
    });
    let refused = Decomposer::new().resolution(128).decompose::<f64>(&soup);
    assert!(matches!(refused, Err(DecomposeError::TooMuchWork { .. })));
    let huge = Mesh::new("huge", vec![Vector3::repeat(1e100)], &[[0; 3]]).unwrap();
    let refused = Decomposer::new().decompose::<f32>(&huge);
    assert!(matches!(refused, Err(DecomposeError::Mesh(_))));
}

/// What is kept changes no piece, whatever happens to the file.
#[test]
fn kept_cuts_make_the_same_pieces() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept_cuts");
    let _ = fs::remove_dir_all(&folder);
    let (mesh, settings) = (torus(24, 12), Decomposer::new().resolution(24));
    let made = settings.decompose::<f64>(&mesh).unwrap();
    let kept = || settings.decompose_kept::<f64>(&mesh, &folder).unwrap();
    let files = || -> Vec<_> {
        let files = fs::read_dir(&folder).unwrap();
        files.map(|file| file.unwrap().path()).collect()
    };
    assert!(made.body.shapes().len() > 1 && kept() == made);
    let [file] = &files()[..] else {
        panic!("one file");
    };
    let bytes = fs::read(file).unwrap();
    assert_eq!(kept(), made);
    for at in (0..bytes.len()).step_by(bytes.len() / 7) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        for damaged in [&damaged[..], &bytes[..at]] {
            fs::write(file, damaged).unwrap();
            assert_eq!(kept(), made, "byte {at}");
            assert!(fs::read(file).unwrap() == bytes, "byte {at}");
        }
    }
    // other settings and other meshes have files of their own
    let coarse = settings.most_pieces(2);
    coarse.decompose_kept::<f64>(&mesh, &folder).unwrap();
    settings.decompose_kept::<f64>(&angle(), &folder).unwrap();
    assert_eq!(files().len(), 3);
    // a folder that cannot be
    let unkept = settings.decompose_kept::<f64>(&mesh, file.join("x"));
    assert_eq!(unkept.unwrap(), made);
}
