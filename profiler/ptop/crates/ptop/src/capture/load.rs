//! Loads the probes of a run.

use std::cell::RefCell;
use std::rc::Rc;

use super::state::{State, dependent, gone};
use crate::bpf::{Absence, missing_capability};
use crate::capability::Held;
use crate::exit::Failure;
use crate::host::online_cpus;
use crate::probes::{self, MAX_SOCKETS, Sampling, Setup, TargetSet, Watches};
use crate::profile::Profile;
use crate::registry::Manifest;
use crate::stack_events;
use crate::target::pid_namespace_of;

/// The probe that makes the maps all others share.
pub const OWNER: &str = "process_fork";

/// Loads the probe that makes the maps all others share, and what the others are loaded with.
///
/// # Errors
/// When the kernel refuses it.
pub fn load_owner(
    owner: &'static Manifest,
    held: Held,
    axes: &[&str],
    sampling: Sampling,
    profile: &Rc<RefCell<Profile>>,
) -> Result<Setup, Absence> {
    let missing = held.missing(owner);
    if !missing.is_empty() {
        return Err(missing_capability(owner, &missing));
    }
    let namespace =
        pid_namespace_of("self").map_err(|error| Absence::from_io(owner, "reading /proc/self/ns/pid", &error))?;
    let any = |of: &[&str]| axes.iter().any(|axis| of.contains(axis));
    let watches = Watches {
        exits: any(&[
            "syscalls",
            "files",
            "file_changes",
            "file_io",
            "network",
            "executable_memory",
            "off_cpu",
            "locks",
            "memory",
        ]),
        entries: any(&["syscalls", "file_io"]),
        // A map must have room for something, whether it is used or not.
        sockets: if any(&["network"]) { MAX_SOCKETS } else { 1 },
    };
    let targets = Rc::new(TargetSet::load(owner, namespace as u32, watches)?);
    Ok(Setup {
        shared: targets.shared()?,
        targets,
        sampling,
        cpus: online_cpus(),
        profile: Rc::clone(profile),
        has_stack_events: stack_events::are_wanted(axes),
        opened_stack_events: RefCell::new(None),
    })
}

/// Loads and attaches a probe, if there is what it is loaded with.
///
/// # Errors
/// When the kernel refuses memory.
pub fn load_one(manifest: &'static Manifest, held: Held, setup: Option<&Setup>) -> Result<State, Failure> {
    let missing = held.missing(manifest);
    if !missing.is_empty() {
        return Ok(State::Gone(missing_capability(manifest, &missing).into_state()));
    }
    let Some(setup) = setup else { return Ok(State::Gone(dependent(manifest, OWNER))) };
    let loaded = probes::load(manifest, setup);
    let loaded = loaded.ok_or_else(|| Failure::internal(format!("probe {} has no reader", manifest.id)))?;
    Ok(match loaded {
        Ok(probe) => State::Live { probe, liveness: None, missed_before: 0 },
        Err(absence) => State::Gone(gone(absence)?),
    })
}
