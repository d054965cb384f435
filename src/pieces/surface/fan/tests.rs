use nalgebra::{Vector2, Vector3, vector};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::super::Surface;

/// Triangles around the origin, at random heights, each with its corners in either order.
fn fan(random: &mut StdRng, least: f64, most: f64) -> Surface<f64, 3> {
    let count = random.random_range(4..9);
    let mut points = vec![Vector3::zeros()];
    for spoke in 0..count {
        let angle = std::f64::consts::TAU * f64::from(spoke) / f64::from(count);
        let length = random.random_range(0.5..2.0);
        let height = length * random.random_range(least..most);
        points.push(vector![length * angle.cos(), height, length * angle.sin()]);
    }
    let count = count as u32;
    let triangle = |spoke: u32| {
        let [one, other] = [1 + spoke, 1 + (spoke + 1) % count];
        if random.random_bool(0.5) {
            [0, one, other]
        } else {
            [other, one, 0]
        }
    };
    Surface::new(points, (0..count).map(triangle).collect())
}

/// Returns how high the fan is at a place, by the triangle above or below it, without end.
fn height(fan: &Surface<f64, 3>, x: f64, z: f64) -> f64 {
    let spokes = fan.points().len() - 1;
    let place = |spoke: usize| fan.points()[1 + spoke % spokes];
    let shares = |spoke: usize| {
        let (p, q) = (place(spoke), place(spoke + 1));
        let area = p.x * q.z - p.z * q.x;
        ((x * q.z - z * q.x) / area, (p.x * z - p.z * x) / area)
    };
    let within = (0..spokes).find(|&spoke| {
        let (one, other) = shares(spoke);
        one >= 0.0 && other >= 0.0
    });
    let spoke = within.expect("the spokes go all around");
    let (one, other) = shares(spoke);
    one * place(spoke).y + other * place(spoke + 1).y
}

/// Returns the normal on the side of the surface where a point is.
fn side(
    surface: &Surface<f64, 3>,
    (piece, normal): (u32, Vector3<f64>),
    touched: &[bool; 3],
    at: &Vector3<f64>,
) -> Vector3<f64> {
    let around = surface.around(piece, normal, touched);
    if around.is_behind(at, at) {
        -normal
    } else {
        normal
    }
}

/// Where a tip is the nearest point, triangles count by their angles there. Chords instead of angles would be wrong in
/// one of 600 cases in which some triangles are above a point and some beneath it.
#[test]
fn the_side_of_a_tip_is_told_by_angles() {
    let mut random = StdRng::seed_from_u64(4);
    let turn = std::f64::consts::TAU;
    let (mut above_some, mut beside, mut wide) = (0, 0, 0);
    for _ in 0..1_200 {
        let mut angles: Vec<f64> = (0..random.random_range(3..7))
            .map(|_| random.random_range(0.0..turn))
            .collect();
        angles.sort_by(f64::total_cmp);
        let gap = |spoke: usize| {
            let next = angles[(spoke + 1) % angles.len()];
            (next - angles[spoke]).rem_euclid(turn)
        };
        if (0..angles.len()).any(|spoke| !(0.01..3.1).contains(&gap(spoke))) {
            continue;
        }
        wide += 1;
        let count = angles.len() as u32;
        let mut points = vec![Vector3::zeros()];
        for angle in &angles {
            points.push(vector![
                angle.cos(),
                random.random_range(-8.0..1.0),
                angle.sin()
            ]);
        }
        let triangles = (0..count).map(|spoke| [0, 1 + spoke, 1 + (spoke + 1) % count]);
        let fan = Surface::new(points, triangles.collect());
        let normals: Vec<_> = (0..count).map(|piece| fan.normal(piece).unwrap()).collect();
        for just_beside in [false, true].repeat(4) {
            let mut at: Vector3<f64> = Vector3::from_fn(|_, _| random.random_range(-1.0..1.0));
            let mut least = 0.0;
            if just_beside {
                // within what counts as equally far, the nearest point is on a spoke
                let spoke = fan.points()[1].normalize();
                at += spoke * (at.norm() * 5e-5 - spoke.dot(&at));
                least = at.norm() * 1e-4;
            }
            let mut spokes = fan.points()[1..].iter().map(|side| side.normalize());
            let is_nearest_to_tip = spokes.all(|side| side.dot(&at) <= least);
            let ahead = normals
                .iter()
                .filter(|normal| normal.dot(&at) > 0.0)
                .count();
            if !is_nearest_to_tip || ahead == 0 || ahead == normals.len() {
                continue;
            }
            let above = at.y - height(&fan, at.x, at.z);
            if above.abs() < 10.0 * least {
                continue;
            }
            above_some += 1;
            beside += u32::from(just_beside);
            let up = normals[0] * normals[0].y.signum();
            let truth = if above > 0.0 { up } else { -up };
            let origin = [true, false, false];
            assert_eq!(side(&fan, (0, up), &origin, &at), truth, "{fan:?} {at:?}");
        }
    }
    assert!(wide > 120 && above_some > 120, "{above_some} in {wide}");
    assert!(beside > 3, "{beside}");
}

/// At an edge of two triangles, too, also for a point beyond the edge's ends.
#[test]
fn the_side_at_an_edge_is_that_of_both_triangles() {
    let mut random = StdRng::seed_from_u64(2);
    for _ in 0..500 {
        let mut any = |from: f64, to: f64| random.random_range(from..to);
        let (left, right) = (any(-2.0, 2.0), any(-2.0, 2.0));
        let points = vec![
            vector![0.0, 0.0, -1.0],
            vector![0.0, 0.0, 1.0],
            vector![-1.0, left, any(-1.0, 1.0)],
            vector![1.0, right, any(-1.0, 1.0)],
        ];
        let at: Vector3<f64> = Vector3::from_fn(|_, _| any(-3.0, 3.0));
        let other = if any(0.0, 1.0) < 0.5 {
            [0, 1, 3]
        } else {
            [1, 0, 3]
        };
        let surface = Surface::new(points, vec![[0, 1, 2], other]);
        let normal = surface.normal(0).unwrap();
        let up = if normal.y < 0.0 { -normal } else { normal };
        let slope = if at.x < 0.0 { -left } else { right };
        let above = at.y - slope * at.x;
        if above.abs() > 1e-6 {
            let truth = if above > 0.0 { up } else { -up };
            let edge = [true, true, false];
            assert_eq!(
                side(&surface, (0, normal), &edge, &at),
                truth,
                "{surface:?} {at:?}"
            );
        }
    }
}

/// A peak pushes bodies above it away from all its sides, and no less upward than its steepest triangle.
#[test]
fn a_peak_pushes_upward() {
    let mut random = StdRng::seed_from_u64(3);
    let mut peaks = 0;
    for _ in 0..500 {
        let fan = fan(&mut random, -1.0, -0.3);
        let pieces = 0..fan.pieces().len() as u32;
        let normals: Vec<_> = pieces
            .clone()
            .map(|piece| fan.normal(piece).unwrap())
            .collect();
        let least = normals
            .iter()
            .map(|normal| normal.y.abs())
            .fold(1.0, f64::min);
        let sides = &fan.points()[1..];
        // some are no peaks, as a spoke between two others is lower than both
        let falls = |normal: &Vector3<f64>| {
            let up = normal * normal.y.signum();
            sides.iter().all(|side| up.dot(side) < 1e-9)
        };
        if !normals.iter().all(falls) {
            continue;
        }
        peaks += 1;
        let angle = random.random_range(0.0..6.3);
        let aside = vector![
            f64::cos(angle),
            random.random_range(-0.1..0.3),
            f64::sin(angle)
        ];
        // a body beside the peak touches it with a wall
        let middle = aside * 0.4 + vector![0.0, 0.4, 0.0];
        for piece in pieces {
            let pushed = fan.allowed(piece, aside.normalize(), &middle);
            assert!((pushed.norm() - 1.0).abs() < 1e-9);
            let own = sides.iter().map(|side| pushed.dot(&side.normalize()));
            let most = own.fold(-1.0, f64::max);
            // where another corner of this piece lies farther toward the body, it is that one which is touched
            let [one, other] = [1, 2].map(|step| {
                let corners = fan.pieces()[piece as usize];
                let at = corners.iter().position(|corner| *corner == 0).unwrap();
                fan.points()[corners[(at + step) % 3] as usize]
            });
            if aside.dot(&one) < -0.01 && aside.dot(&other) < -0.01 {
                assert!(most < 1e-2, "{pushed:?} {fan:?}");
                assert!(pushed.y > least - 1e-2, "{pushed:?} {least}");
            }
        }
    }
    assert!(peaks > 50, "{peaks}");
}

/// In the plane a box beside a peak is pushed along the normal of the slope that it is above, by either segment.
#[test]
fn a_peak_in_the_plane_pushes_along_the_nearer_slope() {
    let points = vec![vector![0.0, 0.0], vector![1.0, 0.5], vector![2.0, 0.1]];
    for pieces in [
        vec![[0, 1], [1, 2]],
        vec![[0, 1], [2, 1]],
        vec![[1, 0], [1, 2]],
    ] {
        let line = Surface::new(points.clone(), pieces);
        let middle = vector![1.6, 0.45];
        let slope: Vector2<f64> = vector![0.4, 1.0].normalize();
        let pushed = line.allowed(0, vector![1.0, 0.0], &middle);
        assert!((pushed - slope).norm() < 1e-9, "{pushed:?}");
        // from beneath, the peak is a valley, in which a body touches what it is pushed away from
        let beneath = line.allowed(0, vector![1.0, -0.1].normalize(), &vector![1.0, 0.1]);
        assert!(beneath.y < 0.0, "{beneath:?}");
    }
}
