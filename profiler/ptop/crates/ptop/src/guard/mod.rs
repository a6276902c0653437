//! Which processes may be measured. Everybody who may run this program uses its privilege with arguments of their own,
//! so the program itself holds every request against the target list, and the list against what the caller could have
//! written. The canary needs no exception: it is this program's own child, forked by it and not yet waited for, and no
//! argument names it.

mod list;
mod trusted_file;

use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::arguments::{ListChoice, RequestedProcess};
use crate::collector::exit::{Exit, Failure, print};
use crate::collector::privilege::caller_is_root;
use crate::processes::{Names, PROC, ProcessDirectory, compare, has_ended};
use crate::target::Member;
use crate::target::ticks_of;
use list::TargetList;
use trusted_file::read_trusted;

/// As the control process has it.
const LIST_BYTES: u64 = 1 << 20;
/// Beside the program: the path of the only list that it accepts.
const PIN: &str = "ptop.targets";
const PIN_BYTES: u64 = 4096;

/// What a request may reach.
pub enum Scope {
    /// Root asked for it in so many words.
    Any,
    /// The processes of a list.
    Listed(Listed),
}

/// A list that the caller cannot have written.
pub struct Listed {
    list: TargetList,
    path: PathBuf,
    is_pinned: bool,
}

impl Scope {
    /// Reads the list. To be called without effective capabilities.
    ///
    /// # Errors
    /// [`Exit::ListRefused`] with the file and the rule that it breaks.
    pub fn open(choice: &ListChoice) -> Result<Scope, Failure> {
        match choice {
            ListChoice::File(path) => Listed::open(path).map(Scope::Listed),
            ListChoice::Unlisted if caller_is_root() => Ok(Scope::Any),
            ListChoice::Unlisted => Err(Failure::new(
                Exit::ListRefused,
                "--unlisted is for root alone, who could write any target list.",
                "Give the target list with --targets.",
            )),
        }
    }

    /// Holds a search against the list.
    ///
    /// # Errors
    /// [`Exit::NotListed`].
    pub fn admit_search(&self, workload: &str, namespaces: &[String]) -> Result<(), Failure> {
        let Scope::Listed(Listed { list, path, .. }) = self else { return Ok(()) };
        let listed = list.namespaces_of(workload.as_bytes());
        if listed.is_empty() {
            return Err(not_listed(&format!("The workload {workload:?}"), path, "name: no entry has that workload"));
        }
        let is_listed = |name: &String| listed.iter().any(|one| one.as_ref() == Some(name));
        if listed.contains(&None) || (!namespaces.is_empty() && namespaces.iter().all(is_listed)) {
            return Ok(());
        }
        let why = "namespace: its entries name namespaces, and others were asked for";
        Err(not_listed(&format!("The workload {workload:?}"), path, why))
    }

    /// Holds each process of a request against the list, and says which they are for good. One that has ended is left
    /// out.
    ///
    /// # Errors
    /// [`Exit::NotListed`] with the pid and the rule.
    pub fn admit(&self, requested: &[RequestedProcess]) -> Result<Vec<RequestedProcess>, Failure> {
        let Scope::Listed(listed) = self else { return Ok(requested.to_vec()) };
        let mut admitted = Vec::with_capacity(requested.len());
        for process in requested {
            match listed.admit(*process) {
                Ok(start_ticks) => {
                    admitted.extend(start_ticks.map(|_| RequestedProcess { pid: process.pid, start_ticks }));
                }
                Err(why) => return Err(not_listed(&format!("Process {}", process.pid), &listed.path, &why)),
            }
        }
        Ok(admitted)
    }

    /// Holds what the kernel now counts against what was admitted: a pid may have been given away in between.
    ///
    /// # Errors
    /// [`Exit::TargetGone`].
    pub fn confirm(&self, admitted: &[RequestedProcess], members: &[Member]) -> Result<(), Failure> {
        if matches!(self, Scope::Any) {
            return Ok(());
        }
        let is_admitted = |member: &&Member| {
            let start_ticks = Some(ticks_of(member.start_ns));
            admitted.contains(&RequestedProcess { pid: member.pid, start_ticks })
        };
        match members.iter().filter(|member| !member.forked).find(|member| !is_admitted(member)) {
            None => Ok(()),
            Some(other) => Err(Failure::new(
                Exit::TargetGone,
                format!("Process {} ended while the capture began, and its pid is another process's.", other.pid),
                "Repeat the capture with the target's current pids.",
            )),
        }
    }
}

impl Listed {
    fn open(path: &Path) -> Result<Listed, Failure> {
        let pin = pinned_path()?;
        if let Some(only) = pin.as_ref().filter(|only| *only != path) {
            let why = format!("rule pin: {PIN} beside the collector names {} as the only list", only.display());
            return Err(refused(path, &why, "Give that path, or let root change the pin."));
        }
        let bytes =
            read_trusted(path, LIST_BYTES).map_err(|broken| refused(path, &broken.to_string(), broken.fix()))?;
        let list = TargetList::parse(&bytes).map_err(|wrong| {
            let fix =
                "Write { \"targets\": [{ \"workload\": \"<process name>\" }] }; other keys and comments are refused.";
            refused(path, &format!("rule content: {wrong}"), fix)
        })?;
        Ok(Listed { list, path: path.to_owned(), is_pinned: pin.is_some() })
    }

    /// When the process started; `None` when it has ended. Otherwise the rule that keeps it out.
    fn admit(&self, requested: RequestedProcess) -> Result<Option<u64>, String> {
        match self.examine(requested) {
            Err(error) if has_ended(&error) => Ok(None),
            Err(error) => Err(format!("name: its names cannot be read ({error})")),
            Ok(examined) => examined,
        }
    }

    fn examine(
        &self,
        RequestedProcess { pid, start_ticks }: RequestedProcess,
    ) -> io::Result<Result<Option<u64>, String>> {
        let process = ProcessDirectory::open(Path::new(PROC), pid)?;
        let Some(stat) = process.stat()? else { return Ok(Ok(None)) };
        if start_ticks.is_some_and(|start| start != stat.start_ticks) {
            return Ok(Ok(None));
        }
        let mut why = "name: neither its executable, nor its command name, nor argv[0] is a listed workload".to_owned();
        let mut names = Names::of(&process);
        while let Some(name) = names.read_next()? {
            for namespace in self.list.namespaces_of(&name) {
                let found = compare(&process, pid, namespace.as_slice());
                if found.matches() {
                    return Ok(Ok(Some(stat.start_ticks)));
                }
                why = format!("namespace: {found}");
            }
        }
        names.unread().map_or(Ok(Err(why)), Err)
    }
}

/// The path that root wrote beside the program. `None` when there is none.
fn pinned_path() -> Result<Option<PathBuf>, Failure> {
    let own = std::env::current_exe().map_err(Failure::internal)?;
    // Under another name in another folder nothing would be beside it.
    let links = std::fs::metadata("/proc/self/exe").map_err(Failure::internal)?.nlink();
    if links != 1 && !caller_is_root() {
        let why =
            format!("rule one_name: the collector's file has {links} names, so what lies beside it is not certain");
        return Err(refused(
            &own,
            &why,
            "Install the collector as a file of its own (install -o root -g farol -m 0750).",
        ));
    }
    let path = own.with_file_name(PIN);
    match std::fs::symlink_metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        _ => {}
    }
    let bytes = read_trusted(&path, PIN_BYTES).map_err(|broken| refused(&path, &broken.to_string(), broken.fix()))?;
    let text = String::from_utf8(bytes).ok().filter(|text| text.trim_end_matches('\n').starts_with('/'));
    match text {
        Some(text) => Ok(Some(PathBuf::from(text.trim_end_matches('\n')))),
        None => Err(refused(
            &path,
            "rule pin: it does not hold one absolute path",
            "Write the path of the target list into it.",
        )),
    }
}

fn refused(path: &Path, why: &str, fix: &str) -> Failure {
    Failure::new(Exit::ListRefused, format!("{} is not accepted as the target list by {why}.", path.display()), fix)
}

fn not_listed(what: &str, list: &Path, why: &str) -> Failure {
    Failure::new(
        Exit::NotListed,
        format!("{what} is outside the target list {} by rule {why}.", list.display()),
        "Let the owner of the list add it, or ask for a process that is listed.",
    )
}

#[derive(Serialize)]
struct Answer {
    targets: usize,
    pinned: bool,
}

#[derive(Serialize)]
struct Refusal<'a> {
    code: &'static str,
    message: &'a str,
    fix: &'a str,
}

/// Says whether a list is accepted and how many entries it has, and names none.
///
/// # Errors
/// As [`Scope::open`].
pub fn print_check(choice: &ListChoice, json: bool) -> Result<(), Failure> {
    let opened = Scope::open(choice);
    if let (Err(Failure { exit, message, fix, .. }), true) = (&opened, json) {
        let refusal = Refusal { code: exit.code(), message, fix };
        print(&format!("{}\n", serde_json::to_string(&refusal).map_err(Failure::internal)?))?;
    }
    let Scope::Listed(Listed { list, is_pinned, .. }) = opened? else {
        return print("any process, because root asked\n");
    };
    let answer = Answer { targets: list.count(), pinned: is_pinned };
    if json {
        return print(&format!("{}\n", serde_json::to_string(&answer).map_err(Failure::internal)?));
    }
    print(&format!("accepted: {} targets{}\n", answer.targets, if is_pinned { ", pinned" } else { "" }))
}

#[cfg(test)]
mod tests {
    use super::{Listed, RequestedProcess, Scope, TargetList};
    use crate::target::Member;

    fn member(pid: u32, start_ns: u64, forked: bool) -> Member {
        let comm = "app".to_owned();
        Member { pid, parent: 0, start_ns, exec_ns: 0, cpu_ns: 0, row: 0, forked, comm, exec_path: None }
    }

    #[test]
    fn a_process_that_was_given_an_admitted_pid_meanwhile_ends_the_capture() {
        let list = TargetList::parse(br#"{"targets":[{"workload":"app"}]}"#).expect("it is a list");
        let listed = Scope::Listed(Listed { list, path: "/list".into(), is_pinned: false });
        let admitted = [RequestedProcess { pid: 7, start_ticks: Some(150) }];
        assert!(listed.confirm(&admitted, &[member(7, 1_500_000_000, false), member(8, 9, true)]).is_ok());
        for other in [member(7, 1_510_000_000, false), member(8, 1_500_000_000, false)] {
            let refused = listed.confirm(&admitted, std::slice::from_ref(&other)).expect_err("it is another process");
            assert!(refused.message.contains(&format!("Process {} ended", other.pid)), "{}", refused.message);
            assert!(Scope::Any.confirm(&admitted, &[other]).is_ok());
        }
    }
}
