//! Modules in every condition in which a target can have them, each sampled live.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::support::live::Live;
use crate::support::{Sampled, Sampling, build_shapes, run, sample, scratch, source, start};
use stacks::{Limits, Name, NameOrigin, SymbolNames, Target};

const SAMPLES: Sampling = Sampling { count: 60, stack_bytes: 65_528, with_truth: false };
/// Functions of `shapes.c` that a sample of its mode `deep` passes.
const DEEP: [&str; 4] = ["many_registers", "recurse", "mode_deep", "main"];

/// The names of every address of every sample, walked at the end.
fn names_of(sampled: &Sampled) -> BTreeMap<u64, Vec<Name>> {
    let mut target = Target::open(sampled.pid(), Limits::default()).unwrap();
    let (mut out, mut addresses) = (Vec::new(), BTreeSet::new());
    let mut whole = 0;
    for sample in &sampled.samples {
        whole += usize::from(target.unwind(&sample.sample(), &mut out).is_whole());
        addresses.extend(out.iter().copied());
    }
    assert!(whole * 100 >= sampled.samples.len() * 98, "{whole} of {} are whole", sampled.samples.len());
    name(&mut target, 0, &addresses.into_iter().collect::<Vec<_>>())
}

fn name(target: &mut Target, epoch: u16, addresses: &[u64]) -> BTreeMap<u64, Vec<Name>> {
    let mut names = BTreeMap::new();
    let mut sink = |address, found: &[Name]| drop(names.insert(address, found.to_vec()));
    target.symbolise_at(epoch, addresses, SymbolNames::Now, &mut sink).unwrap();
    names
}

fn functions(names: &BTreeMap<u64, Vec<Name>>) -> BTreeSet<&str> {
    names.values().flatten().map(|name| name.function.as_str()).collect()
}

/// Every wanted function is there, and all frames of the module have a name from `origin`.
fn assert_named(names: &BTreeMap<u64, Vec<Name>>, module: &str, origin: NameOrigin, wanted: &[&str]) {
    let found = functions(names);
    for function in wanted {
        assert!(found.contains(function), "{module}: {function} is not in {names:x?}");
    }
    let own: Vec<&Name> = names.values().flatten().filter(|name| name.module == module).collect();
    let from = own.iter().filter(|name| name.origin == origin).count();
    assert!(own.len() >= wanted.len() && from * 100 >= own.len() * 99, "{module}: {from} of {}: {own:?}", own.len());
}

fn sampled(program: &Path, mode: &str, directory: &Path) -> Sampled {
    let mut command = Command::new(program);
    command.arg(mode);
    let sampled = sample(command, directory, &SAMPLES);
    assert_eq!(sampled.samples.len(), SAMPLES.count);
    sampled
}

fn plugin(directory: &Path, name: &str, flags: &[&str]) -> PathBuf {
    let library = directory.join(name);
    let mut command = Command::new("cc");
    command.args(["-O2", "-shared", "-fPIC", "-o"]).arg(&library).args(flags);
    run(command.arg(source("plugin.c")));
    library
}

#[test]
#[ignore = "deep"]
fn executables_of_every_kind_of_link_are_named() {
    let directory = scratch("links");
    for (name, compiler, flags) in [
        ("pie", "cc", &["-pie"][..]),
        ("fixed", "cc", &["-no-pie"]),
        ("static", "cc", &["-static"]),
        ("static-pie", "cc", &["-static-pie"]),
        ("lld", "clang-14", &["-fuse-ld=lld"]),
        ("lld-packed", "clang-14", &["-fuse-ld=lld", "-Wl,-z,noseparate-code", "-Wl,--no-rosegment"]),
        ("moved", "cc", &["-pie", "-Wl,-Ttext-segment=0x40000000"]),
    ] {
        let program = build_shapes(&directory, name, compiler, flags);
        let names = names_of(&sampled(&program, "deep", &directory));
        assert_named(&names, name, NameOrigin::SymbolTable, &DEEP);
    }
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_stripped_executable_with_packed_symbols_is_named_from_them_and_from_what_it_exports() {
    let directory = scratch("packed");
    let whole = build_shapes(&directory, "whole", "cc", &["-rdynamic"]);
    let (program, symbols) = (directory.join("packed"), directory.join("symbols"));
    // As distributions make it: symbols that are not exported, in a file without code, compressed.
    let exported = Command::new("nm").args(["-D", "--format=posix", "--defined-only"]).arg(&whole).output().unwrap();
    let exported: BTreeSet<String> = words(&exported.stdout);
    let all = Command::new("nm").args(["--format=posix", "--defined-only"]).arg(&whole).output().unwrap();
    let kept: Vec<String> = words(&all.stdout).difference(&exported).map(|name| format!("{name}\n")).collect();
    let list = directory.join("kept");
    std::fs::write(&list, kept.concat()).unwrap();
    run(Command::new("objcopy").arg("--only-keep-debug").arg(&whole).arg(&symbols));
    run(Command::new("objcopy")
        .args(["--strip-all", "--remove-section=.gdb_index", "--remove-section=.comment"])
        .arg(format!("--keep-symbols={}", list.display()))
        .arg(&symbols));
    run(Command::new("strip").arg("--strip-all").arg("-o").arg(&program).arg(&whole));
    run(Command::new("xz").arg("--keep").arg(&symbols));
    run(Command::new("objcopy").arg(format!("--add-section=.gnu_debugdata={}.xz", symbols.display())).arg(&program));
    let names = names_of(&sampled(&program, "deep", &directory));
    let found = functions(&names);
    for function in DEEP {
        assert!(found.contains(function), "{function} is not in {names:x?}");
    }
    let origin =
        |function: &str| names.values().flatten().find(|name| name.function == function).map(|name| name.origin);
    assert_eq!((origin("recurse"), origin("main")), (Some(NameOrigin::DebugData), Some(NameOrigin::DynamicSymbols)));
    std::fs::remove_dir_all(directory).unwrap();
}

/// The first word of each line.
fn words(output: &[u8]) -> BTreeSet<String> {
    String::from_utf8_lossy(output).lines().filter_map(|line| Some(line.split(' ').next()?.to_owned())).collect()
}

/// A stripped program and its debug file.
fn split(directory: &Path, name: &str, link: &[&str]) -> (PathBuf, PathBuf) {
    let whole = build_shapes(directory, &format!("{name}-whole"), "cc", link);
    let (program, debug) = (directory.join(name), directory.join(format!("{name}.debug")));
    run(Command::new("objcopy").arg("--only-keep-debug").arg(&whole).arg(&debug));
    let link = format!("--add-gnu-debuglink={}", debug.display());
    run(Command::new("objcopy").args(["--strip-all", &link]).arg(&whole).arg(&program));
    (program, debug)
}

#[test]
#[ignore = "deep"]
fn a_debug_file_is_taken_by_its_link_only_when_it_is_of_this_build() {
    let directory = scratch("linked");
    for (name, flags) in [("with-id", &["-Wl,--build-id"][..]), ("without-id", &["-Wl,--build-id=none"])] {
        let (program, debug) = split(&directory, name, flags);
        let names = names_of(&sampled(&program, "deep", &directory));
        assert_named(&names, name, NameOrigin::DebugFile, &DEEP);
        // The same program of another build: same names, another place for each.
        let other = build_shapes(&directory, "other", "cc", &[flags[0], "-O1"]);
        run(Command::new("objcopy").arg("--only-keep-debug").arg(&other).arg(&debug));
        let names = names_of(&sampled(&program, "deep", &directory));
        let own: Vec<&Name> = names.values().flatten().filter(|one| one.module == name).collect();
        assert!(own.iter().all(|name| name.origin == NameOrigin::NoSymbol), "{own:?}");
        // A folder beside the program is looked into too.
        let below = directory.join(".debug");
        std::fs::create_dir_all(&below).unwrap();
        let whole = directory.join(format!("{name}-whole"));
        run(Command::new("objcopy").arg("--only-keep-debug").arg(whole).arg(below.join(debug.file_name().unwrap())));
        assert_named(&names_of(&sampled(&program, "deep", &directory)), name, NameOrigin::DebugFile, &DEEP);
    }
    std::fs::remove_dir_all(directory).unwrap();
}

/// Samples a static program in a mount and a pid namespace of its own, under a root of its own, where no path
/// from outside leads to it. Needs root, as all that looks into containers does.
fn sampled_in_container(root: &Path, directory: &Path) -> (Sampled, u32) {
    let mut command = Command::new("unshare");
    command.args(["--mount", "--pid", "--fork", "--kill-child"]).arg("sh").arg("-c").arg(
        "mount -t tmpfs none \"$0/hidden\" && cp -r \"$0/image/.\" \"$0/hidden\" && mkdir -p \"$0/hidden$1\" && \
         mount --bind \"$1\" \"$0/hidden$1\" && mkdir \"$0/hidden/proc\" && mount -t proc none \"$0/hidden/proc\" && \
         exec chroot \"$0/hidden\" /program deep",
    );
    command.arg(root).arg(directory);
    let mut sampled = start(command, directory, &SAMPLES);
    sampled.collect();
    assert_eq!(sampled.samples.len(), SAMPLES.count);
    let children = format!("/proc/{0}/task/{0}/children", sampled.pid());
    let inside = std::fs::read_to_string(children).unwrap().trim().parse().unwrap();
    (sampled, inside)
}

#[test]
fn a_process_in_namespaces_and_a_root_of_its_own_is_named_with_the_debug_file_under_that_root() {
    let directory = scratch("container");
    let root = directory.join("root");
    std::fs::create_dir_all(root.join("hidden")).unwrap();
    let (program, debug) = split(&directory, "inner", &["-static", "-Wl,--build-id=0x0123456789abcdef"]);
    let folder = root.join("image/usr/lib/debug/.build-id/01");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::copy(&program, root.join("image/program")).unwrap();
    std::fs::rename(&debug, folder.join("23456789abcdef.debug")).unwrap();
    let (sampled, inside) = sampled_in_container(&root, &directory);
    assert!(!root.join("hidden/program").exists(), "it is to be seen inside only");
    let mut target = Target::open(inside, Limits::default()).unwrap();
    let (mut out, mut addresses) = (Vec::new(), BTreeSet::new());
    for sample in &sampled.samples {
        assert!(target.unwind(&sample.sample(), &mut out).is_whole());
        addresses.extend(out.iter().copied());
    }
    let names = name(&mut target, 0, &addresses.into_iter().collect::<Vec<_>>());
    assert_named(&names, "program", NameOrigin::DebugFile, &DEEP);
    drop(sampled);
    std::fs::remove_dir_all(directory).unwrap();
}

/// Walks the samples of libraries that come and go while they are taken; each address with its epoch.
fn walk_live(program: &Path, directory: &Path, libraries: &[&Path]) -> (Live, Target, BTreeSet<(u16, u64)>) {
    let mut command = Command::new(program);
    command.arg("dlclose");
    for (variable, library) in ["SHAPES_PLUGIN", "SHAPES_NEXT"].iter().zip(libraries) {
        command.env(variable, library);
    }
    let sampling = Sampling { count: 200 * libraries.len() + 50, ..SAMPLES };
    let mut sampled = Live::start(command, directory, &sampling);
    let limits = Limits { refresh_interval: Duration::ZERO, ..Limits::default() };
    let mut target = Target::open(sampled.pid(), limits).unwrap();
    let (mut out, mut seen) = (Vec::new(), BTreeSet::new());
    sampled.take(sampling.count, |sample| {
        // A library that came since is found by itself; what took the place of another is not missed.
        target.refresh_mappings().unwrap();
        target.unwind(&sample.sample(), &mut out);
        seen.extend(out.iter().map(|address| (target.epoch(), *address)));
    });
    (sampled, target, seen)
}

fn names_by_epoch(target: &mut Target, seen: &BTreeSet<(u16, u64)>) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for epoch in seen.iter().map(|(epoch, _)| *epoch).collect::<BTreeSet<_>>() {
        let addresses: Vec<u64> = seen.iter().filter(|(of, _)| *of == epoch).map(|(_, address)| *address).collect();
        let names = name(target, epoch, &addresses);
        found.extend(names.values().flatten().map(|name| (name.module.clone(), name.function.clone())));
    }
    found
}

#[test]
fn a_library_that_was_unloaded_and_deleted_is_still_named() {
    let directory = scratch("unloaded");
    let library = plugin(&directory, "gone.so", &["-Wl,-Ttext-segment=0x7000000"]);
    let program = build_shapes(&directory, "loader", "cc", &[]);
    let (sampled, mut target, seen) = walk_live(&program, &directory, &[&library]);
    let maps = std::fs::read_to_string(format!("/proc/{}/maps", sampled.pid())).unwrap();
    assert!(!maps.contains("gone.so"), "it was to be unloaded by now");
    std::fs::remove_file(library).unwrap();
    let found = names_by_epoch(&mut target, &seen);
    let of = |function: &str| found.contains(&("gone.so".to_owned(), function.to_owned()));
    assert!(of("plugin_inner") && of("plugin_work"), "{found:?}");
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
#[ignore = "deep"]
fn a_library_in_the_place_of_another_does_not_take_its_samples() {
    let directory = scratch("replaced");
    let renamed = ["-Dplugin_inner=second_inner"];
    let (first, second) = (plugin(&directory, "first.so", &[]), plugin(&directory, "second.so", &renamed));
    let program = build_shapes(&directory, "loader", "cc", &[]);
    let (_sampled, mut target, seen) = walk_live(&program, &directory, &[&first, &second]);
    assert!(target.epoch() > 0, "the kernel gives the same place to a library of the same size");
    let found = names_by_epoch(&mut target, &seen);
    let pair = |module: &str, function: &str| (module.to_owned(), function.to_owned());
    assert!(found.contains(&pair("first.so", "plugin_inner")), "{found:?}");
    assert!(found.contains(&pair("second.so", "second_inner")), "{found:?}");
    assert!(!found.contains(&pair("first.so", "second_inner")), "{found:?}");
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
#[ignore = "deep"]
fn a_library_that_was_linked_for_another_address_is_named() {
    let directory = scratch("prelinked");
    let library = plugin(&directory, "prelinked.so", &["-Wl,-Ttext-segment=0x3000000000"]);
    let program = build_shapes(&directory, "loader", "cc", &[]);
    let (_sampled, mut target, seen) = walk_live(&program, &directory, &[&library]);
    let found = names_by_epoch(&mut target, &seen);
    assert!(found.contains(&("prelinked.so".to_owned(), "plugin_work".to_owned())), "{found:?}");
    std::fs::remove_dir_all(directory).unwrap();
}
