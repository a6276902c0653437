//! The command line.

use std::path::PathBuf;

use crate::axes::AXES;
use crate::exit::{Exit, Failure};
use crate::registry::default_axes;

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
    /// List the running processes that a name means.
    Processes(ProcessRequest),
    /// Say whether a target list is accepted.
    Targets {
        /// Which.
        list: ListChoice,
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

/// Which processes may be measured.
#[derive(Debug, PartialEq)]
pub enum ListChoice {
    /// Those of the list in this file.
    File(PathBuf),
    /// Any; for root alone.
    Unlisted,
}

/// Arguments of `capture`.
#[derive(Debug, PartialEq)]
pub struct CaptureRequest {
    /// Which processes may be measured.
    pub list: ListChoice,
    /// Processes that are the target together, without repetition.
    pub processes: Vec<RequestedProcess>,
    /// Length of the window.
    pub duration_sec: u32,
    /// Time before it during which nothing counts.
    pub warmup_sec: u32,
    /// Axes to measure.
    pub axes: Vec<&'static str>,
    /// Samples per second and CPU.
    pub hz: u32,
    /// Bytes that the capture may take, with what the kernel takes for it.
    pub memory_limit: Option<u64>,
    /// Where the record goes.
    pub out: PathBuf,
    /// Progress and summary as JSON lines.
    pub json: bool,
}

/// One process of a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RequestedProcess {
    /// Its pid.
    pub pid: u32,
    /// Its start in clock ticks since boot: with another one it is another process under a reused pid.
    pub start_ticks: Option<u64>,
}

/// Arguments of `processes`.
#[derive(Debug, PartialEq)]
pub struct ProcessRequest {
    /// Which processes may be asked for.
    pub list: ListChoice,
    /// Name to look for.
    pub workload: String,
    /// Kubernetes namespaces, one of which a process must run in; empty means any.
    pub namespaces: Vec<String>,
    /// As JSON.
    pub json: bool,
}

/// Bounds of what may be asked for.
pub const MAX_PIDS: usize = 1024;
const DURATION_SEC: std::ops::RangeInclusive<u32> = 1..=300;
const WARMUP_SEC: std::ops::RangeInclusive<u32> = 0..=60;
/// In MiB.
const MEMORY_LIMIT: std::ops::RangeInclusive<u32> = 1..=1_048_576;
const HZ: std::ops::RangeInclusive<u32> = 10..=1000;
/// Off the round rates at which timers of a target fire, so that sampling does not march in step with them.
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
            Some("processes") => parse_processes(&mut parser),
            Some("targets") => parse_targets(&mut parser),
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
    let (mut processes, mut axes, mut also, mut out, mut json) = (Vec::new(), Vec::new(), Vec::new(), None, false);
    let mut list = None;
    let (mut duration, mut warmup, mut hz, mut memory_limit) = (None, 0, DEFAULT_HZ, None);
    while let Some(argument) = parser.next().map_err(|error| wrong(sentence(&error)))? {
        match argument {
            Long("targets") => choose(&mut list, ListChoice::File(file(parser)?))?,
            Long("unlisted") => choose(&mut list, ListChoice::Unlisted)?,
            Long("pid") => processes.push(requested_process(&value(parser)?)?),
            Long("duration") => duration = Some(number(parser, "--duration", DURATION_SEC)?),
            Long("warmup") => warmup = number(parser, "--warmup", WARMUP_SEC)?,
            Long("hz") => hz = number(parser, "--hz", HZ)?,
            Long("memory-limit") => {
                memory_limit = Some(u64::from(number(parser, "--memory-limit", MEMORY_LIMIT)?) << 20);
            }
            Long("axes") => axes = axis_list("--axes", &value(parser)?)?,
            Long("also") => also = axis_list("--also", &value(parser)?)?,
            Long("out") => out = Some(file(parser)?),
            Long("json") => json = true,
            other => return Err(wrong(sentence(&other.unexpected()))),
        }
    }
    processes.sort_unstable();
    processes.dedup();
    if processes.is_empty() || processes.len() > MAX_PIDS {
        return Err(wrong(format!("--pid is needed, once to {MAX_PIDS} times.")));
    }
    if let Some(twice) = processes.windows(2).find(|pair| pair[0].pid == pair[1].pid) {
        return Err(wrong(format!("--pid names process {} with two start times.", twice[0].pid)));
    }
    if !axes.is_empty() && !also.is_empty() {
        return Err(wrong("--also adds to the usual axes, and --axes names others in their place; give one of them."));
    }
    if axes.is_empty() {
        axes = default_axes();
        also.retain(|axis| !axes.contains(axis));
        axes.extend(also);
    }
    Ok(Command::Capture(CaptureRequest {
        processes,
        duration_sec: duration.ok_or_else(|| wrong("--duration is needed."))?,
        warmup_sec: warmup,
        axes,
        hz,
        memory_limit,
        out: out.ok_or_else(|| wrong("--out is needed."))?,
        list: chosen(list)?,
        json,
    }))
}

fn parse_processes(parser: &mut lexopt::Parser) -> Result<Command, Failure> {
    use lexopt::prelude::*;
    let (mut list, mut workload, mut namespaces, mut json) = (None, None, Vec::new(), false);
    while let Some(argument) = parser.next().map_err(|error| wrong(sentence(&error)))? {
        match argument {
            Long("targets") => choose(&mut list, ListChoice::File(file(parser)?))?,
            Long("unlisted") => choose(&mut list, ListChoice::Unlisted)?,
            Long("workload") if workload.is_none() => workload = Some(name(parser, "--workload")?),
            Long("workload") => return Err(wrong("--workload is given twice; one name is looked for at a time.")),
            Long("namespace") => namespaces.push(name(parser, "--namespace")?),
            Long("json") => json = true,
            other => return Err(wrong(sentence(&other.unexpected()))),
        }
    }
    let workload = workload.ok_or_else(|| wrong("--workload is needed."))?;
    Ok(Command::Processes(ProcessRequest { workload, namespaces, list: chosen(list)?, json }))
}

fn parse_targets(parser: &mut lexopt::Parser) -> Result<Command, Failure> {
    use lexopt::prelude::*;
    let (mut list, mut json) = (None, false);
    while let Some(argument) = parser.next().map_err(|error| wrong(sentence(&error)))? {
        match argument {
            Long("targets") => choose(&mut list, ListChoice::File(file(parser)?))?,
            Long("json") => json = true,
            other => return Err(wrong(sentence(&other.unexpected()))),
        }
    }
    Ok(Command::Targets { list: chosen(list)?, json })
}

/// The first choice is the only one.
fn choose(list: &mut Option<ListChoice>, choice: ListChoice) -> Result<(), Failure> {
    if list.is_some() {
        return Err(wrong("--targets and --unlisted exclude each other, and each is given once."));
    }
    *list = Some(choice);
    Ok(())
}

/// Never a default: without a list nothing may be measured.
fn chosen(list: Option<ListChoice>) -> Result<ListChoice, Failure> {
    list.ok_or_else(|| wrong("--targets is needed: the list of the processes that may be measured."))
}

fn file(parser: &mut lexopt::Parser) -> Result<PathBuf, Failure> {
    parser.value().map(PathBuf::from).map_err(|error| wrong(sentence(&error)))
}

/// Names are compared whole. An empty one would be the name of whatever has none.
fn name(parser: &mut lexopt::Parser, argument: &str) -> Result<String, Failure> {
    let text = value(parser)?;
    if text.is_empty() {
        return Err(wrong(format!("{argument} is empty.")));
    }
    Ok(text)
}

/// Reads `<pid>` or `<pid>:<start>`.
fn requested_process(text: &str) -> Result<RequestedProcess, Failure> {
    let (pid, start) = text.split_once(':').map_or((text, None), |(pid, start)| (pid, Some(start)));
    let pid = pid.parse().ok().filter(|pid| *pid > 0);
    let start_ticks = start.map(str::parse).transpose().ok();
    pid.zip(start_ticks)
        .map(|(pid, start_ticks)| RequestedProcess { pid, start_ticks })
        .ok_or_else(|| wrong(format!("--pid is {text:?}, not a pid from 1, alone or with `:` and its start in ticks.")))
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

fn axis_list(argument: &str, text: &str) -> Result<Vec<&'static str>, Failure> {
    let mut axes = Vec::new();
    for name in text.split(',') {
        let known = AXES.iter().find(|axis| **axis == name);
        let known =
            known.ok_or_else(|| wrong(format!("{argument} names {name:?}; the axes are {}.", AXES.join(", "))))?;
        if !axes.contains(known) {
            axes.push(*known);
        }
    }
    Ok(axes)
}

#[cfg(test)]
mod tests {
    use super::{Command, ListChoice, ProcessRequest, RequestedProcess, parse};

    fn read(line: &str) -> Result<Command, String> {
        parse(line.split_whitespace().map(Into::into)).map_err(|failure| failure.message)
    }

    #[test]
    fn a_capture_has_defaults() {
        let Ok(Command::Capture(request)) = read("capture --targets l --pid 7 --pid 7 --pid 3 --duration 5 --out f")
        else {
            panic!("not a capture")
        };
        let any = |pid| RequestedProcess { pid, start_ticks: None };
        assert_eq!(request.processes, [any(3), any(7)]);
        assert_eq!((request.duration_sec, request.warmup_sec, request.hz), (5, 0, 99));
        assert_eq!((request.axes.len(), request.json), (crate::registry::default_axes().len(), false));
    }

    #[test]
    fn every_refusal_names_its_argument() {
        for (line, name) in [
            ("capture --duration 5 --out f", "--pid"),
            ("capture --pid 0 --duration 5 --out f", "--pid"),
            ("capture --pid x --duration 5 --out f", "--pid"),
            ("capture --pid 7: --duration 5 --out f", "--pid"),
            ("capture --pid 7:x --duration 5 --out f", "--pid"),
            ("capture --pid :5 --duration 5 --out f", "--pid"),
            ("capture --pid 7 --pid 7:5 --duration 5 --out f", "two start times"),
            ("capture --pid 1 --out f", "--duration"),
            ("capture --pid 1 --duration 301 --out f", "--duration"),
            ("capture --pid 1 --duration 5 --warmup 61 --out f", "--warmup"),
            ("capture --pid 1 --duration 5 --hz 9 --out f", "--hz"),
            ("capture --pid 1 --duration 5 --axes cpu_time,heap --out f", "heap"),
            ("capture --pid 1 --duration 5 --also heap --out f", "--also names \"heap\""),
            ("capture --pid 1 --duration 5 --axes files --also allocations --out f", "--also adds"),
            ("capture --pid 1 --duration 5", "--out"),
            ("capture --pid 1 --duration 5 --out f --frob", "frob"),
            ("capture --pid 1 --duration 5 --out f", "--targets is needed"),
            ("capture --targets l --unlisted --pid 1 --duration 5 --out f", "exclude each other"),
            ("capture --targets l --targets m --pid 1 --duration 5 --out f", "--targets"),
            ("processes --workload a", "--targets is needed"),
            ("targets --json", "--targets is needed"),
            ("targets --unlisted", "unlisted"),
            ("selftest --frob", "frob"),
            ("processes --json", "--workload"),
            ("processes --workload", "workload"),
            ("processes --workload a --workload b", "--workload"),
            ("processes --workload= --json", "--workload"),
            ("processes --workload a --namespace=", "--namespace"),
            ("processes --workload a --pid 1", "pid"),
            ("processes a", "a"),
            ("frobnicate", "frobnicate"),
        ] {
            let message = read(line).expect_err(line);
            assert!(message.contains(name), "{line}: {message}");
        }
    }

    #[test]
    fn axes_are_chosen_once() {
        let Ok(Command::Capture(request)) =
            read("capture --targets l --pid 1 --duration 5 --out f --axes files,network,files --json")
        else {
            panic!("not a capture")
        };
        assert_eq!((request.axes, request.json), (vec!["files", "network"], true));
    }

    #[test]
    fn an_axis_is_measured_beside_the_usual_ones() {
        let Ok(Command::Capture(request)) =
            read("capture --targets l --pid 1 --duration 5 --out f --also allocations,files")
        else {
            panic!("not a capture")
        };
        let mut expected = crate::registry::default_axes();
        expected.push("allocations");
        assert_eq!(request.axes, expected);
    }

    #[test]
    fn a_process_is_named_with_its_start() {
        let Ok(Command::Capture(request)) = read("capture --unlisted --pid 7:4711 --pid 3 --duration 5 --out f") else {
            panic!("not a capture")
        };
        let expected =
            [RequestedProcess { pid: 3, start_ticks: None }, RequestedProcess { pid: 7, start_ticks: Some(4711) }];
        assert_eq!(request.processes, expected);
    }

    #[test]
    fn a_name_is_whatever_follows() {
        let line = [
            "processes",
            "--targets",
            "l",
            "--workload",
            "--json",
            "--namespace",
            "=a b",
            "--namespace",
            "shop",
            "--json",
        ];
        let expected = ProcessRequest {
            list: ListChoice::File("l".into()),
            workload: "--json".to_owned(),
            namespaces: vec!["=a b".to_owned(), "shop".to_owned()],
            json: true,
        };
        assert_eq!(parse(line.map(Into::into)).expect("it parses"), Command::Processes(expected));
    }
}
