//! The command line.

mod capture;
mod command;
mod search;
#[cfg(test)]
mod tests;
mod values;

pub use capture::MAX_PIDS;
pub use command::{CaptureRequest, Command, ListChoice, ProcessRequest, RequestedProcess};

use crate::collector::exit::Failure;
use capture::parse_capture;
use search::{parse_processes, parse_targets};
use values::{only_json, sentence, wrong};

/// Reads the command line, without the program's name.
///
/// # Errors
/// A usage failure that names the argument.
pub fn parse(arguments: impl IntoIterator<Item = std::ffi::OsString>) -> Result<Command, Failure> {
    use lexopt::prelude::*;
    let mut parser = lexopt::Parser::from_args(arguments);
    match parser.next().map_err(|error| wrong(sentence(&error)))? {
        Some(Long("version") | Short('V')) => Ok(Command::Version),
        None | Some(Long("help") | Short('h')) => Ok(Command::Help),
        Some(Value(name)) => match name.to_str() {
            Some("capture") => parse_capture(&mut parser),
            Some("probes") => Ok(Command::Probes { json: only_json(&mut parser)? }),
            Some("selftest") => Ok(Command::Selftest { json: only_json(&mut parser)? }),
            Some("processes") => parse_processes(&mut parser),
            Some("targets") => parse_targets(&mut parser),
            Some("capabilities") => Ok(Command::Capabilities { json: only_json(&mut parser)? }),
            Some("help") => Ok(Command::Help),
            _ => Err(wrong(format!("There is no command {}.", name.to_string_lossy()))),
        },
        Some(other) => Err(wrong(sentence(&other.unexpected()))),
    }
}
