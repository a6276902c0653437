//! What became of each probe.

use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct ProbeResult {
    pub id: &'static str,
    pub axis: &'static str,
    pub required: bool,
    /// Version of what its keys and counts mean, from the manifest.
    pub semantics: u32,
    pub attach: AttachPoint,
    #[serde(flatten)]
    pub state: ProbeState,
}

#[derive(Debug, Serialize)]
pub struct AttachPoint {
    pub kind: &'static str,
    pub symbol: &'static str,
}

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum ProbeState {
    Measured {
        hits: u64,
        drops: u64,
        missed: u64,
        run_ns: u64,
        liveness: Liveness,
    },
    AttachedSilent {
        liveness: Liveness,
        #[serde(flatten)]
        why: Why,
    },
    Failed(Why),
    Unsupported(Why),
    Disabled(Why),
}

#[derive(Debug, Clone, Serialize)]
pub struct Liveness {
    pub method: &'static str,
    pub expected: u64,
    pub observed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
pub struct Why {
    pub reason_code: &'static str,
    pub reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errno: Option<String>,
    pub fix: String,
}
