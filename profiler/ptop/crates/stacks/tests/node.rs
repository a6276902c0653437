//! Frames of JavaScript in live programs: three releases of Node run `targets/shop.cjs`, whose functions
//! are known, with the flags that everybody runs them with. Samples are walked while the program goes on,
//! as a capture walks them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::promised::promised;
use crate::support::live::Live;
use crate::support::{Sampling, build_preload, scratch, source};
use stacks::{CutReason, Limits, Name, NameOrigin, Target};

/// Samples after which the engine has mapped the memory for its code.
const STARTING: usize = 60;

/// The executable of the release with this first number.
fn node(major: &str) -> PathBuf {
    let list = std::fs::read_to_string(source("node-releases.txt")).unwrap();
    let version = list.lines().find(|version| version.split('.').next() == Some(major)).unwrap();
    let node = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../../../.farol/node-{version}/node"));
    assert!(node.is_file(), "{} is missing: run node test/node/releases.ts", node.display());
    node
}

/// Every stack of a program, by name, leaf first.
struct Walked {
    stacks: Vec<Vec<Name>>,
    whole: usize,
    cuts: BTreeMap<CutReason, usize>,
}

fn start_node(command: &mut Command, directory: &Path, count: usize) -> Live {
    let mut command = std::mem::replace(command, Command::new("true"));
    command.env("LD_PRELOAD", build_preload(directory)).current_dir(directory);
    // More than a capture copies: the event loop keeps 12 KiB of events on the stack.
    Live::start(command, directory, &Sampling { count: STARTING + count, stack_bytes: 65_528, with_truth: false })
}

fn walk(sampled: &mut Live, count: usize) -> Walked {
    // Functions are compiled again, better each time, while they are sampled: the start is the hard part.
    sampled.take(STARTING, |_| {});
    let mut target = Target::open(sampled.pid(), Limits::default()).unwrap();
    let (mut out, mut walked) = (Vec::new(), Vec::new());
    let (mut whole, mut cuts) = (0, BTreeMap::new());
    sampled.take(count, |sample| {
        match target.unwind(&sample.sample(), &mut out).cut_reason() {
            None => whole += 1,
            Some(reason) => *cuts.entry(reason).or_default() += 1,
        }
        walked.push(out.clone());
    });
    let notes = target.runtimes();
    assert!(matches!(&notes[..], [note] if note.name.starts_with("V8 1") && note.problem.is_none()), "{notes:?}");
    let releases = std::fs::read_to_string(source("node-releases.txt")).unwrap();
    let is_release = |version: &String| releases.lines().any(|release| release == version);
    assert!(notes[0].language == "node" && notes[0].version.as_ref().is_some_and(is_release), "{notes:?}");
    assert!(target.memory_bytes() < 4 << 20, "{} bytes", target.memory_bytes());
    let addresses: BTreeSet<u64> = walked.iter().flatten().copied().collect();
    let addresses: Vec<u64> = addresses.into_iter().collect();
    let mut names = BTreeMap::new();
    target
        .symbolise(&addresses, &mut |address, found| {
            let name = &found[0];
            names.insert(address, name.clone());
        })
        .unwrap();
    let by_name = |stack: Vec<u64>| stack.iter().map(|address| names[address].clone()).collect();
    Walked { stacks: walked.into_iter().map(by_name).collect(), whole, cuts }
}

impl Walked {
    fn frames(&self) -> impl Iterator<Item = &Name> {
        self.stacks.iter().flatten().filter(|name| name.origin == NameOrigin::JavaScript)
    }
}

fn check(major: &str) -> Walked {
    let directory = scratch(&format!("node-{major}"));
    let count = 1000;
    let mut sampled = start_node(Command::new(node(major)).arg(source("shop.cjs")), &directory, count);
    let walked = walk(&mut sampled, count);
    drop(sampled);
    std::fs::remove_dir_all(directory).unwrap();

    let total = walked.stacks.len();
    assert!(total >= count, "only {total} samples");
    let least = promised("node", major) as usize;
    assert!(walked.whole * 1000 >= total * least, "{} of {total} whole: {:?}", walked.whole, walked.cuts);
    let (all, named) = (walked.frames().count(), walked.frames().filter(|name| !name.function.is_empty()).count());
    assert!(all > total && named * 100 >= all * 99, "{named} of {all} frames of JavaScript have names");
    let mut functions = BTreeMap::new();
    for name in walked.frames() {
        *functions.entry((name.function.as_str(), name.module.as_str())).or_insert(0) += 1;
    }
    let script = source("shop.cjs");
    let script = script.to_str().unwrap();
    for wanted in ["spin", "descend", "get balance", "Till.assigned", "opened", "scaled", "yielding", "awaited"] {
        assert!(functions.contains_key(&(wanted, script)), "{wanted} is not among {functions:?}");
    }
    for wanted in
        ["mapped", "callingBack", "called", "thrown", "matching", "counting", "inspecting", "serve", "(anonymous)"]
    {
        assert!(functions.contains_key(&(wanted, script)), "{wanted} is not among {functions:?}");
    }
    for wanted in [
        ("evaluated", "evalmachine.<anonymous>"),
        ("[wasm]", "[JavaScript engine]"),
        ("[regular expression]", "[JavaScript engine]"),
    ] {
        assert!(functions.contains_key(&wanted), "{wanted:?} is not among {functions:?}");
    }
    let inspect = "node:internal/util/inspect";
    assert!(functions.keys().any(|(_, module)| *module == inspect), "Node's own are not among {functions:?}");
    check_lines(&walked, script);
    walked
}

/// Each function of the script begins at the line that declares it.
fn check_lines(walked: &Walked, script: &str) {
    let text = std::fs::read_to_string(script).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut checked = BTreeSet::new();
    for name in walked.frames().filter(|name| name.module == script) {
        let line = name.first_line.and_then(|line| lines.get(line as usize - 1)).copied();
        let declared = match name.function.as_str() {
            "(anonymous)" => "=>",
            function => function.rsplit(['.', ' ']).next().unwrap(),
        };
        assert!(line.is_some_and(|line| line.contains(declared)), "{name:?} at {line:?}");
        assert_eq!(
            (name.file.as_str(), name.line),
            (script, name.first_line.filter(|_| name.function == "(anonymous)"))
        );
        checked.insert(name.function.as_str());
    }
    assert!(checked.len() > 12, "{checked:?}");
}

#[test]
#[ignore = "deep"]
fn functions_in_threads_with_their_own_heap_have_their_names() {
    let directory = scratch("node-workers");
    let count = 600;
    let mut sampled = start_node(Command::new(node("22")).arg(source("workers.cjs")), &directory, count);
    let walked = walk(&mut sampled, count);
    drop(sampled);
    std::fs::remove_dir_all(directory).unwrap();
    assert!(walked.whole * 1000 >= walked.stacks.len() * 995, "{:?}", walked.cuts);
    let has = |stack: &[Name], wanted: &str| stack.iter().any(|name| name.function == wanted);
    let working = walked.stacks.iter().filter(|stack| has(stack, "looping")).count();
    let named = walked.stacks.iter().filter(|stack| has(stack, "looping") && has(stack, "inWorker")).count();
    // Before it is optimised the loop itself is rarely on top; starting three threads takes its time too.
    assert!(working * 2 > walked.stacks.len() && named * 100 > working * 90, "{named} of {working}");
}

#[test]
#[ignore = "deep"]
fn the_code_of_a_script_is_told_from_functions_without_a_name() {
    for major in ["20", "22", "24"] {
        for file in ["top.cjs", "top.mjs"] {
            let directory = scratch(&format!("node-{major}-{file}"));
            let script = directory.join(file);
            std::fs::copy(source("top.cjs"), &script).unwrap();
            let count = 100;
            let mut sampled = start_node(Command::new(node(major)).arg(&script), &directory, count);
            let walked = walk(&mut sampled, count);
            drop(sampled);
            std::fs::remove_dir_all(directory).unwrap();
            let names = |stack: &Vec<Name>| -> Vec<String> {
                let here = stack.iter().filter(|name| name.module.ends_with(file));
                here.map(|name| name.function.clone()).collect()
            };
            let stacks: Vec<Vec<String>> = walked.stacks.iter().map(names).collect();
            let [direct, called] = [&["(top level)"][..], &["(anonymous)", "(top level)"]]
                .map(|wanted| stacks.iter().filter(|stack| *stack == wanted).count());
            assert!(direct > 5 && called > 5, "{major}: {file}: {stacks:?}");
            assert!((direct + called) * 100 > stacks.len() * 90, "{major}: {file}: {stacks:?}");
        }
    }
}

/// Whatever is inlined into whatever: each function is below the one that it calls.
fn check_callers(walked: &Walked) {
    let calls: [(&str, &[&str]); 9] = [
        ("spin", &["descend", "get balance", "opened", "Till.assigned", "scaled", "yielding", "awaited", "mapped"]),
        ("mapped", &["callingBack"]),
        ("callingBack", &["serve"]),
        ("called", &["serve"]),
        ("thrown", &["serve"]),
        ("matching", &["serve"]),
        ("counting", &["serve"]),
        ("[wasm]", &["counting"]),
        ("descend", &["descend", "serve"]),
    ];
    for (callee, callers) in calls {
        let (mut right, mut wrong, mut example) = (0, 0, Vec::new());
        for stack in &walked.stacks {
            // Functions of the script; between two of them may lie routines of the engine.
            let functions: Vec<&str> = stack.iter().filter(|name| is_of_script(name)).map(|n| &*n.function).collect();
            for pair in functions.windows(2).filter(|pair| pair[0] == callee) {
                let is_known = callers.contains(&pair[1]) || callee == "spin" && SPINNING.contains(&pair[1]);
                right += usize::from(is_known);
                wrong += usize::from(!is_known);
                if !is_known {
                    example.clone_from(&functions);
                }
            }
        }
        assert!(right > 0, "{callee} is called by nobody");
        assert!(
            wrong * 100 <= right + wrong,
            "{callee}: {wrong} of {} are called from elsewhere: {example:?}",
            right + wrong
        );
    }
}

/// Others that call `spin`.
const SPINNING: [&str; 4] = ["evaluated", "thrown", "(anonymous)", "called"];

fn is_of_script(name: &Name) -> bool {
    name.module.ends_with("shop.cjs") || name.module == "evalmachine.<anonymous>" || name.function == "[wasm]"
}

#[test]
fn functions_of_node_24_have_their_names() {
    check("24");
}

/// While functions are still being compiled again, a few samples have a caller that was there before: for how long
/// depends on how busy the machine is.
#[test]
#[ignore = "deep"]
fn functions_of_each_release_have_their_names_and_callers() {
    for major in ["20", "22", "24"] {
        check_callers(&check(major));
    }
}

/// Part of the time in the script that each function of it is on the stack.
type Shares = BTreeMap<String, f64>;

impl Walked {
    fn shares(&self) -> Shares {
        let mut shares = Shares::new();
        let mut total = 0.0;
        for stack in &self.stacks {
            let functions: BTreeSet<&str> =
                stack.iter().filter(|name| name.module.ends_with("shop.cjs")).map(|name| &*name.function).collect();
            total += f64::from(u8::from(!functions.is_empty()));
            for function in functions {
                *shares.entry(function.to_owned()).or_default() += 1.0;
            }
        }
        for share in shares.values_mut() {
            *share /= total;
        }
        shares
    }
}

/// The same from the profile that V8 writes about itself: a tree of calls with the samples of each.
const SUMMARY: &str = "
const { nodes } = JSON.parse(require('fs').readFileSync(process.argv[1], 'utf8'));
const byId = new Map(nodes.map((node) => [node.id, node]));
const hits = new Map();
let total = 0;
const walk = (node, above) => {
  const { functionName, url } = node.callFrame;
  const own = url.endsWith('shop.cjs') ? new Set([...above, functionName || '(anonymous)']) : above;
  if (own.size > 0) total += node.hitCount;
  for (const name of own) hits.set(name, (hits.get(name) ?? 0) + node.hitCount);
  for (const child of node.children ?? []) walk(byId.get(child), own);
};
walk(nodes[0], new Set());
for (const [name, count] of hits) console.log(`${count / total} ${name}`);
";

/// The first CPU that this process may run on.
fn one_cpu() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap().trim();
    list.split([',', '-']).next().unwrap().to_owned()
}

/// On one CPU: the thread that V8 samples from must stop the sampled one for that, and their signal arrives at once. On
/// another CPU of a machine that is slow to interrupt it, it would arrive at the next system call, which is no chance.
fn shares_by_v8(node: &Path, directory: &Path) -> Shares {
    let status = Command::new("taskset")
        .args(["--cpu-list", &one_cpu()])
        .arg(node)
        .args(["--cpu-prof", "--cpu-prof-name=own.cpuprofile"])
        .arg(source("shop.cjs"))
        .arg("5")
        .current_dir(directory)
        .status()
        .unwrap();
    assert!(status.success());
    let output = Command::new(node).args(["-e", SUMMARY]).arg(directory.join("own.cpuprofile")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let share =
        |line: &str| line.split_once(' ').map(|(share, name)| (name.to_owned(), share.parse().unwrap())).unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(share).collect()
}

const PLACES: &str = "
const { nodes } = JSON.parse(require('fs').readFileSync(process.argv[1], 'utf8'));
const own = nodes.map(({ callFrame }) => callFrame).filter(({ url, lineNumber }) => url !== '' && lineNumber >= 0);
for (const { functionName, url, lineNumber } of own) {
  console.log(`${lineNumber + 1} ${url.replace('file://', '')} ${functionName || '(anonymous)'}`);
}
";

/// Line, script and name of every function in the profile that [`shares_by_v8`] has left.
fn places_by_v8(node: &Path, directory: &Path) -> BTreeSet<String> {
    let output = Command::new(node).args(["-e", PLACES]).arg(directory.join("own.cpuprofile")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Functions of that name and script which both saw begin at the same lines, Node's own among them.
fn check_places(walked: &Walked, theirs: &BTreeSet<String>) {
    let rest = |place: &str| place.split_once(' ').map(|(_, rest)| rest.to_owned()).unwrap();
    let known: BTreeSet<String> = theirs.iter().map(|place| rest(place)).collect();
    let place = |name: &Name| Some(format!("{} {} {}", name.first_line?, name.module, name.function));
    let ours: BTreeSet<String> =
        walked.frames().filter_map(place).filter(|place| known.contains(&rest(place))).collect();
    let other: Vec<&String> = ours.difference(theirs).filter(|place| !place.ends_with("(anonymous)")).collect();
    assert!(other.is_empty(), "{other:?} are elsewhere by V8: {theirs:?}");
    assert!(ours.iter().filter(|place| place.contains(" node:")).count() >= 3, "{ours:?}");
}

/// The profiler of V8 stops the thread and knows every instruction of code it compiled for the purpose; the
/// two runs are not the same, least of all on a busy machine, hence the tolerance, and no place in the default run.
#[test]
#[ignore = "deep"]
fn time_and_place_of_each_function_agree_with_the_profiler_of_v8() {
    let directory = scratch("node-agreement");
    let node = node("24");
    let count = 2000;
    let mut sampled = start_node(Command::new(&node).arg(source("shop.cjs")), &directory, count);
    let walked = walk(&mut sampled, count);
    let ours = walked.shares();
    drop(sampled);
    let theirs = shares_by_v8(&node, &directory);
    check_places(&walked, &places_by_v8(&node, &directory));
    std::fs::remove_dir_all(directory).unwrap();
    assert!(theirs.values().filter(|share| **share > 0.03).count() >= 8, "{theirs:?}");
    let all: BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
    for name in all {
        let share = |shares: &Shares| shares.get(name).copied().unwrap_or(0.0);
        let more = share(&ours) - share(&theirs);
        // V8's profiler itself does not see all of what is inlined and calls nothing.
        assert!(more > -0.15 && (more < 0.15 || name == "spin"), "{name}: {ours:?}, by V8 {theirs:?}");
    }
}
