//! The formats of answers.

use std::error::Error;
use std::io::{self, IsTerminal, Write};

use clap::ValueEnum;
use super::text;

/// How answers are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For a person to read
    Text,
    /// A JSON object on each line
    Json,
}

/// Where answers go.
pub struct Output<W> {
    out: W,
    form: Form,
}

enum Form {
    Text,
    Json,
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
        }
        Ok(())
    }
}
