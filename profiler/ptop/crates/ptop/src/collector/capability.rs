//! Which of the five capabilities this process holds.

use std::fs;

use serde::Serialize;

use crate::collector::exit::{Failure, print};
use crate::registry::Manifest;

/// Name and bit of each capability the collector uses.
const CAPABILITIES: [(&str, u32); 5] =
    [("DAC_READ_SEARCH", 2), ("SYS_PTRACE", 19), ("SYS_ADMIN", 21), ("PERFMON", 38), ("BPF", 39)];

/// The effective set of this process.
#[derive(Debug, Clone, Copy)]
pub struct Held(u64);

impl Held {
    /// Reads `/proc/self/status`. Unreadable or malformed means none.
    pub fn read() -> Held {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        Held(effective(&status))
    }

    /// Those of a probe's capabilities that are not held.
    pub fn missing(self, manifest: &Manifest) -> Vec<&'static str> {
        manifest.capabilities.iter().copied().filter(|name| !self.has(name)).collect()
    }

    /// Whether a capability is held, by its name without the prefix.
    pub fn has(self, name: &str) -> bool {
        CAPABILITIES.iter().any(|(known, bit)| *known == name && self.0 >> bit & 1 == 1)
    }
}

/// The sets as they count in this process: file capabilities after mount options,
/// the bounding set and `no_new_privs` had their say. Hexadecimal, as the kernel writes them.
#[derive(Serialize)]
struct Sets {
    version: &'static str,
    permitted: String,
    effective: String,
}

/// Prints what the kernel gave this process.
///
/// # Errors
/// When standard output is closed.
pub fn print_sets(json: bool) -> Result<(), Failure> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let sets = Sets {
        version: env!("CARGO_PKG_VERSION"),
        permitted: format!("{:x}", set(&status, "CapPrm:")),
        effective: format!("{:x}", set(&status, "CapEff:")),
    };
    if json {
        let text = serde_json::to_string(&sets).map_err(Failure::internal)?;
        return print(&format!("{text}\n"));
    }
    print(&format!("permitted {}\neffective {}\n", sets.permitted, sets.effective))
}

fn effective(status: &str) -> u64 {
    set(status, "CapEff:")
}

fn set(status: &str, field: &str) -> u64 {
    let hex = status.lines().find_map(|line| line.strip_prefix(field));
    hex.and_then(|hex| u64::from_str_radix(hex.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{Held, effective};

    #[test]
    fn the_effective_set_decides() {
        let held = Held(effective("CapPrm:\tffff\nCapEff:\t0000008000000000\n"));
        assert!(held.has("BPF"));
        assert!(!held.has("PERFMON") && !held.has("SYS_ADMIN"));
        assert_eq!(effective("nothing"), 0);
    }
}
