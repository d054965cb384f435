use super::*;

/// The corner (0, 2) was lost once: points on its side were sorted by the sign of zero before their place along it.
#[test]
fn the_polygon_keeps_its_corners_whatever_the_signs_of_zeros() {
    let mut memory = Memory::default();
    for signs in 0..8 {
        let zero = |bit: usize| if signs >> bit & 1 == 0 { 0.0 } else { -0.0 };
        let side = [[zero(0), 1.5], [zero(1), 2.0], [zero(2), 0.0]];
        for mirror in [1.0, -1.0] {
            let points = side.into_iter().chain([[-3.0 * mirror, 1.0]]);
            memory.hull(points);
            assert_eq!(memory.polygon.len(), 3, "{:?}", memory.polygon);
            for corner in [[0.0, 2.0], [0.0, 0.0], [-3.0 * mirror, 1.0]] {
                assert!(memory.polygon.contains(&corner), "{:?}", memory.polygon);
            }
        }
    }
}
