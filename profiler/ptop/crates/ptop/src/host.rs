//! Facts about the machine that decide whether two captures can be compared.

mod governor;
mod virtualization;

use std::fs;

use crate::conditions::Given;
use crate::record::host::Host;

/// Reads them, beside what the machine gave within the window. Of the older ones a fact that cannot be read is an empty
/// string or 0; the others are absent.
pub fn read_host(uptime_ns: u64, given: &Given) -> Host {
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let meminfo = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    Host {
        kernel: line_of("/proc/sys/kernel/osrelease"),
        arch: std::env::consts::ARCH.to_owned(),
        cpu_model: cpu_model(&cpuinfo),
        online_cpus: online_cpus().len() as u64,
        boot_id: line_of("/proc/sys/kernel/random/boot_id"),
        mem_total_bytes: mem_total(&meminfo),
        clocksource: line_of("/sys/devices/system/clocksource/clocksource0/current_clocksource"),
        virtualization: virtualization::virtualization(),
        governor: governor::governor(),
        uptime_ns,
        steal_ns: given.steal_ns,
        pressure: given.pressure,
    }
}

/// Numbers of the CPUs that are online.
pub fn online_cpus() -> Vec<u32> {
    cpu_list(&line_of("/sys/devices/system/cpu/online"))
}

fn line_of(path: &str) -> String {
    fs::read_to_string(path).map(|text| text.trim().to_owned()).unwrap_or_default()
}

/// The model where the processor gives a name; on ARM its implementer and part.
fn cpu_model(cpuinfo: &str) -> String {
    let field = |name: &str| {
        let line = cpuinfo.lines().find(|line| line.starts_with(name))?;
        line.split_once(':').map(|(_, value)| value.trim().to_owned())
    };
    field("model name").unwrap_or_else(|| {
        let part = ["CPU implementer", "CPU part", "CPU variant"].into_iter().filter_map(field).collect::<Vec<_>>();
        part.join(" ")
    })
}

fn mem_total(meminfo: &str) -> u64 {
    let kib =
        meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:")?.trim().strip_suffix("kB")?.trim().parse().ok());
    kib.map_or(0, |kib: u64| kib * 1024)
}

/// Expands the kernel's list form, for example `0-2,4`.
fn cpu_list(text: &str) -> Vec<u32> {
    let mut cpus = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        if let (Ok(first), Ok(last)) = (first.trim().parse::<u32>(), last.trim().parse::<u32>()) {
            cpus.extend(first..=last.min(first.saturating_add(4096)));
        }
    }
    cpus
}

#[cfg(test)]
mod tests {
    use super::{cpu_list, cpu_model, mem_total};

    #[test]
    fn cpu_lists_expand() {
        assert_eq!(cpu_list("0-2,4"), [0, 1, 2, 4]);
        assert_eq!(cpu_list("7"), [7]);
        assert!(cpu_list("").is_empty());
    }

    #[test]
    fn the_model_is_a_name_or_a_part() {
        assert_eq!(cpu_model("model name\t: Some CPU @ 2GHz\n"), "Some CPU @ 2GHz");
        assert_eq!(cpu_model("CPU implementer\t: 0x41\nCPU variant\t: 0x3\nCPU part\t: 0xd0c\n"), "0x41 0xd0c 0x3");
    }

    #[test]
    fn memory_is_in_bytes() {
        assert_eq!(mem_total("MemTotal:       8 kB\n"), 8192);
    }
}
