//! For tests of a reader by itself: this process is the target, and the window is open.

use std::cell::RefCell;
use std::rc::Rc;

use super::base::{Sampling, Setup};
use super::sizes::sizes;
use crate::collector::clock::monotonic_ns;
use crate::engine::{Switches, TargetSet, Watches};
use crate::profile::Profile;
use crate::registry::AXES;
use crate::registry::{Manifest, PROBES};
use crate::target::pid_namespace_of;

/// What a reader is loaded with.
pub struct Trial {
    pub manifest: &'static Manifest,
    pub setup: Setup,
}

impl Trial {
    /// For the probe of that name. Needs root.
    pub fn of_this_process(id: &str) -> Trial {
        let manifest = |id: &str| PROBES.iter().find(|probe| probe.id == id).expect("it is registered");
        let namespace = pid_namespace_of("self").expect("/proc is mounted") as u32;
        let sizes = sizes(&AXES, libbpf_rs::num_possible_cpus().expect("there are CPUs"));
        let targets = Rc::new(
            TargetSet::load(
                namespace,
                Watches { exits: true, entries: true, rings: false, switches: Switches::Probes },
                &sizes,
                None,
            )
            .expect("root may do this"),
        );
        let found = targets.find(&[std::process::id()]).expect("the kernel walks its tasks");
        assert_eq!(found, 1);
        let now = monotonic_ns();
        targets.open(now, now + 3_600_000_000_000).expect("the window is ours");
        let setup = Setup {
            group: None,
            shared: targets.shared().expect("it owns the maps"),
            targets,
            sampling: Sampling::usual(99),
            sizes,
            cpus: crate::host::online_cpus(),
            profile: Rc::new(RefCell::new(Profile::new())),
            has_stack_events: true,
            opened_stack_events: RefCell::new(None),
            opened_paths: RefCell::new(None),
        };
        Trial { manifest: manifest(id), setup }
    }
}
