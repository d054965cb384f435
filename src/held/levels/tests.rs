use super::*;

/// Whatever the hidden length is, a level that was not above a distance has one of the others at most a length
/// between them below it, and none of them is above it.
#[test]
fn levels_do_not_depend_on_where_a_step_begins() {
    let (allowed, tolerance) = (0.005_f64, 1e-4);
    let fine = Levels::new(-allowed, tolerance, 0.0);
    assert!((fine.apart - allowed * LEVEL_IN_ALLOWED).abs() < 1e-18);
    assert!((fine.below(0.1) - (-allowed - fine.apart)).abs() < 1e-18);
    for hidden in [0.0, 1e-9, 1e-4, 3e-3] {
        let levels = Levels::new(-allowed, tolerance, hidden);
        let undoubled = fine.apart.max(2.0 * LEVEL_FACTOR * hidden);
        assert!(levels.apart >= LEVEL_FACTOR * hidden && levels.apart <= undoubled);
        for step in 0..1000 {
            let distance = f64::from(step) * -1.7e-4;
            let level = levels.below(distance);
            let is_first = level == -allowed - levels.apart;
            assert!(level <= distance);
            assert!(is_first || distance - level < levels.apart * 1.000_001);
            // from anywhere down to the level, it is the same
            for share in [0.0, 0.3, 0.9] {
                let sunk = distance + (level - distance) * share;
                assert_eq!(levels.below(sunk.max(level)), level);
            }
            // a level where more is hidden is a level where less is
            let again = fine.below(level + fine.apart * 1e-6);
            assert!((again - level).abs() < fine.apart * 1e-3, "{again} {level}");
        }
    }
}

/// Pieces on which a body slides onwards have no lower bottom than those that it leaves, where they hide no more.
#[test]
fn pieces_that_others_explain_have_no_lower_bottom() {
    let levels = |hidden: f64| Levels::new(-0.005_f64, 1e-4, hidden);
    for (left, next) in [(0.0, 0.0), (1e-4, 0.0), (1e-4, 1e-5), (3e-3, 1e-4)] {
        let (left, next) = (levels(left), levels(next));
        for step in 0..1000 {
            let distance = f64::from(step) * -1.7e-4;
            let bottom = left.below(distance);
            let kept = bottom + 0.5 * (distance - bottom);
            assert!(next.below(kept) >= bottom - 1e-15, "{distance}");
        }
    }
}

/// A pair that has lifted off is above where it was, whatever is hidden of both distances.
#[test]
fn bodies_lift_off_by_more_than_is_hidden() {
    let hidden = 1e-3;
    for gap in [0.0, 1e-9, 0.5] {
        let lifts = |margin, then| has_lifted(([gap, then], margin), hidden);
        assert!(!lifts(Some(gap), gap + 2.0 * hidden));
        assert!(lifts(Some(gap), gap + 9.0 * hidden));
        assert!(!lifts(Some(gap - hidden), gap + 9.0 * hidden));
        assert!(!lifts(Some(gap), f64::NAN) && !lifts(None, gap + 9.0 * hidden));
    }
}

/// Points have neither a tolerance nor an allowed overlap.
#[test]
fn points_have_levels_too() {
    for hidden in [0.0, 1e-16] {
        let levels = Levels::new(0.0_f64, 0.0, hidden);
        assert!(levels.apart > 0.0 && levels.apart >= LEVEL_FACTOR * hidden);
        assert!(levels.below(0.0) < 0.0 && levels.below(-1.0) <= -1.0);
        let levels = Levels::new(0.0_f32, 0.0, hidden as f32);
        assert!(levels.apart > 0.0 && levels.below(0.0) < 0.0);
    }
}

#[test]
fn a_length_that_is_all_rounding_has_levels_too() {
    for hidden in [f64::MAX, f64::INFINITY, f64::NAN] {
        let level = Levels::new(0.0, 1e-3, hidden).below(-1.0);
        assert!(level <= -1.0, "{level}");
    }
    let level = Levels::new(0.0_f32, 1e-3, f32::INFINITY).below(-1.0);
    assert!(level <= -1.0, "{level}");
}
