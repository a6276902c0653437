//! A listed namespace, against processes of another user in roots of their own.

use std::ffi::CString;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::confined::Confined;
use crate::harness::search::{Search, name};
use serde_json::{Value, json};

const NAMESPACE_FILE: &str = "var/run/secrets/kubernetes.io/serviceaccount/namespace";

/// Puts something where the namespace file should be.
type Make<'a> = Box<dyn Fn(&Path) + 'a>;

/// What the namespace of the only process of that name was found to be, and whether it matches.
fn namespace_of(search: &Search, workload: &str, namespaces: &[&str]) -> (bool, Value) {
    let mut found = search.find(workload, namespaces);
    let matches = found["counts"]["matching"] == 1;
    assert_eq!(found["counts"]["passed_over"], i32::from(!matches), "{found}");
    (matches, found[if matches { "processes" } else { "passed_over" }][0]["namespace"].take())
}

/// A root directory with the folder of the namespace file, all of it closed to everybody but root.
fn root_of(search: &Search) -> PathBuf {
    let root = search.scratch.path("root");
    let folder = root.join(NAMESPACE_FILE);
    fs::create_dir_all(folder.parent().expect("it has one")).expect("writable");
    fs::set_permissions(root.join("var"), fs::Permissions::from_mode(0o700)).expect("it is ours");
    root
}

fn confine(root: &Path, workload: &str) -> Confined {
    Confined::start(root, &CString::new(workload).expect("text"))
}

#[test]
fn a_namespace_is_read_through_the_root_of_the_process_as_kubernetes_lays_it_out() {
    let search = Search::new("namespace");
    let (root, workload) = (root_of(&search), name('k'));
    // A projected volume: every name is a link into a folder that is swapped as a whole; and /var/run is a link in most images.
    fs::rename(root.join("var/run"), root.join("run")).expect("it is ours");
    symlink("/run", root.join("var/run")).expect("it is ours");
    let folder = root.join("run/secrets/kubernetes.io/serviceaccount");
    fs::create_dir(folder.join("..2026_11_21")).expect("writable");
    fs::write(folder.join("..2026_11_21/namespace"), "shop").expect("writable");
    fs::set_permissions(folder.join("..2026_11_21/namespace"), fs::Permissions::from_mode(0o600)).expect("it is ours");
    symlink("..2026_11_21", folder.join("..data")).expect("writable");
    symlink("..data/namespace", folder.join("namespace")).expect("writable");
    let target = confine(&root, &workload);
    let found = search.find(&workload, &["bank", "shop"]);
    assert_eq!(found["processes"][0]["pid"], target.pid());
    assert_eq!(found["processes"][0]["namespace"], json!({ "state": "equal", "name": "shop" }));
    let differs = json!({ "state": "differs", "reason": "it runs in another namespace" });
    for other in ["Shop", "shop2", "sho", "bank"] {
        assert_eq!(namespace_of(&search, &workload, &[other]), (false, differs.clone()), "{other}");
    }
    assert_eq!(namespace_of(&search, &workload, &[]), (true, json!({ "state": "not_asked" })));
}

#[test]
fn white_space_around_a_namespace_does_not_count() {
    let search = Search::new("space");
    let (root, workload) = (root_of(&search), name('w'));
    fs::write(root.join(NAMESPACE_FILE), "\tshop\r\n").expect("writable");
    let _target = confine(&root, &workload);
    assert!(namespace_of(&search, &workload, &["shop"]).0);
}

#[test]
fn a_process_without_the_file_does_not_match_and_the_reason_names_it() {
    let search = Search::new("without");
    let workload = name('o');
    let target = confine(&root_of(&search), &workload);
    let (matches, namespace) = namespace_of(&search, &workload, &["shop"]);
    let reason = format!("its namespace cannot be read from /proc/{}/root/{NAMESPACE_FILE} (ENOENT)", target.pid());
    assert_eq!((matches, namespace), (false, json!({ "state": "unreadable", "reason": reason })));
}

/// Whatever stands where the file should: the search ends, the process does not match, nothing read is repeated.
#[test]
fn a_hostile_file_matches_nothing_and_gives_nothing_away() {
    let search = Search::new("hostile");
    let outside = search.scratch.path("outside");
    fs::write(&outside, "shop").expect("writable");
    let outside = outside.to_str().expect("text").to_owned();
    let upwards = format!("{}{outside}", "../".repeat(40));
    let sparse = |file: &Path| fs::File::create(file).and_then(|made| made.set_len(1 << 30)).expect("writable");
    let link = |to: &str, file: &Path| symlink(to, file).expect("writable");
    let make = |arguments: &[&str], file: &Path| {
        assert!(Command::new("mknod").arg(file).args(arguments).status().expect("it starts").success());
    };
    let write = |content: &[u8], file: &Path| fs::write(file, content).expect("writable");
    let cases: Vec<(&str, &str, Make)> = vec![
        ("an absolute link to a file outside", "(ENOENT)", Box::new(|file| link(&outside, file))),
        ("a link upwards and out", "(ENOENT)", Box::new(|file| link(&upwards, file))),
        ("a link to itself", "(ELOOP)", Box::new(|file| link("namespace", file))),
        ("the root of the collector", "(ELOOP)", Box::new(|file| link(&format!("/proc/self/root{outside}"), file))),
        ("the program of the collector", "(ELOOP)", Box::new(|file| link("/proc/self/exe", file))),
        (
            "the kernel's log, which reading empties",
            "(not of 1 to 4096 bytes)",
            Box::new(|file| link("/proc/kmsg", file)),
        ),
        ("a pipe without a writer", "(not a regular file)", Box::new(|file| make(&["p"], file))),
        ("a device without an end", "(not a regular file)", Box::new(|file| make(&["c", "1", "5"], file))),
        ("a directory", "(not a regular file)", Box::new(|file| fs::create_dir(file).expect("writable"))),
        ("a gigabyte of nothing", "(not of 1 to 4096 bytes)", Box::new(sparse)),
        ("an empty file", "(not of 1 to 4096 bytes)", Box::new(|file| write(b"", file))),
        ("a name and more", "another namespace", Box::new(|file| write(b"shop\0canary", file))),
        ("binary bytes", "another namespace", Box::new(|file| write(b"\xff\xfe\0\x01shop\x1b[2J", file))),
        ("the longest file", "another namespace", Box::new(|file| write(&[b's'; 4096], file))),
        ("a secret of the process's root", "another namespace", Box::new(|file| write(b"canary-secret", file))),
    ];
    let root = root_of(&search);
    fs::create_dir(root.join("proc")).expect("writable");
    let file = root.join(NAMESPACE_FILE);
    let workload = name('h');
    for (what, why, make) in cases {
        make(&file);
        let target = confine(&root, &workload);
        let (matches, namespace) = namespace_of(&search, &workload, &["shop"]);
        drop(target);
        let reason = namespace["reason"].as_str().unwrap_or_default();
        assert!(!matches && reason.contains(why), "{what}: {namespace}");
        assert!(!reason.contains("canary") && !reason.contains('\u{1b}'), "{what}: {namespace}");
        fs::remove_file(&file).or_else(|_| fs::remove_dir(&file)).expect("it is ours");
    }
}
