//! Exact clipping of convex polygons with whole coordinates: the oracle for faces that touch. It shares nothing with
//! the library: it works on fractions of whole numbers, by Sutherland and Hodgman's algorithm.

use num_rational::Ratio;

/// Returns the part of a polygon that is inside another one, both counter-clockwise. Corners may be repeated.
pub fn clip(subject: &[[i64; 2]], window: &[[i64; 2]]) -> Vec<[f64; 2]> {
    let exact = |point: &[i64; 2]| point.map(|x| Ratio::from(i128::from(x)));
    let mut polygon: Vec<_> = subject.iter().map(exact).collect();
    for index in 0..window.len() {
        let [from, to] = [index, (index + 1) % window.len()].map(|corner| exact(&window[corner]));
        let height = |p: &[Ratio<i128>; 2]| {
            (to[0] - from[0]) * (p[1] - from[1]) - (to[1] - from[1]) * (p[0] - from[0])
        };
        let before = std::mem::take(&mut polygon);
        for (place, p) in before.iter().enumerate() {
            let q = &before[(place + 1) % before.len()];
            let (h, k) = (height(p), height(q));
            if h >= 0.into() {
                polygon.push(*p);
            }
            if h * k < 0.into() {
                let share = h / (h - k);
                polygon.push([0, 1].map(|axis| p[axis] + (q[axis] - p[axis]) * share));
            }
        }
    }
    let rounded = |z: Ratio<i128>| *z.numer() as f64 / *z.denom() as f64;
    polygon.iter().map(|point| point.map(rounded)).collect()
}
