//! Debug information that lies: damaged at random, it must end, stay within its
//! bounds and never panic. What it says then may be wrong; the addresses are all
//! given, and the symbols still name them.

use std::ops::Range;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::crafted::{BASE, CODE, Random, stand_in};
use crate::support::{run, scratch, source};
use object::{Object, ObjectSection};
use stacks::{Arch, Limits, Target};

/// Heap that naming may hold on to.
const MEMORY_BYTES: usize = 12 << 20;

fn sections(file: &[u8], wanted: &str) -> Vec<Range<usize>> {
    let parsed = object::File::parse(file).unwrap();
    let inside = parsed.sections().filter(|section| section.name().is_ok_and(|name| name.starts_with(wanted)));
    inside
        .filter_map(|section| section.file_range())
        .filter(|(_, bytes)| *bytes > 0)
        .map(|(at, bytes)| at as usize..(at + bytes) as usize)
        .collect()
}

/// Names addresses all over the code of a damaged file.
fn name_all(directory: &Path, file: &[u8]) {
    let process = stand_in(directory, file, "");
    let limits = Limits { decoded_bytes: 8 << 20, ..Limits::default() };
    let mut target = Target::open_at(&process, Arch::NATIVE, limits).unwrap();
    let addresses: Vec<u64> = (BASE + CODE..BASE + CODE + 0x1800).step_by(29).collect();
    let started = Instant::now();
    let mut given = 0;
    target
        .symbolise(&addresses, &mut |_, names| {
            assert!((1..=64).contains(&names.len()));
            assert!(names.iter().all(|name| name.function.len() <= 1024 + 3 && name.file.len() <= 512));
            given += 1;
        })
        .unwrap();
    assert_eq!(given, addresses.len());
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    assert!(target.memory_bytes() < MEMORY_BYTES);
}

fn damage(name: &str, build: &mut dyn FnMut(&Path) -> Vec<u8>, wanted: &str, rounds: usize) {
    let directory = scratch(name);
    let file = build(&directory);
    let places = sections(&file, wanted);
    assert!(!places.is_empty());
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for round in 0..rounds {
        let mut damaged = file.clone();
        let place = places[round % places.len()].clone();
        for _ in 0..1 << (round % 5) {
            // Half of them at the beginning, where headers are.
            let within = if random.below(2) == 0 { place.len().min(64) } else { place.len() };
            let at = place.start + random.below(within);
            damaged[at] = [0, 0xff, 0x7f, 0x80, random.below(256) as u8][random.below(5)];
        }
        if round % 16 == 15 {
            damaged.truncate(place.start + random.below(place.len()));
        }
        name_all(&directory, &damaged);
    }
    std::fs::remove_dir_all(directory).unwrap();
}

fn layers(directory: &Path, flags: &[&str]) -> Vec<u8> {
    let program = directory.join("layers");
    run(Command::new("g++").args(["-O2", "-o"]).arg(&program).args(flags).arg(source("layers.cc")));
    std::fs::read(program).unwrap()
}

#[test]
fn damaged_debug_sections_end_within_their_bounds() {
    for version in ["-gdwarf-5", "-gdwarf-4"] {
        damage(&format!("damaged{version}"), &mut |directory| layers(directory, &[version]), ".debug_", 250);
    }
}

#[test]
fn damaged_compressed_sections_end_within_their_bounds() {
    for format in ["zlib", "zstd"] {
        let mut build = |directory: &Path| {
            layers(directory, &["-g"]);
            let packed = directory.join("packed");
            let option = format!("--compress-debug-sections={format}");
            run(Command::new("objcopy").arg(option).arg(directory.join("layers")).arg(&packed));
            std::fs::read(packed).unwrap()
        };
        damage(&format!("damaged-{format}"), &mut build, ".debug_", 150);
    }
}

#[test]
fn damaged_packed_symbols_end_within_their_bounds() {
    let mut build = |directory: &Path| {
        layers(directory, &[]);
        let (whole, symbols, program) = (directory.join("layers"), directory.join("symbols"), directory.join("packed"));
        run(Command::new("objcopy").arg("--only-keep-debug").arg(&whole).arg(&symbols));
        run(Command::new("xz").arg(&symbols));
        run(Command::new("objcopy")
            .arg("--strip-all")
            .arg(format!("--add-section=.gnu_debugdata={}.xz", symbols.display()))
            .arg(&whole)
            .arg(&program));
        std::fs::read(program).unwrap()
    };
    damage("damaged-packed", &mut build, ".gnu_debugdata", 300);
}
