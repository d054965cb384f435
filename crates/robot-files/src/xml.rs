//! Elements of XML files, with their places.

mod document;
mod words;

use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use roxmltree::{Document, Node};

use super::warning::Source;
use super::{Place, ReadError, files};
pub(super) use document::{declared, parse, prepared};
use photofinish::motion::Rotor;
pub(super) use words::Words;

/// An element of a file.
#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    source: Source<'a>,
    node: Node<'a, 'a>,
}

impl<'a> Element<'a> {
    /// Returns the root of a document, which must have this tag.
    pub(super) fn root(
        document: &'a Document<'a>,
        source: Source<'a>,
        tag: &str,
    ) -> Result<Self, ReadError> {
        let root = Self {
            source,
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

    /// Keeps a warning about this element.
    pub(super) fn warn(self, message: impl Into<String>) {
        self.source.warnings.push(self.place(), message);
    }

    /// Returns the position in the text at which the element begins. No other element begins there.
    pub(super) fn address(self) -> usize {
        self.node.range().start
    }

    /// Returns the root of the element's document.
    pub(super) fn file_root(self) -> Self {
        let node = self.node.document().root_element();
        Self { node, ..self }
    }

    pub(super) fn place(self) -> Place {
        let document = self.node.document();
        let position = document.text_pos_at(self.node.range().start);
        Place::at(
            self.source.name,
            position.row as usize,
            position.col as usize,
        )
    }

    pub(super) fn tag(self) -> &'a str {
        self.node.tag_name().name()
    }

    /// Describes the element, with its own name or else with the name of the element that it is part of.
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

    /// Returns the elements within this one. Elements with a prefix belong to other programs and are left out.
    pub(super) fn elements(self) -> impl Iterator<Item = Self> {
        let own = self.node.document().root_element().tag_name().namespace();
        let is_own = move |node: &Node<'a, 'a>| {
            let namespace = node.tag_name().namespace();
            namespace == own || namespace == node.default_namespace()
        };
        let elements = self.node.children().filter(Node::is_element);
        elements
            .filter(is_own)
            .map(move |node| Self { node, ..self })
    }

    /// Returns this element and all within it.
    pub(super) fn descendants(self) -> impl Iterator<Item = Self> {
        let elements = self.node.descendants().filter(Node::is_element);
        elements.map(move |node| Self { node, ..self })
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

    /// Returns the name of the element that this one is part of.
    pub(super) fn parent_name(self) -> Option<&'a str> {
        self.node.parent()?.attribute("name")
    }

    /// Returns the text within the element.
    pub(super) fn text(self) -> &'a str {
        self.node.text().unwrap_or_default()
    }

    pub(super) fn attribute(self, name: &str) -> Option<&'a str> {
        self.node.attribute(name)
    }

    /// Returns the values of all attributes.
    pub(super) fn attributes(self) -> impl Iterator<Item = &'a str> {
        self.node.attributes().map(|attribute| attribute.value())
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

    /// Returns the pose in the child `<origin>`, or the identity if there is no such child.
    pub(super) fn origin(self) -> Result<Isometry3<f64>, ReadError> {
        let Some(origin) = self.child("origin") else {
            return Ok(Isometry3::identity());
        };
        origin.check(&Words {
            attributes: &["xyz", "rpy", "quat_xyzw"],
            ..Words::default()
        })?;
        let position = origin.vector("xyz")?.unwrap_or_default();
        let rotation = match (origin.vector("rpy")?, origin.attribute("quat_xyzw")) {
            (None, None) => UnitQuaternion::identity(),
            (Some(rpy), None) => turned_by(rpy),
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

/// Returns the rotation by roll about x, then pitch about y, then yaw about z, all fixed axes.
fn turned_by(rpy: Vector3<f64>) -> UnitQuaternion<f64> {
    let about = UnitQuaternion::turn;
    about(Vector3::z(), rpy.z) * about(Vector3::y(), rpy.y) * about(Vector3::x(), rpy.x)
}
