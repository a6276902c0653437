//! The commands that take no capture.

pub mod help;
pub mod list;
pub mod search;
pub mod selftest;
