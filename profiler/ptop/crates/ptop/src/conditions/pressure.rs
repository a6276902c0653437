//! How long tasks of the machine had to wait for what they lacked: the kernel's pressure stall information.

use std::fs;

use crate::record::host::Pressure;

/// Totals since the start. `None` where the kernel does not keep all of them.
pub fn read() -> Option<Pressure> {
    let file = |name: &str| fs::read_to_string(format!("/proc/pressure/{name}")).ok();
    of(&file("cpu")?, &file("memory")?, &file("io")?)
}

/// What came to the totals in between. `None` when they began again.
pub fn between(before: Pressure, after: Pressure) -> Option<Pressure> {
    let grown = |of: fn(&Pressure) -> u64| of(&after).checked_sub(of(&before));
    Some(Pressure {
        cpu_some_ns: grown(|totals| totals.cpu_some_ns)?,
        memory_some_ns: grown(|totals| totals.memory_some_ns)?,
        memory_full_ns: grown(|totals| totals.memory_full_ns)?,
        io_some_ns: grown(|totals| totals.io_some_ns)?,
        io_full_ns: grown(|totals| totals.io_full_ns)?,
    })
}

fn of(cpu: &str, memory: &str, io: &str) -> Option<Pressure> {
    Some(Pressure {
        cpu_some_ns: total_ns(cpu, "some")?,
        memory_some_ns: total_ns(memory, "some")?,
        memory_full_ns: total_ns(memory, "full")?,
        io_some_ns: total_ns(io, "some")?,
        io_full_ns: total_ns(io, "full")?,
    })
}

/// The kernel tells microseconds.
fn total_ns(text: &str, who: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(who)?.strip_prefix(' '))?;
    let total = line.split_ascii_whitespace().find_map(|field| field.strip_prefix("total="))?;
    total.parse::<u64>().ok()?.checked_mul(1000)
}

#[cfg(test)]
mod tests {
    use super::{Pressure, between, of};

    const CPU: &str = "some avg10=1.53 avg60=1.87 avg300=1.73 total=1000\n";
    const MEMORY: &str =
        "some avg10=0.00 avg60=0.00 avg300=0.00 total=20\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=3\n";
    const IO: &str =
        "some avg10=0.00 avg60=0.00 avg300=0.00 total=40\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n";

    fn totals(numbers: [u64; 5]) -> Pressure {
        let [cpu_some_ns, memory_some_ns, memory_full_ns, io_some_ns, io_full_ns] = numbers;
        Pressure { cpu_some_ns, memory_some_ns, memory_full_ns, io_some_ns, io_full_ns }
    }

    #[test]
    fn totals_are_in_nanoseconds() {
        assert_eq!(of(CPU, MEMORY, IO), Some(totals([1_000_000, 20_000, 3_000, 40_000, 0])));
    }

    #[test]
    fn a_kernel_that_lacks_one_of_them_has_none() {
        assert_eq!(of(CPU, CPU, IO), None);
        assert_eq!(of("", MEMORY, IO), None);
        assert_eq!(of("some avg10=0.00 total=many\n", MEMORY, IO), None);
    }

    #[test]
    fn only_what_came_to_them_counts_and_totals_that_shrank_say_nothing() {
        let (before, after) = (totals([5, 4, 3, 2, 1]), totals([15, 4, 4, 2, 9]));
        assert_eq!(between(before, after), Some(totals([10, 0, 1, 0, 8])));
        assert_eq!(between(after, before), None);
    }
}
