//! .NET programs whose calls are known: each sampled stack must be one that the program can have, and each kind of it
//! as frequent as the time it took.
//!
//! Beside the collector's other programs lie runtimes of several versions, one of them a part of a program in a single file,
//! and a compiler of C#, which runs on one of them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::bundle::Bundle;
use crate::harness::{Known, Scratch, Stack, assert_sampled, assert_whole, record_of, samples_and_whole, stacks_in};
use serde_json::Value;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/targets/frames.cs");
const HOST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/targets/dotnet_host.c");
/// The runtime that the compiler runs on.
const COMPILES: &str = "dotnet-9.0.7";
const COMPILER: &str = "dotnet-compiler";
/// A program with a runtime in it, trimmed to what it needs itself.
const SINGLE: (&str, &str) = ("dotnet-10.0.11", "azmcp");
/// What a program is compiled against. The runtime's own assembly, because one that was trimmed has little else.
const REFERENCES: [&str; 3] = ["System.Private.CoreLib.dll", "System.Runtime.dll", "System.Console.dll"];

fn installed(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../.farol").join(name);
    path.canonicalize().unwrap_or_else(|_| panic!("{} is missing: run ./farol test --deep", path.display()))
}

fn host(scratch: &Scratch) -> PathBuf {
    let host = scratch.path("orders");
    let built = Command::new("cc").args(["-O1", "-o"]).arg(&host).arg(HOST).arg("-ldl").status();
    assert!(built.expect("a C compiler").success());
    host
}

/// Compiles the program against the assemblies in a folder.
fn compile(host: &Path, references: &Path, assembly: &Path) {
    let runtime = installed(COMPILES);
    let mut command = Command::new(host);
    command.arg(runtime).arg(installed(COMPILER).join("csc.dll"));
    command.args(["-nologo", "-nostdlib", "-noconfig", "-optimize", "-unsafe"]);
    command.args(REFERENCES.map(|name| format!("-r:{}", references.join(name).display())));
    let built = command.arg(format!("-out:{}", assembly.display())).arg(PROGRAM).status();
    assert!(built.expect("the host starts").success(), "the program does not compile");
}

/// Of the program's own methods in a stack the names, without what the compiler counts.
fn own_frames(stack: &[(String, String)], module: &str) -> Vec<String> {
    let plain = |name: &str| {
        let name = name.strip_prefix("Shop.").unwrap_or(name);
        name.chars().filter(|letter| !letter.is_ascii_digit()).collect()
    };
    stack.iter().filter(|(of, _)| of == module).map(|(_, name)| plain(name)).collect()
}

/// What is asked, how many milliseconds it takes, and the calls that lead there.
fn courses() -> Vec<(&'static str, f64, Vec<&'static str>)> {
    let obeyed = |calls: &[&'static str]| [&["Frames.Main", "Frames.Obey"], calls].concat();
    let burns = |calls: &[&'static str]| obeyed(&[calls, &["Frames.Burn"]].concat());
    vec![
        ("box 250", 250.0, burns(&["Box`.Open", "Tax.Ask"])),
        ("lid 250", 250.0, burns(&["Box`+Lid.Lift"])),
        ("leaves 250", 250.0, obeyed(&["Frames.Leaves"])),
        ("descend 60 250", 250.0, burns(&["Frames.Descend"; 61])),
        ("close 250", 250.0, burns(&["Frames.Close", "Frames.Call", "Frames+<>c__DisplayClass_.<Close>b__"])),
        ("consume 250", 250.0, burns(&["Frames.Consume", "Frames+<Numbers>d__.MoveNext"])),
        ("order 250", 250.0, burns(&["Frames.Order", "Frames.Rank"])),
        // The handler runs while the frame that failed is still there.
        ("handle 250", 250.0, burns(&["Frames.Handle", "Frames.Fail", "Frames.Handle"])),
        ("latin 250", 250.0, burns(&["Frames.Größe"])),
        ("thread 250", 250.0, vec!["Frames+<>c__DisplayClass_.<Obey>b__", "Frames.Burn"]),
        ("task 250", 250.0, vec!["Frames+<>c__DisplayClass_.<Obey>b__", "Frames.Burn"]),
    ]
}

/// What the methods in which the time goes call themselves: the clock, and the loop.
fn is_inner(name: &str) -> bool {
    matches!(name, "Frames.Time" | "Frames.Spin" | "Frames.Leaf")
}

fn check(version: &str, module: &str, command: &mut Command) {
    let mut target = Known::from(command);
    // Once it answers, everything that it does was compiled, and most of it twice.
    for (what, ..) in courses() {
        target.does(what);
    }
    let record = record_of(version, target, "cpu_stacks", |target| {
        for (what, ..) in courses() {
            target.does(what);
        }
    });
    assert_sampled(&record);
    let axis = &record["axes"]["cpu_stacks"];
    assert_eq!((&axis["runtimes"][0]["name"], &axis["runtimes"][0]["problem"]), (&version.into(), &Value::Null));
    assert_whole(version, axis, 970);
    let (samples, _) = samples_and_whole(axis);
    let courses = courses();
    let hz = axis["measured_hz"].as_f64().expect("a number");
    let mut seen = vec![0; courses.len()];
    let mut outside = 0;
    for (stack, count) in &stacks_in(axis) {
        let mut own = own_frames(stack, module);
        while own.last().is_some_and(|name| is_inner(name)) {
            own.pop();
        }
        outside += if own.is_empty() { *count } else { 0 };
        let is_of = |calls: &[&str]| own.iter().map(String::as_str).eq(calls.iter().copied());
        let is_possible = (0..courses.len()).any(|at| (0..=courses[at].2.len()).any(|to| is_of(&courses[at].2[..to])));
        // What a callback, a closure or a handler is called through belongs to the runtime.
        assert!(is_possible, "{version}: no such calls: {own:?} in {stack:?}");
        if let Some(course) = courses.iter().position(|(_, _, calls)| is_of(calls)) {
            seen[course] += count;
        }
    }
    // The two that run in threads look the same.
    seen[courses.len() - 1] += seen[courses.len() - 2] / 2;
    seen[courses.len() - 2] -= seen[courses.len() - 2] / 2;
    for ((what, ms, _), count) in courses.iter().zip(seen) {
        // Five standard deviations of a count, and the ticks at both ends.
        let expected = hz * ms / 1000.0;
        let least = expected - 5.0 * expected.sqrt() - 5.0;
        assert!(count as f64 >= least, "{version}: {what}: {count} samples, {expected} expected");
    }
    assert!(outside * 10 <= samples, "{version}: {outside} of {samples} samples are in none of the program's methods");
    check_names(version, axis);
}

/// Methods of the runtime's own libraries have names too, and code that it made is hardly ever without one.
fn check_names(version: &str, axis: &Value) {
    let stacks = stacks_in(axis);
    let count = |is_it: &dyn Fn(&(String, String)) -> bool| -> u64 {
        stacks.iter().filter(|(stack, _): &&Stack| stack.iter().any(is_it)).map(|(_, count)| *count).sum()
    };
    let named =
        count(&|(module, name)| module == "System.Private.CoreLib.dll" && name.starts_with("System.Threading."));
    assert!(named > 0, "{version}: a task runs in the library's threads");
    let unnamed = count(&|(module, name)| module.contains("doublemapper") && name == "[unknown]");
    let (samples, _) = samples_and_whole(axis);
    assert!(unnamed <= 3 + samples / 50, "{version}: {unnamed} of {samples}");
}

fn check_folder(version: &str, folder: &str) {
    let scratch = Scratch::new(folder);
    let (host, runtime) = (host(&scratch), installed(folder));
    let assembly = scratch.path("Frames.dll");
    compile(&host, &runtime, &assembly);
    check(version, "Frames.dll", Command::new(&host).arg(runtime).arg(&assembly));
}

#[test]
#[ignore = "deep"]
fn every_stack_on_net_8_is_one_that_the_program_can_have() {
    check_folder(".NET 8.0.4", "dotnet-8.0.4");
}

#[test]
#[ignore = "deep"]
fn every_stack_on_net_9_is_one_that_the_program_can_have() {
    check_folder(".NET 9.0.7", "dotnet-9.0.7");
}

#[test]
#[ignore = "deep"]
fn every_stack_in_a_single_file_on_net_10_is_one_that_the_program_can_have() {
    let scratch = Scratch::new("dotnet-single");
    let (folder, program) = SINGLE;
    let bundle = Bundle::of(std::fs::read(installed(folder).join(program)).expect("it can be read"));
    for name in REFERENCES {
        std::fs::write(scratch.path(name), bundle.read(name)).expect("it can be written");
    }
    // It finds its program by the name that it was built with.
    let module = format!("{program}.dll");
    let assembly = scratch.path(&module);
    compile(&host(&scratch), &scratch.0, &assembly);
    let whole = bundle.with(&module, &std::fs::read(&assembly).expect("it was compiled"));
    let single = scratch.path("shop");
    std::fs::write(&single, whole).expect("it can be written");
    make_executable(&single);
    check(".NET 10.0.11", &module, &mut Command::new(&single));
}

fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
}
