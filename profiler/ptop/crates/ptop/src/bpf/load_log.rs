//! What libbpf prints while it loads: the verifier's own words are the only
//! precise reason for a refusal, so they are stored instead of printed.

use std::sync::Mutex;

use libbpf_rs::{PrintLevel, set_print};

const KEPT_BYTES: usize = 16 * 1024;

static LOG: Mutex<String> = Mutex::new(String::new());

#[allow(clippy::needless_pass_by_value, reason = "libbpf-rs gives the callback's type")]
fn keep(_level: PrintLevel, message: String) {
    if let Ok(mut log) = LOG.lock() {
        log.push_str(&message);
        if log.len() > KEPT_BYTES {
            let mut from = log.len() - KEPT_BYTES;
            while !log.is_char_boundary(from) {
                from += 1;
            }
            *log = log.split_off(from);
        }
    }
}

/// Keeps libbpf's warnings from now on instead of printing them.
pub fn capture() {
    set_print(Some((PrintLevel::Warn, keep)));
}

/// Takes what was kept since the last call.
pub fn take() -> String {
    LOG.lock().map(|mut log| std::mem::take(&mut *log)).unwrap_or_default()
}

/// The verifier's complaint: its last line before the closing statistics, when the log holds one.
pub fn verifier_complaint(log: &str) -> Option<String> {
    let end = log.find("processed ")?;
    let line = log[..end].lines().rev().map(str::trim).find(|line| !line.is_empty())?;
    Some(line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::verifier_complaint;

    #[test]
    fn the_last_line_before_the_statistics_is_the_complaint() {
        let log = "0: R1=ctx() R10=fp0\n3: (85) call unknown#999\ninvalid func unknown#999\nprocessed 4 insns (limit 1000000)\n";
        assert_eq!(verifier_complaint(log).as_deref(), Some("invalid func unknown#999"));
        assert_eq!(verifier_complaint("libbpf: failed to find kernel BTF type ID"), None);
    }
}
