//! Answers as text for a person.

use std::io::{self, Write};

use serde_json::Value;

/// Decimals of lengths, angles and times: a micrometre.
const DECIMALS: i32 = 6;

/// Writes an answer: a line with the outcome, and indented lines with more.
pub fn write(answer: &Value, out: &mut impl Write) -> io::Result<()> {
    let name = word(&answer["path"]);
    match answer["id"].as_str() {
        Some(id) => write!(out, "{name} {id}: ")?,
        None => write!(out, "{name}: ")?,
    }
    match word(&answer["outcome"]) {
        "separated" => clear(answer, out)?,
        "impact" => {
            write!(out, "CONTACT at ")?;
            contact(answer, out)?;
        }
        outcome => writeln!(
            out,
            "{}: {}",
            outcome.replace('_', " "),
            word(&answer["message"])
        )?,
    }
    for interval in list(&answer["contacts"]) {
        write!(out, "  from ")?;
        contact(&interval["first"], out)?;
        match &interval["last"] {
            Value::Null => writeln!(out, "  to the end")?,
            last => {
                write!(out, "  to   ")?;
                contact(last, out)?;
            }
        }
    }
    for stretch in list(&answer["undecided_stretches"]) {
        writeln!(out, "  undecided: {}", word(&stretch["message"]))?;
    }
    for each in list(&answer["distances"]) {
        let number = |key: &str| each[key].as_f64().unwrap_or(f64::NAN);
        let between = pair(&each["between"]);
        match word(&each["outcome"]) {
            "separated" => writeln!(out, "  {between}: clear by {}", least(number("clearance")))?,
            "impact" => writeln!(
                out,
                "  {between}: contact at time {}",
                rounded(number("time"))
            )?,
            _ => writeln!(
                out,
                "  {between}: undecided after time {}",
                rounded(number("clear_until"))
            )?,
        }
    }
    if let Some(intervals) = answer["certified_intervals"].as_u64() {
        writeln!(out, "  proof verified: {intervals} intervals")?;
    }
    if let Some(nanoseconds) = answer["nanoseconds"].as_f64() {
        writeln!(out, "  took {} s", rounded(1e-9 * nanoseconds))?;
    }
    Ok(())
}

fn clear(answer: &Value, out: &mut impl Write) -> io::Result<()> {
    let (Some(clearance), false) = (answer["clearance"].as_f64(), answer["between"].is_null())
    else {
        return writeln!(out, "clear: nothing moves past anything else");
    };
    writeln!(
        out,
        "clear by {}: {}",
        least(clearance),
        pair(&answer["between"])
    )
}

/// Returns the length with few decimals, rounded down, as more is not proven.
fn least(length: f64) -> f64 {
    let scale = 10f64.powi(DECIMALS);
    (length * scale).floor() / scale
}

/// Writes when and where two bodies meet.
fn contact(impact: &Value, out: &mut impl Write) -> io::Result<()> {
    let number = |key: &str| rounded(impact[key].as_f64().unwrap_or(f64::NAN));
    let percent = 100.0 * impact["share"].as_f64().unwrap_or(f64::NAN);
    writeln!(
        out,
        "time {} ({percent:.1} % of segment {}): {} at ({}), joints at {}",
        number("time"),
        impact["segment"],
        pair(&impact["between"]),
        numbers(&impact["witness_b"]),
        numbers(&impact["configuration"]),
    )
}

fn pair(between: &Value) -> String {
    let is_object = between["is_object"].as_bool() == Some(true);
    let kind = if is_object { "object" } else { "link" };
    let (link, other) = (&between["link"], &between["other"]);
    format!("link {link} and {kind} {other}")
}

fn numbers(values: &Value) -> String {
    let values = list(values).iter().filter_map(Value::as_f64);
    let values: Vec<_> = values.map(|value| rounded(value).to_string()).collect();
    values.join(", ")
}

/// Returns the number with few decimals.
fn rounded(number: f64) -> f64 {
    let scale = 10f64.powi(DECIMALS);
    // without the sign of zero
    (number * scale).round() / scale + 0.0
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
