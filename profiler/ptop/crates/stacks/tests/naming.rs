//! Names, compared with a symbol table read whole by another library.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use crate::support::{Killed, Sampled, Sampling, bias_of, build_shapes, run, sample, scratch, source};
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};
use stacks::{Error, Limits, Name, NameOrigin, SymbolNames, Target};

fn names(target: &mut Target, addresses: &[u64]) -> BTreeMap<u64, Name> {
    let mut names = BTreeMap::new();
    let report = target
        .symbolise(addresses, &mut |address, of_one| {
            // The function that holds the code; what is inlined in it is tested elsewhere.
            assert!(names.insert(address, of_one.last().unwrap().clone()).is_none(), "{address:#x} was named twice");
        })
        .unwrap();
    assert_eq!(names.len(), addresses.len());
    assert_eq!(report.named + report.unnamed, addresses.len() as u64);
    assert_eq!(report.named, names.values().filter(|name| !name.function.is_empty()).count() as u64);
    assert_eq!(named_later(target, addresses), names);
    names
}

/// As [`names`], with the names of symbols read when all are known.
fn named_later(target: &mut Target, addresses: &[u64]) -> BTreeMap<u64, Name> {
    let (mut names, mut symbols) = (BTreeMap::new(), Vec::new());
    let epoch = target.epoch();
    target
        .symbolise_at(epoch, addresses, SymbolNames::Later, &mut |address, of_one| {
            let mut name = of_one.last().unwrap().clone();
            if let Some(symbol) = name.symbol.take() {
                assert_eq!(name.function, "");
                symbols.push((symbol, address));
            }
            names.insert(address, name);
        })
        .unwrap();
    symbols.sort_unstable();
    target.symbol_names(&symbols, &mut |address, name| names.get_mut(address).unwrap().function.push_str(name));
    names
}

/// Starts, middles and ends of a file's functions, each with the demangled names that may be given for it.
fn truth(file: &object::File<'_>) -> BTreeMap<u64, BTreeSet<String>> {
    let text = file.section_by_name(".text").unwrap();
    let range = text.address()..text.address() + text.size();
    let mut functions: Vec<(u64, u64, &str)> = file
        .symbols()
        .filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.size() > 0)
        .map(|symbol| (symbol.address(), symbol.size(), symbol.name().unwrap()))
        .collect();
    functions.sort_unstable();
    let wanted: BTreeSet<u64> = functions
        .iter()
        .flat_map(|(start, bytes, _)| [*start, start + bytes / 2, start + bytes - 1, start + bytes])
        .filter(|address| range.contains(address))
        .collect();
    let covers = |address: u64| {
        let before = functions.partition_point(|(start, _, _)| *start <= address);
        let covering = functions[..before].iter().filter(move |(start, bytes, _)| address - start < *bytes);
        let innermost = covering.clone().map(|(start, _, _)| *start).max();
        covering.filter(move |(start, _, _)| Some(*start) == innermost).map(|(_, _, name)| readable(name)).collect()
    };
    wanted.into_iter().map(|address| (address, covers(address))).collect()
}

fn readable(name: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(name))
}

#[test]
fn every_function_gets_the_name_that_the_symbol_table_says() {
    let directory = scratch("iterators");
    let program = directory.join("iterators");
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    run(Command::new(rustc).args(["--edition=2024", "-O", "-o"]).arg(&program).arg(source("iterators.rs")));
    let child = Killed::spawn(&program);
    let bytes = std::fs::read(&program).unwrap();
    let (bias, truth) = (bias_of(child.pid()), truth(&object::File::parse(&*bytes).unwrap()));
    let addresses: Vec<u64> = truth.keys().map(|address| address + bias).collect();
    // Long enough for the longest name there is, so that names can be compared whole.
    let limits = Limits { name_bytes: 100_000, ..Limits::default() };
    let found = names(&mut Target::open(child.pid(), limits.clone()).unwrap(), &addresses);
    assert!(found.len() > 1500, "only {} addresses", found.len());
    let mut unnamed = 0;
    for (address, name) in &found {
        let allowed = &truth[&(address - bias)];
        assert_eq!(name.module_offset, address - bias);
        if allowed.is_empty() {
            unnamed += 1;
        } else {
            assert!(allowed.contains(&name.function), "{address:#x}: {} is not in {allowed:?}", name.function);
        }
    }
    assert!(unnamed * 2 < found.len());

    // Many small passes give what one large pass gives.
    let limits = Limits { addresses_per_pass: 97, ..limits };
    assert_eq!(names(&mut Target::open(child.pid(), limits).unwrap(), &addresses), found);
    std::fs::remove_dir_all(directory).unwrap();
}

fn addresses_of(target: &mut Target, sampled: &Sampled) -> Vec<u64> {
    let mut addresses = BTreeSet::new();
    let mut out = Vec::new();
    for sample in &sampled.samples {
        target.unwind(&sample.sample(), &mut out);
        addresses.extend(out.iter().copied());
    }
    addresses.into_iter().collect()
}

fn functions(found: &BTreeMap<u64, Name>) -> BTreeSet<&str> {
    found.values().map(|name| name.function.as_str()).collect()
}

#[test]
fn names_survive_the_file_and_the_process() {
    let directory = scratch("gone");
    let program = build_shapes(&directory, "gone", "cc", &[]);
    let mut command = Command::new(&program);
    command.arg("callback");
    let sampled = sample(command, &directory, &Sampling { count: 50, ..Sampling::default() });
    // Another program takes the file's name, as a deployment does.
    std::fs::remove_file(&program).unwrap();
    std::fs::copy("/bin/true", &program).unwrap();
    let mut target = Target::open(sampled.pid(), Limits::default()).unwrap();
    let addresses = addresses_of(&mut target, &sampled);
    drop(sampled);
    let found = names(&mut target, &addresses);
    let functions = functions(&found);
    for wanted in ["burn", "compare", "mode_callback", "main", "_start"] {
        assert!(functions.contains(wanted), "{wanted} is not in {functions:?}");
    }
    assert!(found.values().any(|name| name.module == "gone" && name.origin == NameOrigin::SymbolTable));
    assert!(found.values().any(|name| name.module.starts_with("libc") && name.function.contains("qsort")));
    std::fs::remove_dir_all(directory).unwrap();
}

/// Names of a program that calls itself, as far as samples of it go.
fn names_of(program: &Path, directory: &Path) -> BTreeMap<u64, Name> {
    let mut command = Command::new(program);
    command.arg("deep");
    let sampled = sample(command, directory, &Sampling { count: 50, ..Sampling::default() });
    let mut target = Target::open(sampled.pid(), Limits::default()).unwrap();
    let addresses = addresses_of(&mut target, &sampled);
    names(&mut target, &addresses)
}

/// Where the functions of a program begin, by the symbols that it had before it was stripped.
fn beginnings(program: &Path) -> BTreeMap<u64, String> {
    let bytes = std::fs::read(program).unwrap();
    let file = object::File::parse(&*bytes).unwrap();
    let functions = file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text);
    functions.map(|symbol| (symbol.address(), symbol.name().unwrap().to_owned())).collect()
}

#[test]
fn functions_of_a_stripped_program_are_told_apart_by_where_they_begin() {
    let directory = scratch("apart");
    for (flag, has_id) in [("-Wl,--build-id=0x3f2a1c7b90", true), ("-Wl,--build-id=none", false)] {
        let whole = build_shapes(&directory, "whole", "cc", &[flag]);
        let program = directory.join("apart");
        run(Command::new("objcopy").arg("--strip-all").arg(&whole).arg(&program));
        let found = names_of(&program, &directory);
        let own: Vec<&Name> = found.values().filter(|name| name.module == "apart").collect();
        let is_honest =
            |name: &&Name| name.function.is_empty() && name.origin == NameOrigin::NoSymbol && name.module_offset > 0;
        assert!(own.len() > 3 && own.iter().all(is_honest), "{own:?}");
        // Its debug file may be installed.
        let libc = found.values().find(|name| name.module.starts_with("libc")).unwrap();
        assert!([NameOrigin::DynamicSymbols, NameOrigin::DebugFile].contains(&libc.origin), "{libc:?}");
        if !has_id {
            assert!(own.iter().all(|name| name.code.is_empty()), "{own:?}");
            continue;
        }
        let known = beginnings(&whole);
        let function_of = |name: &&Name| {
            let start = name.code.strip_prefix("3f2a1c7b+").unwrap_or_else(|| panic!("{name:?}"));
            known[&u64::from_str_radix(start, 16).unwrap()].clone()
        };
        let functions: BTreeSet<String> = own.iter().map(function_of).collect();
        for wanted in ["burn", "recurse", "mode_deep", "main", "_start"] {
            assert!(functions.contains(wanted), "{wanted} is not in {functions:?}");
        }
        // What has a name has no need of it.
        assert!(found.values().all(|name| name.function.is_empty() || name.code.is_empty()));
    }
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_symbol_without_size_does_not_name_the_next_section() {
    let directory = scratch("jumps");
    let (code, program) = (directory.join("jumps.c"), directory.join("jumps"));
    std::fs::write(&code, "#include <unistd.h>\nint main(void) { return pause(); }\n").unwrap();
    run(Command::new("cc").args(["-Wl,-z,lazy", "-o"]).arg(&program).arg(&code));
    let child = Killed::spawn(&program);
    let bytes = std::fs::read(&program).unwrap();
    let file = object::File::parse(&*bytes).unwrap();
    let before = file.symbols().find(|symbol| symbol.name() == Ok("_init")).unwrap();
    let jumps = file.section_by_name(".plt").unwrap();
    assert_eq!(before.size(), 0);
    assert!(before.address() < jumps.address());
    let bias = bias_of(child.pid());
    let addresses = [before.address() + 1 + bias, jumps.address() + 1 + bias];
    let found = names(&mut Target::open(child.pid(), Limits::default()).unwrap(), &addresses);
    let functions: Vec<&str> = found.values().map(|name| name.function.as_str()).collect();
    assert_eq!(functions, ["_init", ""]);
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn the_vdso_has_a_name() {
    let directory = scratch("clock");
    let program = build_shapes(&directory, "clock", "cc", &[]);
    let mut command = Command::new(&program);
    command.arg("clock");
    let sampled = sample(command, &directory, &Sampling { count: 50, ..Sampling::default() });
    let mut target = Target::open(sampled.pid(), Limits::default()).unwrap();
    let addresses = addresses_of(&mut target, &sampled);
    let found = names(&mut target, &addresses);
    let in_vdso: BTreeSet<&str> =
        found.values().filter(|name| name.module == "[vdso]").map(|name| name.function.as_str()).collect();
    assert!(in_vdso.iter().any(|name| name.contains("clock_gettime")), "{in_vdso:?}");
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn cxx_names_are_readable_and_of_one_alias() {
    let directory = scratch("cxx");
    let (code, program) = (directory.join("names.cc"), directory.join("names"));
    std::fs::write(
        &code,
        "extern \"C\" int pause(void);\n\
         namespace acme { template <class T> struct Store { __attribute__((noinline)) Store(T v) { value = v; pause(); } T value; }; }\n\
         int main() { return (int)acme::Store<long>(3).value; }\n",
    )
    .unwrap();
    run(Command::new("g++").args(["-O1", "-o"]).arg(&program).arg(&code));
    let child = Killed::spawn(&program);
    let bytes = std::fs::read(&program).unwrap();
    let file = object::File::parse(&*bytes).unwrap();
    let aliases: Vec<u64> = file
        .symbols()
        .filter(|symbol| symbol.name().is_ok_and(|name| name.contains("StoreIlEC")))
        .map(|symbol| symbol.address())
        .collect();
    assert_eq!(aliases.len(), 2, "the constructor has two names");
    let mut target = Target::open(child.pid(), Limits::default()).unwrap();
    let found = names(&mut target, &[bias_of(child.pid()) + aliases[0]]);
    assert_eq!(functions(&found), BTreeSet::from(["acme::Store<long>::Store(long)"]));
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn addresses_must_be_sorted_and_unique_and_unknown_ones_say_so() {
    let mut target = Target::open(std::process::id(), Limits::default()).unwrap();
    assert!(matches!(target.symbolise(&[2, 1], &mut |_, _| ()), Err(Error::Unsorted)));
    assert!(matches!(target.symbolise(&[1, 1], &mut |_, _| ()), Err(Error::Unsorted)));
    let found = names(&mut target, &[0, 1, u64::MAX]);
    assert!(found.values().all(|name| name.origin == NameOrigin::Unmapped && name.module == "[unmapped]"));
}

#[test]
fn a_process_that_does_not_exist_is_an_error_that_says_so() {
    let error = Target::open(u32::MAX, Limits::default()).err().unwrap();
    assert!(error.to_string().contains("the target process has ended"), "{error}");
}
