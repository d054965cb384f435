//! Tests of rules that are read from YAML.

use photofinish_robot::Rules;
use photofinish_robot_files::{Reader, rules, rules_str};

use crate::files::{Directory, assert_messages, message};

#[test]
fn rules_are_distances() {
    let directory = Directory::new();
    let file = directory.write(
        "rules.yaml",
        "target_distance_to_objects: 0.05\npairs:\n- {link: hand, other: table, target_distance: 0}\n",
    );
    let expected = Rules::new().target_distance_to_objects(0.05);
    let expected = expected.target_distance_between("hand", "table", 0.0);
    assert_eq!(rules(file).unwrap(), expected);
    assert_eq!(rules_str("{}").unwrap(), Rules::new());
    let table = r#"
        target_distnace: 1
            rules:1:18: unknown key `target_distnace` in the rules: did you mean `target_distance`?
        target_distance: -1
            rules:1:18: target_distance of the rules must be a finite number that is not negative, but is "-1"
        pairs: [{link: a, target_distance: 0}]
            rules:1:9: element 0 of pairs of the rules needs the key "other", but has none
        []
            rules:1:1: the rules must be a mapping, but is "a list of 0"
    "#;
    assert_messages(table, |text| message(rules_str(text)));
    let reader = Reader::new();
    assert_eq!(reader.rules_str("colour: red").unwrap(), Rules::new());
    assert_eq!(reader.warnings().len(), 1);
    assert!(rules_str("colour: red").is_err());
}
