//! The words of a format: which tags and attributes an element may hold.

use roxmltree::Node;

use super::Element;
use crate::{Place, ReadError};
use photofinish_spelling as spelling;

/// How much of the content for xacro an error shows, in characters.
const LONGEST_SIGN: usize = 40;

/// The words that an element may hold.
#[derive(Clone, Copy, Default)]
pub(crate) struct Words {
    /// Attributes that are read.
    pub(crate) attributes: &'static [&'static str],
    /// Attributes that change no answer.
    pub(crate) idle_attributes: &'static [&'static str],
    /// Elements that are read, at most one of each.
    pub(crate) single: &'static [&'static str],
    /// Elements that are read, any number of each.
    pub(crate) several: &'static [&'static str],
    /// Elements that change no answer.
    pub(crate) idle: &'static [&'static str],
    /// Elements that are read in other places, and would be lost here.
    pub(crate) elsewhere: &'static [&'static str],
    /// Iff an unknown word is ignored with a warning rather than being an error. A word that resembles one that is read
    /// is always an error.
    pub(crate) open: bool,
}

impl<'a> Element<'a> {
    /// Checks that the element holds no other words than these. Words with a prefix belong to other programs.
    pub(crate) fn check(self, words: &Words) -> Result<(), ReadError> {
        let (read, idle) = (words.attributes, words.idle_attributes);
        for attribute in self.node.attributes() {
            let name = attribute.name();
            let is_known = attribute.namespace().is_some() || read.contains(&name);
            if !is_known && !idle.contains(&name) {
                self.unrecognized(self.place(), ("attribute", name), [read, idle], words.open)?;
            }
        }
        let read = [words.single, words.several].concat();
        let mut seen = Vec::new();
        for element in self.elements() {
            let tag = element.tag();
            if !read.contains(&tag) {
                if !words.idle.contains(&tag) {
                    let read = [read.as_slice(), words.elsewhere].concat();
                    let known = [read.as_slice(), words.idle];
                    self.unrecognized(element.place(), ("tag", tag), known, words.open)?;
                }
            } else if words.single.contains(&tag) {
                if seen.contains(&tag) {
                    return Err(ReadError::Repeated {
                        place: element.place(),
                        owner: self.label(),
                        tag: tag.to_owned(),
                    });
                }
                seen.push(tag);
            }
        }
        Ok(())
    }

    /// Warns of an unknown word, or refuses it.
    fn unrecognized(
        self,
        place: Place,
        (kind, word): (&'static str, &str),
        [read, idle]: [&[&str]; 2],
        open: bool,
    ) -> Result<(), ReadError> {
        let near = spelling::nearest(word, read.iter().chain(idle).copied());
        if open && near.is_none_or(|near| !read.contains(&near)) {
            let (owner, near) = (self.tag(), spelling::question(near));
            let message = format!("passed over the unknown {kind} `{word}` in <{owner}>{near}");
            self.source.warnings.push(place, message);
            return Ok(());
        }
        let near = near.filter(|&near| near != word);
        Err(ReadError::unrecognized(
            place,
            kind,
            word,
            self.label(),
            near,
        ))
    }

    /// Checks that the element has no content for xacro: neither tags of xacro, nor the signs `${` and `$(`. Elements
    /// with the tags in `extensions` may have the signs: simulators and controllers use them for other reasons.
    pub(crate) fn check_expanded(self, extensions: &[&str]) -> Result<(), ReadError> {
        let unexpanded = |node: Node<'a, 'a>, found: String| {
            ReadError::unexpanded(Self { node, ..self }.place(), &found)
        };
        for node in self.node.descendants() {
            let namespace = node.tag_name().namespace().unwrap_or_default();
            if node.is_element() && namespace.contains("xacro") {
                let found = format!("the tag <xacro:{}>", node.tag_name().name());
                return Err(unexpanded(node, found));
            }
            let texts = node.attributes().map(|attribute| attribute.value());
            let texts = texts.chain(node.is_text().then(|| node.text()).flatten());
            let mut signs = texts.filter_map(|text| {
                let start = text.find("${").or_else(|| text.find("$("))?;
                Some(text[start..].chars().take(LONGEST_SIGN).collect::<String>())
            });
            if let Some(sign) = signs.next() {
                let mut around = node.ancestors();
                if !around.any(|around| extensions.contains(&around.tag_name().name())) {
                    return Err(unexpanded(node, format!("`{sign}`")));
                }
            }
        }
        Ok(())
    }
}
