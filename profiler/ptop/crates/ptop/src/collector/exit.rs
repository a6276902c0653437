//! Every way the program can end other than well: an exit status, a stable
//! code, a sentence, and what to do.

use std::fmt;
use std::io::{self, Write as _};

/// Why the program ends without a result. The number of each variant is its exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Something that cannot happen happened.
    Internal = 1,
    /// The command line is wrong.
    Usage = 2,
    /// A capability is missing and nothing can be measured without it.
    MissingCapability = 3,
    /// None of the requested processes exists, or all ended before the window opened.
    TargetGone = 4,
    /// The kernel refused memory for a BPF map or a ring buffer.
    OutOfMemory = 5,
    /// No axis can be measured here.
    NothingMeasurable = 6,
    /// A signal, or the end of the parent process, stopped the capture.
    Stopped = 7,
    /// The output file cannot be written.
    Output = 8,
    /// `selftest`: at least one probe does not fire here.
    SelftestFailed = 9,
    /// The capture would take more memory than it may.
    NoRoom = 10,
    /// A process that was asked for is outside the target list.
    NotListed = 11,
    /// The target list is not one that the caller cannot have written, or not a list.
    ListRefused = 12,
}

impl Exit {
    /// All of them, for the help text.
    pub const ALL: [Exit; 12] = [
        Exit::Internal,
        Exit::Usage,
        Exit::MissingCapability,
        Exit::TargetGone,
        Exit::OutOfMemory,
        Exit::NothingMeasurable,
        Exit::Stopped,
        Exit::Output,
        Exit::SelftestFailed,
        Exit::NoRoom,
        Exit::NotListed,
        Exit::ListRefused,
    ];

    /// Stable identifier for programs.
    pub fn code(self) -> &'static str {
        match self {
            Exit::Internal => "internal",
            Exit::Usage => "usage",
            Exit::MissingCapability => "missing_capability",
            Exit::TargetGone => "target_gone",
            Exit::OutOfMemory => "out_of_memory",
            Exit::NothingMeasurable => "nothing_measurable",
            Exit::Stopped => "stopped",
            Exit::Output => "output",
            Exit::SelftestFailed => "selftest_failed",
            Exit::NoRoom => "no_room",
            Exit::NotListed => "not_listed",
            Exit::ListRefused => "list_refused",
        }
    }

    /// What the status means, for the help text.
    pub fn meaning(self) -> &'static str {
        match self {
            Exit::Internal => "a fault of the collector",
            Exit::Usage => "wrong command line",
            Exit::MissingCapability => "a capability is missing",
            Exit::TargetGone => "no requested process exists",
            Exit::OutOfMemory => "the kernel refused memory for BPF maps or ring buffers",
            Exit::NothingMeasurable => "no axis can be measured on this machine",
            Exit::Stopped => "stopped by a signal or by the end of the parent process",
            Exit::Output => "the output file cannot be written",
            Exit::SelftestFailed => "a probe does not fire on this machine",
            Exit::NoRoom => "the capture would take more memory than --memory-limit allows",
            Exit::NotListed => "a process is outside the target list",
            Exit::ListRefused => "the target list is not accepted; the message names the file and the rule",
        }
    }
}

/// A failure as shown to people and programs.
#[derive(Debug, Clone)]
pub struct Failure {
    /// Exit status and code.
    pub exit: Exit,
    /// What happened, one sentence.
    pub message: String,
    /// What to do, one imperative sentence.
    pub fix: String,
    /// Whether it was printed already.
    pub reported: bool,
}

impl Failure {
    /// A failure with its sentence and remedy.
    pub fn new(exit: Exit, message: impl Into<String>, fix: impl Into<String>) -> Failure {
        Failure { exit, message: message.into(), fix: fix.into(), reported: false }
    }

    /// A fault of the program itself.
    pub fn internal(message: impl fmt::Display) -> Failure {
        Failure::new(Exit::Internal, message.to_string(), "Report this with the command line and the kernel version.")
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.message, self.fix)
    }
}

/// Prints text to standard output.
///
/// # Errors
/// When it is closed.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| {
        Failure::new(Exit::Stopped, format!("Standard output is closed: {error}."), "Keep reading it until the end.")
    })
}

#[cfg(test)]
mod tests {
    use super::Exit;

    #[test]
    fn statuses_and_codes_are_distinct() {
        let mut statuses: Vec<u8> = Exit::ALL.iter().map(|exit| *exit as u8).collect();
        let mut codes: Vec<&str> = Exit::ALL.iter().map(|exit| exit.code()).collect();
        statuses.dedup();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!((statuses.len(), codes.len()), (12, 12));
    }
}
