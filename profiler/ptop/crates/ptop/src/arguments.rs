//! The command line.

use std::path::PathBuf;

use crate::exit::{Exit, Failure};
use crate::registry::AXES;

/// What was asked for.
#[derive(Debug, PartialEq)]
pub enum Command {
    /// Measure a process.
    Capture(CaptureRequest),
    /// List the probes.
    Probes {
        /// As JSON.
        json: bool,
    },
    /// Prove that each probe fires here.
    Selftest {
        /// As JSON.
        json: bool,
    },
    /// Say which capabilities this process was given.
    Capabilities {
        /// As JSON.
        json: bool,
    },
    /// Print the version.
    Version,
    /// Print the help text.
    Help,
}

/// Arguments of `capture`.
#[derive(Debug, PartialEq)]
pub struct CaptureRequest {
    /// Processes that are the target together, without repetition.
    pub pids: Vec<u32>,
    /// Length of the window.
    pub duration_sec: u32,
    /// Time before it during which nothing counts.
    pub warmup_sec: u32,
    /// Axes to measure.
    pub axes: Vec<&'static str>,
    /// Samples per second and CPU.
    pub hz: u32,
    /// Where the record goes.
    pub out: PathBuf,
    /// Progress and summary as JSON lines.
    pub json: bool,
}

/// Bounds of what may be asked for.
pub const MAX_PIDS: usize = 1024;
const DURATION_SEC: std::ops::RangeInclusive<u32> = 1..=300;
const WARMUP_SEC: std::ops::RangeInclusive<u32> = 0..=60;
const HZ: std::ops::RangeInclusive<u32> = 10..=1000;
/// Prime, so that sampling does not march in step with timers of the target.
const DEFAULT_HZ: u32 = 99;

fn wrong(message: impl Into<String>) -> Failure {
    Failure::new(Exit::Usage, message, "Run `ptop --help` for the arguments.")
}

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
            Some("capabilities") => Ok(Command::Capabilities { json: only_json(&mut parser)? }),
            Some("help") => Ok(Command::Help),
            _ => Err(wrong(format!("There is no command {}.", name.to_string_lossy()))),
        },
        Some(other) => Err(wrong(sentence(&other.unexpected()))),
    }
}

fn sentence(error: &lexopt::Error) -> String {
    let text = error.to_string();
    format!("The command line is wrong: {text}.")
}

fn only_json(parser: &mut lexopt::Parser) -> Result<bool, Failure> {
    let mut json = false;
    while let Some(argument) = parser.next().map_err(|error| wrong(sentence(&error)))? {
        match argument {
            lexopt::Arg::Long("json") => json = true,
            other => return Err(wrong(sentence(&other.unexpected()))),
        }
    }
    Ok(json)
}

fn parse_capture(parser: &mut lexopt::Parser) -> Result<Command, Failure> {
    use lexopt::prelude::*;
    let (mut pids, mut axes, mut out, mut json) = (Vec::new(), Vec::new(), None, false);
    let (mut duration, mut warmup, mut hz) = (None, 0, DEFAULT_HZ);
    while let Some(argument) = parser.next().map_err(|error| wrong(sentence(&error)))? {
        match argument {
            Long("pid") => pids.push(number(parser, "--pid", 1..=u32::MAX)?),
            Long("duration") => duration = Some(number(parser, "--duration", DURATION_SEC)?),
            Long("warmup") => warmup = number(parser, "--warmup", WARMUP_SEC)?,
            Long("hz") => hz = number(parser, "--hz", HZ)?,
            Long("axes") => axes = axis_list(&value(parser)?)?,
            Long("out") => out = Some(PathBuf::from(value(parser)?)),
            Long("json") => json = true,
            other => return Err(wrong(sentence(&other.unexpected()))),
        }
    }
    pids.sort_unstable();
    pids.dedup();
    if pids.is_empty() || pids.len() > MAX_PIDS {
        return Err(wrong(format!("--pid is needed, once to {MAX_PIDS} times.")));
    }
    if axes.is_empty() {
        axes = AXES.to_vec();
    }
    Ok(Command::Capture(CaptureRequest {
        pids,
        duration_sec: duration.ok_or_else(|| wrong("--duration is needed."))?,
        warmup_sec: warmup,
        axes,
        hz,
        out: out.ok_or_else(|| wrong("--out is needed."))?,
        json,
    }))
}

fn value(parser: &mut lexopt::Parser) -> Result<String, Failure> {
    let value = parser.value().map_err(|error| wrong(sentence(&error)))?;
    value.into_string().map_err(|text| wrong(format!("{} is not text.", text.to_string_lossy())))
}

fn number(parser: &mut lexopt::Parser, name: &str, bounds: std::ops::RangeInclusive<u32>) -> Result<u32, Failure> {
    let text = value(parser)?;
    let within = text.parse().ok().filter(|number| bounds.contains(number));
    within
        .ok_or_else(|| wrong(format!("{name} is {text:?}, not a number from {} to {}.", bounds.start(), bounds.end())))
}

fn axis_list(text: &str) -> Result<Vec<&'static str>, Failure> {
    let mut axes = Vec::new();
    for name in text.split(',') {
        let known = AXES.iter().find(|axis| **axis == name);
        let known = known.ok_or_else(|| wrong(format!("--axes names {name:?}; the axes are {}.", AXES.join(", "))))?;
        if !axes.contains(known) {
            axes.push(*known);
        }
    }
    Ok(axes)
}

#[cfg(test)]
mod tests {
    use super::{Command, parse};

    fn read(line: &str) -> Result<Command, String> {
        parse(line.split_whitespace().map(Into::into)).map_err(|failure| failure.message)
    }

    #[test]
    fn a_capture_has_defaults() {
        let Ok(Command::Capture(request)) = read("capture --pid 7 --pid 7 --pid 3 --duration 5 --out f") else {
            panic!("not a capture")
        };
        assert_eq!((request.pids, request.duration_sec, request.warmup_sec, request.hz), (vec![3, 7], 5, 0, 99));
        assert_eq!((request.axes.len(), request.json), (5, false));
    }

    #[test]
    fn every_refusal_names_its_argument() {
        for (line, name) in [
            ("capture --duration 5 --out f", "--pid"),
            ("capture --pid 0 --duration 5 --out f", "--pid"),
            ("capture --pid x --duration 5 --out f", "--pid"),
            ("capture --pid 1 --out f", "--duration"),
            ("capture --pid 1 --duration 301 --out f", "--duration"),
            ("capture --pid 1 --duration 5 --warmup 61 --out f", "--warmup"),
            ("capture --pid 1 --duration 5 --hz 9 --out f", "--hz"),
            ("capture --pid 1 --duration 5 --axes cpu_time,heap --out f", "heap"),
            ("capture --pid 1 --duration 5", "--out"),
            ("capture --pid 1 --duration 5 --out f --frob", "frob"),
            ("selftest --frob", "frob"),
            ("frobnicate", "frobnicate"),
        ] {
            let message = read(line).expect_err(line);
            assert!(message.contains(name), "{line}: {message}");
        }
    }

    #[test]
    fn axes_are_chosen_once() {
        let Ok(Command::Capture(request)) =
            read("capture --pid 1 --duration 5 --out f --axes files,network,files --json")
        else {
            panic!("not a capture")
        };
        assert_eq!((request.axes, request.json), (vec!["files", "network"], true));
    }
}
