//! How certificates are written and read.

use serde_json::{from_str, to_string};

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

/// Another version may have other fields. What is wrong is then its version, and not the first field that is unknown.
/// A file of an older one was checked by another inequality, and only a new one helps.
#[test]
fn other_formats_and_versions_are_refused_with_a_reason() {
    let [a, b] = tumbling::<f64>(Vector3::zeros());
    let (_, certificate) = Query::new().certify(&a, &b, 0.0..=0.1).expect("an answer");
    let text = to_string(&certificate).expect("it serialises");
    let version = r#""version":2,"#;
    let unknown = "version 3 of the format is not known, only version 2";
    let outdated = "version 1 of the format is older than version 2, and was checked by another inequality: make the \
                    certificate anew";
    for (from, to, reason) in [
        (
            "photofinish certificate",
            "a poem",
            "the format is `a poem`",
        ),
        (version, r#""version":3,"#, unknown),
        (version, r#""version":3,"color":"red","#, unknown),
        (version, r#""version":0,"#, "version 0 of the format is not"),
        (version, r#""version":1,"color":"red","#, outdated),
        (version, r#""version":2,"color":"red","#, "field `color`"),
        (r#""dimension":3"#, r#""dimension":2"#, "in 2 dimensions"),
        (r#""origin""#, r#""orign""#, "unknown field `orign`"),
        (r#""margin""#, r#""margn""#, "unknown field `margn`"),
        (r#""world""#, r#""c""#, "unknown variant `c`"),
        (r#""second""#, r#""third""#, "unknown variant `third`"),
    ] {
        let damaged = text.replacen(from, to, 1);
        assert_ne!(damaged, text, "{from}");
        let read = from_str::<Certificate<f64, 3>>(&damaged);
        let error = read.expect_err(to).to_string();
        assert!(error.contains(reason), "{error}");
    }
}
