//! Why a probe has no numbers, as precisely as the kernel says.

use std::error::Error as _;
use std::io;
use std::path::Path;

use super::load_log;
use crate::collector::exit::{Exit, Failure};
use crate::names::errno_name;
use crate::record::probe::{ProbeState, Why};
use crate::registry::Manifest;

/// A probe that is not measuring, with the reason.
#[derive(Debug, Clone)]
pub struct LoadError {
    supported: bool,
    why: Why,
}

impl LoadError {
    /// It could work here and does not.
    pub fn failed(reason_code: &'static str, reason: String, errno: Option<i32>, fix: &str) -> LoadError {
        LoadError {
            supported: true,
            why: Why { reason_code, reason, errno: errno.map(errno_name), fix: fix.to_owned() },
        }
    }

    /// This kernel cannot do it.
    fn unsupported(reason_code: &'static str, reason: String, errno: Option<i32>, fix: &str) -> LoadError {
        LoadError { supported: false, ..LoadError::failed(reason_code, reason, errno, fix) }
    }

    /// From a failure of libbpf while doing `what` for a probe.
    pub fn from_bpf(manifest: &Manifest, what: &str, error: &libbpf_rs::Error) -> LoadError {
        classify(manifest, what, errno_of(error), &load_log::take(), Path::new("/sys/kernel/btf/vmlinux").exists())
    }

    /// From a failed system call while doing `what` for a probe.
    pub fn from_io(manifest: &Manifest, what: &str, error: &io::Error) -> LoadError {
        classify(manifest, what, error.raw_os_error(), "", true)
    }

    /// The object is not the one that this program was built with.
    pub(super) fn mismatch(manifest: &Manifest, what: &str) -> LoadError {
        let fix = "Rebuild the collector: its parts are of different versions.";
        LoadError::failed("object_mismatch", format!("{what}. {}", manifest.absent), None, fix)
    }

    /// Whether the kernel refused memory, which fails the capture and not only the probe.
    pub fn is_out_of_memory(&self) -> bool {
        self.why.reason_code == "out_of_memory"
    }

    /// Whether this kernel has not what the probe attaches to, so that another way may be tried.
    pub fn is_no_such_hook(&self) -> bool {
        self.why.reason_code == "no_such_hook"
    }

    /// What happened, one sentence.
    pub fn reason(&self) -> &str {
        &self.why.reason
    }

    /// What to do, one sentence.
    pub fn fix(&self) -> &str {
        &self.why.fix
    }

    /// Of what the whole capture needs, and not one axis alone.
    pub fn into_failure(self) -> Failure {
        let exit = if self.is_out_of_memory() { Exit::OutOfMemory } else { Exit::NothingMeasurable };
        Failure::new(exit, self.why.reason, self.why.fix)
    }

    /// As the record states it.
    pub fn into_state(self) -> ProbeState {
        if self.supported { ProbeState::Failed(self.why) } else { ProbeState::Unsupported(self.why) }
    }
}

/// A probe that cannot be tried because of missing capabilities.
pub fn missing_capability(manifest: &Manifest, missing: &[&str]) -> LoadError {
    let names = missing.iter().map(|name| format!("CAP_{name}")).collect::<Vec<_>>().join(" and ");
    let reason = format!("The collector does not hold {names}. {}", manifest.absent);
    let fix = format!(
        "Grant {names} to the collector file, and check that the container's bounding set holds it and NoNewPrivs is 0."
    );
    LoadError::failed("missing_capability", reason, Some(libc::EPERM), &fix)
}

/// The kernel's error number, if it gave one.
pub(super) fn errno_of(error: &libbpf_rs::Error) -> Option<i32> {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(current) = cause {
        if let Some(code) = current.downcast_ref::<io::Error>().and_then(io::Error::raw_os_error) {
            return Some(code);
        }
        cause = current.source();
    }
    // libbpf-rs hides the io::Error it wraps, but prints it.
    let text = error.source().map_or_else(|| error.to_string(), ToString::to_string);
    text.rsplit_once("os error ").and_then(|(_, rest)| rest.trim_end_matches(')').parse().ok())
}

fn classify(manifest: &Manifest, what: &str, errno: Option<i32>, log: &str, has_btf: bool) -> LoadError {
    let code = errno.map_or_else(|| "an unknown error".to_owned(), errno_name);
    let told = |rest: &str| format!("{what} failed with {code}{rest}. {}", manifest.absent);
    if !has_btf {
        let reason = format!("The kernel offers no BTF at /sys/kernel/btf/vmlinux. {}", manifest.absent);
        return LoadError::unsupported("no_btf", reason, errno, "Use a kernel built with CONFIG_DEBUG_INFO_BTF=y.");
    }
    if errno == Some(libc::ENOMEM) {
        return LoadError::failed(
            "out_of_memory",
            told(": the kernel refused the memory"),
            errno,
            "Raise the memory limit of the collector's container.",
        );
    }
    if let Some(complaint) = load_log::verifier_complaint(log) {
        return LoadError::failed(
            "verifier_rejected",
            told(&format!(": the kernel's verifier says {complaint:?}")),
            errno,
            "Report this with the kernel version.",
        );
    }
    if log.contains("failed to find kernel BTF type ID") || matches!(errno, Some(libc::ESRCH | libc::ENOENT)) {
        let reason = told(&format!(": this kernel has no {}", manifest.attach.symbol));
        return LoadError::unsupported("no_such_hook", reason, errno, "Use a newer kernel.");
    }
    if matches!(errno, Some(libc::EPERM | libc::EACCES)) {
        return LoadError::failed("permission_denied", told(""), errno, manifest.fix);
    }
    let last = log.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
    let rest = if last.is_empty() { String::new() } else { format!(" ({last})") };
    LoadError::failed("load_failed", told(&rest), errno, manifest.fix)
}

#[cfg(test)]
mod tests {
    use super::classify;
    use crate::record::probe::ProbeState;
    use crate::registry::PROBES;

    fn state(errno: i32, log: &str, has_btf: bool) -> (bool, &'static str) {
        match classify(&PROBES[0], "loading", Some(errno), log, has_btf).into_state() {
            ProbeState::Failed(why) => (true, why.reason_code),
            ProbeState::Unsupported(why) => (false, why.reason_code),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_refusal_of_the_kernel_has_its_own_reason() {
        assert_eq!(state(libc::ENOMEM, "", true), (true, "out_of_memory"));
        assert_eq!(state(libc::EPERM, "", true), (true, "permission_denied"));
        assert_eq!(state(libc::EACCES, "bad access\nprocessed 4 insns", true), (true, "verifier_rejected"));
        assert_eq!(state(libc::ESRCH, "", true), (false, "no_such_hook"));
        assert_eq!(state(libc::ENOENT, "", false), (false, "no_btf"));
        assert_eq!(state(libc::EINVAL, "libbpf: odd", true), (true, "load_failed"));
    }

    #[test]
    fn a_hook_that_the_kernel_lacks_is_named_with_the_version_that_has_it() {
        let manifest = PROBES.iter().find(|probe| probe.id == "capability_use").expect("it is a probe");
        let log = "libbpf: prog 'on_check': failed to find kernel BTF type ID of 'cap_capable': -3";
        let load_error = classify(manifest, "loading", Some(libc::ESRCH), log, true);
        for part in ["this kernel has no cap_capable", "Linux 6.13"] {
            assert!(load_error.reason().contains(part), "{}", load_error.reason());
        }
        assert!(matches!(load_error.into_state(), ProbeState::Unsupported(why) if why.reason_code == "no_such_hook"));
    }

    #[test]
    fn the_reason_says_what_is_lost() {
        let load_error = classify(&PROBES[0], "loading", Some(libc::EPERM), "", true);
        assert!(load_error.reason().ends_with(PROBES[0].absent), "{}", load_error.reason());
        assert!(load_error.reason().contains("EPERM"));
    }
}
