//! Records what walking and naming a few samples of a live process reads of it:
//! `cargo run --release --example record_process PID FILE [CODE NAME]...`, where the
//! numbers are frames of a Python interpreter (see `capsule::placed`). The process is stopped meanwhile, so that the recording is
//! consistent, which the collector itself never does.

#[path = "../../crates/stacks/examples/measure/perf.rs"]
mod perf;
#[path = "../../crates/stacks/examples/measure/records.rs"]
mod records;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use ptop_fuzz::capsule::{Capsule, placed, written};
use stacks::{Arch, Brought, Limits, Sample, Target};

/// What the sampler fails with.
type Failure = Box<dyn std::error::Error>;

/// Samples kept: the last of those that show something new.
const SAMPLES: usize = 6;
/// Bytes of stack kept of each.
const STACK_BYTES: u32 = 4096;

/// Sizes of the pieces that are left out one after the other.
const PIECES: [usize; 4] = [1 << 20, 65_536, 4096, 512];

/// File, offset and content.
type Part = (String, u64, Vec<u8>);

/// By file: the bytes that were read, by offset.
static READ: Mutex<BTreeMap<PathBuf, BTreeMap<u64, Vec<u8>>>> = Mutex::new(BTreeMap::new());
static IS_RECORDING: Mutex<bool> = Mutex::new(false);

/// Stands before the C library's: how every read of the process is seen.
///
/// # Safety
/// As `pread64`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pread64(file: i32, out: *mut u8, count: usize, offset: i64) -> isize {
    // SAFETY: the arguments are the caller's, who promised what the call needs.
    let done = unsafe { libc::syscall(libc::SYS_pread64, file, out, count, offset) };
    if done > 0 && IS_RECORDING.lock().is_ok_and(|is_recording| *is_recording) {
        // SAFETY: the kernel has just written so many bytes there.
        let bytes = unsafe { std::slice::from_raw_parts(out, done as usize) };
        let path = std::fs::read_link(format!("/proc/self/fd/{file}")).unwrap_or_default();
        if let Ok(mut read) = READ.lock() {
            let longest = read.entry(path).or_default().entry(offset as u64).or_default();
            if longest.len() < bytes.len() {
                *longest = bytes.to_vec();
            }
        }
    }
    done as isize
}

/// Refused as by a file system that cannot say whether a read would wait, so that all reads come the other way.
///
/// # Safety
/// None is needed: nothing is read or written through the pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn preadv2(_: i32, _: *const libc::iovec, _: i32, _: i64, _: i32) -> isize {
    // SAFETY: it is the C library's place for this thread's error.
    unsafe { *libc::__errno_location() = libc::EOPNOTSUPP };
    -1
}

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let (Some(pid), Some(out)) = (arguments.next(), arguments.next()) else {
        return Err("usage: record PID FILE".into());
    };
    let pid: u32 = pid.parse()?;
    let samples_file = std::env::temp_dir().join(format!("ptop-fuzz-samples-{pid}"));
    perf::record(pid, Duration::from_secs(2), STACK_BYTES, &samples_file)?;
    // SAFETY: kill takes no pointers.
    unsafe { libc::kill(pid as i32, libc::SIGSTOP) };
    let python = arguments.map(|word| word.parse()).collect::<Result<Vec<u64>, _>>()?;
    let recorded = record(pid, &samples_file, &python);
    // SAFETY: as above.
    unsafe { libc::kill(pid as i32, libc::SIGCONT) };
    std::fs::remove_file(&samples_file)?;
    std::fs::write(out, recorded?)?;
    Ok(())
}

fn record(pid: u32, samples_file: &Path, python: &[u64]) -> Result<Vec<u8>, Failure> {
    let kept = choose(pid, samples_file)?;
    *IS_RECORDING.lock().map_err(|_| "the lock")? = true;
    let mut target = Target::open(pid, Limits::default())?;
    let words: Vec<u8> = python.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut recording = written(b'p', "", 0, &words);
    let mut out = Vec::new();
    for sample in &kept {
        let entries = placed(python, sample.registers()?.sp());
        let outcome = target.unwind_with(
            &Sample { regs: sample.registers()?, stack: &sample.stack, chain: &[] },
            Brought { python: &entries, heap: None, stack: &[] },
            &mut out,
        );
        println!("{outcome}, {} frames", out.len());
        let mut content: Vec<u8> = sample.values.iter().flat_map(|value| value.to_le_bytes()).collect();
        content.extend(&sample.stack);
        recording.extend(written(b's', "", Arch::NATIVE.perf_mask().count_ones().into(), &content));
    }
    *IS_RECORDING.lock().map_err(|_| "the lock")? = false;
    let memory = PathBuf::from(format!("/proc/{pid}/mem"));
    let read = std::mem::take(&mut *READ.lock().map_err(|_| "the lock")?);
    let maps = std::fs::read_to_string(format!("/proc/{pid}/maps"))?;
    let is_kept = |line: &&str| line.split(' ').nth(1).is_some_and(|flags| flags.contains('x'));
    let maps: String = maps.lines().filter(is_kept).map(|line| format!("{line}\n")).collect();
    recording.extend(written(b'm', "", 0, maps.as_bytes()));
    let mut parts = Vec::new();
    for (path, ranges) in read {
        let name = if path == memory { "mem".to_owned() } else { path.display().to_string() };
        parts.extend(joined(ranges).into_iter().map(|(offset, bytes)| (name.clone(), offset, bytes)));
    }
    Ok(smaller(&recording, parts))
}

/// Leaves out what changes nothing: most of a symbol table, for one.
fn smaller(head: &[u8], mut parts: Vec<Part>) -> Vec<u8> {
    let whole = |parts: &[Part]| {
        let mut recording = head.to_vec();
        for (name, offset, bytes) in parts {
            recording.extend(written(b'f', name, *offset, bytes));
        }
        recording
    };
    let expected = Capsule::open(&whole(&parts)).fingerprint();
    println!("{expected:#?}");
    for size in PIECES {
        let pieces: Vec<Part> = parts
            .iter()
            .flat_map(|(name, offset, bytes)| {
                let piece = move |(index, piece): (usize, &[u8])| {
                    (name.clone(), offset + (index * size) as u64, piece.to_vec())
                };
                bytes.chunks(size).enumerate().map(piece)
            })
            .collect();
        let mut kept = pieces;
        let mut run = (kept.len() / 4).max(1);
        // Long runs first: most of what is left out lies together.
        loop {
            let mut at = 0;
            while at < kept.len() {
                let end = (at + run).min(kept.len());
                let without: Vec<Part> = kept[..at].iter().chain(&kept[end..]).cloned().collect();
                if Capsule::open(&whole(&without)).fingerprint() == expected {
                    kept = without;
                } else {
                    at = end;
                }
            }
            if run == 1 {
                break;
            }
            run = (run / 4).max(1);
        }
        println!("pieces of {size}: {} bytes", whole(&kept).len());
        parts = kept;
    }
    whole(&parts)
}

/// Samples whose stacks differ.
fn choose(pid: u32, samples_file: &Path) -> Result<Vec<records::Recorded>, Failure> {
    let mut reader = records::Reader::open(samples_file)?;
    let mut target = Target::open(pid, Limits::default())?;
    let (mut seen, mut kept, mut out) = (BTreeSet::new(), Vec::new(), Vec::new());
    loop {
        let mut sample = records::Recorded::default();
        if !reader.next(&mut sample)? {
            break;
        }
        target.unwind(&Sample { regs: sample.registers()?, stack: &sample.stack, chain: &[] }, &mut out);
        let before = seen.len();
        seen.extend(out.iter().copied());
        if seen.len() > before + 2 {
            kept.push(sample);
        }
    }
    kept.drain(..kept.len().saturating_sub(SAMPLES));
    Ok(kept)
}

/// Ranges that touch or overlap made one.
fn joined(ranges: BTreeMap<u64, Vec<u8>>) -> Vec<(u64, Vec<u8>)> {
    let mut joined: Vec<(u64, Vec<u8>)> = Vec::new();
    for (offset, bytes) in ranges {
        match joined.last_mut() {
            Some((start, before)) if offset <= *start + before.len() as u64 => {
                let within = (offset - *start) as usize;
                if within + bytes.len() > before.len() {
                    before.truncate(within);
                    before.extend(bytes);
                }
            }
            _ => joined.push((offset, bytes)),
        }
    }
    joined
}
