//! Exact clipping of convex polygons with whole coordinates: the oracle for faces that touch. It shares nothing with
//! the library: it works on fractions of whole numbers, by Sutherland and Hodgman's algorithm.

/// A point (x / w, y / w) with w > 0.
#[derive(Clone, Copy)]
struct Fraction {
    x: i128,
    y: i128,
    w: i128,
}

impl Fraction {
    fn reduced(x: i128, y: i128, w: i128) -> Self {
        let divisor = gcd(gcd(x, y), w) * w.signum();
        Self {
            x: x / divisor,
            y: y / divisor,
            w: w / divisor,
        }
    }

    fn rounded(self) -> [f64; 2] {
        [self.x, self.y].map(|z| z as f64 / self.w as f64)
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// Returns the part of a polygon that is inside another one, both counter-clockwise. Corners may be repeated.
pub fn clip(subject: &[[i64; 2]], window: &[[i64; 2]]) -> Vec<[f64; 2]> {
    let whole = |[x, y]: [i64; 2]| Fraction {
        x: x.into(),
        y: y.into(),
        w: 1,
    };
    let mut polygon: Vec<Fraction> = subject.iter().copied().map(whole).collect();
    for index in 0..window.len() {
        let [from, to] = [index, (index + 1) % window.len()].map(|i| window[i].map(i128::from));
        // the height above the line, times w
        let height = |p: Fraction| {
            (to[0] - from[0]) * (p.y - from[1] * p.w) - (to[1] - from[1]) * (p.x - from[0] * p.w)
        };
        let before = std::mem::take(&mut polygon);
        for (place, &p) in before.iter().enumerate() {
            let q = before[(place + 1) % before.len()];
            let (h, k) = (height(p), height(q));
            if h >= 0 {
                polygon.push(p);
            }
            if h.signum() * k.signum() < 0 {
                // the heights are h / p.w and k / q.w, so that the weights are k p.w and -h q.w
                polygon.push(Fraction::reduced(
                    k * p.x - h * q.x,
                    k * p.y - h * q.y,
                    k * p.w - h * q.w,
                ));
            }
        }
    }
    polygon.into_iter().map(Fraction::rounded).collect()
}
