//! Whether a process keeps frame pointers in all its functions, so that the kernel can follow them.

use std::path::PathBuf;

/// Whether any of these runs such a program.
pub fn any_keeps_frame_pointers(pids: &[u32]) -> bool {
    pids.iter().any(|pid| stacks::is_go_program(&PathBuf::from(format!("/proc/{pid}/exe"))))
}

#[cfg(test)]
mod tests {
    use super::any_keeps_frame_pointers;

    #[test]
    fn programs_of_other_languages_and_processes_that_have_gone_do_not() {
        assert!(!any_keeps_frame_pointers(&[std::process::id(), u32::MAX]));
    }
}
