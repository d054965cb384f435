//! The formats of answers.

use std::error::Error;
use std::io::{self, IsTerminal, Write};

use clap::ValueEnum;

#[cfg(feature = "parquet")]
use super::table::Table;
use super::text;

/// How answers are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For a person to read
    Text,
    /// A JSON object on each line
    Json,
    /// A table in Parquet
    #[cfg(feature = "parquet")]
    Parquet,
}

/// Where answers go.
pub struct Output<W> {
    out: W,
    form: Form,
}

enum Form {
    Text,
    Json,
    #[cfg(feature = "parquet")]
    Parquet(Box<Table>),
}

impl<W: Write> Output<W> {
    /// Returns an output in this format. Without one it is text if the standard output is a terminal, and else JSON.
    ///
    /// # Errors
    /// If a table would go to a terminal.
    pub fn new(format: Option<Format>, out: W) -> Result<Self, Box<dyn Error>> {
        let is_read = io::stdout().is_terminal();
        let form = match format {
            None if is_read => Form::Text,
            Some(Format::Text) => Form::Text,
            None | Some(Format::Json) => Form::Json,
            #[cfg(feature = "parquet")]
            Some(Format::Parquet) if is_read => {
                return Err("a table in Parquet is for a file: end the command with > FILE".into());
            }
            #[cfg(feature = "parquet")]
            Some(Format::Parquet) => Form::Parquet(Box::new(Table::new()?)),
        };
        Ok(Self { out, form })
    }

    /// Prints an answer, which is a JSON object.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&mut self, answer: &str) -> Result<(), Box<dyn Error>> {
        match &mut self.form {
            Form::Text => text::write(&serde_json::from_str(answer)?, &mut self.out)?,
            Form::Json => writeln!(self.out, "{answer}")?,
            #[cfg(feature = "parquet")]
            Form::Parquet(table) => table.add(&serde_json::from_str(answer)?)?,
        }
        Ok(())
    }

    /// Ends the output.
    ///
    /// # Errors
    /// If writing fails.
    pub fn finish(self) -> Result<(), Box<dyn Error>> {
        match self.form {
            Form::Text | Form::Json => {}
            #[cfg(feature = "parquet")]
            Form::Parquet(table) => {
                let mut out = self.out;
                out.write_all(&table.finish()?)?;
            }
        }
        Ok(())
    }
}
