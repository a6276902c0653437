//! A target list on a file system for which a program answers: what it says of owner and mode is worth nothing.

use std::os::unix::fs::MetadataExt;
use std::process::Command;

use crate::harness::fuse::Answered;
use crate::harness::search::name;
use crate::harness::{ALL_CAPABILITIES, Scratch, TrustedList, as_member, install};

#[test]
fn a_list_that_a_program_answers_for_is_refused_whatever_it_says_of_its_owner() {
    let scratch = Scratch::new("answered");
    let program = install(&scratch, &ALL_CAPABILITIES);
    let workload = name('a');
    let list = TrustedList::of("answered", &[&workload]);
    let content = std::fs::read_to_string(list.file()).expect("it was written");
    let at = list.folder().join("mount");
    std::fs::create_dir(&at).expect("the tests run as root");
    let mounted = Answered::mount(&at, "targets.json", &content);
    let file = at.join("targets.json");
    // By all that a program can see, it is a list of root's.
    let facts = std::fs::metadata(&file).expect("it is answered for");
    assert_eq!((facts.uid(), facts.gid(), facts.mode() & 0o7777), (0, 0, 0o644));
    let read = as_member(std::path::Path::new("cat")).arg(&file).output().expect("it starts");
    assert_eq!(String::from_utf8_lossy(&read.stdout), content);
    let check = |path: &std::path::Path| {
        let mut command: Command = as_member(&program);
        command.args(["targets", "--json", "--targets"]).arg(path);
        let done = command.output().expect("it starts");
        (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
    };
    let (status, said) = check(&file);
    let expected = format!("rule file_system: {} lies on a FUSE file system", at.display());
    assert!(status == Some(12) && said.contains(&expected), "{status:?}: {said}");
    drop(mounted);
    assert_eq!(check(&list.file()).0, Some(0));
}
