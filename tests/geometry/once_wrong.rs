//! Pairs at rest whose answers were once wrong or loose, each for another reason.

mod stuck;

use std::f64::consts::FRAC_PI_2;

use crate::bodies::*;

fn at<T: Real, S: SupportMap<T, 3>>(shape: S, place: [T; 3], xyzw: [T; 4]) -> Posed<S, T, 3> {
    let turn = UnitQuaternion::new_normalize(Quaternion::from(xyzw));
    posed(shape, &Isometry3::from_parts(place.into(), turn))
}

/// Checks that bodies are this far apart, or overlap by minus that, within so much. Up to some ulps of the largest
/// coordinate, both bounds meet, and the witness points attain the distance.
fn are_apart<const D: usize>(
    a: &impl SupportMap<f64, D>,
    b: &impl SupportMap<f64, D>,
    expected: f64,
    within: f64,
) {
    let found = proximity(a, b);
    let signed = found.signed_distance();
    assert!((signed - expected).abs() < within, "{found:?}");
    let between = match &found {
        Proximity::Disjoint(closest) => closest.distance - closest.lower_bound,
        Proximity::Overlapping(overlap) => overlap.depth - overlap.lower_bound,
    };
    let size = (a.extents() + b.extents()).amax();
    assert!(between < size * 100.0 * f64::EPSILON, "{found:?}");
    let [on_a, on_b] = found.contact().witnesses();
    let way = on_b - on_a - found.contact().normal * signed;
    assert!(
        way.norm() < within.max(size * 4.0 * f64::EPSILON),
        "{found:?}"
    );
}

/// The nearest edge of a simplex passes the origin at 1e-12. Rounding excluded this edge, and disjoint boxes were said
/// to overlap.
#[test]
fn boxes_that_edges_keep_apart_do_not_overlap() {
    let a = at(
        cuboid([1.7774749770311022, 1.1348594633312599, 0.47526208622597915]),
        [0.0; 3],
        [
            -0.38949323163545563,
            -0.24917101714446258,
            0.4657499823637007,
            0.7545102919467539,
        ],
    );
    let b = at(
        cuboid([2.659245352475259, 0.6229071206843769, 0.6666831971686531]),
        [-1.2021308525457401, -2.5678984381587515, 2.7284503627971066],
        [
            0.5710390760680015,
            0.6173656893711805,
            -0.4678979373789892,
            0.2717452840200506,
        ],
    );
    are_apart(&a, &b, 3.9e-12, 1e-13);
}

/// The witness points came from a facet that did not have the origin above it.
#[test]
fn boxes_that_touch_have_equal_witness_points() {
    let a = at(
        cuboid([0.6017813395289402, 0.6963653543032907, 0.3792626573545685]),
        [0.12140795802066343, 0.7051105357996807, 0.3515330124182494],
        [
            -0.269920904503517,
            0.11981564118290264,
            0.21973594371545158,
            -0.9297865521072098,
        ],
    );
    let b = at(
        cuboid([0.30014135648043916, 0.2723326629667145, 0.0917448311489778]),
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
    are_apart(&a, &b, 0.0, 1e-14);
}

/// The first simplex of the expansion consisted only of rounding around the origin.
#[test]
fn segments_that_cross_in_space_only_touch() {
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
    are_apart(&a, &b, 0.0, 1e-14);
}

/// The end of a segment was taken for its nearest point: the edge through the touching point has no direction that
/// rounding does not hide, and the simplex before it was taken instead. Likewise for a triangle without area.
#[test]
fn a_point_on_a_segment_or_on_a_line_of_vertices_touches_it() {
    let long = segment([[0.0, 0.0, 0.0], [1e9, 0.0, 0.0]]);
    are_apart(&long, &point_set(&[[5.5e8, 0.0, 0.0]]), 0.0, 1e-6);
    let slanted = segment([[-2.0, 0.0, 0.0], [2.0, -2.0, -1.2883116067792805e-6]]);
    let on_it = [
        -0.2707454461587889,
        -0.8646272769206056,
        -5.569546781963863e-7,
    ];
    are_apart(&slanted, &point_set(&[on_it]), 0.0, 1e-15);
    let (x, z) = (4.006908736944253, 5.675200223989123);
    let [low, high] = [449.7372154883963, -642.8611216621454].map(|y| [x, y, z]);
    let on_it = [4.006908736944222, -4.059321623514256, z];
    are_apart(
        &triangle([low, low, high]),
        &point_set(&[on_it]),
        0.0,
        1e-13,
    );
}

/// The depth was that of the far side of a thin difference: rounding hid that the facet on the near side closes.
#[test]
fn segments_that_cross_near_an_end_overlap_by_that_end() {
    let end = 3.0928892036541476e-12;
    let upright = segment([[0.0, 1917.5900691808242], [0.0, -1917.5900691808242]]);
    let across = segment([
        [end, 670.260186412626],
        [-4.999999999996907, 669.260186412626],
    ]);
    are_apart(&upright, &across, -end, 1e-18);
}

/// The axis of a capsule pierces a triangle. The search settled on an upper bound of the distance of the cores, and
/// this bound was once taken for a depth.
#[test]
fn the_depth_of_cores_that_meet_is_not_an_upper_bound_of_their_distance() {
    let pose = Isometry3::rotation(vector![FRAC_PI_2, 0.0, 0.0]);
    let capsule = posed(capsule(1.0, 1.0), &pose);
    let triangle = triangle([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]]);
    // the axis pierces the triangle near its edge
    are_apart(
        &capsule,
        &beside(triangle, [-0.5, -0.01, 0.0]),
        -1.01,
        1e-12,
    );
    are_apart(&capsule, &beside(triangle, [0.5, 0.0, 0.0]), -0.5, 1e-12);
}

/// The distance stopped shrinking one step before the direction was right. The lower bound and the normal were off by
/// the square root of the rounding.
#[test]
fn the_lower_bound_of_polytopes_is_as_exact_as_the_distance() {
    let turn = UnitComplex::new_normalize(Complex::new(0.8311039316233939, -0.5561171233113912));
    let rectangle = |half: [f64; 2], place: [f64; 2]| {
        let pose = Isometry2::from_parts(SVector::from(place).into(), turn);
        posed(cuboid(half), &pose)
    };
    let a = rectangle([0.1441680899048054, 0.12835717085405168], [0.0, 0.0]);
    let place = [0.4335081834456487, 0.052351348034491485];
    let b = rectangle([0.18700878549592606, 0.07474434515625245], place);
    let found = distance(&a, &b).expect("they are apart");
    assert!(found.distance - found.lower_bound < 1e-14, "{found:?}");
}

/// Support points alternate between the ends of parallel sides. One of them brings the simplex nearer by less than
/// rounding, but turns the direction.
#[test]
fn a_cylinder_beside_a_parallel_edge_converges() {
    let turned = [0.0, 0.0, 1.0, 0.0];
    let a = at(
        cylinder(3.1859874079128234, 0.8001724436534284),
        [0.0; 3],
        turned,
    );
    let b = at(
        cuboid([1.3187570253290002, 2.1044885528264685, 1.0932476865806857]),
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
    let floor = beside(
        cuboid([100.0_f64; 3]),
        [23.40085107922042, -100.0, 9.236775241169859],
    );
    let cylinder = at(
        cylinder(1.0, 1.0),
        [0.0, 1.2610815331029301, 0.0],
        [
            0.5558721361284473,
            -0.7170650090843709,
            0.1896973015466664,
            0.37528505806751883,
        ],
    );
    let found = distance(&floor, &cylinder).expect("they are apart");
    let [on_floor, on_cylinder] = found.contact.witnesses();
    let apart = (on_cylinder - on_floor).norm();
    assert!((apart - found.distance).abs() < 1e-10, "{found:?}");
    assert!(on_floor.y.abs() < 1e-12, "{found:?}");
    assert!(on_cylinder.xz().norm() <= 2f64.sqrt(), "{found:?}");
}

/// The radius was added along the normal with the best proven bound. In single precision this normal is off by the
/// square root of the rounding.
#[test]
fn witness_points_of_a_huge_ball_are_as_far_apart_as_the_distance() {
    let cone = cone(0.409_875_84_f32, 1.241_306_8);
    let ball = beside(ball(8_782.313), [4_256.012, 2_812.373_5, -7_151.269]);
    let found = distance(&cone, &ball).expect("they are apart");
    let apart = (found.contact.witness_b - found.contact.witness_a).norm();
    assert!((apart - found.distance).abs() < 2e-3, "{found:?} {apart}");
}

/// Coordinates were measured from the world's origin, and lost digits far away.
#[test]
fn a_million_sizes_away_the_distance_is_the_same() {
    let cube = cuboid([0.5_f32; 3]);
    let apart = |far: f32| {
        let pose = Isometry3::new(
            vector![far + 1.5, 0.25 - far, far + 0.125],
            vector![0.0, 0.0, 0.3],
        );
        let other = posed(cube, &pose);
        proximity(&beside(cube, [far, -far, far]), &other).signed_distance()
    };
    assert_eq!(apart(0.0), apart(1_048_576.0));
}

/// A whole ring of directions is equally good, so no expansion can prove which is best. The bounds must hold all the
/// same.
#[test]
fn coaxial_cylinders_are_as_deep_as_the_sum_of_their_radii() {
    let inner = beside(cylinder(5.0_f64, 0.25), [0.0, 0.1, 0.0]);
    let overlap = penetration(&cylinder(5.0, 0.5), &inner).expect("one is in the other");
    assert!((overlap.depth - 0.75).abs() < 1e-5, "{overlap:?}");
    assert!(overlap.lower_bound <= 0.75 && overlap.lower_bound > 0.749);
    assert!(overlap.contact.normal.y.abs() < 1e-2, "{overlap:?}");
}

/// The rotation of a bar a million long was rounded by an ulp, and no bound counted that. Bodies that overlap by 0.01
/// were "proven" to be 0.018 apart.
#[test]
fn a_long_bar_is_where_its_rotation_may_be() {
    let turn = Quaternion::new(0.70708156f32, 0.0059743947, 0.0059743947, -0.70708156);
    let pose = Isometry3::from_parts([0.0; 3].into(), UnitQuaternion::new_unchecked(turn));
    let bar = posed(cuboid([1e6, 1.0, 1.0]), &pose);
    let center = vector![1.99f32, -949864.4, -16052.66];
    // the truth: the centre of the ball in the frame of the bar, whose exact rotation is the one nearest to its four
    // numbers
    let exact = UnitQuaternion::new_normalize(Quaternion::from(turn.coords.map(f64::from)));
    let inside = exact.inverse() * center.map(f64::from);
    assert!(inside.x.abs() < 1e6 && inside.y.abs() < 1.991 && inside.z.abs() < 1.0);
    let ball = ball(1.0f32);
    let placed = beside(ball, center.into());
    assert!(distance(&bar, &placed).is_none());
    let found = proximity(&bar, &placed);
    assert!(matches!(found, Proximity::Overlapping(_)), "{found:?}");
    let rest = |pose| AtRest::new(pose).expect("a pose");
    let bar = Moving::new(bar, rest(Isometry3::identity()));
    let ball = Moving::new(ball, rest(Isometry3::from(center)));
    let answer = time_of_impact(&bar, &ball, 0.0..=1.0);
    let outcome = answer.map(|solution| solution.outcome);
    assert!(!matches!(outcome, Ok(Outcome::Separated(_))), "{outcome:?}");
}

/// A long block and a small one are close together. Along the long side, rounding is larger than their distance; across
/// it, rounding is much smaller. The intersection test and the distance must agree, whichever way they decide.
#[test]
fn bodies_whose_rounding_differs_by_axis_touch_iff_they_have_no_distance() {
    let block = |half: [f64; 2], x: f64, y: f64| posed(cuboid(half), &Isometry2::translation(x, y));
    let a = block([5e5, 0.5], -5e5, -0.5);
    for gap in [1e-13, 1e-12, 1e-10, 3e-9, 1e-7] {
        let b = block([0.5, 1.0], 0.5 - 8e-10, 1.0 + gap);
        let touch = intersects(&a, &b, &mut SVector::zeros());
        assert_eq!(touch, distance(&a, &b).is_none(), "{gap:e}");
        let mut tracker = Tracker::new();
        let touch = tracker.intersects(&a, &b);
        assert_eq!(touch, tracker.distance(&a, &b).is_none(), "{gap:e}");
    }
}

/// The slides of both bodies were added one by one, and their sum depended on the order.
#[test]
fn swapping_curved_bodies_mirrors_their_distance_to_the_last_bit() {
    let a = at(
        cone(0.7468617515217992, 0.12903809378961376),
        [-2.689227840538217, -1.538260148003575, 1.2445602474209583],
        [0.0, 0.0, 0.7071067811986556, 0.7071067811744395],
    );
    let b = at(
        cylinder(1e-12, 0.9563905992732351),
        [0.0, 0.0, 0.07825837125920954],
        [
            0.19407222248230185,
            0.7798560678329188,
            -0.5879393099657244,
            -0.09212954858233778,
        ],
    );
    let [one, other] = [distance(&a, &b), distance(&b, &a)].map(|found| found.expect("apart"));
    assert_eq!(one.distance, other.distance);
    assert_eq!(one.lower_bound, other.lower_bound);
    assert_eq!(one.contact.normal, -other.contact.normal);
}

/// A needle is 5,000 times as long as wide and passes a box. In single precision, a tetrahedron of support points once
/// seemed to contain the origin.
#[test]
fn a_needle_does_not_overlap_what_it_only_passes() {
    let needle = cuboid([0.000_939_404_07_f32, 4.935_748, 0.000_939_404_07]);
    let block = cuboid([0.176_058_59_f32, 0.242_617_52, 0.157_879_95]);
    let turned = |x, y, z, w| UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z));
    let start = turned(0.624_233_7_f32, 0.614_959_54, -0.280_514_9, -0.391_750_4);
    for step in 0..200 {
        let time = 0.001 * step as f32;
        let spin = vector![-0.172_008_12_f32, 0.255_505_06, -0.074_423_13] * time;
        let a = Isometry3::from_parts(
            Translation3::new(1.520_737_6, 0.970_945_24, -1.123_451_8),
            UnitQuaternion::from_scaled_axis(spin) * start,
        );
        let way = vector![1.834_353_8, -2.228_459_4, 2.616_280_6] * time;
        let b = at(
            block,
            (vector![1.082_799_f32, 1.172_550_4, -1.904_386_4] + way).into(),
            [0.377_446_68, -0.070_759_46, -0.910_667_9, -0.152_351_77],
        );
        let a = posed(needle, &a);
        assert!(!intersects(&a, &b, &mut Vector3::zeros()), "at {time}");
        distance(&a, &b).expect("they are apart");
    }
}

/// A block is just above a floor that is far wider than the gap. The rounding along the floor was once compared with
/// the gap.
#[test]
fn a_wide_floor_does_not_hide_a_gap_that_its_thin_side_resolves() {
    let floor = beside(cuboid([10.0_f32, 0.5, 10.0]), [0.0, -0.5, 0.0]);
    for lift in [0.0, 1e-5, 1e-4] {
        let block = at(
            cuboid([0.397_939_6_f32, 0.181_474_13, 0.354_237_97]),
            [-0.031_969_28, 0.182_115_75 + lift, -0.030_471_526],
            [5.679_905_4e-5, 0.154_039_08, 0.000_750_838_7, 0.988_064_5],
        );
        assert!(!intersects(&floor, &block, &mut Vector3::zeros()), "{lift}");
        let found = distance(&floor, &block).expect("they are apart");
        let off = found.contact.normal - vector![0.0, 1.0, 0.0];
        assert!(off.norm() < 1e-5, "{lift}: {found:?}");
    }
}
