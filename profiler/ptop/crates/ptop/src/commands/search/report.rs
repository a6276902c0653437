//! What is said about the processes that were found: bounded, however many there are.

use std::fmt::Write as _;

use serde::Serialize;

use crate::arguments::MAX_PIDS;
use crate::collector::exit::Failure;
use crate::processes::{MatchedBy, Namespace};

/// Processes that are listed although their namespace rules them out: enough to see why.
const MAX_PASSED_OVER: usize = 16;

/// A process of the asked name.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct FoundProcess {
    /// In the pid namespace of procfs.
    pub pid: u32,
    /// Start in clock ticks since boot; with the pid it names a process for good.
    pub start_ticks: u64,
    /// Which of its names is the asked one.
    pub matched_by: MatchedBy,
    /// What its namespace says.
    pub namespace: Namespace,
}

/// How many there are, listed or not.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Of the asked name and namespace.
    pub matching: usize,
    /// Of the asked name, and of another namespace or one that cannot be read.
    pub passed_over: usize,
    /// Whose executable may not be read and whose other two names, where those may, are not the asked one.
    pub unread: usize,
}

/// The answer.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    /// Those that match, the lowest pids first, as many as one capture takes.
    pub processes: Vec<FoundProcess>,
    /// The first of those that a namespace rules out.
    pub passed_over: Vec<FoundProcess>,
    /// How many there are of each.
    pub counts: Counts,
}

impl Report {
    /// Takes note of a process.
    pub fn add(&mut self, process: FoundProcess) {
        let (list, count, limit) = if process.namespace.matches() {
            (&mut self.processes, &mut self.counts.matching, MAX_PIDS)
        } else {
            (&mut self.passed_over, &mut self.counts.passed_over, MAX_PASSED_OVER)
        };
        *count += 1;
        if list.len() < limit {
            list.push(process);
        }
    }

    /// One object on one line.
    ///
    /// # Errors
    /// Never but for a fault of this program.
    pub fn to_json(&self) -> Result<String, Failure> {
        serde_json::to_string(self).map(|text| text + "\n").map_err(Failure::internal)
    }

    /// For people: a line for each process and one that counts.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for FoundProcess { pid, start_ticks, matched_by, namespace } in self.processes.iter().chain(&self.passed_over) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{pid:8} started {start_ticks:12} by {:6} {namespace}", matched_by.word());
        }
        let Counts { matching, passed_over, unread } = &self.counts;
        text + &format!("{matching} match, {passed_over} do not by their namespace, {unread} executables unread\n")
    }
}

#[cfg(test)]
mod tests {
    use super::{FoundProcess, MAX_PASSED_OVER, Report};
    use crate::arguments::MAX_PIDS;
    use crate::processes::{MatchedBy, Namespace};

    #[test]
    fn lists_are_bounded_and_counts_are_not() {
        let mut report = Report::default();
        for pid in 1..=2000 {
            let namespace = if pid % 2 == 0 {
                Namespace::Equal { name: "shop".to_owned() }
            } else {
                Namespace::Differs { reason: "it runs in another namespace".to_owned() }
            };
            report.add(FoundProcess { pid, start_ticks: 1, matched_by: MatchedBy::Comm, namespace });
            report.add(FoundProcess {
                pid: pid + 10_000,
                start_ticks: 1,
                matched_by: MatchedBy::Exe,
                namespace: Namespace::NotAsked,
            });
        }
        assert_eq!((report.processes.len(), report.passed_over.len()), (MAX_PIDS, MAX_PASSED_OVER));
        assert_eq!((report.counts.matching, report.counts.passed_over), (3000, 1000));
    }

    #[test]
    fn json_is_one_line_of_what_was_asked() {
        let mut report = Report::default();
        report.add(FoundProcess {
            pid: 7,
            start_ticks: 9,
            matched_by: MatchedBy::Argv0,
            namespace: Namespace::Equal { name: "shop".to_owned() },
        });
        assert_eq!(
            report.to_json().expect("it serialises"),
            concat!(
                r#"{"processes":[{"pid":7,"start_ticks":9,"matched_by":"argv0","namespace":{"state":"equal","name":"shop"}}],"#,
                r#""passed_over":[],"counts":{"matching":1,"passed_over":0,"unread":0}}"#,
                "\n"
            )
        );
        assert!(report.to_text().contains("7 started            9 by argv0  in namespace shop\n1 match,"));
    }
}
