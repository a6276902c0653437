//! Reads one argument's value, or says what is wrong with it.

use std::path::PathBuf;

use super::command::ListChoice;
use crate::collector::exit::{Exit, Failure};

pub(super) fn wrong(message: impl Into<String>) -> Failure {
    Failure::new(Exit::Usage, message, "Run `ptop --help` for the arguments.")
}

pub(super) fn sentence(error: &lexopt::Error) -> String {
    let text = error.to_string();
    format!("The command line is wrong: {text}.")
}

pub(super) fn only_json(parser: &mut lexopt::Parser) -> Result<bool, Failure> {
    let mut json = false;
    while let Some(argument) = parser.next().map_err(|error| wrong(sentence(&error)))? {
        match argument {
            lexopt::Arg::Long("json") => json = true,
            other => return Err(wrong(sentence(&other.unexpected()))),
        }
    }
    Ok(json)
}

/// The first choice is the only one.
pub(super) fn choose(list: &mut Option<ListChoice>, choice: ListChoice) -> Result<(), Failure> {
    if list.is_some() {
        return Err(wrong("--targets and --unlisted exclude each other, and each is given once."));
    }
    *list = Some(choice);
    Ok(())
}

/// Never a default: without a list nothing may be measured.
pub(super) fn chosen(list: Option<ListChoice>) -> Result<ListChoice, Failure> {
    list.ok_or_else(|| wrong("--targets is needed: the list of the processes that may be measured."))
}

pub(super) fn file(parser: &mut lexopt::Parser) -> Result<PathBuf, Failure> {
    parser.value().map(PathBuf::from).map_err(|error| wrong(sentence(&error)))
}

/// Names are compared whole. An empty one would be the name of whatever has none.
pub(super) fn name(parser: &mut lexopt::Parser, argument: &str) -> Result<String, Failure> {
    let text = value(parser)?;
    if text.is_empty() {
        return Err(wrong(format!("{argument} is empty.")));
    }
    Ok(text)
}

pub(super) fn value(parser: &mut lexopt::Parser) -> Result<String, Failure> {
    let value = parser.value().map_err(|error| wrong(sentence(&error)))?;
    value.into_string().map_err(|text| wrong(format!("{} is not text.", text.to_string_lossy())))
}

pub(super) fn number(
    parser: &mut lexopt::Parser,
    name: &str,
    bounds: std::ops::RangeInclusive<u32>,
) -> Result<u32, Failure> {
    let text = value(parser)?;
    let within = text.parse().ok().filter(|number| bounds.contains(number));
    within
        .ok_or_else(|| wrong(format!("{name} is {text:?}, not a number from {} to {}.", bounds.start(), bounds.end())))
}
