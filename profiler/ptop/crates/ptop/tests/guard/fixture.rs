//! The collector as it is installed, with a list that its caller may use.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::harness::search::name;
use crate::harness::{ALL_CAPABILITIES, Capture, Known, Scratch, TrustedList, as_member, copy, install, known_program};

pub const NOBODY_ID: u32 = 65534;
pub const OTHER: u32 = 4242;
pub const REFUSED: Option<i32> = Some(12);
pub const NOT_LISTED: Option<i32> = Some(11);

/// The collector as it is installed, and a list of one workload that no process has.
pub struct Guard {
    pub scratch: Scratch,
    pub program: PathBuf,
    pub list: TrustedList,
    pub workload: String,
}

impl Guard {
    pub fn new(case: &str) -> Guard {
        let scratch = Scratch::new(&format!("guard-{case}"));
        let program = install(&scratch, &ALL_CAPABILITIES);
        let workload = name('g');
        let list = TrustedList::of(&format!("guard-{case}"), &[&workload]);
        Guard { scratch, program, list, workload }
    }

    /// Asks whether a member of the group may use the list at this path.
    pub fn check(&self, path: &str) -> Output {
        as_member(&self.program).args(["targets", "--json", "--targets", path]).output().expect("it starts")
    }

    /// Asserts that the list at this path is refused for this rule, which this place breaks.
    pub fn refuses(&self, path: &Path, rule: &str, place: &Path) {
        let path = path.to_str().expect("text");
        let done = self.check(path);
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), REFUSED, "{path}: {said}");
        let answer: Value = serde_json::from_slice(&done.stdout).expect("JSON");
        assert_eq!((&answer["code"], answer["targets"].is_null()), (&"list_refused".into(), true), "{answer}");
        let expected = format!("{path} is not accepted as the target list by rule {rule}: {}", place.display());
        assert!(said.contains(&expected), "expected {expected:?} in {said:?}");
    }

    pub fn accepts(&self, path: &Path) {
        let done = self.check(path.to_str().expect("text"));
        assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
        let said: Value = serde_json::from_slice(&done.stdout).expect("JSON");
        assert_eq!(said["targets"], 1, "{said}");
    }

    /// Starts a target that has the listed name.
    pub fn listed(&self) -> Known {
        let program = self.scratch.path(&self.workload);
        copy(&known_program(), &program);
        Known::from(&mut Command::new(program))
    }

    pub fn capture(&self, case: &str, pid: u32, list: &str) -> Capture {
        Capture::with(
            case,
            as_member(&self.program),
            &[pid],
            &["--duration", "1", "--axes", "cpu_time", "--targets", list],
        )
    }
}
