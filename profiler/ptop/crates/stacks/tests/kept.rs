//! Functions of processes that have ended, kept by the files that they are in.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Recorded, Sampled, Sampling, build_shapes, run as run_tool, sample, scratch, source};
use stacks::{Limits, Root, Target};

/// What was met in one run of a program: where each function lay, and where it is stored.
struct Run {
    functions: BTreeMap<String, u64>,
    kept: BTreeMap<String, u64>,
    not_kept: usize,
}

fn names_of(target: &mut Target, addresses: &BTreeSet<u64>) -> BTreeMap<u64, String> {
    let addresses: Vec<u64> = addresses.iter().copied().collect();
    let mut names = BTreeMap::new();
    let name = |name: &stacks::Name| format!("{} in {} of {}", name.function, name.module, name.file);
    let report = target.symbolise(&addresses, &mut |address, found| {
        names.insert(address, found.iter().map(name).collect::<Vec<_>>().join(" < "));
    });
    // What leads to another library has no name.
    assert!(report.unwrap().named * 10 >= addresses.len() as u64 * 8, "{names:?}");
    names
}

/// Runs the program, keeps what it met, and leaves it.
fn run(program: &Path, directory: &Path, kept: &mut Target) -> Run {
    let mut command = Command::new(program);
    command.arg("callback");
    let sampled = sample(command, directory, &Sampling::default());
    let mut target = Target::open(sampled.pid(), Limits::default()).unwrap();
    let (mut addresses, mut out, mut places, mut not_kept) = (BTreeSet::new(), Vec::new(), BTreeMap::new(), 0);
    for sample in &sampled.samples {
        target.unwind(&sample.sample(), &mut out);
        for address in &out {
            match target.keep(*address, kept) {
                Some(place) => _ = places.insert(*address, place),
                None => not_kept += 1,
            }
        }
        addresses.extend(out.iter().copied());
    }
    let names = names_of(&mut target, &addresses);
    target.leave_files(kept);
    drop((target, sampled));
    let functions = names.iter().map(|(address, name)| (name.clone(), *address)).collect();
    // The process and all that was known of it have gone.
    let kept_places: BTreeSet<u64> = places.values().copied().collect();
    let kept_names = names_of(kept, &kept_places);
    for (address, place) in &places {
        assert_eq!(kept_names[place], names[address]);
    }
    Run { functions, kept: kept_names.into_iter().map(|(address, name)| (name, address)).collect(), not_kept }
}

fn common<'a>(one: &'a BTreeMap<String, u64>, other: &'a BTreeMap<String, u64>) -> Vec<(u64, u64)> {
    one.iter().filter_map(|(name, address)| Some((*address, *other.get(name)?))).collect()
}

#[test]
fn a_program_that_is_started_again_adds_to_the_same_functions() {
    let directory = scratch("kept-again");
    let program = build_shapes(&directory, "shapes", "cc", &["-fPIE", "-pie", "-g"]);
    let mut kept = Target::without_process(Limits::default());
    let first = run(&program, &directory, &mut kept);
    let second = run(&program, &directory, &mut kept);
    assert_eq!((first.not_kept, second.not_kept), (0, 0));
    assert!(first.kept.len() > 6 && first.kept.keys().any(|name| name.contains("libc.so.6")), "{:?}", first.kept);
    // It lay elsewhere, and is stored in one place.
    let lay = common(&first.functions, &second.functions);
    assert!(lay.iter().any(|(one, other)| one != other) && lay.len() > 6);
    let ranges = |run: &Run| run.kept.values().map(|address| address >> 24).collect::<BTreeSet<u64>>();
    assert_eq!(ranges(&first), ranges(&second));
    assert!(common(&first.kept, &second.kept).iter().any(|(one, other)| one == other));
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
#[ignore = "deep"]
fn another_program_at_the_same_path_is_another() {
    let directory = scratch("kept-replaced");
    let mut kept = Target::without_process(Limits::default());
    let program = build_shapes(&directory, "shapes", "cc", &["-fPIE", "-pie"]);
    let first = run(&program, &directory, &mut kept);
    let program = build_shapes(&directory, "shapes", "cc", &["-fPIE", "-pie", "-O0"]);
    let second = run(&program, &directory, &mut kept);
    let of_program = |run: &Run| -> BTreeMap<String, u64> {
        run.kept.clone().into_iter().filter(|(name, _)| name.contains(" in shapes ")).collect()
    };
    let (first, second) = (of_program(&first), of_program(&second));
    assert!(first.len() > 3 && second.len() > 3, "{first:?} {second:?}");
    assert!(common(&first, &second).iter().all(|(one, other)| one != other), "{first:?} {second:?}");
    std::fs::remove_dir_all(directory).unwrap();
}

/// A program of which all that runs is in a library; which is not opened before a stack leads to it.
fn build_with_library(directory: &Path) -> (PathBuf, PathBuf) {
    let (program, library) = (directory.join("in-library"), directory.join("libshapes.so"));
    let mut command = Command::new("cc");
    run_tool(command.args(["-O2", "-fPIC", "-shared", "-o"]).arg(&library).arg(source("shapes.c")));
    let mut command = Command::new("cc");
    command.args(["-O2", "-o"]).arg(&program).arg(source("sampler.c")).arg(&library);
    run_tool(command.args(["-rdynamic", "-lpthread", "-ldl"]));
    (program, library)
}

/// Puts a copy of a file in its place.
fn replace(file: &Path) {
    let copy = file.with_extension("copy");
    std::fs::copy(file, &copy).unwrap();
    std::fs::rename(&copy, file).unwrap();
}

/// Samples of a process that has ended when its files are first needed, walked beside another.
fn whole_beside(program: &Path, directory: &Path, meanwhile: impl FnOnce()) -> (usize, usize) {
    let mut command = Command::new(program);
    command.arg("deep");
    let mut process = sample(command, directory, &Sampling::default());
    let mut target = Target::open_beside(process.pid(), &Root::of(std::process::id()), Limits::default()).unwrap();
    let samples = std::mem::take(&mut process.samples);
    drop(process);
    meanwhile();
    let mut out = Vec::new();
    let whole = samples.iter().filter(|sample| target.unwind(&sample.sample(), &mut out).is_whole()).count();
    (whole, samples.len())
}

#[test]
#[ignore = "deep"]
fn files_of_a_process_that_has_ended_are_found_beside_it() {
    let directory = scratch("kept-beside");
    let (program, library) = build_with_library(&directory);
    let (whole, all) = whole_beside(&program, &directory, || {});
    assert!(whole == all && all >= 100, "{whole} of {all}");
    // What is there now is another file.
    let (whole, all) = whole_beside(&program, &directory, || replace(&library));
    assert_eq!((whole, all >= 100), (0, true));
    std::fs::remove_dir_all(directory).unwrap();
}

/// Samples that were walked while the process ran, and by another target after it had ended: how many there are, how many
/// stacks of each are whole, and how many are equal.
fn walked_twice(program: &Path, directory: &Path, meanwhile: impl FnOnce()) -> [usize; 4] {
    let mut command = Command::new(program);
    command.arg("deep");
    let mut process = sample(command, directory, &Sampling::default());
    let samples = std::mem::take(&mut process.samples);
    let walk = |target: &mut Target| -> Vec<(bool, Vec<u64>)> {
        let mut out = Vec::new();
        let mut one = |sample: &Recorded| (target.unwind(&sample.sample(), &mut out).is_whole(), out.clone());
        samples.iter().map(&mut one).collect()
    };
    let running = walk(&mut Target::open(process.pid(), Limits::default()).unwrap());
    let mut target = Target::open(process.pid(), Limits::default()).unwrap();
    drop(process);
    meanwhile();
    let ended = walk(&mut target);
    let whole = |stacks: &[(bool, Vec<u64>)]| stacks.iter().filter(|(is_whole, _)| *is_whole).count();
    let equal = running.iter().zip(&ended).filter(|(one, other)| one == other).count();
    [samples.len(), whole(&running), whole(&ended), equal]
}

#[test]
fn the_last_stacks_of_a_process_are_the_same_after_it_has_ended() {
    let directory = scratch("kept-ended");
    let tables = build_shapes(&directory, "shapes", "cc", &["-fPIE", "-pie"]);
    let bare = ["-fPIE", "-pie", "-fno-omit-frame-pointer", "-fno-asynchronous-unwind-tables", "-fno-unwind-tables"];
    let bare = build_shapes(&directory, "bare-shapes", "cc", &bare);
    for program in [&tables, &bare] {
        let [all, running, ended, equal] = walked_twice(program, &directory, || {});
        assert!(all >= 100 && running * 100 >= all * 95, "{program:?}: {running} of {all}");
        assert_eq!((ended, equal), (running, all), "{program:?}");
    }
    // Another file takes the place of a library that no stack had led to.
    let (program, library) = build_with_library(&directory);
    let [all, running, ended, equal] = walked_twice(&program, &directory, || {});
    assert_eq!((running, ended, equal), (all, all, all));
    let [all, running, ended, _] = walked_twice(&program, &directory, || replace(&library));
    assert_eq!((running, ended), (all, 0));
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
#[ignore = "deep"]
fn files_without_room_are_not_kept() {
    let directory = scratch("kept-limit");
    let program = build_shapes(&directory, "shapes", "cc", &["-fPIE", "-pie"]);
    let mut kept = Target::without_process(Limits { modules: 1, ..Limits::default() });
    let run = run(&program, &directory, &mut kept);
    let module = |name: &String| name.split(" in ").nth(1).unwrap().split(" of ").next().unwrap().to_owned();
    let modules: BTreeSet<String> = run.kept.keys().map(module).collect();
    assert!(modules.len() == 1 && run.not_kept > 0, "{modules:?}");
    assert!(kept.counters().modules_refused > 0);
    std::fs::remove_dir_all(directory).unwrap();
}

/// A run of the program that is going on, with samples of it.
fn start(program: &Path, directory: &Path) -> Sampled {
    let mut command = Command::new(program);
    command.arg("callback");
    sample(command, directory, &Sampling::default())
}

/// Walks all samples: how many are whole, which functions they have, and how many rules had to be looked for.
fn walked(target: &mut Target, process: &Sampled) -> (usize, BTreeSet<String>, u64) {
    let (mut out, mut addresses, mut whole) = (Vec::new(), BTreeSet::new(), 0);
    for sample in &process.samples {
        whole += usize::from(target.unwind(&sample.sample(), &mut out).is_whole());
        addresses.extend(out.iter().copied());
    }
    let misses = target.counters().rule_misses;
    (whole, names_of(target, &addresses).into_values().collect(), misses)
}

#[test]
#[ignore = "deep"]
fn a_target_that_moves_to_the_next_run_of_a_program_has_its_rules() {
    let directory = scratch("kept-moved");
    let program = build_shapes(&directory, "shapes", "cc", &["-fPIE", "-pie", "-g"]);
    let first = start(&program, &directory);
    let mut target = Target::open(first.pid(), Limits::default()).unwrap();
    let before = walked(&mut target, &first);
    assert!(before.0 == first.samples.len() && before.2 > 8, "{before:?}");
    drop(first);
    // Of each further run: how many rules a target of its own looks for, and how many the one that moves to it does.
    let to_next = |target: Target| {
        let process = start(&program, &directory);
        let fresh = walked(&mut Target::open(process.pid(), Limits::default()).unwrap(), &process);
        let mut target = target.move_to(process.pid(), &Root::of(process.pid())).unwrap();
        let moved = walked(&mut target, &process);
        assert_eq!((moved.0, &moved.1), (process.samples.len(), &fresh.1));
        (target, fresh.2, moved.2)
    };
    let (target, fresh, moved) = to_next(target);
    assert!(moved * 2 < fresh, "{moved} of {fresh}");
    // The file is written to between two runs.
    let mut bytes = std::fs::read(&program).unwrap();
    bytes.push(0);
    std::fs::write(&program, bytes).unwrap();
    let (_, fresh, moved) = to_next(target);
    assert_eq!(moved, fresh);
    std::fs::remove_dir_all(directory).unwrap();
}
