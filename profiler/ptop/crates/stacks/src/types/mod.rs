//! What every part passes on to another: plain values, and the words for what happened.

pub(crate) mod arch;
pub(crate) mod clock;
pub(crate) mod counters;
pub(crate) mod error;
pub(crate) mod limits;
pub(crate) mod name;
pub(crate) mod outcome;
pub(crate) mod registers;
pub(crate) mod stack;
