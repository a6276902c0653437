//! What every probe's reader builds on.

mod probe;
mod proof;
mod sampling;
mod setup;

pub use probe::Probe;
pub use proof::Proof;
pub use sampling::Sampling;
pub use setup::Setup;
