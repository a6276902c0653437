//! What became of a probe of this run, and the words for it.

use crate::bpf::LoadError;
use crate::collector::exit::{Exit, Failure};
use crate::probes::Probe;
use crate::record::probe::{Liveness, ProbeState, Why};
use crate::registry::Manifest;

/// A probe of this run.
pub enum State {
    /// Attached; proved to fire once there is a liveness.
    Live { probe: Box<dyn Probe>, liveness: Option<Liveness>, missed_before: u64 },
    /// Absent, and why.
    Gone(ProbeState),
}

/// The state of a probe without the one that it needs.
pub fn dependent(manifest: &Manifest, need: &str) -> ProbeState {
    let reason = format!("Probe {need}, which this one needs, is not measuring. {}", manifest.absent);
    let fix = format!("Resolve what probe {need} reports.");
    LoadError::failed("dependency_not_measured", reason, None, &fix).into_state()
}

/// The state of a probe that is absent; refused memory ends the whole run instead.
///
/// # Errors
/// When the kernel refused memory.
pub fn gone(load_error: LoadError) -> Result<ProbeState, Failure> {
    if load_error.is_out_of_memory() {
        return Err(Failure::new(Exit::OutOfMemory, load_error.reason(), load_error.fix()));
    }
    Ok(load_error.into_state())
}

/// The state of a probe whose axis is not measured.
pub fn disabled() -> ProbeState {
    ProbeState::Disabled(Why {
        reason_code: "axis_not_requested",
        reason: "Its axis was not asked for.".to_owned(),
        errno: None,
        fix: "Name the axis in --axes.".to_owned(),
    })
}

/// The state of a probe that did not count what the canary did.
pub fn silent(manifest: &Manifest, liveness: Liveness) -> ProbeState {
    let what = liveness.detail.as_deref().unwrap_or("events");
    let reason = format!(
        "The probe is attached but counted {} where the canary made {} ({what}). {}",
        liveness.observed, liveness.expected, manifest.absent
    );
    let fix = "Run `ptop selftest`; if it persists, report it with the kernel version.".to_owned();
    ProbeState::AttachedSilent { liveness, why: Why { reason_code: "canary_mismatch", reason, errno: None, fix } }
}

/// The state of a probe that measured.
///
/// # Errors
/// When it was not proved, or its counters cannot be read.
pub fn measured(
    probe: &dyn Probe,
    liveness: Option<Liveness>,
    missed_before: u64,
    hits: u64,
) -> Result<ProbeState, LoadError> {
    let counters = probe.loaded().counters()?;
    let missed = probe.loaded().missed().saturating_sub(missed_before);
    let Some(liveness) = liveness else {
        let reason = "The run ended before the probe was proved to fire.".to_owned();
        return Err(LoadError::failed("not_proved", reason, None, "Repeat the capture."));
    };
    // Durations are taken on every 64th run and represent the others.
    let run_ns = counters.timed_ns * hits / counters.timed_runs.max(1);
    Ok(ProbeState::Measured { hits, drops: counters.drops + probe.lost(), missed, run_ns, liveness })
}
