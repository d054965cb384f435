//! Nodes read as values of a given type, with names for errors.

use super::{Node, Value};
use crate::warning::{Source, Warnings};
use crate::{Place, ReadError};
use photofinish::error::finite;
use photofinish_spelling as spelling;

/// The keys that a mapping may have.
pub(crate) struct Keys {
    /// The keys that are read.
    pub(crate) read: &'static [&'static str],
    /// The keys that change no answer.
    pub(crate) idle: &'static [&'static str],
}

/// A node and its file, with a name for errors.
#[derive(Clone, Debug)]
pub(crate) struct Item<'a> {
    source: Source<'a>,
    node: &'a Node,
    /// The name, for example `position of object "table"`.
    what: String,
}

impl<'a> Item<'a> {
    pub(crate) fn new(source: Source<'a>, node: &'a Node, what: impl Into<String>) -> Self {
        Self {
            source,
            node,
            what: what.into(),
        }
    }

    /// Names the node for errors.
    pub(crate) fn named(self, what: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            ..self
        }
    }

    pub(crate) fn what(&self) -> &str {
        &self.what
    }

    pub(crate) fn place(&self) -> Place {
        Place::at(self.source.name, self.node.line, self.node.column)
    }

    /// Returns the warnings so far, to which a file that the node names adds its own.
    pub(crate) fn warnings(&self) -> &'a Warnings {
        self.source.warnings
    }

    pub(crate) fn malformed(&self, expected: &'static str) -> ReadError {
        let found = self.node.value.describe();
        ReadError::malformed(self.place(), self.what.clone(), expected, &found)
    }

    /// Returns an error as [`malformed`](Self::malformed) does, with the numbers that the node was read as.
    pub(crate) fn malformed_numbers(&self, expected: &'static str, found: &[f64]) -> ReadError {
        let found: Vec<_> = found.iter().map(f64::to_string).collect();
        ReadError::malformed(self.place(), self.what.clone(), expected, &found.join(" "))
    }

    /// Returns the value of a key, unless there is none or it is null.
    pub(crate) fn get(&self, key: &str) -> Option<Self> {
        let Value::Map(entries) = &self.node.value else {
            return None;
        };
        let (_, node) = entries.iter().find(|(name, _)| name == key)?;
        let what = format!("{key} of {}", self.what);
        (!matches!(node.value, Value::Null)).then(|| Self::new(self.source, node, what))
    }

    pub(crate) fn required(&self, key: &str) -> Result<Self, ReadError> {
        let needed = format!("the key {key:?}");
        self.get(key)
            .ok_or_else(|| ReadError::missing(self.place(), self.what.clone(), needed))
    }

    /// Returns the keys of a mapping.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'a str> {
        let entries = match &self.node.value {
            Value::Map(entries) => entries.as_slice(),
            _ => &[],
        };
        entries.iter().map(|(key, _)| key.as_str())
    }

    /// Checks that a mapping has no other keys than these. An unknown key that resembles one that is read is an error;
    /// any other unknown key is ignored with a warning.
    pub(crate) fn check(&self, keys: &Keys) -> Result<(), ReadError> {
        let Value::Map(entries) = &self.node.value else {
            return Ok(());
        };
        for (key, node) in entries {
            let key = key.as_str();
            if keys.read.contains(&key) || keys.idle.contains(&key) {
                continue;
            }
            let place = Self::new(self.source, node, "").place();
            let near = spelling::nearest(key, keys.read.iter().chain(keys.idle).copied());
            if near.is_some_and(|near| keys.read.contains(&near)) {
                return Err(ReadError::unrecognized(
                    place,
                    "key",
                    key,
                    self.what.clone(),
                    near,
                ));
            }
            let message = format!("passed over the unknown key `{key}` of {}", self.what);
            self.source.warnings.push(place, message);
        }
        Ok(())
    }

    /// Returns the error that a name stands twice where it may stand once.
    pub(crate) fn repeated(&self, name: &str) -> ReadError {
        ReadError::malformed(
            self.place(),
            self.what.clone(),
            "another name than those before",
            name,
        )
    }

    /// Keeps a warning about this node.
    pub(crate) fn warn(&self, message: impl Into<String>) {
        self.source.warnings.push(self.place(), message);
    }

    pub(crate) fn is_map(&self) -> bool {
        matches!(self.node.value, Value::Map(_))
    }

    /// Returns the elements of a list, numbered from 0.
    pub(crate) fn list(&self) -> Result<Vec<Self>, ReadError> {
        let Value::List(nodes) = &self.node.value else {
            return Err(self.malformed("a list"));
        };
        let nodes = nodes.iter().enumerate();
        Ok(nodes
            .map(|(index, node)| {
                Self::new(
                    self.source,
                    node,
                    format!("element {index} of {}", self.what),
                )
            })
            .collect())
    }

    /// Returns the elements of the list under a key; none if there is no such key.
    pub(crate) fn list_at(&self, key: &str) -> Result<Vec<Self>, ReadError> {
        self.get(key).map_or(Ok(Vec::new()), |item| item.list())
    }

    pub(crate) fn number(&self) -> Result<f64, ReadError> {
        match self.node.value {
            Value::Number(value) => {
                finite("number", value).map_err(|_| self.malformed("a finite number"))
            }
            _ => Err(self.malformed("a finite number")),
        }
    }

    /// Returns the numbers of a list. Its elements get no names, as there may be very many.
    pub(crate) fn numbers(&self) -> Result<Vec<f64>, ReadError> {
        let Value::List(nodes) = &self.node.value else {
            return Err(self.malformed("a list of numbers"));
        };
        let number = |(index, node)| {
            let name = || format!("element {index} of {}", self.what);
            match Self::new(self.source, node, "").number() {
                Ok(number) => Ok(number),
                Err(_) => Self::new(self.source, node, name()).number(),
            }
        };
        nodes.iter().enumerate().map(number).collect()
    }

    /// Returns the numbers of a list as long as `keys`, or of a mapping with these keys.
    pub(crate) fn vector<const N: usize>(&self, keys: [&str; N]) -> Result<[f64; N], ReadError> {
        let numbers = if let Value::Map(entries) = &self.node.value {
            if let Some((key, node)) = entries
                .iter()
                .find(|(key, _)| !keys.contains(&key.as_str()))
            {
                let place = Self::new(self.source, node, "").place();
                return Err(ReadError::unrecognized(
                    place,
                    "key",
                    key.as_str(),
                    self.what.clone(),
                    None,
                ));
            }
            let number = |key: &&str| self.required(key)?.number();
            keys.iter().map(number).collect::<Result<Vec<_>, _>>()?
        } else {
            self.numbers()?
        };
        numbers.try_into().map_err(|_| {
            self.malformed(match N {
                3 => "3 numbers",
                _ => "4 numbers",
            })
        })
    }

    pub(crate) fn bool(&self) -> Result<bool, ReadError> {
        match self.node.value {
            Value::Bool(value) => Ok(value),
            _ => Err(self.malformed("true or false")),
        }
    }

    pub(crate) fn text(&self) -> Result<String, ReadError> {
        match &self.node.value {
            Value::Text(text) => Ok(text.clone()),
            // a name of digits only that stands without quotation marks
            Value::Number(value) if value.fract() == 0.0 && value.abs() < 1e15 => {
                Ok(value.to_string())
            }
            _ => Err(self.malformed("a name")),
        }
    }

    pub(crate) fn texts(&self) -> Result<Vec<String>, ReadError> {
        self.list()?.iter().map(Self::text).collect()
    }
}
