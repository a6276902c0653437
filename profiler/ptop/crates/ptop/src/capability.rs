//! Which of the five capabilities this process holds.

use std::fs;

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

fn effective(status: &str) -> u64 {
    let field = status.lines().find_map(|line| line.strip_prefix("CapEff:"));
    field.and_then(|hex| u64::from_str_radix(hex.trim(), 16).ok()).unwrap_or(0)
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
