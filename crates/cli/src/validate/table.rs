//! Answers as a table in Parquet, a row for each.

use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;
use serde_json::Value;

/// Answers that become a group of rows.
const ROWS_OF_GROUP: usize = 1 << 16;

/// What a column holds.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Number,
    Whole,
    Bool,
    Numbers,
    /// What is a list or an object, as JSON.
    Json,
}

/// The columns: their names, and where an answer has their values.
const COLUMNS: [(&str, &str, Kind); 38] = [
    ("index", "/index", Kind::Whole),
    ("of", "/of", Kind::Whole),
    ("path", "/path", Kind::Text),
    ("id", "/id", Kind::Text),
    ("scene", "/scene", Kind::Text),
    ("outcome", "/outcome", Kind::Text),
    ("message", "/message", Kind::Text),
    ("clearance", "/clearance", Kind::Number),
    ("link", "/between/link", Kind::Text),
    ("other", "/between/other", Kind::Text),
    ("is_object", "/between/is_object", Kind::Bool),
    ("time", "/time", Kind::Number),
    ("clear_until", "/clear_until", Kind::Number),
    ("segment", "/segment", Kind::Whole),
    ("share", "/share", Kind::Number),
    ("configuration", "/configuration", Kind::Numbers),
    ("distance", "/distance", Kind::Number),
    ("tolerance", "/tolerance", Kind::Number),
    ("normal", "/normal", Kind::Numbers),
    ("witness_a", "/witness_a", Kind::Numbers),
    ("witness_b", "/witness_b", Kind::Numbers),
    ("joint", "/joint", Kind::Text),
    ("value", "/value", Kind::Number),
    ("least", "/least", Kind::Number),
    ("largest", "/largest", Kind::Number),
    ("quantity", "/quantity", Kind::Text),
    ("limit", "/limit", Kind::Number),
    ("waypoint", "/waypoint", Kind::Whole),
    ("may_be_degrees", "/may_be_degrees", Kind::Bool),
    ("contacts", "/contacts", Kind::Json),
    ("undecided_stretches", "/undecided_stretches", Kind::Json),
    ("distances", "/distances", Kind::Json),
    ("certified_intervals", "/certified_intervals", Kind::Whole),
    ("pairs", "/pairs", Kind::Whole),
    ("statistics", "/statistics", Kind::Json),
    ("nanoseconds", "/nanoseconds", Kind::Whole),
    ("feature_a", "/feature_a", Kind::Json),
    ("feature_b", "/feature_b", Kind::Json),
];

/// A table that grows.
pub struct Table {
    writer: SerializedFileWriter<Vec<u8>>,
    /// The answers that are not yet written.
    answers: Vec<Value>,
}

impl Table {
    /// Returns a table without rows.
    pub fn new() -> Result<Self, ParquetError> {
        let fields = COLUMNS.map(|(name, _, kind)| match kind {
            Kind::Text => format!("optional binary {name} (UTF8);"),
            Kind::Number => format!("optional double {name};"),
            Kind::Whole => format!("optional int64 {name};"),
            Kind::Bool => format!("optional boolean {name};"),
            Kind::Json => format!("optional binary {name} (JSON);"),
            Kind::Numbers => format!(
                "optional group {name} (LIST) {{ repeated group list {{ required double element; }} }}"
            ),
        });
        let schema = parse_message_type(&format!("message answers {{ {} }}", fields.join(" ")))?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
        let properties = Arc::new(properties.build());
        Ok(Self {
            writer: SerializedFileWriter::new(Vec::new(), Arc::new(schema), properties)?,
            answers: Vec::new(),
        })
    }

    /// Adds an answer.
    pub fn add(&mut self, answer: &Value) -> Result<(), ParquetError> {
        self.answers.push(answer.clone());
        if self.answers.len() < ROWS_OF_GROUP {
            return Ok(());
        }
        self.write_group()
    }

    /// Returns the table as the bytes of a file.
    pub fn finish(mut self) -> Result<Vec<u8>, ParquetError> {
        if !self.answers.is_empty() {
            self.write_group()?;
        }
        self.writer.into_inner()
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let answers = std::mem::take(&mut self.answers);
        let mut group = self.writer.next_row_group()?;
        for (_, pointer, kind) in COLUMNS {
            let values = answers.iter().map(|answer| answer.pointer(pointer));
            let mut column = group.next_column()?.expect("a column of the schema");
            write_column(&mut column, kind, values)?;
            column.close()?;
        }
        group.close()?;
        Ok(())
    }
}

fn write_column<'v>(
    column: &mut SerializedColumnWriter<'_>,
    kind: Kind,
    values: impl Iterator<Item = Option<&'v Value>>,
) -> Result<(), ParquetError> {
    match kind {
        Kind::Text => write::<ByteArrayType>(column, values, |value| Some(value.as_str()?.into())),
        Kind::Number => write::<DoubleType>(column, values, Value::as_f64),
        Kind::Whole => write::<Int64Type>(column, values, Value::as_i64),
        Kind::Bool => write::<BoolType>(column, values, Value::as_bool),
        Kind::Json => write::<ByteArrayType>(column, values, |value| {
            Some(ByteArray::from(value.to_string().into_bytes()))
        }),
        Kind::Numbers => write_lists(column, values),
    }
}

/// Writes what this function finds in the values. Where it finds nothing, there is none in the table.
fn write<'v, T: DataType>(
    column: &mut SerializedColumnWriter<'_>,
    values: impl Iterator<Item = Option<&'v Value>>,
    find: impl Fn(&Value) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let found: Vec<_> = values.map(|value| value.and_then(&find)).collect();
    let levels: Vec<_> = found
        .iter()
        .map(|found| i16::from(found.is_some()))
        .collect();
    let found: Vec<_> = found.into_iter().flatten().collect();
    column
        .typed::<T>()
        .write_batch(&found, Some(&levels), None)?;
    Ok(())
}

/// Writes lists of numbers. As the format has it, a level says whether there is no list (0), an empty one (1) or a
/// number (2), and another whether the number goes on with a list (1).
fn write_lists<'v>(
    column: &mut SerializedColumnWriter<'_>,
    values: impl Iterator<Item = Option<&'v Value>>,
) -> Result<(), ParquetError> {
    let (mut numbers, mut levels, mut goes_on) = (Vec::new(), Vec::new(), Vec::new());
    for value in values {
        let list = value.and_then(Value::as_array);
        let found = list.iter().copied().flatten().filter_map(Value::as_f64);
        let before = numbers.len();
        numbers.extend(found);
        let count = numbers.len() - before;
        if count == 0 {
            levels.push(i16::from(list.is_some()));
            goes_on.push(0);
        }
        levels.extend(std::iter::repeat_n(2, count));
        goes_on.extend((0..count).map(|index| i16::from(index > 0)));
    }
    let column = column.typed::<DoubleType>();
    column.write_batch(&numbers, Some(&levels), Some(&goes_on))?;
    Ok(())
}
