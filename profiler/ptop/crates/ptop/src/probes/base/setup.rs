//! What a probe is loaded with.

use std::cell::RefCell;
use std::rc::Rc;

use super::sampling::Sampling;
use crate::bpf::{Group, LoadError, Loaded, Shared};
use crate::engine::{PathRing, StackEvents, TargetSet};
use crate::profile::Profile;
use crate::registry::Manifest;

/// What a probe is loaded with.
pub struct Setup {
    /// The probes that could be loaded together.
    pub group: Option<Rc<Group>>,
    /// Maps that all probes share.
    pub shared: Shared,
    /// Processes that are measured, and when.
    pub targets: Rc<TargetSet>,
    /// How the CPUs are sampled.
    pub sampling: Sampling,
    /// Entries of the probes' maps.
    pub sizes: Vec<(&'static str, u32)>,
    /// CPUs online at the start.
    pub cpus: Vec<u32>,
    /// Where all sampled stacks are folded.
    pub profile: Rc<RefCell<Profile>>,
    /// Whether any axis of the request has events with stacks.
    pub has_stack_events: bool,
    /// Their rings, once a probe asked for them.
    pub opened_stack_events: RefCell<Option<Rc<StackEvents>>>,
    /// The ring of paths, once a probe asked for it.
    pub opened_paths: RefCell<Option<Rc<PathRing>>>,
}

impl Setup {
    /// A probe, loaded without attaching anything and without programs that this kernel refuses.
    ///
    /// # Errors
    /// When the kernel refuses, as the load error of the probe.
    pub fn object(&self, manifest: &'static Manifest, left_out: &[&str]) -> Result<Loaded, LoadError> {
        Loaded::load(manifest, self.group.as_ref(), Some(&self.shared), &self.sizes, left_out)
    }

    /// The rings for events with stacks; opened for the first probe that asks.
    ///
    /// # Errors
    /// When the kernel refuses, as the load error of the probe that asks.
    pub fn stack_events(&self, manifest: &Manifest) -> Result<Rc<StackEvents>, LoadError> {
        opened_once(&self.opened_stack_events, || {
            StackEvents::open(
                manifest,
                &self.shared,
                &self.cpus,
                self.sampling.has_chains,
                &self.profile,
                &self.targets,
            )
        })
    }

    /// The ring of paths; mapped for the first probe that asks.
    ///
    /// # Errors
    /// When the kernel refuses, as the load error of the probe that asks.
    pub fn paths(&self, manifest: &Manifest) -> Result<Rc<PathRing>, LoadError> {
        opened_once(&self.opened_paths, || PathRing::open(manifest, &self.shared))
    }
}

/// What is in the cell, opened for the first who asks.
fn opened_once<T>(
    cell: &RefCell<Option<Rc<T>>>,
    open: impl FnOnce() -> Result<T, LoadError>,
) -> Result<Rc<T>, LoadError> {
    let mut opened = cell.borrow_mut();
    if let Some(known) = &*opened {
        return Ok(Rc::clone(known));
    }
    Ok(Rc::clone(opened.insert(Rc::new(open()?))))
}
