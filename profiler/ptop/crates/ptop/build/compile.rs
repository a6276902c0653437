//! Runs clang on a source of the engine or of a probe. The object must depend on the sources alone, since its
//! hash says whether two captures measured the same way: no path of this machine
//! may reach it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Names under which Debian and others install clang; the first that runs is used.
const CLANG: [&str; 4] = ["clang", "clang-14", "clang-16", "clang-19"];
const STRIP: [&str; 4] = ["llvm-strip", "llvm-strip-14", "llvm-strip-16", "llvm-strip-19"];

pub struct Compiler {
    clang: &'static str,
    strip: Option<&'static str>,
    root: PathBuf,
    headers: PathBuf,
    arch: &'static str,
}

impl Compiler {
    /// Finds clang, and the libbpf headers that belong to the libbpf that is linked.
    /// `root` holds the folders of both.
    pub fn find(root: &Path) -> Compiler {
        let runs = |name: &&&str| Command::new(name).arg("--version").output().is_ok_and(|done| done.status.success());
        let clang = CLANG.iter().find(runs).unwrap_or_else(|| {
            panic!("clang was not found (tried {CLANG:?}): install clang 14 or newer, it compiles the BPF programs")
        });
        let headers = env::var("DEP_BPF_INCLUDE").expect("libbpf-sys says where its headers are");
        let arch = match env::var("CARGO_CFG_TARGET_ARCH").as_deref() {
            Ok("x86_64") => "x86",
            Ok("aarch64") => "arm64",
            other => panic!("ptop is built for x86_64 and aarch64, not for {other:?}"),
        };
        Compiler {
            clang,
            strip: STRIP.iter().find(runs).copied(),
            root: root.to_owned(),
            headers: PathBuf::from(headers),
            arch,
        }
    }

    /// Compiles `source`, a path below the root, to `object`. What it counts is of the probe with that number of `ids`.
    pub fn compile(&self, source: &str, number: usize, ids: &[&str], object: &Path) {
        let count = ids.len();
        let done = Command::new(self.clang)
            .current_dir(&self.root)
            .args(["-target", "bpf", "-mcpu=v3", "-O2", "-g", "-Wall", "-Wextra", "-Werror"])
            .args(["-Wno-unused-parameter", "-fdebug-compilation-dir=.", "-Iengine/include"])
            .arg(format!("-D__TARGET_ARCH_{}", self.arch))
            .args([format!("-DPROBE_NUMBER={number}"), format!("-DPROBE_COUNT={count}")])
            .args(ids.iter().enumerate().map(|(number, id)| format!("-DNUMBER_OF_{id}={number}")))
            .arg(format!("-ffile-prefix-map={}=libbpf", self.headers.display()))
            .arg("-isystem")
            .arg(&self.headers)
            .args(["-c", source, "-o"])
            .arg(object)
            .output()
            .expect("clang was found");
        assert!(done.status.success(), "{source} does not compile:\n{}", String::from_utf8_lossy(&done.stderr));
        // DWARF is of no use to the loader; BTF stays.
        if let Some(strip) = self.strip {
            let stripped = Command::new(strip).arg("-g").arg(object).status();
            assert!(stripped.is_ok_and(|status| status.success()), "{strip} failed on {source}");
        }
        assert!(fs::metadata(object).is_ok_and(|file| file.len() > 0), "clang wrote no object for {source}");
    }
}
