//! The collector is its own guard: a user who may run it measures, with any arguments, processes of the target list
//! and no others, and the list is one that the caller cannot have written.

mod fixture;
mod list_file;
mod list_place;
mod processes;
