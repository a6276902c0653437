//! Measures unwinding and naming on a real program, beside `framehop` with
//! every section resident, on the same samples in the same run.
//!
//!     cargo run --release --example measure -- [--seconds N] [--stack BYTES] (--pid PID | COMMAND [ARGUMENT…])
//!
//! Needs what `perf record -e cpu-clock:u` of an own process needs. Each engine
//! runs in a process of its own, so that resident memory is its own.

mod engine;
mod perf;
mod records;
#[path = "../../tests/support/reference.rs"]
mod reference;

use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;

use engine::{Engine, Figures};

/// A failure, as text for the person at the terminal.
type Failure = Box<dyn std::error::Error>;

struct Request {
    seconds: u64,
    stack_bytes: u32,
    pid: Option<u32>,
    command: Vec<String>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match &arguments[..] {
        [mode, engine, pid, records] if mode == "--engine" => {
            engine::run(Engine::parse(engine), pid, Path::new(records)).map(|figures| println!("{}", figures.line()))
        }
        _ => parse(&arguments).and_then(|request| measure(&request)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("measure: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn parse(arguments: &[String]) -> Result<Request, Failure> {
    let mut request = Request { seconds: 10, stack_bytes: 16 * 1024, pid: None, command: Vec::new() };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || rest.next().ok_or_else(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--seconds" => request.seconds = value()?.parse()?,
            "--stack" => request.stack_bytes = value()?.parse()?,
            "--pid" => request.pid = Some(value()?.parse()?),
            _ => {
                request.command = std::iter::once(argument).chain(rest).cloned().collect();
                break;
            }
        }
    }
    if request.pid.is_none() && request.command.is_empty() {
        return Err("say what to measure: --pid PID, or a command".into());
    }
    Ok(request)
}

/// A process started here, killed at the end.
struct Started(Child);

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn measure(request: &Request) -> Result<(), Failure> {
    let started = match &request.command[..] {
        [program, arguments @ ..] => {
            let child = Command::new(program).args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).spawn()?;
            std::thread::sleep(Duration::from_millis(500));
            Some(Started(child))
        }
        [] => None,
    };
    let pid = request.pid.or_else(|| started.as_ref().map(|started| started.0.id())).ok_or("no process")?;
    let records = std::env::temp_dir().join(format!("stacks-measure-{}", std::process::id()));
    let taken = perf::record(pid, Duration::from_secs(request.seconds), request.stack_bytes, &records);
    let result = taken.and_then(|taken| {
        println!("{} samples of {} bytes of stack, {} lost", taken.samples, request.stack_bytes, taken.lost);
        let lazy = run_engine("lazy", pid, &records)?;
        let resident = run_engine("resident", pid, &records)?;
        print_table(&lazy, &resident);
        Ok(())
    });
    let _ = std::fs::remove_file(&records);
    result
}

fn run_engine(engine: &str, pid: u32, records: &Path) -> Result<Figures, Failure> {
    let output = Command::new(std::env::current_exe()?)
        .args(["--engine", engine, &pid.to_string()])
        .arg(records)
        .stderr(Stdio::inherit())
        .output()?;
    let text = String::from_utf8(output.stdout)?;
    Figures::parse(&text).ok_or_else(|| format!("the {engine} engine failed: {text}").into())
}

fn print_table(lazy: &Figures, resident: &Figures) {
    println!("{:<34}{:>12}{:>12}{:>10}", "", "stacks", "framehop", "ratio");
    for ((label, ours), (_, theirs)) in lazy.rows().into_iter().zip(resident.rows()) {
        let ratio = if theirs > 0.0 { format!("{:.2}", ours / theirs) } else { "-".into() };
        println!("{label:<34}{ours:>12.2}{theirs:>12.2}{ratio:>10}");
    }
}
