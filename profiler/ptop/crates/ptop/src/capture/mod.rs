//! One capture from start to record.

mod admission;
mod instruments;
mod load;
mod output;
mod run;
mod state;

pub use instruments::Instruments;
pub use run::capture;
