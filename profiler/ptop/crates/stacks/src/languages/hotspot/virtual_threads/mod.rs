//! Virtual threads: where the machine keeps the frames of one that waits, and how they follow those on the stack of
//! the thread that carries it.

mod barrier;
mod chunks;
mod continuations;
mod machine;

pub(super) use barrier::thread_entry;
pub(super) use continuations::Continuations;
pub use machine::{HeapChunk, JavaLayout, JavaMachine, JavaThread};
