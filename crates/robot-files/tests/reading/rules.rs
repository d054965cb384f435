//! Tests of rules that are read from YAML.

use photofinish_robot::Rules;
use photofinish_robot_files::{Reader, rules, rules_str};

use crate::files::{Directory, message};

#[test]
fn distances_are_read_from_a_file() {
    let directory = Directory::new();
    let file = directory.write(
        "rules.yaml",
        "target_distance_to_objects: 0.05\npairs:\n- {link: hand, other: table, target_distance: 0}\n",
    );
    let expected = Rules::new()
        .target_distance_to_objects(0.05)
        .target_distance_between("hand", "table", 0.0);
    assert_eq!(rules(file).unwrap(), expected);
    assert_eq!(rules_str("{}").unwrap(), Rules::new());
}

#[test]
fn what_rules_say_wrongly_is_pointed_out() {
    for (text, expected) in [
        (
            "target_distnace: 1",
            "rules:1:18: unknown key `target_distnace` in the rules: did you mean `target_distance`?",
        ),
        (
            "target_distance: -1",
            "rules:1:18: target_distance of the rules must be a finite number that is not negative, but is \"-1\"",
        ),
        (
            "pairs: [{link: a, target_distance: 0}]",
            "rules:1:9: element 0 of pairs of the rules needs the key \"other\", but has none",
        ),
        (
            "[]",
            "rules:1:1: the rules must be a mapping, but is \"a list of 0\"",
        ),
    ] {
        assert_eq!(message(rules_str(text)), expected);
    }
    let reader = Reader::new();
    assert_eq!(reader.rules_str("colour: red").unwrap(), Rules::new());
    assert_eq!(reader.warnings().len(), 1);
    assert!(rules_str("colour: red").is_err());
}
