//! The entry points. Everything goes through the front of the crate, on a
//! directory that plays a process, so that any parser that a live process
//! can reach is reached the way it would be.

use std::collections::BTreeSet;
use std::fs::File;
use std::os::unix::fs::{FileExt, MetadataExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use stacks::{Arch, Brought, Limits, PythonEntry, Registers, Sample, StackPart, Target};

use crate::crafted::{BASE, CODE, Crafted, Function};

/// Heap that no input may exceed: far above what any input of this size needs.
const MEMORY_BYTES: usize = 16 << 20;
/// Time that no input may take, on a busy machine and without optimisation. A hang is worse than a crash: the
/// capture does not end.
const MOST_TIME: Duration = Duration::from_secs(10);
/// Where samples have their stack.
const STACK: u64 = 0x7ffe_0000_0000;
/// Bytes before the content of an input that choose addresses and registers.
const CHOICES: usize = 32;

/// A directory that plays `/proc/<pid>`. Removed when dropped.
pub struct StandIn {
    pub(crate) directory: PathBuf,
}

impl StandIn {
    /// A process without mappings. Kept in memory where the machine allows it.
    #[must_use]
    #[allow(clippy::missing_panics_doc, reason = "without a directory nothing can be tried")]
    pub fn new() -> StandIn {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let memory = Path::new("/dev/shm");
        let parent = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let directory = parent.join(format!("ptop-fuzz-{}-{number}", std::process::id()));
        std::fs::create_dir_all(directory.join("files")).unwrap();
        symlink(directory.join("files"), directory.join("root")).unwrap();
        let user = std::fs::metadata(&directory).unwrap().uid();
        std::fs::write(directory.join("status"), format!("NSpid:\t7\nUid:\t{user}\t{user}\t{user}\t{user}\n")).unwrap();
        std::fs::write(directory.join("maps"), "").unwrap();
        std::fs::create_dir(directory.join("map_files")).unwrap();
        StandIn { directory }
    }

    /// Where a file is: an absolute path is one that the process sees, others are about the process.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        path.strip_prefix('/').map_or_else(|| self.directory.join(path), |path| self.directory.join("files").join(path))
    }

    /// The file, made when it is not there.
    pub(crate) fn file(&self, path: &str) -> File {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        File::options().read(true).write(true).create(true).truncate(false).open(path).unwrap()
    }

    /// Lets a mapped file be opened by its mapping, as the kernel does; an emulation has no other way.
    pub(crate) fn link(&self, start: u64, end: u64, path: &str) {
        let link = self.directory.join(format!("map_files/{start:x}-{end:x}"));
        if std::fs::symlink_metadata(&link).is_err() {
            symlink(self.path(path), link).unwrap();
        }
    }

    /// Replaces the content of a file without replacing the file.
    pub(crate) fn put(&self, path: &str, content: &[u8]) -> u64 {
        let file = self.file(path);
        file.set_len(0).unwrap();
        file.write_all_at(content, 0).unwrap();
        file.metadata().unwrap().ino()
    }
}

impl Default for StandIn {
    fn default() -> Self {
        StandIn::new()
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// One sample of a thread.
#[derive(Clone)]
pub(crate) struct Taken {
    pub(crate) values: Vec<u64>,
    pub(crate) stack: Vec<u8>,
    /// Frames of a Python interpreter that came with it.
    pub(crate) python: Vec<PythonEntry>,
}

/// What walking and naming gave, for the tests that ask whether mutations get anywhere.
#[derive(Debug, Default)]
pub struct Reached {
    /// How stacks ended.
    pub outcomes: BTreeSet<&'static str>,
    /// Functions that were named.
    pub named: u64,
    /// Language runtimes that were understood.
    pub runtimes: u64,
}

/// Small bounds, so that what lies beyond them is met too.
fn limits() -> Limits {
    Limits {
        cached_addresses: 1024,
        cached_pages: 32,
        distinct_rules: 256,
        refresh_interval: Duration::from_secs(3600),
        ..Limits::default()
    }
}

/// Walks the samples and names what comes out, with some addresses more.
pub(crate) fn exercise(process: &StandIn, arch: Arch, samples: &[Taken], more: &[u64], reached: &mut Reached) {
    let started = Instant::now();
    let limits = limits();
    let Ok(mut target) = Target::open_at(&process.directory, arch, limits.clone()) else { return };
    let mut out = Vec::new();
    let mut addresses: BTreeSet<u64> = more.iter().copied().collect();
    for Taken { values, stack, python } in samples {
        let Ok(regs) = Registers::from_perf(arch, arch.perf_mask(), values) else { continue };
        let words = stack.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default()));
        let chain: Vec<u64> = values.iter().copied().chain(words).collect();
        // As if the kernel had copied the half of it, and the other half had come in parts.
        let (copied, rest) = stack.split_at(stack.len() / 16 * 8);
        let (near, far) = rest.split_at(rest.len() / 16 * 8);
        let at = |bytes: usize| regs.sp().wrapping_add(bytes as u64);
        let parts = [
            StackPart { address: at(copied.len()), bytes: near },
            StackPart { address: at(copied.len() + near.len()), bytes: far },
        ];
        let brought = Brought { python, heap: None, stack: &parts, ..Brought::default() };
        let outcome = target.unwind_with(&Sample { regs, stack: copied, chain: &chain }, brought, &mut out);
        assert!(out.len() <= limits.frames, "{} frames", out.len());
        reached.outcomes.insert(outcome.cut_reason().map_or("whole", stacks::CutReason::code));
        addresses.extend(out.iter().copied());
    }
    let addresses: Vec<u64> = addresses.into_iter().collect();
    let mut given = 0;
    let report = target.symbolise(&addresses, &mut |_, _| given += 1).unwrap();
    assert_eq!(given, addresses.len(), "every address is answered once");
    reached.named += report.named;
    let understood = |note: &&stacks::RuntimeNote| note.problem.is_none();
    reached.runtimes += target.runtimes().iter().filter(understood).count() as u64;
    assert!(target.memory_bytes() < MEMORY_BYTES, "{} bytes", target.memory_bytes());
    assert!(started.elapsed() < MOST_TIME, "{:?}", started.elapsed());
}

/// Samples whose registers are as `choices` say: mostly in the code and on the stack.
fn samples(arch: Arch, choices: &[u8; CHOICES], stack: &[u8]) -> Vec<Taken> {
    let [ip, sp] = if arch == Arch::X86_64 { [8, 7] } else { [32, 31] };
    choices[1..7]
        .iter()
        .enumerate()
        .map(|(index, choice)| {
            let mut values = vec![0; arch.perf_mask().count_ones() as usize];
            for (at, value) in values.iter_mut().enumerate() {
                *value = STACK + 8 * u64::from(choices[(at + index) % CHOICES]);
            }
            values[ip] = BASE + CODE + u64::from(*choice) * 0x40 + u64::from(choices[16 + index]);
            values[sp] = STACK;
            Taken { values, stack: stack.to_vec(), python: Vec::new() }
        })
        .collect()
}

fn split(data: &[u8]) -> Option<(&[u8; CHOICES], Arch, &[u8])> {
    let (choices, rest) = data.split_first_chunk()?;
    Some((choices, if choices[0] & 1 == 0 { Arch::X86_64 } else { Arch::Aarch64 }, rest))
}

/// A stack that leads back into the code, wherever its words are read.
fn stack_of(choices: &[u8; CHOICES]) -> Vec<u8> {
    choices.iter().flat_map(|choice| (BASE + CODE + u64::from(*choice) * 0x30 + 5).to_le_bytes()).collect()
}

/// A file that is mapped: headers, unwind information, symbols, debug information, compressed parts, Go's table.
/// Also what the vDSO is parsed as.
pub fn module(process: &StandIn, data: &[u8], reached: &mut Reached) {
    let Some((choices, arch, file)) = split(data) else { return };
    let inode = process.put("/lib/module.so", file);
    // Small files have their code in the first page, crafted ones in the second.
    let code = if choices[9] & 1 == 0 { 0 } else { CODE };
    let start = BASE + code;
    let end = BASE + 0x40_0000;
    process.link(start, end, "/lib/module.so");
    let maps = format!("{start:x}-{end:x} r-xp {code:08x} 00:00 {inode} /lib/module.so\n");
    process.put("maps", maps.as_bytes());
    let more: Vec<u64> = (0..64).map(|n| start + n * 0x21 + u64::from(choices[n as usize % CHOICES])).collect();
    let mut samples = samples(arch, choices, &stack_of(choices));
    for Taken { values, .. } in &mut samples {
        let ip = if arch == Arch::X86_64 { 8 } else { 32 };
        values[ip] = values[ip].wrapping_sub(CODE - code);
    }
    exercise(process, arch, &samples, &more, reached);
}

/// Unwind programs and the expressions in them, in a file that is otherwise sound.
pub fn unwind_program(process: &StandIn, data: &[u8], reached: &mut Reached) {
    let Some((choices, arch, programs)) = split(data) else { return };
    let (machine, return_register, sp) = if arch == Arch::X86_64 { (62, 16, 7) } else { (183, 30, 31) };
    let mut parts = programs.split(|byte| *byte == 0xf9);
    let mut common = vec![0x0c, sp, 8, 0x80 | return_register, 1];
    if choices[7] & 1 == 1 {
        common = parts.next().unwrap_or_default().to_vec();
    }
    let functions = parts.take(12).zip(0..).map(|(program, index): (&[u8], u64)| Function {
        start: index * 0x400,
        bytes: 0x400,
        program: program.to_vec(),
    });
    let functions: Vec<Function> = functions.collect();
    if functions.is_empty() {
        return;
    }
    let file = Crafted { machine, augmentation: b"zR", return_register, common, functions, entry: 0 }.file();
    let inode = process.put("/lib/module.so", &file);
    let maps = format!("{:x}-{:x} r-xp 00001000 00:00 {inode} /lib/module.so\n", BASE + CODE, BASE + 0x4000);
    process.put("maps", maps.as_bytes());
    process.link(BASE + CODE, BASE + 0x4000, "/lib/module.so");
    exercise(process, arch, &samples(arch, choices, &stack_of(choices)), &[], reached);
}

/// The lines of `maps`. `@` means the inode and the path of a file that is there.
pub fn maps(process: &StandIn, data: &[u8], reached: &mut Reached) {
    let Some((choices, arch, text)) = split(data) else { return };
    let file = Crafted {
        machine: if arch == Arch::X86_64 { 62 } else { 183 },
        augmentation: b"zR",
        return_register: if arch == Arch::X86_64 { 16 } else { 30 },
        common: vec![0x0c, if arch == Arch::X86_64 { 7 } else { 31 }, 8],
        functions: vec![Function { start: 0, bytes: 0x3000, program: Vec::new() }],
        entry: 0,
    };
    let inode = process.put("/lib/module.so", &file.file());
    let mut whole = Vec::new();
    for (index, part) in text.split(|byte| *byte == b'@').enumerate() {
        if index > 0 {
            whole.extend(format!("{inode} /lib/module.so").bytes());
        }
        whole.extend(part);
    }
    process.put("maps", &whole);
    exercise(process, arch, &samples(arch, choices, &stack_of(choices)), &[0, 1, u64::MAX], reached);
}

/// A perf map.
pub fn perf_map(process: &StandIn, data: &[u8], reached: &mut Reached) {
    let Some((choices, arch, text)) = split(data) else { return };
    process.put("/tmp/perf-7.map", text);
    process.put("maps", format!("{:x}-{:x} rwxp 00000000 00:00 0\n", BASE + CODE, BASE + 0x9000).as_bytes());
    let more: Vec<u64> = (0..64).map(|n| BASE + CODE + n * 0x40 + u64::from(choices[n as usize % CHOICES])).collect();
    exercise(process, arch, &samples(arch, choices, &stack_of(choices)), &more, reached);
    std::fs::remove_file(process.path("/tmp/perf-7.map")).unwrap();
}

/// Mangled names, as symbol tables have them: the whole input is one.
pub fn mangled_name(process: &StandIn, data: &[u8], reached: &mut Reached) {
    let Some((choices, _, name)) = split(data) else { return };
    let line: Vec<u8> =
        name.iter().map(|byte| if byte.is_ascii_whitespace() { b'_' } else { *byte }).collect::<Vec<u8>>();
    let start = format!("{:x} 1000 ", BASE + CODE);
    perf_map(process, &[&choices[..], start.as_bytes(), &line, b"\n"].concat(), reached);
}
