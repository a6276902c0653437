//! Compiles every probe folder, links them into one BPF object, and writes the registry that the
//! program embeds. A folder under `probes/` without a manifest, or with one that
//! does not fit, fails the build: an undeclared probe cannot exist.

#[path = "../src/axes.rs"]
mod axes;
mod compile;
mod link;
mod manifest;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use link::Declared;
use manifest::Manifest;
use sha2::{Digest as _, Sha256};

fn main() {
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"));
    let probes = root.join("../../probes").canonicalize().expect("the probes folder exists");
    let engine = root.join("../../engine").canonicalize().expect("the engine folder exists");
    println!("cargo::rerun-if-changed={}", probes.display());
    println!("cargo::rerun-if-changed={}", engine.display());
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/axes.rs");

    let compiler = compile::Compiler::find(&probes);
    let manifests: Vec<Manifest> = folders(&probes).iter().map(|folder| Manifest::read(folder)).collect();
    let ids: Vec<&str> = manifests.iter().map(|manifest| manifest.id.as_str()).collect();
    let object = |id: &str| out.join(format!("{id}.bpf.o"));
    let mut declared = Vec::with_capacity(manifests.len());
    for (number, manifest) in manifests.iter().enumerate() {
        compiler.compile(number, &ids, &object(&manifest.id));
        declared.push(Declared::read(&manifest.id, &object(&manifest.id)));
    }
    let owner = link::check(&declared);
    let linked = out.join("probes.bpf.o");
    link::link(&manifests.iter().map(|manifest| object(&manifest.id)).collect::<Vec<_>>(), &linked);

    let mut registry = String::from("&[\n");
    for (number, (manifest, declared)) in manifests.iter().zip(&declared).enumerate() {
        manifest.write_entry(number, declared, &mut registry);
    }
    registry.push_str("]\n");
    fs::write(out.join("registry.rs"), registry).expect("OUT_DIR is writable");
    fs::write(out.join("owner.rs"), owner.to_string()).expect("OUT_DIR is writable");

    let mut hex = String::new();
    for byte in Sha256::digest(fs::read(&linked).expect("the object was just written")) {
        write!(hex, "{byte:02x}").expect("writing to a string");
    }
    println!("cargo::rustc-env=PTOP_BPF_SHA256={hex}");
}

/// Probe folders in the order of their names.
fn folders(probes: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(probes)
        .expect("the probes folder is readable")
        .map(|entry| entry.expect("the probes folder is readable").path())
        .filter(|path| path.is_dir())
        .collect();
    found.sort();
    found
}
