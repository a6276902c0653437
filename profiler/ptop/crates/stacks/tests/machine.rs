//! What needs programs of this machine: compilers, interpreters, virtual machines. One program for all of these
//! tests, since each that is linked takes as long to build as all of them together.

mod conditions;
mod hostile;
mod hostile_debug;
mod hostile_runtimes;
mod java;
mod java_hostile;
mod kept;
mod lines;
mod naming;
mod node;
#[path = "../examples/measure/perf.rs"]
mod perf;
#[path = "../../ptop/tests/harness/promised.rs"]
mod promised;
mod real_programs;
mod real_targets;
#[path = "../examples/measure/records.rs"]
mod records;
mod support;

/// What the sampler of the measuring example fails with.
type Failure = Box<dyn std::error::Error>;
