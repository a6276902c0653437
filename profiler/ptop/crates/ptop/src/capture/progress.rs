//! What a capture says while it runs: JSON lines for programs, sentences on
//! standard error for people.

use std::io::{self, Write as _};
use std::time::Instant;

use serde::Serialize;

use crate::collector::exit::{Exit, Failure};
use crate::record::Memory;
use crate::record::probe::{ProbeResult, ProbeState};

/// A phase of a capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Each probe is proved to fire.
    Canary,
    /// Probes are attached; nothing counts yet.
    Warmup,
    /// The window is open.
    Measuring,
    /// The window is closed; buffers are emptied.
    Draining,
    /// Addresses get their names.
    Symbolising,
}

impl Phase {
    fn sentence(self) -> &'static str {
        match self {
            Phase::Canary => "proving that each probe fires",
            Phase::Warmup => "warming up",
            Phase::Measuring => "measuring",
            Phase::Draining => "emptying buffers",
            Phase::Symbolising => "naming functions",
        }
    }
}

/// Samples and stacks in the summary.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct StackCounts {
    /// Samples of the target.
    pub samples: u64,
    /// With a stack that reaches its root.
    pub whole: u64,
    /// Frames of all stacks.
    pub frames: u64,
    /// Of those, with a name.
    pub named: u64,
}

/// How many probes measured, and why the others did not.
#[derive(Debug, Serialize)]
pub struct ProbeCounts<'a> {
    measured: usize,
    total: usize,
    missing: Vec<Missing<'a>>,
}

#[derive(Debug, Serialize)]
struct Missing<'a> {
    probe: &'a str,
    why: &'a str,
}

impl<'a> ProbeCounts<'a> {
    /// Counts; disabled probes are not part of the total.
    pub fn of(probes: &'a [ProbeResult]) -> ProbeCounts<'a> {
        let mut counts = ProbeCounts { measured: 0, total: 0, missing: Vec::new() };
        for probe in probes {
            let why = match &probe.state {
                ProbeState::Measured { .. } => None,
                ProbeState::Disabled(_) => continue,
                ProbeState::AttachedSilent { why, .. } | ProbeState::Failed(why) | ProbeState::Unsupported(why) => {
                    Some(why)
                }
            };
            counts.total += 1;
            match why {
                None => counts.measured += 1,
                Some(why) => counts.missing.push(Missing { probe: probe.id, why: &why.reason }),
            }
        }
        counts
    }

    /// Why the first missing probe is missing.
    pub fn first_reason(&self) -> Option<&'a str> {
        self.missing.first().map(|missing| missing.why)
    }

    /// Whether nothing is missing.
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty()
    }
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line<'a> {
    Progress {
        phase: Phase,
        elapsed_sec: f64,
    },
    Summary {
        probes: ProbeCounts<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        cpu_stacks: Option<StackCounts>,
        memory: Memory,
        out: &'a str,
    },
    Error {
        code: &'static str,
        message: &'a str,
        fix: &'a str,
        #[serde(skip_serializing_if = "<[ProbeResult]>::is_empty")]
        probes: &'a [ProbeResult],
    },
}

/// Where the lines go.
pub struct Progress {
    json: bool,
    started: Instant,
    last: Option<(Phase, u64)>,
}

impl Progress {
    /// Begins now.
    pub fn new(json: bool) -> Progress {
        Progress { json, started: Instant::now(), last: None }
    }

    /// Says the phase, at its begin and then once a second.
    ///
    /// # Errors
    /// When nobody reads any more.
    pub fn say(&mut self, phase: Phase) -> Result<(), Failure> {
        let elapsed = self.started.elapsed();
        let now = Some((phase, elapsed.as_secs()));
        if now == self.last {
            return Ok(());
        }
        let is_new = self.last.is_none_or(|(last, _)| last != phase);
        self.last = now;
        if self.json {
            let elapsed_sec = (elapsed.as_secs_f64() * 1000.0).round() / 1000.0;
            return Progress::write(&Line::Progress { phase, elapsed_sec });
        }
        if is_new {
            eprintln!("ptop: {}", phase.sentence());
        }
        Ok(())
    }

    /// The last line of a capture that succeeded.
    ///
    /// # Errors
    /// When nobody reads any more.
    pub fn summarise(
        &self,
        probes: &[ProbeResult],
        cpu_stacks: Option<StackCounts>,
        memory: Memory,
        out: &str,
    ) -> Result<(), Failure> {
        let probes = ProbeCounts::of(probes);
        if self.json {
            return Progress::write(&Line::Summary { probes, cpu_stacks, memory, out });
        }
        eprintln!("ptop: {} of {} probes measured, record in {out}", probes.measured, probes.total);
        for missing in &probes.missing {
            eprintln!("ptop: {}: {}", missing.probe, missing.why);
        }
        Ok(())
    }

    /// The last line of a capture that failed. Standard error gets the sentence in any case.
    pub fn fail(&self, failure: &Failure, probes: &[ProbeResult]) {
        eprintln!("ptop: {failure}");
        if self.json {
            let line = Line::Error { code: failure.exit.code(), message: &failure.message, fix: &failure.fix, probes };
            // The failure is on its way out already; a closed pipe changes nothing.
            let _ = Progress::write(&line);
        }
    }

    fn write(line: &Line<'_>) -> Result<(), Failure> {
        let mut text = serde_json::to_string(line).map_err(Failure::internal)?;
        text.push('\n');
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| {
            Failure::new(
                Exit::Stopped,
                format!("Standard output is closed: {error}."),
                "Keep reading it until the end.",
            )
        })
    }
}
