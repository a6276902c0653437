//! Capabilities come from the program's file, so everybody who may run it can use them with own arguments. They are
//! effective only while the work of the collector itself needs them: files that the caller names are opened without
//! them, as the caller could open them.

use std::io;

use crate::collector::exit::Failure;

/// `_LINUX_CAPABILITY_VERSION_3` of `linux/capability.h`: two words for each set.
const VERSION: u32 = 0x2008_0522;

#[repr(C)]
struct Header {
    version: u32,
    pid: libc::c_int,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Word {
    effective: u32,
    permitted: u32,
    inheritable: u32,
}

/// Whether the caller is root: then the privilege is its own, and the file grants nothing.
pub fn caller_is_root() -> bool {
    caller_ids().iter().all(|id| *id == 0)
}

/// Real, effective and saved user of the caller; the file changes none of them.
pub fn caller_ids() -> [libc::uid_t; 3] {
    let mut ids = [0; 3];
    let [real, effective, saved] = &mut ids;
    // SAFETY: three valid integers, for the kernel to fill.
    unsafe { libc::getresuid(real, effective, saved) };
    ids
}

/// Makes granted capabilities ineffective until [`raise`].
///
/// # Errors
/// When the kernel refuses, which it has no reason to.
pub fn lower() -> Result<(), Failure> {
    if caller_is_root() {
        return Ok(());
    }
    change(|word| word.effective = 0)
}

/// Makes every granted capability effective.
///
/// # Errors
/// When the kernel refuses, which it has no reason to.
pub fn raise() -> Result<(), Failure> {
    if caller_is_root() {
        return Ok(());
    }
    change(|word| word.effective = word.permitted)
}

/// Gives up granted capabilities, for commands that need none.
///
/// # Errors
/// When the kernel refuses, which it has no reason to.
pub fn drop_for_good() -> Result<(), Failure> {
    if caller_is_root() {
        return Ok(());
    }
    change(|word| *word = Word::default())
}

fn change(edit: impl Fn(&mut Word)) -> Result<(), Failure> {
    let mut header = Header { version: VERSION, pid: 0 };
    let mut words = [Word::default(); 2];
    // SAFETY: a header and two words, as this version has them; both outlive the calls.
    let done = unsafe {
        libc::syscall(libc::SYS_capget, &raw mut header, words.as_mut_ptr()) == 0 && {
            words.iter_mut().for_each(edit);
            libc::syscall(libc::SYS_capset, &raw mut header, words.as_ptr()) == 0
        }
    };
    if done {
        return Ok(());
    }
    Err(Failure::internal(format!("The capabilities cannot be changed: {}.", io::Error::last_os_error())))
}
