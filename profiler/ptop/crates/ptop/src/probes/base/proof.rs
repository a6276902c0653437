//! How a probe shows that it fires.

use crate::record::probe::Liveness;

/// Whether a probe fired for the canary as it must.
pub struct Proof {
    /// What was expected and what was counted.
    pub liveness: Liveness,
    /// Whether that proves the probe.
    pub fires: bool,
}

impl Proof {
    /// The canary did it exactly `expected` times.
    pub fn exact(expected: u64, observed: u64, detail: &str) -> Proof {
        Proof::new("canary", expected, observed, expected == observed && expected > 0, detail)
    }

    /// An independent source gives the magnitude.
    pub fn invariant(expected: u64, observed: u64, fires: bool, detail: &str) -> Proof {
        Proof::new("invariant", expected, observed, fires, detail)
    }

    fn new(method: &'static str, expected: u64, observed: u64, fires: bool, detail: &str) -> Proof {
        Proof { liveness: Liveness { method, expected, observed, detail: Some(detail.to_owned()) }, fires }
    }
}
