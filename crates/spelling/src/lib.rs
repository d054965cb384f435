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
    use super::{nearest, of_serde, question};

    #[test]
    fn slips_resemble_what_is_meant() {
        let keys = "waypoints joints velocities accelerations times id link collision origin";
        let keys: Vec<_> = keys.split(' ').collect();
        for (words, meant) in [
            ("velocity velocites Velocities vel", Some("velocities")),
            ("points way_points", Some("waypoints")),
            ("acceleration", Some("accelerations")),
            ("time", Some("times")),
            ("ids", Some("id")),
            ("collison colission", Some("collision")),
            ("orgin orign", Some("origin")),
            ("jionts", Some("joints")),
            ("Link", Some("link")),
            ("ve resolution sampled gazebo", None),
        ] {
            for word in words.split(' ') {
                assert_eq!(nearest(word, keys.iter().copied()), meant, "{word}");
            }
        }
        assert_eq!(nearest("", keys.iter().copied()), None);
        assert_eq!(nearest("jj", ["k", "j"]), Some("j"));
        assert_eq!(nearest("j", ["k", "i"]), None);
        assert_eq!(nearest(&"x".repeat(1 << 20), keys), None);
        // a question is one line
        assert_eq!(
            question(Some("v\r\n \tvelocity")),
            ": did you mean `v velocity`?"
        );
    }

    #[test]
    fn lists_of_serde_become_a_question() {
        for (list, expected) in [
            (
                "unknown field `linvle`, expected one of `pos`, `linvel`, `angvel`",
                "unknown key `linvle`: did you mean `linvel`?",
            ),
            (
                "unknown field `colour`, expected `r`",
                "unknown key `colour`",
            ),
            ("missing field `r`", "missing field `r`"),
        ] {
            assert_eq!(of_serde(list), expected);
        }
    }
}
