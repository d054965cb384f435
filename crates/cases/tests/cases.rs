//! Tests that cases read back as they were written.

use nalgebra::Vector2;
use photofinish::InitialContact;
use photofinish_cases::{Case, Kind};
use serde_json::{from_str, to_string};

#[test]
fn a_case_comes_back_as_it_was() {
    let line = r#"{"id":"x","kind":"time_of_impact","a":{"shape":{"segment":{"points":[[-1,0],[1,0]],"round":0.1}},
        "pos":[0,0],"angvel":2.0},"b":{"shape":{"ball":{"r":0.5}},"pos":[3,0],"linvel":[-1,0]},
        "params":{"initial_contact":"ignore_separating","max_distance":1},"expected":{"hit":true}}"#;
    let case: Case = from_str(line).expect("a case");
    assert_eq!((case.kind, case.dimension()), (Kind::TimeOfImpact, 2));
    assert_eq!(
        case.params.initial_contact,
        InitialContact::IgnoreSeparating
    );
    let again: Case = from_str(&to_string(&case).expect("a line")).expect("a case");
    assert_eq!(format!("{again:?}"), format!("{case:?}"));
    let body = case
        .b
        .build::<f64, nalgebra::UnitComplex<f64>, 2>()
        .expect("a body");
    assert_eq!(
        *body.motion().start().linear_velocity(),
        Vector2::new(-1.0, 0.0)
    );
}
