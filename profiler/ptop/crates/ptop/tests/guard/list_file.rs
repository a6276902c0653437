//! Which file is accepted as the target list: its owner, its folder, its path and its content.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::fixture::{Guard, NOBODY_ID, OTHER, REFUSED};
use crate::harness::{FAROL, own};

#[test]
fn a_list_that_the_caller_wrote_is_refused() {
    let guard = Guard::new("owner");
    let file = guard.list.file();
    guard.accepts(&file);
    for (user, group, mode, rule) in [
        (NOBODY_ID, 0, 0o644, "file_owner"),
        (OTHER, 0, 0o644, "file_owner"),
        (0, FAROL.parse().expect("a number"), 0o664, "file_mode"),
        (0, 0, 0o646, "file_mode"),
    ] {
        own(&file, user, group, mode);
        guard.refuses(&file, rule, &file);
    }
    // The mask of an ACL is in the group's bits: a named user who may write is seen there.
    own(&file, 0, 0, 0o644);
    grant_by_acl(&file, NOBODY_ID);
    guard.refuses(&file, "file_mode", &file);
}

/// Gives one user read and write access, as `setfacl -m u:<user>:rw` does (`linux/posix_acl_xattr.h`).
fn grant_by_acl(file: &Path, user: u32) {
    let entries: [(u16, u16, u32); 5] =
        [(0x01, 6, u32::MAX), (0x02, 6, user), (0x04, 4, u32::MAX), (0x10, 6, u32::MAX), (0x20, 4, u32::MAX)];
    let mut value = 2_u32.to_le_bytes().to_vec();
    for (tag, access, id) in entries {
        value.extend(tag.to_le_bytes());
        value.extend(access.to_le_bytes());
        value.extend(id.to_le_bytes());
    }
    let path = std::ffi::CString::new(file.to_str().expect("text")).expect("a path");
    let key = c"system.posix_acl_access";
    // SAFETY: two terminated texts and a value of the length given; all outlive the call.
    let done = unsafe { libc::setxattr(path.as_ptr(), key.as_ptr(), value.as_ptr().cast(), value.len(), 0) };
    assert_eq!(done, 0, "{}", std::io::Error::last_os_error());
}

#[test]
fn a_list_in_a_folder_that_the_caller_may_write_is_refused() {
    let guard = Guard::new("folder");
    let folder = guard.list.folder().join("inner");
    fs::create_dir(&folder).expect("the tests run as root");
    let file = folder.join("targets.json");
    fs::copy(guard.list.file(), &file).expect("the tests run as root");
    own(&file, 0, 0, 0o644);
    guard.accepts(&file);
    for (user, mode, rule) in [
        (NOBODY_ID, 0o755, "folder_owner"),
        (OTHER, 0o755, "folder_owner"),
        (0, 0o757, "folder_mode"),
        (0, 0o775, "folder_mode"),
    ] {
        own(&folder, user, FAROL.parse().expect("a number"), mode);
        guard.refuses(&file, rule, &folder);
    }
    own(&folder, 0, 0, 0o755);
    // However far above.
    own(guard.list.folder(), NOBODY_ID, 0, 0o755);
    guard.refuses(&file, "folder_owner", guard.list.folder());
    // And where everybody may make files, even if only their owner may remove them.
    let below_tmp = guard.scratch.path("targets.json");
    fs::copy(guard.list.file(), &below_tmp).expect("the tests run as root");
    let tmp = fs::canonicalize(std::env::temp_dir()).expect("it exists");
    guard.refuses(&fs::canonicalize(&below_tmp).expect("it exists"), "folder_mode", &tmp);
}

#[test]
fn a_list_behind_a_link_is_refused() {
    let guard = Guard::new("link");
    let folder = guard.list.folder();
    let (link, linked_folder) = (folder.join("link.json"), folder.join("linked"));
    symlink(guard.list.file(), &link).expect("the tests run as root");
    symlink(folder, &linked_folder).expect("the tests run as root");
    guard.refuses(&link, "no_symlink", &link);
    guard.refuses(&linked_folder.join("targets.json"), "no_symlink", &linked_folder);
    // The root of a process leads into whatever mount namespace that process made for itself.
    let inside = PathBuf::from(format!("/proc/{}/root", std::process::id()));
    guard.refuses(&inside.join("etc/targets.json"), "no_symlink", &inside);
}

#[test]
fn what_is_no_file_by_an_absolute_path_is_refused() {
    let guard = Guard::new("path");
    let folder = guard.list.folder();
    let relative = Path::new("targets.json");
    guard.refuses(relative, "absolute_path", relative);
    let upwards = folder.join("../targets.json");
    guard.refuses(&upwards, "absolute_path", &upwards);
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("it starts").success());
    for other in [folder.to_owned(), pipe, PathBuf::from("/dev/null")] {
        guard.refuses(&other, "regular_file", &other);
    }
    let missing = folder.join("missing.json");
    guard.refuses(&missing, "exists", &missing);
    fs::write(guard.list.file(), vec![b' '; (1 << 20) + 1]).expect("the tests run as root");
    guard.refuses(&guard.list.file(), "size", &guard.list.file());
}

#[test]
fn a_list_that_the_caller_may_not_read_is_not_read_for_it() {
    let guard = Guard::new("unreadable");
    let file = guard.list.file();
    own(&file, 0, 0, 0o600);
    guard.refuses(&file, "readable", &file);
    own(&file, 0, FAROL.parse().expect("a number"), 0o640);
    guard.accepts(&file);
    own(guard.list.folder(), 0, 0, 0o700);
    guard.refuses(&file, "readable", &file);
}

#[test]
fn content_that_is_not_exactly_a_list_is_refused() {
    let guard = Guard::new("content");
    let path = guard.list.argument();
    for (content, named) in [
        ("", "it is not JSON (line 1, column 0)"),
        (r#"{"targets":[]}"#, "targets is empty"),
        (r#"{"targets":[{"workload":"*"}]}"#, "targets[0].workload is \"*\""),
        (r#"{"targets":[{"workload":"a","comment":"b"}]}"#, "a key that a target list does not have"),
        (r#"{"targets":[{"workload":"a"}],"version":1}"#, "a key that a target list does not have"),
    ] {
        guard.list.holds(content);
        let done = guard.check(&path);
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), REFUSED, "{content}");
        assert!(said.contains(&format!("{path} is not accepted as the target list by rule content: ")), "{said}");
        assert!(said.contains(named), "{said}");
    }
}
