//! Reader of `process_fork`: processes that the target forked, which are counted as members of the target set.

use std::rc::Rc;

use super::base::{Probe, Proof};
use crate::bpf::{Absence, Loaded};
use crate::canary::Deeds;
use crate::engine::TargetSet;
use crate::record::Axes;

/// The probe. The set of processes that it adds to is shared.
pub struct ProcessFork(pub Rc<TargetSet>);

impl Probe for ProcessFork {
    fn loaded(&self) -> &Loaded {
        self.0.loaded()
    }

    fn prove(&mut self, deeds: &Deeds) -> Result<Proof, Absence> {
        let forked = self.0.members()?.iter().filter(|member| member.forked).count();
        Ok(Proof::exact(deeds.forks, forked as u64, "processes forked"))
    }

    fn reset(&mut self) -> Result<(), Absence> {
        self.0.loaded().reset_counters()
    }

    fn begin(&mut self) -> Result<(), Absence> {
        self.0.note_callers()
    }

    fn collect(&mut self, _axes: &mut Axes) -> Result<(), Absence> {
        Ok(())
    }
}
