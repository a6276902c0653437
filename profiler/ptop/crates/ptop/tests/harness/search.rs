//! `ptop processes` as it is installed, asked by a user without any privilege.

use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

use super::{ALL_CAPABILITIES, Scratch, TrustedList, as_member, install};

/// A search by the collector as it is installed, in a folder of its own.
pub struct Search {
    pub scratch: Scratch,
    pub program: PathBuf,
    pub list: TrustedList,
}

impl Search {
    /// Installs it.
    pub fn new(name: &str) -> Search {
        let scratch = Scratch::new(&format!("processes-{name}"));
        let program = install(&scratch, &ALL_CAPABILITIES);
        let list = TrustedList::of(&format!("processes-{name}"), &["nothing"]);
        Search { scratch, program, list }
    }

    /// With these arguments and the list as it is.
    pub fn run(&self, arguments: &[&str]) -> Output {
        // One that waits for what a target does would otherwise end no test.
        let mut command = as_member(Path::new("timeout"));
        command.args(["--signal", "KILL", "60"]).arg(&self.program).arg("processes").args(arguments);
        command.arg("--targets").arg(self.list.file());
        command.output().expect("it starts")
    }

    /// What it says of a name that is listed with these namespaces.
    pub fn find(&self, workload: &str, namespaces: &[&str]) -> Value {
        self.list.lists(&[workload], namespaces);
        let namespaces = namespaces.iter().flat_map(|name| ["--namespace", name]);
        let arguments: Vec<&str> = ["--workload", workload].into_iter().chain(namespaces).chain(["--json"]).collect();
        let done = self.run(&arguments);
        assert_eq!((done.status.code(), String::from_utf8_lossy(&done.stderr)), (Some(0), "".into()));
        serde_json::from_slice(&done.stdout).expect("one JSON object")
    }
}

/// Different for each run, and short enough for a command name.
pub fn name(letter: char) -> String {
    format!("fp-{letter}-{}", std::process::id())
}
