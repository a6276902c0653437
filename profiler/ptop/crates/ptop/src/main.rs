//! `ptop` captures what one process does: exact CPU time, sampled stacks, system
//! calls, files opened, network peers, programs started and ended, signals,
//! executable memory, faults, resident memory and allocations, by BPF, on request, for at most five minutes, within bounded
//! memory. It stops no thread of the target and writes nothing to it.

mod abi;
mod arguments;
mod bpf;
mod canary;
mod capture;
mod collector;
mod commands;
mod conditions;
mod engine;
mod guard;
mod host;
#[cfg(test)]
mod hostile;
mod names;
mod perf;
mod probes;
mod processes;
mod profile;
mod record;
mod registry;
mod target;

use std::process::ExitCode;

use arguments::{CaptureRequest, Command, ProcessRequest, parse};
use capture::Progress;
use collector::exit::Failure;
use collector::{capability, memory, privilege, process};
use commands::{help, list, search, selftest};

fn main() -> ExitCode {
    process::seal();
    let done = parse(std::env::args_os().skip(1)).and_then(run);
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.reported {
                eprintln!("ptop: {failure}");
            }
            ExitCode::from(failure.exit as u8)
        }
    }
}

/// Each command with no more than the capabilities that it needs, and none before the request was judged.
fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Capabilities { json } => return capability::print_sets(json),
        Command::Selftest { json } => return selftest::run(json),
        Command::Capture(_) | Command::Processes(_) => privilege::lower()?,
        Command::Help | Command::Version | Command::Probes { .. } | Command::Targets { .. } => {
            privilege::drop_for_good()?;
        }
    }
    match command {
        Command::Capture(request) => return_status(&request),
        Command::Processes(request) => return_processes(&request),
        Command::Targets { list, json } => guard::print_check(&list, json),
        Command::Probes { json } => list::print_probes(json),
        Command::Version => help::print_version(),
        _ => help::print_help(),
    }
}

fn return_status(request: &CaptureRequest) -> Result<(), Failure> {
    memory::give_back_large();
    process::open_more_files();
    let caller = process::watch_for_stop();
    offer_to_oom_killer();
    bpf::capture_load_log();
    let mut progress = Progress::new(request.json);
    capture::capture(request, caller, &mut progress).map_err(|failed| {
        progress.fail(&failed.failure, &failed.probes);
        Failure { reported: true, ..failed.failure }
    })
}

fn return_processes(request: &ProcessRequest) -> Result<(), Failure> {
    process::end_with_caller();
    offer_to_oom_killer();
    search::print_processes(request)
}

fn offer_to_oom_killer() {
    if let Err(error) = process::volunteer_for_oom() {
        eprintln!(
            "ptop: /proc/self/oom_score_adj cannot be written, so the caller may be killed before the collector when memory runs out: {error}"
        );
    }
}
