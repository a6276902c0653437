//! Reader of `process_fork`: processes that the target forked, which are counted as members of the target set.

use std::rc::Rc;

use super::base::{Probe, Proof};
use crate::bpf::{LoadError, Loaded};
use crate::canary::CanaryActions;
use crate::engine::TargetSet;
use crate::record::Axes;

/// The probe. The set of processes that it adds to is shared.
pub struct ProcessFork(pub Rc<TargetSet>);

impl Probe for ProcessFork {
    fn loaded(&self) -> &Loaded {
        self.0.loaded()
    }

    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError> {
        let forked = self.0.members()?.iter().filter(|member| member.forked).count();
        Ok(Proof::exact(actions.forks, forked as u64, "processes forked"))
    }

    fn reset(&mut self) -> Result<(), LoadError> {
        self.0.loaded().reset_counters()
    }

    fn begin(&mut self) -> Result<(), LoadError> {
        self.0.note_callers()
    }

    fn collect(&mut self, _axes: &mut Axes) -> Result<(), LoadError> {
        Ok(())
    }
}
