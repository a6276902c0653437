//! Walks samples of programs that were built elsewhere and compares them with
//! `framehop`, which has every unwind section resident. The sampler is preloaded.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::reference::Reference;
use crate::support::{Sampled, Sampling, build_preload, run, sample, scratch};
use stacks::{CutReason, Limits, Target};

const WITHOUT_TRUTH: Sampling = Sampling { count: 200, stack_bytes: 65_528, with_truth: false };

/// What walking a program's samples gave.
#[derive(Debug, Default)]
struct Comparison {
    samples: usize,
    whole: usize,
    /// Samples that both engines walk to a root with the same frames.
    same: usize,
    /// Whole samples where the reference gives up, or skips frames of ours and adds none.
    ahead: usize,
    /// Samples that only the reference calls whole.
    missed: usize,
    /// The same where ours says that the code has no unwind information, so that the reference guessed: a
    /// program's `_init`, and what the compiler links to its start and end.
    bare: usize,
    /// Whole samples that differ where a frame was left by the frame pointer, a guess on both sides.
    guessed: usize,
    cuts: BTreeMap<CutReason, usize>,
    difference: String,
}

fn compare(sampled: &Sampled) -> Comparison {
    let limits = Limits { frames: 1024, ..Limits::default() };
    let mut target = Target::open(sampled.pid(), limits).unwrap();
    let mut reference = Reference::open(sampled.pid());
    let mut result = Comparison { samples: sampled.samples.len(), ..Comparison::default() };
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for sample in &sampled.samples {
        let outcome = target.unwind(&sample.sample(), &mut ours);
        let theirs_whole = reference.unwind(&sample.values, &sample.stack, &mut theirs);
        result.whole += usize::from(outcome.is_whole());
        if theirs_whole && outcome.cut_reason() == Some(CutReason::NoUnwindInfo) {
            result.bare += 1;
        } else if theirs_whole && !outcome.is_whole() {
            result.missed += 1;
            let names = |stack: &[u64]| place(sampled.pid(), stack);
            result.difference = format!("{outcome}\nours   {}\ntheirs {}", names(&ours), names(&theirs));
        }
        if let Some(reason) = outcome.cut_reason() {
            *result.cuts.entry(reason).or_default() += 1;
        }
        if outcome.is_whole() {
            if theirs_whole && ours == theirs {
                result.same += 1;
            } else if !theirs_whole || is_subsequence(&theirs, &ours) {
                result.ahead += 1;
            } else if outcome.frame_pointer_steps() > 0 {
                result.guessed += 1;
            } else if result.difference.is_empty() {
                let names = |stack: &[u64]| place(sampled.pid(), stack);
                result.difference = format!("{outcome}\nours   {}\ntheirs {}", names(&ours), names(&theirs));
            }
        }
    }
    result
}

/// A program sampled at any instruction at all is now and then at one that nobody can leave: on a
/// stack that was moved to the heap and is not in the copy, or in code without unwind data. And while
/// a function with a large frame probes its stack, the frame's base is in r11, a register that the
/// reference does not carry: it guesses there, and loses callers or its way.
fn assert_as_good_as_reference(name: &str, result: &Comparison) {
    assert_eq!(result.missed, 0, "{name}: {:?}, {}", result.cuts, result.difference);
    assert_eq!(result.same + result.ahead + result.guessed, result.whole, "{name}: {}", result.difference);
    assert!(result.bare * 50 <= result.samples, "{name}: {:?}", result.cuts);
    assert!(result.whole * 100 >= result.samples * 95, "{name}: {:?}", result.cuts);
    assert!(result.ahead * 20 <= result.samples, "{name}: {} of {} differ", result.ahead, result.samples);
}

fn is_subsequence(part: &[u64], whole: &[u64]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|wanted| rest.any(|address| address == wanted))
}

/// Each address as an offset into the file that is mapped there.
fn place(pid: u32, stack: &[u64]) -> String {
    let maps = std::fs::read_to_string(format!("/proc/{pid}/maps")).unwrap();
    let hex = |text: &str| u64::from_str_radix(text, 16).unwrap();
    let name = |address: &u64| {
        let found = maps.lines().find_map(|line| {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let (start, end) = fields[0].split_once('-')?;
            (hex(start)..hex(end)).contains(address).then(|| {
                let path = fields.get(5).unwrap_or(&"anonymous");
                format!("{}+{:#x}", path.rsplit('/').next().unwrap(), address - hex(start) + hex(fields[2]))
            })
        });
        found.unwrap_or_else(|| format!("{address:#x}"))
    };
    stack.iter().map(name).collect::<Vec<_>>().join(" < ")
}

fn sample_preloaded(mut command: Command, directory: &Path, sampling: &Sampling) -> Sampled {
    command.env("LD_PRELOAD", build_preload(directory));
    sample(command, directory, sampling)
}

fn compare_program(command: Command, name: &str) -> Comparison {
    let directory = scratch(name);
    let sampled = sample_preloaded(command, &directory, &Sampling { with_truth: false, ..Sampling::default() });
    let result = compare(&sampled);
    println!("{name}: {result:?}");
    assert!(result.samples >= 100, "{name}: only {} samples", result.samples);
    std::fs::remove_dir_all(directory).unwrap();
    result
}

/// The program with this name on the path, or nothing.
fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|directory| directory.join(name)).find(|file| file.is_file())
}

/// `rustc` itself rather than the launcher that starts it: LLVM, Rust, a hundred megabytes.
fn compiler() -> PathBuf {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let output = Command::new(&rustc).args(["--print", "sysroot"]).output().unwrap();
    PathBuf::from(String::from_utf8(output.stdout).unwrap().trim()).join("bin/rustc")
}

#[test]
#[ignore = "deep"]
fn the_rust_compiler_is_whole_and_walked_as_the_reference_does() {
    let directory = scratch("compiler");
    // Enough to compile for the compiler to be busy until it has taken its samples.
    let function = |n: u32| {
        format!("pub fn sort_{n}(mut v: Vec<(u{n}, String)>) -> Vec<(u{n}, String)> {{ v.sort(); v.dedup(); v }}\n")
            .replace(&format!("u{n}"), ["u8", "u16", "u32", "u64"][n as usize % 4])
    };
    let input = directory.join("input.rs");
    std::fs::write(&input, (0..2000).map(function).collect::<String>()).unwrap();
    let mut command = Command::new(compiler());
    command.args(["--edition=2024", "--crate-type=lib", "-O", "-o"]).arg(directory.join("out.rlib")).arg(input);
    // Deeper than a kernel copies: the walk is under test here, not the size of the copy.
    let sampled = sample_preloaded(command, &directory, &Sampling { stack_bytes: 1 << 20, ..WITHOUT_TRUTH });
    let result = compare(&sampled);
    assert!(result.samples >= 100, "only {} samples", result.samples);
    assert_as_good_as_reference("compiler", &result);
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn a_shell_and_its_library_are_whole_and_walked_as_the_reference_does() {
    let mut command = Command::new(find("bash").or_else(|| find("sh")).unwrap());
    command.args(["-c", "i=0; while :; do i=$((i+1)); s=\"$s$i\"; [ ${#s} -lt 4000 ] || s=; done"]);
    assert_as_good_as_reference("shell", &compare_program(command, "shell"));
}

/// Interpreters and servers that may or may not be installed. The compiler and the shell above always are, so nothing
/// passes for want of a program.
#[test]
#[ignore = "deep"]
fn installed_interpreters_and_servers_are_whole() {
    let python = "import re,json\ndef f(n): return n if n<2 else f(n-1)+f(n-2)\n\
                  while True: f(12); json.dumps(list(range(50))); re.sub('a+','b','aaab'*50)";
    let candidates: [(&str, &[&str]); 4] = [
        ("/usr/bin/python3", &["-c", python]),
        (
            "perl",
            &[
                "-e",
                "while (1) { my %h = map { $_ => $_ ** 2 } 1 .. 500; my @s = sort { $h{$a} <=> $h{$b} } keys %h; }",
            ],
        ),
        ("mawk", &["BEGIN { for (;;) { s = s length(s); if (length(s) > 4000) { gsub(/1/, \"x\", s); s = \"\" } } }"]),
        ("git", &["--no-pager", "-c", "core.fsmonitor=false", "hash-object", "/dev/zero"]),
    ];
    for (name, arguments) in candidates {
        let Some(program) = find(name) else {
            println!("{name}: not installed");
            continue;
        };
        let mut command = Command::new(program);
        command.args(arguments);
        let result = compare_program(command, name.rsplit('/').next().unwrap());
        assert_as_good_as_reference(name, &result);
    }
}

#[test]
#[ignore = "deep"]
fn jit_frames_are_left_by_the_frame_pointer_and_named_from_the_perf_map() {
    let directory = scratch("jit");
    let script = directory.join("busy.js");
    std::fs::write(
        &script,
        "function leafOfTheScript(n) { let s = 0; for (let i = 0; i < n; i++) s = (s * 31 + i) % 1000003; return s; }\n\
         function middleOfTheScript(n) { return leafOfTheScript(n) + leafOfTheScript(n / 2); }\n\
         for (;;) middleOfTheScript(20000);",
    )
    .unwrap();
    // Under a name by which its engine is not recognised: what is left then is what any JIT gets.
    let host = directory.join("jit-host");
    std::fs::copy(find("node").expect("node is what the rest of the product runs on"), &host).unwrap();
    let mut command = Command::new(host);
    command.args(["--perf-basic-prof", "--interpreted-frames-native-stack"]).arg(&script).current_dir(&directory);
    let sampling = Sampling { count: 600, with_truth: false, ..Sampling::default() };
    let sampled = sample_preloaded(command, &directory, &sampling);
    let mut target = Target::open(sampled.pid(), Limits::default()).unwrap();
    let mut addresses = std::collections::BTreeSet::new();
    let mut stack = Vec::new();
    let (mut whole, mut by_frame_pointer) = (0, 0);
    for sample in &sampled.samples {
        let outcome = target.unwind(&sample.sample(), &mut stack);
        whole += usize::from(outcome.is_whole());
        by_frame_pointer += usize::from(outcome.is_whole() && outcome.frame_pointer_steps() > 0);
        addresses.extend(stack.iter().copied());
    }
    assert!(whole * 100 >= sampled.samples.len() * 98, "{whole} of {} whole", sampled.samples.len());
    assert!(by_frame_pointer > 100, "only {by_frame_pointer} samples had JIT frames");
    let addresses: Vec<u64> = addresses.into_iter().collect();
    let mut found = std::collections::BTreeSet::new();
    target
        .symbolise(&addresses, &mut |_, names| {
            found.extend(names.iter().map(|name| name.function.clone()));
        })
        .unwrap();
    for wanted in ["leafOfTheScript", "middleOfTheScript", "node::Start"] {
        assert!(found.iter().any(|name| name.contains(wanted)), "{wanted} is not among {found:?}");
    }
    run(Command::new("rm").arg("-f").arg(format!("/tmp/perf-{}.map", sampled.pid())));
    std::fs::remove_dir_all(directory).unwrap();
}
