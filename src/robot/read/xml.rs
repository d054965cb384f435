//! Elements of XML files, with their places.

use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use roxmltree::{Document, Node};

use super::{Place, ReadError, files};

pub(super) fn parse<'t>(text: &'t str, file: &str) -> Result<Document<'t>, ReadError> {
    Document::parse(text).map_err(|error| {
        let position = error.pos();
        let message = error.to_string();
        let message = message
            .strip_suffix(&format!(" at {position}"))
            .unwrap_or(&message);
        let place = Place::at(file, position.row as usize, position.col as usize);
        ReadError::syntax(place, message)
    })
}

/// An element of a file.
#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    file: &'a str,
    node: Node<'a, 'a>,
}

impl<'a> Element<'a> {
    /// The root of a document, which must have this tag.
    pub(super) fn root(
        document: &'a Document<'a>,
        file: &'a str,
        tag: &str,
    ) -> Result<Self, ReadError> {
        let root = Self {
            file,
            node: document.root_element(),
        };
        if root.tag() == tag {
            Ok(root)
        } else {
            Err(ReadError::missing(
                root.place(),
                "the file",
                format!("a root element <{tag}>"),
            ))
        }
    }

    pub(super) fn place(self) -> Place {
        let document = self.node.document();
        let position = document.text_pos_at(self.node.range().start);
        Place::at(self.file, position.row as usize, position.col as usize)
    }

    pub(super) fn tag(self) -> &'a str {
        self.node.tag_name().name()
    }

    /// The element in words: with its name, or else with that of what it is part of.
    pub(super) fn label(self) -> String {
        let named = |node: Node<'a, 'a>| {
            let name = node.attribute("name").or_else(|| node.attribute("id"))?;
            Some(format!("{} {name:?}", node.tag_name().name()))
        };
        if let Some(label) = named(self.node) {
            return label;
        }
        let root = self.node.document().root_element();
        let mut around = self.node.ancestors().skip(1).filter(|node| *node != root);
        match around.find_map(named) {
            Some(owner) => format!("<{}> of {owner}", self.tag()),
            None => format!("<{}>", self.tag()),
        }
    }

    pub(super) fn elements(self) -> impl Iterator<Item = Self> {
        let file = self.file;
        let elements = self.node.children().filter(Node::is_element);
        elements.map(move |node| Self { file, node })
    }

    /// This element and all within it.
    pub(super) fn descendants(self) -> impl Iterator<Item = Self> {
        let file = self.file;
        let elements = self.node.descendants().filter(Node::is_element);
        elements.map(move |node| Self { file, node })
    }

    pub(super) fn children(self, tag: &'static str) -> impl Iterator<Item = Self> {
        self.elements().filter(move |element| element.tag() == tag)
    }

    pub(super) fn child(self, tag: &'static str) -> Option<Self> {
        self.children(tag).next()
    }

    pub(super) fn required_child(self, tag: &'static str) -> Result<Self, ReadError> {
        self.child(tag)
            .ok_or_else(|| ReadError::missing(self.place(), self.label(), format!("a <{tag}>")))
    }

    /// The name of the element that it is part of.
    pub(super) fn parent_name(self) -> Option<&'a str> {
        self.node.parent()?.attribute("name")
    }

    /// The text within it.
    pub(super) fn text(self) -> &'a str {
        self.node.text().unwrap_or_default()
    }

    pub(super) fn attribute(self, name: &str) -> Option<&'a str> {
        self.node.attribute(name)
    }

    /// The values of all attributes.
    pub(super) fn attributes(self) -> impl Iterator<Item = &'a str> {
        self.node.attributes().map(|attribute| attribute.value())
    }

    /// Checks that it has no other attributes than these.
    pub(super) fn only(self, names: &[&str]) -> Result<(), ReadError> {
        let mut attributes = self.node.attributes();
        match attributes.find(|attribute| !names.contains(&attribute.name())) {
            None => Ok(()),
            Some(attribute) => Err(ReadError::unsupported(
                self.place(),
                format!("the attribute {:?} of {}", attribute.name(), self.label()),
                "it has no meaning here",
            )),
        }
    }

    pub(super) fn required(self, name: &str) -> Result<&'a str, ReadError> {
        self.attribute(name).ok_or_else(|| {
            ReadError::missing(
                self.place(),
                self.label(),
                format!("the attribute {name:?}"),
            )
        })
    }

    pub(super) fn malformed(self, what: &str, expected: &'static str, found: &str) -> ReadError {
        let what = format!("{what} of {}", self.label());
        ReadError::malformed(self.place(), what, expected, found)
    }

    pub(super) fn number(self, name: &str) -> Result<Option<f64>, ReadError> {
        let Some(text) = self.attribute(name) else {
            return Ok(None);
        };
        match files::number(text) {
            Some(number) => Ok(Some(number)),
            None => Err(self.malformed(name, "a finite number", text)),
        }
    }

    pub(super) fn required_number(self, name: &str) -> Result<f64, ReadError> {
        self.required(name)?;
        Ok(self.number(name)?.unwrap_or_default())
    }

    pub(super) fn vector(self, name: &str) -> Result<Option<Vector3<f64>>, ReadError> {
        let Some(text) = self.attribute(name) else {
            return Ok(None);
        };
        match files::numbers::<3>(text) {
            Some(numbers) => Ok(Some(numbers.into())),
            None => Err(self.malformed(name, "3 finite numbers", text)),
        }
    }

    /// The pose that the child `<origin>` says, which is the identity if there is none.
    pub(super) fn origin(self) -> Result<Isometry3<f64>, ReadError> {
        let Some(origin) = self.child("origin") else {
            return Ok(Isometry3::identity());
        };
        origin.only(&["xyz", "rpy", "quat_xyzw"])?;
        let position = origin.vector("xyz")?.unwrap_or_default();
        let rotation = match (origin.vector("rpy")?, origin.attribute("quat_xyzw")) {
            (None, None) => UnitQuaternion::identity(),
            (Some(rpy), None) => UnitQuaternion::from_euler_angles(rpy.x, rpy.y, rpy.z),
            (None, Some(text)) => files::numbers::<4>(text)
                .and_then(files::rotation)
                .ok_or_else(|| {
                    origin.malformed("quat_xyzw", "4 numbers that make a unit quaternion", text)
                })?,
            (Some(_), Some(text)) => {
                return Err(origin.malformed("quat_xyzw", "absent where there is an rpy", text));
            }
        };
        Ok(Isometry3::from_parts(
            Translation3::from(position),
            rotation,
        ))
    }
}
