//! Loads the probes of a run.

use std::cell::RefCell;
use std::rc::Rc;

use super::rings;
use super::state::{State, dependent, gone};
use crate::bpf::{Group, LoadError, missing_capability};
use crate::collector::capability::Held;
use crate::collector::exit::Failure;
use crate::engine::{Switches, TargetSet, Watches, stack_events};
use crate::host::online_cpus;
use crate::probes::{self, Sampling, Setup, sizes};
use crate::profile::Profile;
use crate::registry::{Manifest, PROBES, owner};
use crate::target::pid_namespace_of;

/// The probe that measures how long the target was on CPUs.
const CLOCK: &str = "cpu_time";

/// The probes of these axes and those they need, in the order of the registry.
pub fn wanted(axes: &[&str]) -> Vec<&'static Manifest> {
    let is_asked = |manifest: &Manifest| axes.contains(&manifest.axis);
    let is_needed =
        |manifest: &Manifest| PROBES.iter().any(|other| is_asked(other) && other.needs.contains(&manifest.id));
    // Samples are worth time by how many a second on a CPU has.
    let tells_rate = |manifest: &Manifest| manifest.id == CLOCK && axes.contains(&"cpu_stacks");
    let is_wanted =
        |manifest: &Manifest| manifest.is_owner() || is_asked(manifest) || is_needed(manifest) || tells_rate(manifest);
    PROBES.iter().filter(|manifest| is_wanted(manifest)).collect()
}

/// Loads these probes together as far as the kernel takes them, attaches the one that makes the maps all others share,
/// and returns what the others are loaded with.
///
/// # Errors
/// When the kernel refuses that one.
pub fn load_owner(
    wanted: &[&'static Manifest],
    held: Held,
    axes: &[&str],
    sampling: Sampling,
    profile: &Rc<RefCell<Profile>>,
) -> Result<Setup, LoadError> {
    let owner = owner();
    let missing = held.missing(owner);
    if !missing.is_empty() {
        return Err(missing_capability(owner, &missing));
    }
    let namespace =
        pid_namespace_of("self").map_err(|error| LoadError::from_io(owner, "reading /proc/self/ns/pid", &error))?;
    let any = |of: &[&str]| axes.iter().any(|axis| of.contains(axis));
    let entries = any(&["syscalls", "file_io", "network"]);
    let is_wanted = |id: &str| wanted.iter().any(|manifest| manifest.id == id);
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
        entries,
        rings: rings::are_watched(axes),
        switches: if entries && !is_wanted("off_cpu") {
            Switches::Waits
        } else if is_wanted("cpu_time") || is_wanted("off_cpu") {
            Switches::Probes
        } else {
            Switches::Unwatched
        },
    };
    let possible =
        libbpf_rs::num_possible_cpus().map_err(|error| LoadError::from_bpf(owner, "counting the CPUs", &error))?;
    let sizes = sizes(axes, possible);
    let allowed: Vec<_> = wanted.iter().copied().filter(|manifest| held.missing(manifest).is_empty()).collect();
    let group = Group::load_most(&allowed, &sizes);
    let targets = Rc::new(TargetSet::load(namespace as u32, watches, &sizes, group.as_ref())?);
    Ok(Setup {
        group,
        shared: targets.shared()?,
        targets,
        sampling,
        sizes,
        cpus: online_cpus(),
        profile: Rc::clone(profile),
        has_stack_events: stack_events::are_wanted(axes),
        opened_stack_events: RefCell::new(None),
        opened_paths: RefCell::new(None),
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
    let Some(setup) = setup else { return Ok(State::Gone(dependent(manifest, owner().id))) };
    let loaded = probes::load(manifest, setup);
    let loaded = loaded.ok_or_else(|| Failure::internal(format!("probe {} has no reader", manifest.id)))?;
    Ok(match loaded {
        Ok(probe) => State::Live { probe, liveness: None, missed_before: 0 },
        Err(load_error) => State::Gone(gone(load_error)?),
    })
}
