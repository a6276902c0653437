//! Compiles the engine and every probe folder, links them into one BPF object, and writes the registry that the
//! program embeds. A folder under `probes/` without a manifest, or with one that
//! does not fit, fails the build: an undeclared probe cannot exist.

#[path = "../src/registry/axes.rs"]
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
    let native = root.join("../..").canonicalize().expect("the crate lies in the collector's folder");
    let (probes, engine) = (native.join("probes"), native.join("engine"));
    println!("cargo::rerun-if-changed={}", probes.display());
    println!("cargo::rerun-if-changed={}", engine.display());
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/registry/axes.rs");

    let compiler = compile::Compiler::find(&native);
    let manifests: Vec<Manifest> = folders(&probes).iter().map(|folder| Manifest::read(folder)).collect();
    let ids: Vec<&str> = manifests.iter().map(|manifest| manifest.id.as_str()).collect();
    let object = |id: &str| out.join(format!("{id}.bpf.o"));
    let mut declared = Vec::with_capacity(manifests.len());
    for (number, manifest) in manifests.iter().enumerate() {
        compiler.compile(&format!("probes/{}/probe.bpf.c", manifest.id), number, &ids, &object(&manifest.id));
        declared.push(Declared::read(&manifest.id, &object(&manifest.id)));
    }
    let owner = ids.iter().position(|id| *id == link::OWNER).expect("the owner is a probe");
    let mut objects: Vec<PathBuf> = ids.iter().map(|id| object(id)).collect();
    for source in sources(&engine) {
        let made = out.join(format!("engine.{}", source.replace(".bpf.c", ".bpf.o")));
        compiler.compile(&format!("engine/{source}"), owner, &ids, &made);
        declared[owner].add(Declared::read(link::OWNER, &made));
        objects.push(made);
    }
    link::check(&declared, owner);
    let linked = out.join("probes.bpf.o");
    link::link(&objects, &linked);

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

/// The engine's programs, by file name.
fn sources(engine: &Path) -> Vec<String> {
    let entries = fs::read_dir(engine).expect("the engine's folder is readable");
    let names = entries.map(|entry| entry.expect("the engine's folder is readable").file_name());
    let mut found: Vec<String> =
        names.filter_map(|name| name.into_string().ok()).filter(|name| name.ends_with(".bpf.c")).collect();
    found.sort();
    found
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
