//! The help text and the version.

use std::fmt::Write as _;

use crate::collector::exit::{Exit, Failure, print};
use crate::registry::AXES;
use crate::registry::BPF_SHA256;

const USAGE: &str = "\
Captures what one process does, by BPF, within bounded memory.

  ptop capture --targets LIST --pid N[:START] [--pid M ...] --duration S
               --out FILE [--warmup S] [--axes a,b | --also a,b] [--hz N] [--memory-limit MIB] [--json]
  ptop processes --targets LIST --workload NAME [--namespace NAME ...] [--json]
                            lists the running processes that a name means
  ptop targets --targets LIST [--json]  says whether the list is accepted
  ptop probes [--json]      lists every probe with what it needs and costs
  ptop selftest [--json]    proves that each probe fires on this machine
  ptop capabilities [--json]  says what the kernel gave this file when started
  ptop --version

  --targets LIST the processes that may be measured, {\"targets\": [{\"workload\": NAME,
                 \"namespace\": NAME}]}; a file that the caller cannot have written:
                 root owns it and every folder above it and nobody else may write
                 there, or it is on a read-only mount; no symbolic links. Where
                 ptop.targets beside this program holds a path, only that list.
                 Root may give --unlisted in its place
  --pid N        a process of the target; children it forks are included.
                 With START, its start in clock ticks since boot, a process
                 that was given its pid later is not meant
  --duration S   length of the window, 1 to 300 seconds
  --warmup S     seconds before it during which nothing counts, 0 to 60 (0)
  --hz N         samples per second and CPU, 10 to 1000 (99)
  --memory-limit MIB  refuses a capture that could take more, with what the
                 kernel takes for it; nothing is loaded then
  --out FILE     where the record goes; it appears complete or not at all
  --workload     equals, whole and byte by byte, the base name of the executable,
                 the command name, or the base name of argv[0]
  --namespace    equals the namespace in the service-account file that the
                 process itself sees; with several, one of them
  --json         progress, and the summary as the last line, as JSON on stdout
";

/// Prints the help text.
///
/// # Errors
/// When standard output is closed.
pub fn print_help() -> Result<(), Failure> {
    let mut text = format!(
        "{USAGE}  --axes a,b     some of {}; all but allocations when not given\n  --also a,b     axes beside those\n\nExit status:\n   0  success\n",
        AXES.join(",")
    );
    for exit in Exit::ALL {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {:2}  {}: {}", exit as u8, exit.code(), exit.meaning());
    }
    print(&text)
}

/// Prints the version and the identity of the BPF programs.
///
/// # Errors
/// When standard output is closed.
pub fn print_version() -> Result<(), Failure> {
    print(&format!("ptop {} (bpf {})\n", env!("CARGO_PKG_VERSION"), &BPF_SHA256[..12]))
}
