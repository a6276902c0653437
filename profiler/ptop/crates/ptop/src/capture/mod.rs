//! One capture from start to record.

mod instruments;
mod output;
mod run;

pub use instruments::Instruments;
pub use run::capture;
