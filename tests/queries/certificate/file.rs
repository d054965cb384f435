//! How certificates are written and read.

use super::*;
use photofinish::{Certificate, InitialContact};

#[test]
fn a_certificate_reads_back_and_still_holds() {
    let [a, b] = tumbling();
    let (_, certificate) = Query::new().certify(&a, &b, 0.0..=2.0).expect("an answer");
    let text = serde_json::to_string(&certificate).expect("it serialises");
    assert!(text.starts_with(r#"{"format":"photofinish certificate","version":1,"dimension":3,"#));
    assert!(text.contains(r#""frame":"world""#));
    let read: Certificate<f64, 3> = serde_json::from_str(&text).expect("it reads back");
    let covered = read.covers().expect("intervals");
    read.verify(&a, &b, 0.0, covered).expect("it holds");
    assert_eq!(read.intervals.len(), certificate.intervals.len());
}

/// The file says with which body a vector turns.
#[test]
fn the_file_states_the_frame_of_a_vector() {
    let turn = vector![0.3, 0.2, 1.0];
    let table =
        ConstantVelocity3::new(Isometry3::identity(), Vector3::zeros(), turn).expect("a motion");
    let table = Moving::new(Cuboid::new(vector![2.0, 0.5, 2.0]).expect("a box"), table);
    let block = ConstantVelocity3::new(
        Isometry3::translation(1.0, 0.7, 0.0),
        Vector3::zeros(),
        turn,
    )
    .and_then(|motion| motion.about(vector![-1.0, -0.7, 0.0]))
    .expect("a motion");
    let block = Moving::new(Cuboid::new(vector![0.2, 0.2, 0.2]).expect("a box"), block);
    let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
    let (solution, certificate) = query.certify(&table, &block, 0.0..=6.0).expect("an answer");
    let Outcome::Stays(report) = solution.outcome else {
        panic!("it lies on the table");
    };
    let text = serde_json::to_string(&certificate).expect("it serialises");
    assert!(
        text.contains(r#""frame":"a""#) || text.contains(r#""frame":"b""#),
        "{text}"
    );
    let read: Certificate<f64, 3> = serde_json::from_str(&text).expect("it reads back");
    read.verify(&table, &block, report.kept_distance, 0.0..=6.0)
        .expect("it holds");
    // it does not hold if the vector is fixed in the world
    let world: Certificate<f64, 3> = serde_json::from_str(
        &text
            .replace(r#""frame":"a""#, r#""frame":"world""#)
            .replace(r#""frame":"b""#, r#""frame":"world""#),
    )
    .expect("it reads back");
    assert!(
        world
            .verify(&table, &block, report.kept_distance, 0.0..=6.0)
            .is_err()
    );
}

#[test]
fn other_formats_and_versions_are_refused_with_a_reason() {
    let [a, b] = tumbling();
    let (_, certificate) = Query::new().certify(&a, &b, 0.0..=0.1).expect("an answer");
    let text = serde_json::to_string(&certificate).expect("it serialises");
    for (from, to, reason) in [
        (
            "photofinish certificate",
            "a poem",
            "the format is `a poem`",
        ),
        (r#""version":1"#, r#""version":2"#, "version 2"),
        (r#""dimension":3"#, r#""dimension":2"#, "in 2 dimensions"),
        (r#""origin""#, r#""orign""#, "unknown field `orign`"),
        (r#""margin""#, r#""margn""#, "unknown field `margn`"),
        (
            r#""frame":"world""#,
            r#""frame":"c""#,
            "unknown variant `c`",
        ),
        (
            r#""order":"second""#,
            r#""order":"third""#,
            "unknown variant `third`",
        ),
    ] {
        let damaged = text.replacen(from, to, 1);
        assert_ne!(damaged, text, "{from}");
        let error = serde_json::from_str::<Certificate<f64, 3>>(&damaged)
            .expect_err(to)
            .to_string();
        assert!(error.contains(reason), "{error}");
    }
}
