//! Pairs at rest whose answers were once wrong or loose, each for another reason.

use nalgebra::{
    Complex, Isometry2, Isometry3, Quaternion, UnitComplex, UnitQuaternion, Vector3, vector,
};
use photofinish::gjk::{Termination, distance};
use photofinish::motion::AtRest;
use photofinish::shape::{Ball, Cone, Cuboid, Cylinder, Segment};
use photofinish::support::{Feature, Posed};
use photofinish::{
    Moving, Outcome, Proximity, SupportMap, proximity, supporting_distance, time_of_impact,
};

fn at<S: SupportMap<f64, 3>>(shape: S, place: [f64; 3], xyzw: [f64; 4]) -> Posed<S, f64, 3> {
    let [x, y, z, w] = xyzw;
    let turn = UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z));
    Posed::new(
        shape,
        &Isometry3::from_parts(Vector3::from(place).into(), turn),
    )
    .expect("a pose")
}

fn cuboid(x: f64, y: f64, z: f64) -> Cuboid<f64, 3> {
    Cuboid::new(vector![x, y, z]).expect("a box")
}

const UPRIGHT: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

/// The distance stopped shrinking one step before the direction was right. The lower bound and the normal were off by
/// the square root of the rounding.
#[test]
fn the_lower_bound_of_polytopes_is_as_exact_as_the_distance() {
    let turn = UnitComplex::new_normalize(Complex::new(0.8311039316233939, -0.5561171233113912));
    let rectangle = |x, y, place: [f64; 2]| {
        let pose = Isometry2::from_parts(vector![place[0], place[1]].into(), turn);
        Posed::new(Cuboid::new(vector![x, y]).expect("a box"), &pose).expect("a pose")
    };
    let a = rectangle(0.1441680899048054, 0.12835717085405168, [0.0, 0.0]);
    let place = [0.4335081834456487, 0.052351348034491485];
    let b = rectangle(0.18700878549592606, 0.07474434515625245, place);
    let found = distance(&a, &b).expect("they are apart");
    assert!(found.distance - found.lower_bound < 1e-14, "{found:?}");
}

/// The nearest edge of a simplex passes the origin at 1e-12. Rounding excluded this edge, and disjoint boxes were said
/// to overlap.
#[test]
fn boxes_that_edges_keep_apart_do_not_overlap() {
    let a = at(
        cuboid(1.7774749770311022, 1.1348594633312599, 0.47526208622597915),
        [0.0; 3],
        [
            -0.38949323163545563,
            -0.24917101714446258,
            0.4657499823637007,
            0.7545102919467539,
        ],
    );
    let b = at(
        cuboid(2.659245352475259, 0.6229071206843769, 0.6666831971686531),
        [-1.2021308525457401, -2.5678984381587515, 2.7284503627971066],
        [
            0.5710390760680015,
            0.6173656893711805,
            -0.4678979373789892,
            0.2717452840200506,
        ],
    );
    let Proximity::Disjoint(closest) = proximity(&a, &b) else {
        panic!("they are 4e-12 apart");
    };
    assert!((closest.distance - 3.9e-12).abs() < 1e-13, "{closest:?}");
    assert!(supporting_distance(&a, &b, &closest.contact.normal) > 3.8e-12);
}

/// The witness points came from a facet that did not have the origin above it.
#[test]
fn boxes_that_touch_have_equal_witness_points() {
    let a = at(
        cuboid(0.6017813395289402, 0.6963653543032907, 0.3792626573545685),
        [0.12140795802066343, 0.7051105357996807, 0.3515330124182494],
        [
            -0.269920904503517,
            0.11981564118290264,
            0.21973594371545158,
            -0.9297865521072098,
        ],
    );
    let b = at(
        cuboid(0.30014135648043916, 0.2723326629667145, 0.0917448311489778),
        [
            0.8403047357795964,
            -0.21763550137313126,
            -0.3337882972070172,
        ],
        [
            -0.005192442149460836,
            -0.0664821972464703,
            -0.012596518613169546,
            0.9976945843857398,
        ],
    );
    let found = proximity(&a, &b);
    let [on_a, on_b] = found.contact().witnesses();
    assert!(found.signed_distance().abs() < 1e-14, "{found:?}");
    assert!((on_a - on_b).norm() < 1e-14, "{found:?}");
}

/// The first simplex of the expansion consisted only of rounding around the origin.
#[test]
fn segments_that_cross_in_space_only_touch() {
    let segment = |ends: [[f64; 3]; 2]| Segment::new(ends.map(Vector3::from)).expect("a segment");
    let a = at(
        segment([
            [-0.625706621009291, 1.3455698394658409, 0.0],
            [-2.2493701536161894, 0.4311893838992339, 0.0],
        ]),
        [0.0; 3],
        [
            -0.7512124989377452,
            -0.3682446965414768,
            0.5323951372665525,
            0.12896140013086319,
        ],
    );
    let b = at(
        segment([
            [1.7198877214067334, 1.480040844917914, 0.0],
            [-1.226739051061484, -0.15626126147718514, 0.0],
        ]),
        [1.029519025981261, -1.6713615641243937, 1.1860867271633837],
        [
            0.03486375399944208,
            -0.05521103370343919,
            -0.012580278897066163,
            -0.9977865488155951,
        ],
    );
    let found = proximity(&a, &b);
    assert!(found.signed_distance().abs() < 1e-14, "{found:?}");
}

/// Support points alternate between the ends of parallel sides. One of them brings the simplex nearer by less than
/// rounding, but turns the direction.
#[test]
fn a_cylinder_beside_a_parallel_edge_converges() {
    let turned = [0.0, 0.0, 1.0, 0.0];
    let cylinder = Cylinder::new(3.1859874079128234, 0.8001724436534284).expect("a cylinder");
    let a = at(cylinder, [0.0; 3], turned);
    let b = at(
        cuboid(1.3187570253290002, 2.1044885528264685, 1.0932476865806857),
        [3.9886804069114286, -5.2904759530177365, -1.588855918473214],
        turned,
    );
    let found = distance(&a, &b).expect("they are apart");
    assert_eq!(found.termination, Termination::Converged);
    assert!(found.distance - found.lower_bound < 4e-11 * found.distance);
    assert!(matches!(found.contact.feature_b, Feature::Edge(_)));
}

/// A facet was projected from a point that was not its own. The distance was right, but not the witness points.
#[test]
fn a_cylinder_on_a_wide_floor_has_its_witness_points_there() {
    let floor = at(
        cuboid(100.0, 100.0, 100.0),
        [23.40085107922042, -100.0, 9.236775241169859],
        UPRIGHT,
    );
    let cylinder = at(
        Cylinder::new(1.0, 1.0).expect("a cylinder"),
        [0.0, 1.2610815331029301, 0.0],
        [
            0.5558721361284473,
            -0.7170650090843709,
            0.1896973015466664,
            0.37528505806751883,
        ],
    );
    let found = distance(&floor, &cylinder).expect("they are apart");
    let apart = (found.contact.witness_b - found.contact.witness_a).norm();
    assert!((apart - found.distance).abs() < 1e-10, "{found:?}");
    assert!(found.contact.witness_a.y.abs() < 1e-12, "{found:?}");
    assert!(
        found.contact.witness_b.xz().norm() <= 2f64.sqrt(),
        "{found:?}"
    );
}

/// The radius was added along the normal with the best proven bound. In single precision this normal is off by the
/// square root of the rounding.
#[test]
fn witness_points_of_a_huge_ball_are_as_far_apart_as_the_distance() {
    let cone = Cone::new(0.409_875_84_f32, 1.241_306_8).expect("a cone");
    let ball = Posed::new(
        Ball::new(8_782.313_f32).expect("a ball"),
        &Isometry3::translation(4_256.012, 2_812.373_5, -7_151.269),
    )
    .expect("a pose");
    let found = distance(&cone, &ball).expect("they are apart");
    let apart = (found.contact.witness_b - found.contact.witness_a).norm();
    assert!((apart - found.distance).abs() < 2e-3, "{found:?} {apart}");
}

/// Coordinates were measured from the world's origin, and lost digits far away.
#[test]
fn a_million_sizes_away_the_distance_is_the_same() {
    let far = 1_048_576.0_f32;
    let cube = Cuboid::new(vector![0.5_f32, 0.5, 0.5]).expect("a box");
    let turn = vector![0.0, 0.0, 0.3];
    let near_distance = proximity(
        &cube,
        &Posed::new(cube, &Isometry3::new(vector![1.5, 0.25, 0.125], turn)).expect("a pose"),
    );
    let far_distance = proximity(
        &Posed::new(cube, &Isometry3::translation(far, -far, far)).expect("a pose"),
        &Posed::new(
            cube,
            &Isometry3::new(vector![far + 1.5, 0.25 - far, far + 0.125], turn),
        )
        .expect("a pose"),
    );
    assert_eq!(
        near_distance.signed_distance(),
        far_distance.signed_distance()
    );
}

/// A whole ring of directions is equally good, so no expansion can prove which is best. The bounds must hold all the
/// same.
#[test]
fn coaxial_cylinders_are_as_deep_as_the_sum_of_their_radii() {
    let cylinder = |radius| Cylinder::new(5.0, radius).expect("a cylinder");
    let found = proximity(
        &at(cylinder(0.5), [0.0; 3], UPRIGHT),
        &at(cylinder(0.25), [0.0, 0.1, 0.0], UPRIGHT),
    );
    let Proximity::Overlapping(overlap) = found else {
        panic!("the smaller cylinder is in the larger one");
    };
    assert!((overlap.depth - 0.75).abs() < 1e-5, "{overlap:?}");
    assert!(overlap.lower_bound <= 0.75 && overlap.lower_bound > 0.749);
    assert!(overlap.contact.normal.y.abs() < 1e-2, "{overlap:?}");
}

/// The rotation of a bar a million long was rounded by an ulp, and no bound counted that. Bodies that overlap by 0.01
/// were "proven" to be 0.018 apart.
#[test]
fn a_long_bar_is_where_its_rotation_may_be() {
    let turn = [0.70708156f32, 0.0059743947, 0.0059743947, -0.70708156];
    let turn = UnitQuaternion::new_unchecked(Quaternion::new(turn[0], turn[1], turn[2], turn[3]));
    let bar = Cuboid::new(vector![1e6f32, 1.0, 1.0]).expect("a box");
    let bar =
        Posed::new(bar, &Isometry3::from_parts(Vector3::zeros().into(), turn)).expect("a pose");
    let center = vector![1.99f32, -949864.4, -16052.66];
    // the truth: the centre of the ball in the frame of the bar, whose exact rotation is the one nearest to its four
    // numbers
    let exact = UnitQuaternion::new_normalize(Quaternion::from(turn.coords.map(f64::from)));
    let inside = exact.inverse() * center.map(f64::from);
    assert!(inside.x.abs() < 1e6 && inside.y.abs() < 1.991 && inside.z.abs() < 1.0);
    let place = Isometry3::from_parts(center.into(), UnitQuaternion::identity());
    let ball = Posed::new(Ball::new(1.0f32).expect("a ball"), &place).expect("a pose");
    assert!(distance(&bar, &ball).is_none());
    assert!(matches!(proximity(&bar, &ball), Proximity::Overlapping(_)));
    let rest = |pose| AtRest::new(pose).expect("a pose");
    let moving_bar = Moving::new(bar, rest(Isometry3::identity()));
    let moving_ball = Moving::new(Ball::new(1.0f32).expect("a ball"), rest(place));
    let answer = time_of_impact(&moving_bar, &moving_ball, 0.0..=1.0);
    let outcome = answer.map(|solution| solution.outcome);
    assert!(!matches!(outcome, Ok(Outcome::Separated(_))), "{outcome:?}");
}
