//! What observers are shown.

use crate::build::*;

/// Keeps what it is shown, and checks what holds of every search.
struct Watch<'w, A, B, T, const D: usize> {
    a: &'w A,
    b: &'w B,
    /// The time up to which all is proven.
    until: T,
    /// Each with its time and the distance along it.
    vectors: Vec<(T, SVector<T, D>, T)>,
    tried: Vec<(T, T)>,
    intervals: Vec<CertifiedInterval<T, D>>,
}

impl<A, B, T, const D: usize> Observer<T, D> for Watch<'_, A, B, T, D>
where
    T: Real,
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    fn separating_vector(&mut self, time: T, direction: &SVector<T, D>, distance: T) {
        assert_eq!(time, self.until);
        let origin = SVector::zeros();
        let slices = (self.a.slice(time, &origin), self.b.slice(time, &origin));
        let apart = supporting_distance(&slices.0, &slices.1, direction);
        assert!((direction.norm() - T::one()).abs() < T::EPSILON * T::of(4.0));
        let off = (apart - distance).abs();
        assert!(off < T::EPSILON * T::of(2048.0), "{apart} {distance}");
        self.vectors.push((time, *direction, distance));
    }

    fn tried(&mut self, time: T, distance: T) {
        assert!(time > self.until, "{time} {}", self.until);
        self.tried.push((time, distance));
    }

    fn certified(&mut self, interval: &CertifiedInterval<T, D>) {
        assert_eq!(interval.start, self.until);
        self.until = interval.end;
        self.intervals.push(*interval);
    }
}

/// Asks about a time from 0 on. Compares the answer with that of the other queries, and the spans with the certificate.
fn watch<'w, A, B, T: Real, const D: usize>(
    query: Query<T>,
    (a, b): (&'w A, &'w B),
    end: T,
) -> (Solution<T, D>, Watch<'w, A, B, T, D>)
where
    A: Extrusion<T, D>,
    B: Extrusion<T, D>,
{
    let mut watch = Watch {
        a,
        b,
        until: T::zero(),
        vectors: Vec::new(),
        tried: Vec::new(),
        intervals: Vec::new(),
    };
    let during = T::zero()..=end;
    let mut warm = [WarmStart::new(), WarmStart::new()];
    let solution = query.observed(a, b, during.clone(), &mut warm[0], &mut watch);
    let solution = solution.expect("an answer");
    let plain = query.warm_started(a, b, during.clone(), &mut warm[1]);
    assert_eq!(plain.expect("an answer").statistics, solution.statistics);
    assert_eq!(warm[0], warm[1]);
    let (same, certificate) = query.certify(a, b, during).expect("an answer");
    assert_eq!(same, solution);
    assert_eq!(certificate.intervals, watch.intervals);
    (solution, watch)
}

/// A bar turns fast about its middle, and meets a ball. Its face, and the distance of that from the ball, are known.
#[test]
fn an_observer_sees_how_a_turning_bar_meets_a_ball() {
    let spin = steady(Isometry3::identity(), Vector3::zeros(), Vector3::z() * 50.0);
    let bar = moving(cuboid([0.05, 2.0, 0.05]), spin);
    let post = moving(ball(0.2), rest3([1.5, 0.0, 0.0]));
    let (solution, seen) = watch(Query::new(), (&bar, &post), 1.0);
    let impact = impact(solution);
    assert_eq!(seen.until, impact.time);
    let first = seen.vectors[0];
    assert!(first.0 == 0.0 && first.1 == Vector3::x() && f64::abs(first.2 - 1.25) < 1e-12);
    let starts = seen.intervals.iter().map(|interval| interval.start);
    assert!(seen.vectors.iter().map(|vector| vector.0).eq(starts));
    assert_eq!(
        seen.tried.len(),
        solution.statistics.root_iterations as usize
    );
    for &(time, distance) in &seen.tried {
        let of_face = 1.5 * f64::cos(50.0 * time) - 0.25;
        assert!((of_face - distance).abs() < 1e-12, "{of_face} {distance}");
    }
    assert_eq!(seen.tried.last().expect("some are tried").0, impact.time);
}

#[test]
fn observers_see_the_certificate_and_vectors_in_order() {
    fn check<T: Real>() {
        let [a, b] = tumbling::<T>(Vector3::zeros());
        for (target, end) in [
            (0.0, 2.0),
            (0.125, 2.0),
            (0.125, 0.5),
            (-0.0625, 2.0),
            (-0.25, 2.0),
        ] {
            let query = Query::new().target_distance(T::of(target));
            let (solution, seen) = watch(query, (&a, &b), T::of(end));
            let distances: Vec<_> = seen.vectors.iter().map(|vector| vector.2).collect();
            assert!(distances[0] > T::of(target));
            let overlaps = distances.iter().any(|&distance| distance < T::zero());
            assert_eq!(overlaps, target < 0.0, "{distances:?}");
            let until = match solution.outcome {
                Outcome::Impact(impact) => impact.time,
                Outcome::Separated(free) => {
                    let margins = seen.intervals.iter().map(|interval| interval.margin);
                    assert_eq!(Some(free.clearance), margins.reduce(T::min));
                    T::of(end)
                }
                other => panic!("{other:?}"),
            };
            assert_eq!(seen.until, until);
        }
        // nothing turns: vectors are seen while the ray is cast
        let cube =
            |place, speed: f64| moving(cuboid([0.5; 3]), flight3::<T>(place, [speed, 0.0, 0.0]));
        let (a, b) = (cube([-3.0, 0.5, 0.0], 2.0), cube([0.0; 3], 0.0));
        let (_, seen) = watch(Query::new(), (&a, &b), T::of(2.0));
        assert!(!seen.vectors.is_empty() && seen.until > T::zero());
    }
    check::<f64>();
    check::<f32>();
}
