//! The text of an XML file as a document.

use std::borrow::Cow;

use roxmltree::{Document, ParsingOptions};

use crate::{Place, ReadError, limits};

/// Returns the text as the parser wants it. The standard allows no blank lines before a declaration, but all programs
/// do. The declaration says nothing that matters; blanks in its place keep the places of everything else.
pub(crate) fn prepared(text: &str) -> Cow<'_, str> {
    let start = text.len() - text.trim_start().len();
    match text[start..].find("?>") {
        Some(length) if start > 0 && text[start..].starts_with("<?xml ") => {
            let end = start + length + "?>".len();
            let is_break = |c: char| matches!(c, '\n' | '\r');
            let blank = text[..end].replace(|c| !is_break(c), " ");
            Cow::Owned(blank + &text[end..])
        }
        _ => Cow::Borrowed(text),
    }
}

/// Returns a text with a root element of this tag in which every prefix is declared. Other programs read words with a
/// prefix that is not declared, and pass over them, as these readers do with any prefix.
pub(crate) fn declared<'t>(
    mut text: Cow<'t, str>,
    tag: &str,
    file: &str,
) -> Result<Cow<'t, str>, ReadError> {
    /// Files have one or two.
    const MOST_PREFIXES: usize = 8;
    check_tags(&text, file)?;
    for _ in 0..MOST_PREFIXES {
        let root = text.find(&format!("<{tag}"));
        let parsed = Document::parse_with_options(&text, options());
        let Err(roxmltree::Error::UnknownNamespace(prefix, _)) = parsed else {
            break;
        };
        let Some(root) = root.filter(|_| prefix != "xacro") else {
            break;
        };
        let declaration = format!(" xmlns:{prefix}=\"{prefix}\"");
        text.to_mut().insert_str(root + 1 + tag.len(), &declaration);
    }
    Ok(text)
}

fn options<'i>() -> ParsingOptions<'i> {
    ParsingOptions {
        nodes_limit: limits::XML_NODES,
        ..ParsingOptions::default()
    }
}

/// Parses a [`prepared`] text.
pub(crate) fn parse<'t>(text: &'t str, file: &str) -> Result<Document<'t>, ReadError> {
    check_tags(text, file)?;
    Document::parse_with_options(text, options()).map_err(|error| {
        let position = error.pos();
        let place = Place::at(file, position.row as usize, position.col as usize);
        match error {
            roxmltree::Error::UnknownNamespace(prefix, _) if prefix == "xacro" => {
                ReadError::unexpanded(place, "a tag `xacro:`")
            }
            roxmltree::Error::NodesLimitReached => ReadError::too_large(
                Place::file(file),
                "the number of nodes of an XML file",
                limits::XML_NODES as usize,
            ),
            _ => {
                let message = error.to_string();
                let message = message.strip_suffix(&format!(" at {position}"));
                ReadError::syntax(place, message.unwrap_or(&error.to_string()))
            }
        }
    })
}

/// Checks that no tag exceeds the limit.
fn check_tags(text: &str, file: &str) -> Result<(), ReadError> {
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        rest = &rest[start..];
        let is_tag = !rest.starts_with("<!");
        let length = if rest.starts_with("<!--") {
            rest.find("-->").unwrap_or(rest.len())
        } else if is_tag {
            tag_length(rest)
        } else {
            1
        };
        if is_tag && length > limits::TAG_BYTES {
            let before = &text.as_bytes()[..text.len() - rest.len()];
            let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
            let what = "the bytes of a tag";
            return Err(ReadError::too_large(
                Place::line(file, line),
                what,
                limits::TAG_BYTES,
            ));
        }
        rest = &rest[length..];
    }
    Ok(())
}

/// Returns the number of bytes of a tag before its end, which is not within quotation marks.
fn tag_length(text: &str) -> usize {
    let mut quotation = None;
    let end = text.bytes().position(|byte| match quotation {
        Some(mark) => {
            if byte == mark {
                quotation = None;
            }
            false
        }
        None => {
            if matches!(byte, b'"' | b'\'') {
                quotation = Some(byte);
            }
            byte == b'>'
        }
    });
    end.unwrap_or(text.len())
}
