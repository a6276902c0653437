//! The collector on this machine: real programs, the real kernel. One program for all of these tests, since each that
//! is linked takes as long to build as all of them together.

mod answered_list;
mod bare;
mod completeness;
mod course;
mod dotnet;
mod erlang;
mod facts;
mod go;
mod guard;
mod harness;
mod java;
mod lua;
mod mapped;
mod namespaces;
mod perl;
mod php;
mod privilege;
mod probes;
mod processes;
mod python;
mod ruby;
mod runtimes;
