//! Where the machine lists its threads.

use super::objects::as_int;
use super::tables::{Field, Tables};

/// What is asked of the machine's tables.
pub(super) const WANTED: [(&str, &str); 6] = [
    ("ThreadsSMRSupport", "_java_thread_list"),
    ("ThreadsList", "_length"),
    ("ThreadsList", "_threads"),
    ("JavaThread", "_osthread"),
    ("Thread", "_osthread"),
    ("OSThread", "_thread_id"),
];

/// Where the machine has its threads.
#[derive(Debug, Clone, Copy)]
pub(super) struct Threads {
    pub(super) list: u64,
    pub(super) count: Field,
    pub(super) items: Field,
    pub(super) os_thread: Field,
    pub(super) id: Field,
}

impl Threads {
    /// `None` for a version that says too little.
    pub(super) fn of(tables: &Tables) -> Option<Threads> {
        let field = |of, name| tables.field(of, name).ok();
        Some(Threads {
            list: tables.static_field("ThreadsSMRSupport", "_java_thread_list").ok()?,
            count: as_int(field("ThreadsList", "_length")?),
            items: field("ThreadsList", "_threads")?,
            os_thread: field("JavaThread", "_osthread").or_else(|| field("Thread", "_osthread"))?,
            id: as_int(field("OSThread", "_thread_id")?),
        })
    }
}
