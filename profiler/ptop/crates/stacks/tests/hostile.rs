//! Files, stacks and maps made to hurt. Thousands of mutations of real and
//! crafted files: whatever they say, nothing panics, memory stays within its
//! bound, and the walk stays within its limits. A hang would hang the test.
//!
//! Mutations come from a fixed seed, so a failure repeats.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::crafted::{BASE, CODE, Crafted, Function, Random, stand_in};
use crate::support::{build_shapes, run, scratch, source};
use stacks::{Arch, Limits, Registers, Sample, Target};

impl Random {
    /// A word that breaks arithmetic more often than a random one.
    fn word(&mut self) -> u64 {
        match self.below(7) {
            0 => 0,
            1 => u64::MAX - self.below(16) as u64,
            2 => 1 << self.below(64),
            3 => i64::MAX as u64 + self.below(3) as u64,
            4 => BASE + CODE + self.below(0x3000) as u64,
            5 => 0x7ffe_0000_0000 + self.below(64) as u64 * 8,
            _ => self.next(),
        }
    }

    fn mutate(&mut self, bytes: &mut Vec<u8>, focus: &[Range<usize>]) {
        for _ in 0..=self.below(12) {
            let range = &focus[self.below(focus.len())];
            let at = range.start + self.below(range.len());
            let width = [1, 1, 2, 4, 8][self.below(5)];
            let word = self.word().to_le_bytes();
            if let Some(place) = bytes.get_mut(at..at + width) {
                place.copy_from_slice(&word[..width]);
            }
        }
        if self.below(16) == 0 {
            bytes.truncate(self.below(bytes.len()));
        }
    }
}

/// Far above what any of these files needs, far below what their headers can claim.
const MEMORY_BYTES: usize = 8 << 20;

/// Everything a target does, on one stand-in for a process.
fn exercise(process: &Path, random: &mut Random, arch: Arch, reached: &mut BTreeSet<&'static str>) {
    let limits = Limits { cached_addresses: 1024, cached_pages: 32, ..Limits::default() };
    let Ok(mut target) = Target::open_at(process, arch, limits) else { return };
    let mut out = Vec::new();
    let mut addresses = BTreeSet::new();
    for _ in 0..8 {
        let mut values: Vec<u64> = (0..arch.perf_mask().count_ones()).map(|_| random.word()).collect();
        // Mostly in the code and on the stack, or nothing would be looked up.
        let [ip, sp] = if arch == Arch::X86_64 { [8, 7] } else { [32, 31] };
        if random.below(8) > 0 {
            values[ip] = BASE + CODE + random.below(0x3000) as u64;
            values[sp] = 0x7ffe_0000_0000;
        }
        let regs = Registers::from_perf(arch, arch.perf_mask(), &values).unwrap();
        let stack: Vec<u8> = (0..64).flat_map(|_| random.word().to_le_bytes()).collect();
        let outcome = target.unwind(&Sample { regs, stack: &stack, chain: &[] }, &mut out);
        assert!(out.len() <= Limits::default().frames, "{outcome}");
        reached.insert(outcome.cut_reason().map_or("whole", stacks::CutReason::code));
        addresses.extend(out.iter().copied());
    }
    addresses.extend((0..16).map(|_| BASE + CODE + random.below(0x4000) as u64));
    let addresses: Vec<u64> = addresses.into_iter().collect();
    let mut given = 0;
    target
        .symbolise(&addresses, &mut |_, names| {
            assert!((1..=64).contains(&names.len()));
            assert!(names.iter().all(|name| name.function.len() <= 1024 + 3));
            given += 1;
        })
        .unwrap();
    assert_eq!(given, addresses.len());
    assert!(target.memory_bytes() < MEMORY_BYTES, "{} bytes", target.memory_bytes());
}

fn mutate_many(name: &str, file: &[u8], focus: &[Range<usize>], arch: Arch, rounds: usize) {
    let directory = scratch(name);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let process = stand_in(&directory, file, "");
    let mut reached = BTreeSet::new();
    for _ in 0..rounds {
        let mut bytes = file.to_vec();
        random.mutate(&mut bytes, focus);
        // In place, so that the file stays the one that is mapped.
        std::fs::write(directory.join("crafted.so"), &bytes).unwrap();
        exercise(&process, &mut random, arch, &mut reached);
    }
    // The mutations must get past the headers, or they prove nothing.
    for code in ["bad_unwind_info", "no_unwind_info", "stack_copy_ended", "unmapped_code"] {
        assert!(reached.contains(code), "{name}: {code} is not among {reached:?}");
    }
    std::fs::remove_dir_all(directory).unwrap();
}

/// File ranges of a real file that its readers look at.
fn sections(file: &[u8]) -> Vec<Range<usize>> {
    use object::{Object, ObjectSection};
    let parsed = object::File::parse(file).unwrap();
    let wanted = [".eh_frame_hdr", ".eh_frame", ".symtab", ".dynsym", ".strtab", ".dynstr", ".plt"];
    let range = |name: &&str| {
        let (at, bytes) = parsed.section_by_name(name)?.file_range()?;
        Some(at as usize..(at + bytes) as usize)
    };
    let mut ranges: Vec<_> = wanted.iter().filter_map(range).filter(|range| !range.is_empty()).collect();
    let section_headers = u64::from_le_bytes(file[40..48].try_into().unwrap()) as usize;
    // The headers twice: they steer everything else.
    ranges.extend([0..64, 64..64 + 56 * 12, 0..64 + 56 * 12, section_headers..file.len()]);
    ranges
}

fn small_library(directory: &Path) -> PathBuf {
    let library = directory.join("plugin.so");
    run(Command::new("cc").args(["-O2", "-shared", "-fPIC", "-o"]).arg(&library).arg(source("plugin.c")));
    library
}

#[test]
#[ignore = "deep"]
fn mutated_real_libraries_do_no_harm() {
    let directory = scratch("mutated-library");
    let file = std::fs::read(small_library(&directory)).unwrap();
    mutate_many("library-rounds", &file, &sections(&file), Arch::NATIVE, 4000);
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn mutated_real_executables_do_no_harm() {
    let directory = scratch("mutated-executable");
    let file = std::fs::read(build_shapes(&directory, "shapes", "cc", &["-g0"])).unwrap();
    mutate_many("executable-rounds", &file, &sections(&file), Arch::NATIVE, 1000);
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn mutated_unwind_programs_do_no_harm_on_either_architecture() {
    // Every byte of every program is fair game, so that most mutations reach the interpreter.
    let function = |index: u64| Function {
        start: index * 0x400,
        bytes: 0x400,
        program: (0..40).map(|byte| (byte * 37 + index * 11) as u8).collect(),
    };
    for (arch, machine, return_register, sp) in [(Arch::X86_64, 62, 16, 7), (Arch::Aarch64, 183, 30, 31)] {
        let crafted = Crafted {
            machine,
            augmentation: b"zR",
            return_register,
            common: vec![0x0c, sp, 8, 0x80 | return_register, 1],
            functions: (0..12).map(function).collect(),
            entry: CODE,
        };
        let file = crafted.file();
        let unwind = [Range { start: 0x4000, end: file.len() }];
        mutate_many("program-rounds", &file, &unwind, arch, 1000);
    }
}

#[test]
fn hostile_maps_do_no_harm() {
    let directory = scratch("maps");
    let process = directory.join("process");
    std::fs::create_dir(&process).unwrap();
    std::os::unix::fs::symlink("/", process.join("root")).unwrap();
    let library = small_library(&directory);
    let line = format!("7f0000001000-7f0000004000 r-xp 00001000 00:00 1 {}\n", library.display());
    let mut random = Random(7);
    for _ in 0..1000 {
        let mut maps = line.repeat(1 + random.below(20)).into_bytes();
        let everywhere = [Range { start: 0, end: maps.len() }];
        random.mutate(&mut maps, &everywhere);
        std::fs::write(process.join("maps"), &maps).unwrap();
        exercise(&process, &mut random, Arch::NATIVE, &mut BTreeSet::new());
    }
    // More mappings than are stored, every one of another file.
    let mut many = String::new();
    for n in 0..20_000_u64 {
        let start = n << 13;
        writeln!(many, "{start:x}-{:x} r-xp 00000000 00:00 {n} /nowhere/{n}", start + 4096).unwrap();
    }
    std::fs::write(process.join("maps"), many).unwrap();
    let target = Target::open_at(&process, Arch::NATIVE, Limits::default()).unwrap();
    assert_eq!(target.counters().mappings_ignored, 20_000 - 8192);
    assert!(target.memory_bytes() < MEMORY_BYTES, "{} bytes", target.memory_bytes());
    std::fs::remove_dir_all(directory).unwrap();
}

/// A pipe, a device and a directory where a library should be: opening the first would wait for ever.
#[test]
fn what_is_not_a_regular_file_is_never_opened() {
    let directory = scratch("special");
    let process = directory.join("process");
    std::fs::create_dir(&process).unwrap();
    std::os::unix::fs::symlink("/", process.join("root")).unwrap();
    let pipe = directory.join("pipe");
    run(Command::new("mkfifo").arg(&pipe));
    let mut maps = String::new();
    for (index, path) in [pipe.as_path(), Path::new("/dev/zero"), &directory].into_iter().enumerate() {
        use std::os::unix::fs::MetadataExt;
        let start = (index as u64 + 1) << 20;
        let inode = std::fs::metadata(path).unwrap().ino();
        writeln!(maps, "{start:x}-{:x} r-xp 00000000 00:00 {inode} {}", start + 4096, path.display()).unwrap();
    }
    std::fs::write(process.join("maps"), maps).unwrap();
    let mut target = Target::open_at(&process, Arch::NATIVE, Limits::default()).unwrap();
    let addresses = [1 << 20, 2 << 20, 3 << 20];
    let mut origins = Vec::new();
    target.symbolise(&addresses, &mut |_, names| origins.push(names[0].origin)).unwrap();
    assert_eq!(origins, [stacks::NameOrigin::Unreadable; 3]);
    assert_eq!(target.counters().modules_unreadable, 3);
    std::fs::remove_dir_all(directory).unwrap();
}
