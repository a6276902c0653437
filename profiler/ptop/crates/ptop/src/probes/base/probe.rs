//! An attached probe.

use std::os::fd::RawFd;

use super::proof::Proof;
use crate::bpf::{LoadError, Loaded};
use crate::canary::CanaryActions;
use crate::record::Axes;
use crate::record::probe::AttachPoint;
use crate::target::Member;

/// An attached probe.
pub trait Probe {
    /// Its object.
    fn loaded(&self) -> &Loaded;

    /// The canary is about to act. For probes that attach to processes and not to the kernel.
    ///
    /// # Errors
    /// When it cannot be attached to.
    fn watch_canary(&mut self, pid: u32) -> Result<(), LoadError> {
        let _ = pid;
        Ok(())
    }

    /// Whether it has seen enough of the canary's time on a CPU. For probes that see some of it by chance.
    fn has_seen_it_run(&self) -> bool {
        true
    }

    /// Compares what it counted with what the canary did.
    ///
    /// # Errors
    /// When its maps cannot be read.
    fn prove(&mut self, actions: &CanaryActions) -> Result<Proof, LoadError>;

    /// Forgets everything counted so far.
    ///
    /// # Errors
    /// When its maps cannot be written.
    fn reset(&mut self) -> Result<(), LoadError>;

    /// Who is measured is known from now on: reads what is already going on. Called once, before the window opens.
    ///
    /// # Errors
    /// When the kernel refuses.
    fn begin(&mut self) -> Result<(), LoadError> {
        Ok(())
    }

    /// Processes of the target appeared or replaced their program: look at them while they live.
    fn notice(&mut self, members: &[Member]) {
        let _ = members;
    }

    /// Descriptors that become readable when there is something to drain.
    fn wakers(&self) -> Vec<RawFd> {
        Vec::new()
    }

    /// Reads what must not wait until the end.
    fn drain(&mut self) {}

    /// After the window: accounts for what was still going on. `end_ns` is the window's end.
    ///
    /// # Errors
    /// When the kernel refuses.
    fn close(&mut self, end_ns: u64) -> Result<(), LoadError> {
        let _ = end_ns;
        Ok(())
    }

    /// Writes its part of the record. Called once, at the end.
    ///
    /// # Errors
    /// When its maps cannot be read.
    fn collect(&mut self, axes: &mut Axes) -> Result<(), LoadError>;

    /// Where it is attached instead of where its manifest says.
    fn attached_as(&self) -> Option<AttachPoint> {
        None
    }

    /// Events lost outside BPF, beyond the probe's own count.
    fn lost(&self) -> u64 {
        0
    }

    /// Kernel memory beyond BPF maps.
    fn ring_bytes(&self) -> u64 {
        0
    }
}
