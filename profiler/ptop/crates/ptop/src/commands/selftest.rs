//! `ptop selftest`: loads every probe and lets the canary prove it.

use serde::Serialize;

use crate::bpf::capture_load_log;
use crate::capture::{Instruments, ProbeCounts};
use crate::collector::exit::{Exit, Failure, print};
use crate::probes::Sampling;
use crate::record::Memory;
use crate::record::probe::{ProbeResult, ProbeState};
use crate::registry::AXES;

#[derive(Serialize)]
struct Report {
    ok: bool,
    probes: Vec<ProbeResult>,
    memory: Memory,
}

/// Runs the test and prints what each probe did.
///
/// # Errors
/// [`Exit::SelftestFailed`] when a probe does not fire here.
pub fn run(json: bool) -> Result<(), Failure> {
    capture_load_log();
    let mut instruments = Instruments::load(&AXES, Sampling::usual(99))?;
    instruments.prove()?;
    let memory = instruments.memory();
    let probes = instruments.results()?;
    let ok = ProbeCounts::of(&probes).is_complete();
    if json {
        let text = serde_json::to_string(&Report { ok, probes, memory }).map_err(Failure::internal)?;
        print(&format!("{text}\n"))?;
    } else {
        let mut text = String::new();
        for probe in &probes {
            text.push_str(&line(probe));
        }
        print(&text)?;
    }
    if ok {
        return Ok(());
    }
    Err(Failure::new(Exit::SelftestFailed, "A probe does not fire on this machine.", "Do what the probe's line says."))
}

fn line(probe: &ProbeResult) -> String {
    match &probe.state {
        ProbeState::Measured { liveness, .. } => {
            let what = liveness.detail.as_deref().unwrap_or("events");
            format!("fires   {:14} {} of {} {what}\n", probe.id, liveness.observed, liveness.expected)
        }
        ProbeState::AttachedSilent { why, .. }
        | ProbeState::Failed(why)
        | ProbeState::Unsupported(why)
        | ProbeState::Disabled(why) => {
            format!("MISSING {:14} {} {}\n", probe.id, why.reason, why.fix)
        }
    }
}
