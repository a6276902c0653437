//! Names of system calls, error numbers and signals. The tables are data, one `number
//! name` per line, in the order of the numbers.

const ERRORS: &str = include_str!("names/errno.txt");
#[cfg(target_arch = "x86_64")]
const CALLS: &str = include_str!("names/x86_64.txt");
#[cfg(target_arch = "aarch64")]
const CALLS: &str = include_str!("names/aarch64.txt");

fn find(table: &'static str, number: u32) -> Option<&'static str> {
    table.lines().find_map(|line| {
        let (key, name) = line.split_once(' ')?;
        (key.parse() == Ok(number)).then_some(name)
    })
}

/// Name of a system call of this architecture; one that is newer than the table
/// is `syscall_<number>`, and one of the 32-bit table `compat_<number>`.
pub fn syscall_name(number: u32) -> String {
    if number & crate::abi::COMPAT_CALL != 0 {
        return format!("compat_{}", number & !crate::abi::COMPAT_CALL);
    }
    find(CALLS, number).map_or_else(|| format!("syscall_{number}"), str::to_owned)
}

/// Name of an error number, for example `ENOENT`; an unknown one is `errno_<number>`.
pub fn errno_name(number: i32) -> String {
    let known = u32::try_from(number).ok().and_then(|number| find(ERRORS, number));
    known.map_or_else(|| format!("errno_{number}"), str::to_owned)
}

/// Names of the signals from 1 on, the same on both architectures.
const SIGNALS: [&str; 31] = [
    "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM", "TERM",
    "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO",
    "PWR", "SYS",
];
/// The kernel's first real-time signal. Of the C library's, the first two or three are its own.
const FIRST_REAL_TIME: u32 = 32;

/// Name of a signal, for example `SIGTERM`; real-time signals by their distance from the kernel's first, `SIGRT+2`.
pub fn signal_name(number: u32) -> String {
    let name = (number as usize).checked_sub(1).and_then(|place| SIGNALS.get(place));
    match name {
        Some(name) => format!("SIG{name}"),
        None if (FIRST_REAL_TIME..=64).contains(&number) => format!("SIGRT+{}", number - FIRST_REAL_TIME),
        None => format!("signal_{number}"),
    }
}

/// Names of the capabilities from 0 on, without the prefix.
const CAPABILITIES: [&str; 41] = [
    "CHOWN",
    "DAC_OVERRIDE",
    "DAC_READ_SEARCH",
    "FOWNER",
    "FSETID",
    "KILL",
    "SETGID",
    "SETUID",
    "SETPCAP",
    "LINUX_IMMUTABLE",
    "NET_BIND_SERVICE",
    "NET_BROADCAST",
    "NET_ADMIN",
    "NET_RAW",
    "IPC_LOCK",
    "IPC_OWNER",
    "SYS_MODULE",
    "SYS_RAWIO",
    "SYS_CHROOT",
    "SYS_PTRACE",
    "SYS_PACCT",
    "SYS_ADMIN",
    "SYS_BOOT",
    "SYS_NICE",
    "SYS_RESOURCE",
    "SYS_TIME",
    "SYS_TTY_CONFIG",
    "MKNOD",
    "LEASE",
    "AUDIT_WRITE",
    "AUDIT_CONTROL",
    "SETFCAP",
    "MAC_OVERRIDE",
    "MAC_ADMIN",
    "SYSLOG",
    "WAKE_ALARM",
    "BLOCK_SUSPEND",
    "AUDIT_READ",
    "PERFMON",
    "BPF",
    "CHECKPOINT_RESTORE",
];

/// Name of a capability, for example `CAP_SYS_ADMIN`; one that is newer than the table is `capability_<number>`.
pub fn capability_name(number: u32) -> String {
    match CAPABILITIES.get(number as usize) {
        Some(name) => format!("CAP_{name}"),
        None => format!("capability_{number}"),
    }
}

/// `ok` for 0, else the error's name.
pub fn outcome_name(error: i32) -> String {
    if error == 0 { "ok".to_owned() } else { errno_name(error) }
}

#[cfg(test)]
mod tests {
    use super::{capability_name, errno_name, outcome_name, signal_name, syscall_name};

    #[test]
    fn calls_have_the_numbers_the_c_library_uses() {
        for (number, name) in [
            (libc::SYS_read, "read"),
            (libc::SYS_openat, "openat"),
            (libc::SYS_futex, "futex"),
            (libc::SYS_epoll_pwait2, "epoll_pwait2"),
            (libc::SYS_exit_group, "exit_group"),
        ] {
            assert_eq!(syscall_name(number as u32), name);
        }
        assert_eq!(syscall_name(4000), "syscall_4000");
        assert_eq!(syscall_name(0x10005), "compat_5");
    }

    #[test]
    fn signals_have_the_numbers_the_c_library_uses() {
        for (number, name) in
            [(libc::SIGHUP, "SIGHUP"), (libc::SIGSEGV, "SIGSEGV"), (libc::SIGURG, "SIGURG"), (libc::SIGSYS, "SIGSYS")]
        {
            assert_eq!(signal_name(number as u32), name);
        }
        assert_eq!(signal_name(34), "SIGRT+2");
        assert_eq!((signal_name(0), signal_name(65)), ("signal_0".to_owned(), "signal_65".to_owned()));
    }

    #[test]
    fn capabilities_have_the_numbers_the_kernel_uses() {
        let known = [(0, "CAP_CHOWN"), (8, "CAP_SETPCAP"), (19, "CAP_SYS_PTRACE"), (21, "CAP_SYS_ADMIN")];
        for (number, name) in known.into_iter().chain([(38, "CAP_PERFMON"), (40, "CAP_CHECKPOINT_RESTORE")]) {
            assert_eq!(capability_name(number), name);
        }
        assert_eq!(capability_name(63), "capability_63");
    }

    #[test]
    fn errors_are_named_and_success_is_ok() {
        assert_eq!(errno_name(libc::ENOENT), "ENOENT");
        assert_eq!(errno_name(libc::EAGAIN), "EAGAIN");
        assert_eq!(errno_name(512), "ERESTARTSYS");
        assert_eq!(errno_name(4000), "errno_4000");
        assert_eq!(outcome_name(0), "ok");
    }
}
