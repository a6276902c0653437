//! Inlined calls and source lines, compared with another library that reads the
//! debug information whole.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Killed, bias_of, run, scratch, source};
use addr2line::gimli;
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};
use stacks::{Limits, Name, SymboliseReport, Target};

/// One function at an address: name, file, line.
type Frame = (String, String, u32);

/// Where a program was loaded, less its lowest link-time address.
fn bias(waiting: &Killed, file: &object::File<'_>) -> u64 {
    if file.kind() == object::ObjectKind::Executable { 0 } else { bias_of(waiting.pid()) }
}

/// Addresses all over the code of a file: every `step`-th byte of every function.
fn addresses_in(file: &object::File<'_>, step: usize) -> Vec<u64> {
    let text = file.section_by_name(".text").unwrap();
    let range = text.address()..text.address() + text.size();
    let symbols = file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.size() > 0);
    let inside = symbols.flat_map(|symbol| (symbol.address()..symbol.address() + symbol.size()).step_by(step));
    let all: std::collections::BTreeSet<u64> = inside.filter(|address| range.contains(address)).collect();
    all.into_iter().collect()
}

fn names(pid: u32, limits: Limits, addresses: &[u64]) -> (BTreeMap<u64, Vec<Name>>, SymboliseReport) {
    let mut found = BTreeMap::new();
    let mut target = Target::open(pid, limits).unwrap();
    let report = target
        .symbolise(addresses, &mut |address, names| {
            assert!(found.insert(address, names.to_vec()).is_none(), "{address:#x} was named twice");
        })
        .unwrap();
    assert_eq!(found.len(), addresses.len());
    (found, report)
}

fn readable(name: &str) -> String {
    if let Ok(name) = rustc_demangle::try_demangle(name) {
        return format!("{name:#}");
    }
    let options = cpp_demangle::DemangleOptions::new().no_return_type();
    let symbol = cpp_demangle::Symbol::new(name).ok().and_then(|symbol| symbol.demangle_with_options(&options).ok());
    symbol.unwrap_or_else(|| name.to_owned())
}

fn base(path: &str) -> String {
    path.rsplit('/').next().unwrap().to_owned()
}

/// What the other library says, with the symbol's name for the last function.
fn truth(bytes: &[u8], addresses: &[u64]) -> BTreeMap<u64, Vec<Frame>> {
    let file = object::File::parse(bytes).unwrap();
    let load = |id: gimli::SectionId| -> Result<_, gimli::Error> {
        let data = file.section_by_name(id.name()).map(|section| section.uncompressed_data().unwrap());
        Ok(data.unwrap_or_default())
    };
    let sections = gimli::DwarfSections::load(load).unwrap();
    let dwarf = sections.borrow(|section| gimli::EndianSlice::new(section, gimli::LittleEndian));
    let context = addr2line::Context::from_dwarf(dwarf).unwrap();
    let frames = |address: u64| {
        let mut found = context.find_frames(address).skip_all_loads().unwrap();
        let mut frames = Vec::new();
        while let Some(frame) = found.next().unwrap() {
            let name = frame.function.map(|function| readable(&function.raw_name().unwrap())).unwrap_or_default();
            let place = frame.location;
            let file = place.as_ref().and_then(|place| place.file).map(base).unwrap_or_default();
            frames.push((name, file, place.and_then(|place| place.line).unwrap_or(0)));
        }
        frames
    };
    addresses.iter().map(|address| (*address, frames(*address))).collect()
}

struct Agreement {
    addresses: usize,
    /// Addresses with inlined calls.
    inlined: usize,
    report: SymboliseReport,
}

/// Compares every frame of addresses all over `program`. `debug` is the file with the debug information.
fn compare(program: &Path, debug: &Path, step: usize) -> Agreement {
    let bytes = std::fs::read(debug).unwrap();
    let file = object::File::parse(&*bytes).unwrap();
    let linked = addresses_in(&file, step);
    let truth = truth(&bytes, &linked);
    let waiting = Killed::spawn(program);
    let bias = bias(&waiting, &file);
    let addresses: Vec<u64> = linked.iter().map(|address| address + bias).collect();
    let limits = Limits { name_bytes: 100_000, ..Limits::default() };
    let (found, report) = names(waiting.pid(), limits.clone(), &addresses);
    let mut inlined = 0;
    for (address, names) in &found {
        let expected = &truth[&(address - bias)];
        if expected.is_empty() {
            assert_eq!(names.len(), 1, "{address:#x}: {names:?}");
            continue;
        }
        inlined += usize::from(expected.len() > 1);
        assert_eq!(names.len(), expected.len(), "{:#x}: {names:#?} {expected:#?}", address - bias);
        for (index, (name, (function, file, line))) in names.iter().zip(expected).enumerate() {
            // The last one has the symbol's name, which may say more.
            if index + 1 < names.len() {
                // The other library does not say what encloses a function that the linker does not see.
                let is_same = name.function == *function || name.function.ends_with(&format!("::{function}"));
                assert!(is_same, "{:#x}: {function} is {}", address - bias, name.function);
            }
            assert!(!name.function.is_empty(), "{:#x}: {names:#?}", address - bias);
            // No line is given where the code comes from another file than the function.
            if let Some(running) = name.line {
                assert_eq!((base(&name.file), running), (file.clone(), *line), "{:#x}: {names:#?}", address - bias);
            }
        }
    }
    let lines = found.values().flatten().filter(|name| name.line.is_some()).count();
    let expected: usize = truth.values().flatten().filter(|(.., line)| *line != 0).count();
    assert!(lines * 100 >= expected * 98, "{lines} of {expected} lines");

    // Many small batches and passes give what one large one gives.
    let small = Limits { debug_batch: 7, addresses_per_pass: 997, ..limits };
    assert_eq!(names_only(&names(waiting.pid(), small, &addresses).0), names_only(&found));
    Agreement { addresses: addresses.len(), inlined, report }
}

fn names_only(found: &BTreeMap<u64, Vec<Name>>) -> Vec<&Vec<Name>> {
    found.values().collect()
}

fn build(compiler: &str, name: &str, directory: &Path, arguments: &[&str]) -> PathBuf {
    let program = directory.join(name);
    run(Command::new(compiler).args(arguments).arg("-o").arg(&program));
    program
}

#[test]
fn rust_programs_have_them_under_either_scheme_of_names() {
    let directory = scratch("lines-rust");
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let code = source("iterators.rs");
    for scheme in [None, Some("symbol-mangling-version=v0")] {
        let mut arguments = vec!["--edition=2024", "-O", "-g", code.to_str().unwrap()];
        arguments.extend(scheme.iter().flat_map(|scheme| ["-C", scheme]));
        let program = build(&rustc, scheme.map_or("iterators", |_| "iterators-v0"), &directory, &arguments);
        let result = compare(&program, &program, 37);
        assert!(result.inlined > 500, "{scheme:?}: {} of {}", result.inlined, result.addresses);
    }
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
#[ignore = "deep"]
fn compressed_debug_sections_say_the_same() {
    let directory = scratch("lines-compressed");
    let code = source("layers.cc");
    let plain = build("g++", "plain", &directory, &["-O2", "-g", code.to_str().unwrap()]);
    for format in ["zlib", "zstd"] {
        let program = directory.join(format);
        let option = format!("--compress-debug-sections={format}");
        run(Command::new("objcopy").arg(option).arg(&plain).arg(&program));
        let compressed = std::fs::read(&program).unwrap();
        let file = object::File::parse(&*compressed).unwrap();
        let section = file.section_by_name(".debug_info").unwrap();
        assert_ne!(section.compressed_data().unwrap().format, object::CompressionFormat::None);
        let result = compare(&program, &plain, 3);
        assert!(result.inlined > 100, "{format}: {} of {}", result.inlined, result.addresses);
        assert_eq!(result.report.debug_cut, 0, "{format}");
    }
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_stripped_program_has_them_from_its_debug_file() {
    let directory = scratch("lines-separate");
    let code = source("layers.cc");
    let whole = build("g++", "whole", &directory, &["-O2", "-g", code.to_str().unwrap()]);
    let (program, debug) = (directory.join("program"), directory.join("program.debug"));
    run(Command::new("objcopy").arg("--only-keep-debug").arg(&whole).arg(&debug));
    run(Command::new("objcopy")
        .arg("--strip-all")
        .arg(format!("--add-gnu-debuglink={}", debug.display()))
        .arg(&whole)
        .arg(&program));
    let result = compare(&program, &whole, 3);
    assert!(result.inlined > 100, "{} of {}", result.inlined, result.addresses);
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn entries_in_other_files_are_not_read_and_counted() {
    let directory = scratch("lines-split");
    let code = source("layers.cc");
    let program = build("g++", "split", &directory, &["-O2", "-g", "-gsplit-dwarf", code.to_str().unwrap()]);
    let bytes = std::fs::read(&program).unwrap();
    let file = object::File::parse(&*bytes).unwrap();
    let waiting = Killed::spawn(&program);
    let bias = bias(&waiting, &file);
    let run = file.symbols().find(|symbol| symbol.name().is_ok_and(|name| name.contains("acme3run"))).unwrap();
    let addresses: Vec<u64> = (run.address()..run.address() + run.size()).map(|address| address + bias).collect();
    let (found, report) = names(waiting.pid(), Limits::default(), &addresses);
    assert_eq!(report.debug_elsewhere, addresses.len() as u64);
    assert!(found.values().all(|names| names.len() == 1 && names[0].function.starts_with("acme::run(")));
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn what_the_limits_leave_out_is_counted_and_the_symbols_still_name() {
    let directory = scratch("lines-cut");
    let code = source("layers.cc");
    let program = build("g++", "cut", &directory, &["-O2", "-g", code.to_str().unwrap()]);
    let bytes = std::fs::read(&program).unwrap();
    let file = object::File::parse(&*bytes).unwrap();
    let waiting = Killed::spawn(&program);
    let addresses: Vec<u64> = addresses_in(&file, 5).iter().map(|address| address + bias(&waiting, &file)).collect();
    let all = Limits::default();
    let inlined = names(waiting.pid(), all.clone(), &addresses).1.inlined;
    for limits in [
        Limits { debug_bytes: 2000, ..all.clone() },
        Limits { debug_units: 0, ..all.clone() },
        Limits { debug_time: std::time::Duration::ZERO, ..all.clone() },
    ] {
        let (found, report) = names(waiting.pid(), limits, &addresses);
        assert_eq!((report.debug_cut, report.unnamed), (1, 0));
        assert!(found.values().flatten().any(|name| name.function.starts_with("acme::run(")));
        assert!(report.inlined < inlined);
    }
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_cxx_program_has_the_inlined_calls_and_lines_that_another_library_sees() {
    check_cxx([("g++", "-gdwarf-5"), ("clang++-14", "-gdwarf-4")]);
}

#[test]
#[ignore = "deep"]
fn a_cxx_program_of_another_make_has_them_too() {
    check_cxx([("g++", "-gdwarf-4"), ("clang++-14", "-gdwarf-5")]);
}

fn check_cxx(ways: [(&str, &str); 2]) {
    let directory = scratch("lines-cxx");
    let code = source("layers.cc");
    let code = code.to_str().unwrap();
    for (compiler, version) in ways {
        let program = build(compiler, &format!("{compiler}{version}"), &directory, &["-O2", version, code]);
        let result = compare(&program, &program, 1);
        assert!(result.inlined > 100, "{compiler} {version}: {} of {}", result.inlined, result.addresses);
        assert_eq!((result.report.debug_cut, result.report.debug_elsewhere), (0, 0), "{compiler} {version}");
    }
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn functions_inside_functions_have_their_own_names() {
    let directory = scratch("lines-nested");
    let code = source("nested.c");
    let program = build("gcc", "nested", &directory, &["-O1", "-g", "-z", "execstack", code.to_str().unwrap()]);
    compare(&program, &program, 1);
    let bytes = std::fs::read(&program).unwrap();
    let file = object::File::parse(&*bytes).unwrap();
    let waiting = Killed::spawn(&program);
    let innermost =
        file.symbols().find(|symbol| symbol.name().is_ok_and(|name| name.starts_with("innermost"))).unwrap();
    // Alone: no other function of the unit holds a wanted address.
    let (found, _) = names(waiting.pid(), Limits::default(), &[innermost.address() + bias(&waiting, &file)]);
    let name = &found.values().next().unwrap()[0];
    assert_eq!((name.first_line, base(&name.file)), (Some(12), "nested.c".to_owned()));
    std::fs::remove_dir_all(directory).unwrap();
}
