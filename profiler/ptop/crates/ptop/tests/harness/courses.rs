//! Programs of a language whose calls are known: each sampled stack must be one that the program can have, and each kind of
//! it as frequent as the time it took.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::promised::promised;
use super::{Known, assert_sampled, record_with, samples_and_whole, stacks_in};

/// What the program is asked, how many milliseconds it takes, and the calls that lead there, outermost first.
pub struct Course {
    pub what: &'static str,
    pub ms: f64,
    pub calls: Vec<&'static str>,
}

/// A runtime, and a program for it.
pub struct Trial<'a> {
    /// In the word of the record, by which a row of `languages.tsv` says what is promised of it.
    pub language: &'a str,
    /// The version, as far as that row has it.
    pub version: &'a str,
    pub courses: Vec<Course>,
    /// What the innermost of each may call, for a small part of its time.
    pub leaves: &'a [&'a str],
    /// The module of the program's own functions.
    pub module: &'a str,
    /// Samples that are in none of the program's functions, of a thousand.
    pub outside: u64,
}

impl Trial<'_> {
    /// Has the program do all courses. Returns the record, with every stack of it checked.
    pub fn run(&self, target: Known) -> Value {
        let name = format!("{}-{}", self.language, self.version);
        // Often, so that each course is short.
        let record = record_with(&name, target, &["--axes", "cpu_stacks", "--hz", "397"], |target| {
            for course in &self.courses {
                target.does(course.what);
            }
        });
        self.check(&record);
        record
    }

    fn check(&self, record: &Value) {
        let Trial { language, version, courses, .. } = self;
        let name = &format!("{language} {version}");
        let least = promised(language, version);
        assert_sampled(record);
        let axis = &record["axes"]["cpu_stacks"];
        let (samples, whole) = samples_and_whole(axis);
        assert!((whole + 1) * 1000 >= samples * least, "{name}: {whole} of {samples}: {}", axis["ends_early"]);
        // One sample may fall within the few instructions in which a runtime changes its structures.
        let unread = axis["unread"].as_u64().expect("a count");
        assert!(unread <= 1, "{name}: {unread} of {samples}: {}", axis["runtimes"]);
        let hz = axis["measured_hz"].as_f64().expect("a number");
        let mut seen = vec![0; courses.len()];
        let mut outside = 0;
        for (stack, count) in stacks_in(axis) {
            let own: Vec<&str> =
                stack.iter().filter(|(module, _)| module == self.module).map(|(_, function)| &**function).collect();
            outside += if own.is_empty() { count } else { 0 };
            let is_leaf = own.len() > 1 && own.last().is_some_and(|last| self.leaves.contains(last));
            let own = if is_leaf { &own[..own.len() - 1] } else { &own[..] };
            let is_possible = courses.iter().any(|course| course.calls.starts_with(own));
            assert!(is_possible, "{name}: no such calls: {own:?} in {stack:?}");
            if let Some(course) = courses.iter().position(|course| course.calls == own) {
                seen[course] += count;
            }
        }
        for (Course { what, ms, .. }, count) in courses.iter().zip(seen) {
            // Five standard deviations of a count, and the ticks at both ends.
            let expected = hz * ms / 1000.0;
            let least = expected - 5.0 * expected.sqrt() - 5.0;
            assert!(count as f64 >= least, "{name}: {what}: {count} samples, {expected} expected");
        }
        assert!(
            outside * 1000 <= samples * self.outside,
            "{name}: {outside} of {samples} samples are not the program's"
        );
    }
}

/// The number of the line of a program that has this text.
pub fn line_of(program: &str, text: &str) -> u64 {
    let lines = std::fs::read_to_string(program).expect("readable");
    let found = lines.lines().position(|line| line.trim() == text);
    found.unwrap_or_else(|| panic!("{text} is no line of {program}")) as u64 + 1
}

/// A runtime that was installed for the tests.
pub fn installed(path: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../.farol").join(path);
    assert!(path.exists(), "{} is missing: run ./farol test", path.display());
    path
}
