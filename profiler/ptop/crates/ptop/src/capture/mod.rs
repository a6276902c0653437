//! One capture from start to record.

mod admission;
mod instruments;
mod load;
mod output;
mod progress;
mod rings;
mod run;
mod state;

pub use instruments::Instruments;
pub use progress::{ProbeCounts, Progress};
pub use run::capture;
