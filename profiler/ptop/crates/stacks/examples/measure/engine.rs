//! One engine over the recorded samples, in a process of its own.

use std::collections::HashSet;
use std::path::Path;
use std::time::Instant;

use stacks::{Limits, Sample, Target};

use crate::Failure;
use crate::records::{Reader, Recorded};
use crate::reference::Reference;

/// Which unwinder.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Engine {
    /// This crate.
    Lazy,
    /// `framehop` with resident sections.
    Resident,
}

impl Engine {
    /// By its name on the command line.
    pub(crate) fn parse(name: &str) -> Engine {
        if name == "resident" { Engine::Resident } else { Engine::Lazy }
    }
}

/// What one engine measured. 0 where an engine does not do the thing.
#[derive(Default)]
pub(crate) struct Figures([f64; ROWS.len()]);

const ROWS: [&str; 13] = [
    "whole stacks, %",
    "frames a stack",
    "distinct addresses",
    "cold: first pass, us a sample",
    "cold: of which processor, us",
    "warm: second pass, us a sample",
    "opening, ms",
    "resident after unwinding, MB",
    "of which anonymous, MB",
    "accounted heap, MB",
    "bytes read from files, MB",
    "naming every address, ms",
    "resident after naming (peak), MB",
];

impl Figures {
    /// Labels with values.
    pub(crate) fn rows(&self) -> Vec<(&'static str, f64)> {
        ROWS.into_iter().zip(self.0).collect()
    }

    /// One line of text.
    pub(crate) fn line(&self) -> String {
        self.0.map(|value| value.to_string()).join(" ")
    }

    /// What [`Figures::line`] wrote.
    pub(crate) fn parse(line: &str) -> Option<Figures> {
        let values: Vec<f64> = line.split_whitespace().map(|value| value.parse().ok()).collect::<Option<_>>()?;
        values.try_into().ok().map(Figures)
    }
}

enum Walker {
    Lazy(Box<Target>),
    Resident(Reference),
}

impl Walker {
    fn walk(&mut self, sample: &Recorded, out: &mut Vec<u64>) -> Result<bool, Failure> {
        Ok(match self {
            Walker::Lazy(target) => {
                target.unwind(&Sample { regs: sample.registers()?, stack: &sample.stack, chain: &[] }, out).is_whole()
            }
            Walker::Resident(reference) => reference.unwind(&sample.values, &sample.stack, out),
        })
    }
}

struct Pass {
    samples: u32,
    whole: u32,
    frames: usize,
    micros: f64,
    processor_micros: f64,
}

fn walk_all(walker: &mut Walker, path: &Path, seen: &mut impl FnMut(&[u64])) -> Result<Pass, Failure> {
    let mut reader = Reader::open(path)?;
    let (mut sample, mut out) = (Recorded::default(), Vec::new());
    let mut pass = Pass { samples: 0, whole: 0, frames: 0, micros: 0.0, processor_micros: 0.0 };
    while reader.next(&mut sample)? {
        let (started, processor) = (Instant::now(), processor_micros());
        let whole = walker.walk(&sample, &mut out)?;
        pass.micros += started.elapsed().as_secs_f64() * 1e6;
        pass.processor_micros += processor_micros() - processor;
        pass.samples += 1;
        pass.whole += u32::from(whole);
        pass.frames += out.len();
        seen(&out);
    }
    Ok(pass)
}

/// Walks the samples twice and names what they touched.
pub(crate) fn run(engine: Engine, pid: &str, records: &Path) -> Result<Figures, Failure> {
    let pid: u32 = pid.parse()?;
    let started = Instant::now();
    let mut walker = match engine {
        Engine::Lazy => Walker::Lazy(Box::new(Target::open(pid, Limits::default())?)),
        Engine::Resident => Walker::Resident(Reference::open(pid)),
    };
    let opening = started.elapsed().as_secs_f64() * 1e3;
    let cold = walk_all(&mut walker, records, &mut |_| {})?;
    let warm = walk_all(&mut walker, records, &mut |_| {})?;
    let (resident, anonymous) = (status("VmRSS:")?, status("RssAnon:")?);
    let mut addresses = HashSet::new();
    walk_all(&mut walker, records, &mut |stack| {
        addresses.extend(stack.iter().copied());
    })?;
    let mut addresses: Vec<u64> = addresses.into_iter().collect();
    addresses.sort_unstable();
    let each = |pass: &Pass| pass.micros / f64::from(pass.samples.max(1));
    let mut figures = Figures([0.0; ROWS.len()]);
    figures.0[..9].copy_from_slice(&[
        100.0 * f64::from(cold.whole) / f64::from(cold.samples.max(1)),
        cold.frames as f64 / f64::from(cold.samples.max(1)),
        addresses.len() as f64,
        each(&cold),
        cold.processor_micros / f64::from(cold.samples.max(1)),
        each(&warm),
        opening,
        resident,
        anonymous,
    ]);
    if let Walker::Lazy(target) = &mut walker {
        figures.0[9] = target.memory_bytes() as f64 / 1e6;
        let started = Instant::now();
        let mut named_bytes = 0;
        let report = target.symbolise(&addresses, &mut |_, names| {
            named_bytes += names.iter().map(|name| name.function.len()).sum::<usize>();
        })?;
        figures.0[10] = target.counters().bytes_read as f64 / 1e6;
        figures.0[11] = started.elapsed().as_secs_f64() * 1e3;
        figures.0[12] = status("VmHWM:")?;
        eprintln!("{report:?}\n{:?}", target.counters());
    }
    Ok(figures)
}

/// Processor time of this thread. Reading the clock costs about 0.2 us, which counts for both engines.
fn processor_micros() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a local timespec that the call fills.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    time.tv_sec as f64 * 1e6 + time.tv_nsec as f64 / 1e3
}

/// A field of this process's status, in MB.
fn status(field: &str) -> Result<f64, Failure> {
    let text = std::fs::read_to_string("/proc/self/status")?;
    let line = text.lines().find(|line| line.starts_with(field)).ok_or("the field is missing")?;
    let kilobytes: f64 = line.split_whitespace().nth(1).ok_or("the field is empty")?.parse()?;
    Ok(kilobytes * 1024.0 / 1e6)
}
