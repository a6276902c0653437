//! What the target did by `io_uring`, past the system calls that probes see. A probe that missed something of its own says
//! so and is left out: a count that lacks an unknown part is none.

use crate::bpf::LoadError;
use crate::engine::TargetSet;
use crate::target::any_maps_a_ring;

/// What a probe of calls misses of a ring.
struct Missed {
    probe: &'static str,
    axis: &'static str,
    /// In what is said to people.
    what: &'static str,
    /// Kinds of requests by their number in `linux/io_uring.h`.
    kinds: &'static [u32],
}

const MISSED: [Missed; 6] = [
    Missed {
        probe: "file_io",
        axis: "file_io",
        what: "reads and writes",
        kinds: &[1, 2, 3, 4, 5, 8, 22, 23, 30, 33, 49, 60, 61],
    },
    Missed { probe: "file_opens", axis: "files", what: "opens of files", kinds: &[18, 28] },
    Missed { probe: "file_changes", axis: "file_changes", what: "changes of files", kinds: &[35, 36, 37, 38, 39, 55] },
    Missed { probe: "net_connect", axis: "network", what: "attempts to connect", kinds: &[16] },
    Missed { probe: "net_accept", axis: "network", what: "accepted connections", kinds: &[13] },
    Missed { probe: "futex_waits", axis: "locks", what: "waits for locks", kinds: &[51, 53] },
];

/// What to do where a probe missed something.
pub const FIX: &str = "There is nothing to repair: what goes through io_uring is not counted by this probe. Switch io_uring off in the program, if it can be, to have it counted.";

/// Whether any of these axes has a probe that misses something.
pub fn are_watched(axes: &[&str]) -> bool {
    MISSED.iter().any(|missed| axes.contains(&missed.axis))
}

/// The probes that missed something within the window, each with the reason. `pids` are the target's.
///
/// # Errors
/// When the kernel refuses to say.
pub fn find_missed(targets: &TargetSet, pids: &[u32]) -> Result<Vec<(&'static str, String)>, LoadError> {
    let Some(requests) = targets.ring_requests()? else {
        let reason =
            "The target has a ring for requests (io_uring), and this kernel does not tell what goes through it.";
        let all = MISSED.iter().map(|missed| (missed.probe, reason.to_owned()));
        return Ok(if any_maps_a_ring(pids) { all.collect() } else { Vec::new() });
    };
    let reason = |Missed { probe, what, kinds, .. }: &Missed| {
        let count: u64 = requests.iter().filter(|(kind, _)| kinds.contains(kind)).map(|(_, count)| count).sum();
        let reason = format!("{count} {what} went through io_uring, where this probe does not see them.");
        (count > 0).then_some((*probe, reason))
    };
    Ok(MISSED.iter().filter_map(reason).collect())
}
