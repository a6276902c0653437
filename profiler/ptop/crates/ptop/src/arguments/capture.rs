//! The arguments of `capture`, within the bounds of what may be asked for.

use super::command::{CaptureRequest, Command, ListChoice, RequestedProcess};
use super::values::{choose, chosen, file, number, sentence, value, wrong};
use crate::collector::exit::Failure;
use crate::registry::AXES;
use crate::registry::default_axes;

/// Processes that one capture takes at most.
pub const MAX_PIDS: usize = 1024;
const DURATION_SEC: std::ops::RangeInclusive<u32> = 1..=300;
const WARMUP_SEC: std::ops::RangeInclusive<u32> = 0..=60;
/// In MiB.
const MEMORY_LIMIT: std::ops::RangeInclusive<u32> = 1..=1_048_576;
const HZ: std::ops::RangeInclusive<u32> = 10..=1000;
/// Off the round rates at which timers of a target fire, so that sampling does not march in step with them.
const DEFAULT_HZ: u32 = 99;

pub(super) fn parse_capture(parser: &mut lexopt::Parser) -> Result<Command, Failure> {
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

/// Reads `<pid>` or `<pid>:<start>`.
fn requested_process(text: &str) -> Result<RequestedProcess, Failure> {
    let (pid, start) = text.split_once(':').map_or((text, None), |(pid, start)| (pid, Some(start)));
    let pid = pid.parse().ok().filter(|pid| *pid > 0);
    let start_ticks = start.map(str::parse).transpose().ok();
    pid.zip(start_ticks)
        .map(|(pid, start_ticks)| RequestedProcess { pid, start_ticks })
        .ok_or_else(|| wrong(format!("--pid is {text:?}, not a pid from 1, alone or with `:` and its start in ticks.")))
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
