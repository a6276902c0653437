//! .NET programs whose calls are known, on runtimes of several versions, one of them a part of a program in a single file;
//! the compiler of C# runs on one of them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::bundle::Bundle;
use crate::harness::courses::{Course, Trial, installed};
use crate::harness::{Known, Scratch, Stack, record_of, stacks_in};
use serde_json::Value;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/targets/frames.cs");
const HOST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/targets/dotnet_host.c");
/// The runtime that the compiler runs on.
const COMPILES: &str = "dotnet-9.0";
const COMPILER: &str = "dotnet-compiler/csc.dll";
/// A program with a runtime in it, trimmed to what it needs itself.
const SINGLE: (&str, &str) = ("dotnet-10.0", "azmcp");
/// What a program is compiled against. The runtime's own assembly, because one that was trimmed has little else.
const REFERENCES: [&str; 3] = ["System.Private.CoreLib.dll", "System.Runtime.dll", "System.Console.dll"];

fn host(scratch: &Scratch) -> PathBuf {
    let host = scratch.path("orders");
    let built = Command::new("cc").args(["-O1", "-o"]).arg(&host).arg(HOST).arg("-ldl").status();
    assert!(built.expect("a C compiler").success());
    host
}

/// Compiles the program against the assemblies in a folder.
fn compile(host: &Path, references: &Path, assembly: &Path) {
    let mut command = Command::new(host);
    command.args([installed(COMPILES), installed(COMPILER)]);
    command.args(["-nologo", "-nostdlib", "-noconfig", "-optimize", "-unsafe"]);
    command.args(REFERENCES.map(|name| format!("-r:{}", references.join(name).display())));
    let built = command.arg(format!("-out:{}", assembly.display())).arg(PROGRAM).status();
    assert!(built.expect("the host starts").success(), "the program does not compile");
}

fn courses() -> Vec<Course> {
    let course = |what, calls: Vec<&'static str>| Course { what, ms: 250.0, calls };
    let burns = |what, calls: &[&'static str]| {
        course(what, [&["Shop.Frames.Main", "Shop.Frames.Obey"], calls, &["Shop.Frames.Burn"]].concat())
    };
    vec![
        burns("box 250", &["Shop.Box`1.Open", "Shop.Tax.Ask"]),
        burns("lid 250", &["Shop.Box`1+Lid.Lift"]),
        burns("descend 60 250", &["Shop.Frames.Descend"; 61]),
        burns("close 250", &["Shop.Frames.Close", "Shop.Frames.Call", "Shop.Frames+<>c__DisplayClass10_0.<Close>b__0"]),
        burns("consume 250", &["Shop.Frames.Consume", "Shop.Frames+<Numbers>d__11.MoveNext"]),
        burns("order 250", &["Shop.Frames.Order", "Shop.Frames.Rank"]),
        // The handler runs while the frame that failed is still there.
        burns("handle 250", &["Shop.Frames.Handle", "Shop.Frames.Fail", "Shop.Frames.Handle"]),
        burns("latin 250", &["Shop.Frames.Größe"]),
        // These have stacks of their own.
        course("thread 250", vec!["Shop.Frames+<>c__DisplayClass20_0.<Obey>b__0", "Shop.Frames.Burn"]),
        course("task 250", vec!["Shop.Frames+<>c__DisplayClass20_0.<Obey>b__1", "Shop.Frames.Burn"]),
    ]
}

/// Starts the program, and has it do everything once, so that it was compiled.
fn start(command: &mut Command) -> Known {
    let mut target = Known::from(command);
    target.does("leaves 250");
    for course in courses() {
        target.does(course.what);
    }
    target
}

fn check(version: &str, module: &str, command: &mut Command) {
    let leaves = &["Shop.Frames.Time"];
    // The runtime's own threads compile again what runs often.
    let trial = Trial { language: "dotnet", version, courses: courses(), leaves, module, outside: 100 };
    let record = trial.run(start(command));
    let axis = &record["axes"]["cpu_stacks"];
    let name = axis["runtimes"][0]["name"].as_str().expect("a name");
    assert!(name.starts_with(&format!(".NET {version}.")), "{name}");
    check_names(version, &stacks_in(axis));
    check_frameless(version, module, command);
}

/// Methods of the runtime's own libraries have names too, and code that it made is hardly ever without one.
fn check_names(version: &str, stacks: &[Stack]) {
    let samples = |is_it: &dyn Fn(&(String, String)) -> bool| -> u64 {
        stacks.iter().filter(|(stack, _)| stack.iter().any(is_it)).map(|(_, count)| *count).sum()
    };
    let pool = samples(&|(module, name)| {
        module == "System.Private.CoreLib.dll" && name.starts_with("System.Threading.ThreadPoolWorkQueue.")
    });
    assert!(pool > 0, "{version}: a task runs in the library's threads");
    let unnamed = samples(&|(module, name)| module.contains("doublemapper") && name == "[unknown]");
    let all = samples(&|_| true);
    assert!(unnamed <= 3 + all / 50, "{version}: {unnamed} of {all}");
}

/// A method that keeps nothing on the stack has its caller all the same.
fn check_frameless(version: &str, module: &str, command: &mut Command) {
    let record = record_of("dotnet-frameless", start(command), "cpu_stacks", |target| target.does("leaves 500"));
    let calls = ["Shop.Frames.Main", "Shop.Frames.Obey", "Shop.Frames.Leaves", "Shop.Frames.Leaf"];
    let mut in_leaf = 0;
    for (stack, count) in stacks_in(&record["axes"]["cpu_stacks"]) {
        let own: Vec<&str> = stack.iter().filter(|(of, _)| of == module).map(|(_, name)| &**name).collect();
        let is_time = own.ends_with(&["Shop.Frames.Leaves", "Shop.Frames.Time"]);
        assert!(calls.starts_with(&own) || is_time && own.len() == 4, "{version}: {own:?}");
        in_leaf += if own == calls { count } else { 0 };
    }
    assert!(in_leaf > 5, "{version}: {in_leaf} samples are in the innermost method");
}

fn check_folder(version: &str, folder: &str) {
    let scratch = Scratch::new(&format!("program-{folder}"));
    let (host, runtime) = (host(&scratch), installed(folder));
    let assembly = scratch.path("Frames.dll");
    compile(&host, &runtime, &assembly);
    check(version, "Frames.dll", Command::new(&host).arg(runtime).arg(&assembly));
}

#[test]
#[ignore = "deep"]
fn every_stack_of_net_8_is_one_that_the_program_can_have() {
    check_folder("8.0", "dotnet-8.0");
}

#[test]
#[ignore = "deep"]
fn every_stack_of_net_9_is_one_that_the_program_can_have() {
    check_folder("9.0", "dotnet-9.0");
}

#[test]
#[ignore = "deep"]
fn every_stack_of_net_10_in_a_single_file_is_one_that_the_program_can_have() {
    let scratch = Scratch::new("program-dotnet-10.0");
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
    check("10.0", &module, &mut Command::new(&single));
}

#[test]
#[ignore = "deep"]
fn a_version_that_is_not_read_says_so() {
    let runtime = installed("dotnet-3.1");
    let scratch = Scratch::new("program-dotnet-3.1");
    let host = host(&scratch);
    let assembly = scratch.path("Frames.dll");
    compile(&host, &runtime, &assembly);
    let target = Known::from(Command::new(&host).arg(runtime).arg(&assembly));
    let record = record_of("dotnet-3.1", target, "cpu_stacks", |target| target.does("latin 500"));
    let axis = &record["axes"]["cpu_stacks"];
    let problem = axis["runtimes"][0]["problem"].as_str().unwrap_or_else(|| panic!("{}", axis["runtimes"]));
    assert!(problem.contains("is older than 8"), "{problem}");
    let number = |value: &Value| value.as_u64().expect("a number");
    assert!(number(&axis["unread"]) * 2 > number(&axis["samples"]), "{axis}");
}

fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
}
