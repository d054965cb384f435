#![doc = include_str!("../README.md")]
// answers have the same bits on every machine: see clippy.toml
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

/// The length of the shortest word that may count as a part of a known word.
const SHORTEST_PART: usize = 3;

/// Returns the known word that this word resembles most, if there is one.
///
/// A known word that begins or ends with the word comes first. Otherwise at most a third of its letters, or one letter,
/// may be left out, added, replaced or swapped. Capitals, underscores and hyphens do not matter.
pub fn nearest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    // a word much longer than any known one resembles none, and costs much to compare
    const LONGEST: usize = 100;
    let word = plain(word);
    if word.len() > LONGEST {
        return None;
    }
    let rank = |known: &str| {
        let known = plain(known);
        let edits = strsim::osa_distance(&word, &known);
        let letters = known.chars().count();
        let most = (letters / 3).max(1);
        // a word of which no letter is left resembles nothing
        let is_near = edits <= most && edits < letters.max(word.chars().count());
        let is_part = known.starts_with(&word) || known.ends_with(&word);
        let is_part = is_part && word.len() >= SHORTEST_PART;
        (is_near || is_part).then_some((!is_part, edits))
    };
    let near = known.into_iter();
    near.filter_map(|known| Some((rank(known)?, known)))
        .min_by_key(|&(rank, _)| rank)
        .map(|(_, known)| known)
}

fn plain(word: &str) -> String {
    word.to_lowercase().replace(['_', '-'], "")
}

/// Returns the question that follows an unknown word in a message, in one line: empty if no known word is near.
pub fn question(near: Option<&str>) -> String {
    // words that a file defines, such as the heads of its columns, may have line breaks
    let in_one_line = |near: &str| near.split_whitespace().collect::<Vec<_>>().join(" ");
    near.map_or_else(String::new, |near| {
        format!(": did you mean `{}`?", in_one_line(near))
    })
}

/// Returns serde's message about an unknown key or variant, with a question in place of its list of all known ones.
/// Other messages stay as they are.
pub fn of_serde(message: &str) -> String {
    for (start, kind) in [("unknown field ", "key"), ("unknown variant ", "value")] {
        let Some(rest) = message.strip_prefix(start) else {
            continue;
        };
        // every other piece is in backticks: the word, then those that are known
        let mut words = rest.split('`').skip(1).step_by(2);
        if let Some(word) = words.next() {
            let near = question(nearest(word, words));
            return format!("unknown {kind} `{word}`{near}");
        }
    }
    message.to_owned()
}

#[cfg(test)]
mod tests {
    use super::{nearest, of_serde};

    #[test]
    fn a_question_is_one_line() {
        let asked = super::question(Some("v\r\n \tvelocity"));
        assert_eq!(asked, ": did you mean `v velocity`?");
    }

    #[test]
    fn slips_resemble_what_is_meant() {
        let keys = [
            "waypoints",
            "joints",
            "velocities",
            "accelerations",
            "times",
            "id",
        ];
        for (word, meant) in [
            ("velocity", Some("velocities")),
            ("velocites", Some("velocities")),
            ("Velocities", Some("velocities")),
            ("vel", Some("velocities")),
            ("points", Some("waypoints")),
            ("acceleration", Some("accelerations")),
            ("way_points", Some("waypoints")),
            ("time", Some("times")),
            ("ids", Some("id")),
            ("ve", None),
            ("resolution", None),
            ("sampled", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, keys), meant, "{word}");
        }
        let tags = ["link", "joint", "collision", "origin"];
        for (word, meant) in [
            ("collison", "collision"),
            ("colission", "collision"),
            ("orgin", "origin"),
            ("orign", "origin"),
            ("jiont", "joint"),
            ("Link", "link"),
        ] {
            assert_eq!(nearest(word, tags), Some(meant), "{word}");
        }
        assert_eq!(nearest("gazebo", tags), None);
        assert_eq!(nearest("jj", ["k", "j"]), Some("j"));
        assert_eq!(nearest("j", ["k", "i"]), None);
        assert_eq!(nearest(&"x".repeat(1 << 20), tags), None);
    }

    #[test]
    fn lists_of_serde_become_a_question() {
        let list = "unknown field `linvle`, expected one of `pos`, `linvel`, `angvel`";
        let expected = "unknown key `linvle`: did you mean `linvel`?";
        assert_eq!(of_serde(list), expected);
        let far = "unknown field `colour`, expected `r`";
        assert_eq!(of_serde(far), "unknown key `colour`");
        assert_eq!(of_serde("missing field `r`"), "missing field `r`");
    }
}
