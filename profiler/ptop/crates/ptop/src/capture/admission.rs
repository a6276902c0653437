//! What a capture will take at most, compared with what there is, before anything is loaded: a collector that is
//! killed in the middle of a window measured nothing and may take its neighbours along.

use crate::bpf::map_bytes;
use crate::collector::exit::{Exit, Failure};
use crate::engine::stack_events;
use crate::host::online_cpus;
use crate::perf::page_bytes;
use crate::probes::{cpu_samples, sizes};
use crate::profile;

use super::load::wanted;

/// What the collector's own process takes at most: unwinding, folding and naming are bounded, whatever the target.
/// On the benchmark's executable of 478 MB it took 15 MiB for 60 s, and 24 with every table full.
const PROCESS_BYTES: u64 = 36 << 20;

/// An upper bound, by what takes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    /// Maps of the BPF programs.
    pub maps: u64,
    /// Rings that the kernel writes samples to.
    pub rings: u64,
    /// The process itself.
    pub process: u64,
}

impl Estimate {
    /// For the probes of a run.
    ///
    /// # Errors
    /// When an object of the program itself cannot be read.
    pub fn of(axes: &[&str]) -> Result<Estimate, Failure> {
        let possible = libbpf_rs::num_possible_cpus().map_err(Failure::internal)?;
        let online = online_cpus().len();
        let wanted = wanted(axes);
        let maps = map_bytes(&wanted, &sizes(axes, possible), possible).map_err(Failure::internal)?;
        let has_events = stack_events::are_wanted(axes);
        let samples = if wanted.iter().any(|one| one.id == "cpu_samples") {
            cpu_samples::data_pages(online, has_events)
        } else {
            0
        };
        let events = if has_events { stack_events::data_pages(online) } else { 0 };
        // Each ring has a page of the kernel's beside its data.
        let of_ring = |pages: usize| if pages == 0 { 0 } else { ((pages + 1) * page_bytes() * online) as u64 };
        let mapped = if samples + events > 0 { profile::MAPPING_PAGES } else { 0 };
        let rings = of_ring(samples) + of_ring(events) + of_ring(mapped);
        Ok(Estimate { maps, rings, process: PROCESS_BYTES })
    }

    /// Together.
    pub fn total(&self) -> u64 {
        self.maps + self.rings + self.process
    }

    /// Refuses a run that would not fit.
    ///
    /// # Errors
    /// With what it takes, what there is, and by how much to raise it.
    pub fn admit(&self, limit: Option<u64>) -> Result<(), Failure> {
        let Some(short) = limit.and_then(|limit| self.total().checked_sub(limit)).filter(|short| *short > 0) else {
            return Ok(());
        };
        let limit = self.total() - short;
        let message = format!(
            "A capture of these axes takes up to {} (maps {}, rings {}, the collector {}), and {} are free.",
            mebibytes(self.total()),
            mebibytes(self.maps),
            mebibytes(self.rings),
            mebibytes(self.process),
            mebibytes(limit),
        );
        let fix = format!("Raise the memory limit by {}, or measure fewer axes.", mebibytes(short));
        Err(Failure::new(Exit::NoRoom, message, fix))
    }
}

/// Rounded up: what is asked for must be enough.
fn mebibytes(bytes: u64) -> String {
    format!("{} MiB", bytes.div_ceil(1 << 20))
}

#[cfg(test)]
mod tests {
    use super::Estimate;

    #[test]
    fn a_run_that_does_not_fit_is_refused_with_the_figures() {
        let estimate = Estimate { maps: 10 << 20, rings: (1 << 20) + 1, process: 16 << 20 };
        assert!(estimate.admit(None).is_ok() && estimate.admit(Some(estimate.total())).is_ok());
        let failure = estimate.admit(Some(20 << 20)).expect_err("it does not fit");
        let expected = "A capture of these axes takes up to 28 MiB (maps 10 MiB, rings 2 MiB, the collector 16 MiB), and 20 MiB are free. Raise the memory limit by 8 MiB, or measure fewer axes.";
        assert_eq!(failure.to_string(), expected);
    }
}
