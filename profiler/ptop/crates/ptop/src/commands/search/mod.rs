//! `ptop processes`: which running processes a listed target means, asked by a
//! caller that may not look into the processes of other users itself. It speaks
//! of processes of the asked name only, and repeats nothing they contain.

mod find;
mod report;

use std::path::Path;

use crate::arguments::ProcessRequest;
use crate::collector::capability::Held;
use crate::collector::exit::{Exit, Failure, print};
use crate::collector::privilege;
use crate::guard::Scope;
use crate::processes::PROC;
use find::{find, own_family};

/// Looks for the processes and prints them.
///
/// # Errors
/// [`Exit::ListRefused`] and [`Exit::NotListed`] when the list does not allow the question;
/// [`Exit::MissingCapability`] without `CAP_SYS_PTRACE`, because a search that cannot see executables
/// would miss processes without a word; when `/proc` cannot be read; when standard output is closed.
pub fn print_processes(request: &ProcessRequest) -> Result<(), Failure> {
    let scope = Scope::open(&request.list)?;
    scope.admit_search(&request.workload, &request.namespaces)?;
    privilege::raise()?;
    if !Held::read().has("SYS_PTRACE") {
        return Err(Failure::new(
            Exit::MissingCapability,
            "CAP_SYS_PTRACE is not held, so executables and namespaces of other users' processes cannot be read.",
            "Grant the collector file exactly the capabilities BPF, PERFMON, SYS_PTRACE, DAC_READ_SEARCH and SYS_ADMIN.",
        ));
    }
    let proc = Path::new(PROC);
    let found = own_family(proc).and_then(|family| find(proc, request, family)).map_err(|error| {
        Failure::new(
            Exit::NothingMeasurable,
            format!("{PROC} cannot be read: {error}."),
            "Mount procfs there, in a container that of the host's pid namespace.",
        )
    })?;
    print(&if request.json { found.to_json()? } else { found.to_text() })
}
