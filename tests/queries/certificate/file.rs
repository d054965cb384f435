//! How certificates are written and read.

use photofinish::motion::{AnyMotion, Sweep};
use photofinish::shape::{Cone, Cylinder};
use photofinish::{Certificate, Proof2, Proof3, ProofBody};
use serde_json::{Value, from_str, json, to_string};

use super::*;

#[test]
fn a_certificate_reads_back_and_still_holds() {
    let [a, b] = tumbling::<f64>(Vector3::zeros());
    let (_, certificate) = Query::new().certify(&a, &b, 0.0..=2.0).expect("an answer");
    let text = to_string(&certificate).expect("it serialises");
    assert!(text.starts_with(r#"{"format":"photofinish certificate","version":2,"dimension":3,"#));
    assert!(text.contains(r#""frame":"world""#));
    let read: Certificate<f64, 3> = from_str(&text).expect("it reads back");
    let covered = read.covers().expect("intervals");
    read.verify(&a, &b, 0.0, covered).expect("it holds");
    assert_eq!(read.intervals.len(), certificate.intervals.len());
}

/// The file says with which body a vector turns.
#[test]
fn the_file_states_the_frame_of_a_vector() {
    let turning = |place: [f64; 3]| {
        let place = Vector3::from(place);
        let turn = vector![0.3, 0.2, 1.0];
        ConstantVelocity3::new(Isometry3::from(place), Vector3::zeros(), turn)
            .and_then(|motion| motion.about(-place))
            .expect("a motion")
    };
    let table = moving(cuboid([2.0, 0.5, 2.0]), turning([0.0; 3]));
    let block = moving(cuboid([0.2, 0.2, 0.2]), turning([1.0, 0.7, 0.0]));
    let query = Query::new().initial_contact(InitialContact::IgnoreSeparating);
    let (solution, certificate) = query.certify(&table, &block, 0.0..=6.0).expect("an answer");
    let Outcome::Stays(report) = solution.outcome else {
        panic!("it lies on the table");
    };
    let holds = |text: &str| {
        let read: Certificate<f64, 3> = from_str(text).expect("it reads back");
        read.verify(&table, &block, report.kept_distance, 0.0..=6.0)
            .is_ok()
    };
    let text = to_string(&certificate).expect("it serialises");
    assert!(holds(&text));
    // it does not hold if the vector is fixed in the world
    let (a, world) = (
        text.replace(r#""frame":"b""#, r#""frame":"a""#),
        r#""frame":"world""#,
    );
    let fixed = a.replace(r#""frame":"a""#, world);
    assert!(fixed != text && !holds(&fixed));
}

#[test]
fn other_formats_and_versions_are_refused_with_a_reason() {
    let [a, b] = tumbling::<f64>(Vector3::zeros());
    let (_, certificate) = Query::new().certify(&a, &b, 0.0..=0.1).expect("an answer");
    let text = to_string(&certificate).expect("it serialises");
    for (from, to, reason) in [
        (
            "photofinish certificate",
            "a poem",
            "the format is `a poem`",
        ),
        (r#""version":2"#, r#""version":3"#, "version 3"),
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
        let read = from_str::<Certificate<f64, 3>>(&damaged);
        let error = read.expect_err(to).to_string();
        assert!(error.contains(reason), "{error}");
    }
}

/// A proof of two bodies on paths, of kinds that the checker in Python does not know.
fn swept() -> Proof3 {
    let poses = [0.0, 1.0, 2.0].map(|time| {
        let turn = vector![0.4 * time, 1.1 * time, 0.2];
        (time, Isometry3::new(vector![time, 0.0, 0.0], turn))
    });
    let center = vector![0.1, 0.2, 0.3];
    let sweep = |from: usize, to: usize| Sweep::new(poses[from], poses[to], center);
    let pieces: Vec<_> = [sweep(0, 1), sweep(1, 2)]
        .map(|sweep| AnyMotion::from(sweep.expect("a sweep")))
        .into();
    let path = Piecewise::new(vec![0.0, 1.0, 2.0], pieces).expect("they meet");
    let a = ProofBody::on_path(Cone::new(0.5, 0.4).expect("a cone"), path);
    let [from, to] = [(0.0, 0.0), (2.0, 2.5)].map(|(time, angle)| {
        let pose = Isometry3::new(vector![1.0, 1.6, 0.0], vector![angle, 0.0, 0.0]);
        (time, pose)
    });
    let turn = Sweep::new(from, to, Vector3::zeros()).expect("a sweep");
    let b = ProofBody::new(Cylinder::new(0.3, 0.5).expect("a cylinder"), turn);
    let query = Query::new();
    let (solution, certificate) = query
        .certify(&a.moving(), &b.moving(), 0.0..=2.0)
        .expect("an answer");
    assert!(matches!(solution.outcome, Outcome::Separated(_)));
    Proof3 {
        a,
        b,
        distance: 0.0,
        start: 0.0,
        end: 2.0,
        certificate,
    }
}

#[test]
fn a_proof_reads_back_with_its_bodies_and_still_holds() {
    let proof = swept();
    let clearance = proof.verify().expect("it holds");
    let text = to_string(&proof).expect("it serialises");
    assert!(text.starts_with(r#"{"format":"photofinish proof","version":2,"dimension":3,"#));
    let read: Proof3 = from_str(&text).expect("it reads back");
    assert!((read.verify().expect("it holds") - clearance).abs() < 1e-12);
    assert!(from_str::<Proof2>(&text).is_err());
}

/// Another version may have other fields. What is wrong is then its version, and not the first field that is unknown. A file
/// of an older one was checked by another inequality, and only a new one helps.
#[test]
fn a_proof_of_another_version_is_refused_for_its_version() {
    let text = to_string(&swept()).expect("it serialises");
    let unknown = "version 3 of the format is not known, only version 2";
    let outdated = "version 1 of the format is older than version 2, and was checked by another inequality: make the \
                    certificate anew";
    for (to, reason) in [
        (r#""version":3,"color":"red","#, unknown),
        (
            r#""version":0,"#,
            "version 0 of the format is not known, only version 2",
        ),
        (r#""version":1,"color":"red","#, outdated),
        (r#""version":2,"color":"red","#, "unknown field `color`"),
    ] {
        let other = text.replacen(r#""version":2,"#, to, 1);
        let error = from_str::<Proof3>(&other).expect_err(reason).to_string();
        assert!(error.starts_with(reason), "{error}");
    }
}

type Change = (fn(&mut Value), &'static str);

#[test]
fn paths_that_do_not_fit_are_refused_when_read() {
    let text = to_string(&swept()).expect("it serialises");
    let changes: [Change; 4] = [
        (|a| a["motions"] = json!([]), "at least one piece"),
        (|a| a["knots"] = json!([0.0, 2.0]), "knots"),
        (|a| a["knots"] = json!([0.0, 2.0, 1.0]), "2.0"),
        (
            |a| a["motions"][0]["sweep"]["to"]["position"][0] = json!(5.0),
            "pieces that meet at time 1.0",
        ),
    ];
    for (change, reason) in changes {
        let mut value: Value = from_str(&text).expect("a value");
        change(&mut value["a"]);
        let error = from_str::<Proof3>(&value.to_string()).expect_err(reason);
        assert!(error.to_string().contains(reason), "{error}");
    }
}
