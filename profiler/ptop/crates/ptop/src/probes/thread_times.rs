//! How long each thread ran and waited, which `cpu_time` and `off_cpu` keep together, as the record lists it by name.

use std::collections::HashMap;

use super::rows::add_each;
use crate::abi::cpu::{REST, ThreadKey, ThreadTime, TimePlace};
use crate::abi::text;
use crate::bpf::{LoadError, Loaded, Table};

/// Name under which threads beyond the table are listed.
const REST_NAME: &str = "(other threads)";

/// The times of all threads.
pub struct ThreadTimes {
    places: Table<u32, TimePlace>,
    table: Table<ThreadKey, ThreadTime>,
}

impl ThreadTimes {
    /// Those that a probe's programs add to.
    ///
    /// # Errors
    /// When the object lacks them.
    pub fn of(loaded: &Loaded) -> Result<ThreadTimes, LoadError> {
        Ok(ThreadTimes { places: loaded.table("time_places")?, table: loaded.table("thread_times")? })
    }

    /// Forgets all. No window may be open.
    ///
    /// # Errors
    /// When the maps cannot be written.
    pub fn reset(&self) -> Result<(), LoadError> {
        for (at, place) in (0..).zip(self.places.values()?) {
            if place.of.tid != REST.tid {
                self.places.put(&at, &TimePlace::FREE)?;
            }
        }
        self.table.clear()?;
        self.table.put(&REST, &ThreadTime::default())
    }

    /// What `part` takes of the threads' times, by their names; a thread of which that is 0 is left out.
    ///
    /// # Errors
    /// When the maps cannot be read.
    pub fn by_name<const N: usize>(&self, part: fn(&ThreadTime) -> [u64; N]) -> Result<Vec<NamedTimes<N>>, LoadError> {
        let places = self.places.values()?.into_iter().map(|place| (place.of, place.time));
        Ok(by_name(places.chain(self.table.pairs()?).map(|(key, time)| (key, part(&time)))))
    }
}

/// The times of all threads of one name.
pub struct NamedTimes<const N: usize> {
    /// Their name.
    pub comm: String,
    /// How many they are.
    pub threads: u64,
    /// Added up, in the probe's order.
    pub ns: [u64; N],
}

/// The most of the first time first.
fn by_name<const N: usize>(pairs: impl Iterator<Item = (ThreadKey, [u64; N])>) -> Vec<NamedTimes<N>> {
    let mut by_name: HashMap<String, (u64, [u64; N])> = HashMap::new();
    for (key, ns) in pairs.filter(|(_, ns)| *ns != [0; N]) {
        let comm = if key.tid == REST.tid { REST_NAME.to_owned() } else { text(&key.comm) };
        let (threads, sum) = by_name.entry(comm).or_insert((0, [0; N]));
        *threads += 1;
        add_each(sum, &ns);
    }
    let row = |(comm, (threads, ns))| NamedTimes { comm, threads, ns };
    let mut rows: Vec<NamedTimes<N>> = by_name.into_iter().map(row).collect();
    rows.sort_by(|a, b| b.ns[0].cmp(&a.ns[0]).then_with(|| a.comm.cmp(&b.comm)));
    rows
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{REST, REST_NAME, ThreadTimes, by_name};
    use crate::abi::cpu::{ThreadKey, ThreadTime, TimePlace};
    use crate::collector::clock::{monotonic_ns, own_cpu_ns};
    use crate::probes::base::{Probe, Setup};
    use crate::probes::cpu_time::CpuTime;
    use crate::probes::trial::Trial;
    use crate::record::Axes;

    const SPUN_NS: u64 = 30_000_000;

    fn key(tid: u32) -> ThreadKey {
        ThreadKey { tid, comm: *b"worker\0\0\0\0\0\0\0\0\0\0", pad: 0 }
    }

    #[test]
    fn threads_of_a_name_are_one_row_and_the_rest_is_one_if_there_is_any() {
        let rows = |rest: u64| {
            let times = [(REST, [rest, 0]), (key(7), [1, 5]), (key(8), [2, 0]), (key(9), [0, 0])];
            let named = by_name(times.into_iter());
            named.into_iter().map(|row| (row.comm, row.threads, row.ns)).collect::<Vec<_>>()
        };
        let workers = || ("worker".to_owned(), 2, [3, 5]);
        assert_eq!(rows(0), [workers()]);
        assert_eq!(rows(9), [("(other threads)".to_owned(), 1, [9, 0]), workers()]);
    }

    fn spin() {
        let begun = own_cpu_ns();
        while own_cpu_ns() < begun + SPUN_NS {}
        // What it ran is its own once it leaves the CPU, under the name that it has then.
        std::thread::sleep(Duration::from_millis(1));
    }

    fn spin_under_two_names() {
        let thread = std::thread::Builder::new().name("first".to_owned()).spawn(|| {
            spin();
            // SAFETY: the name ends with a zero.
            assert_eq!(unsafe { libc::prctl(libc::PR_SET_NAME, c"second".as_ptr()) }, 0);
            spin();
        });
        thread.expect("threads can be started").join().expect("it only spins");
    }

    /// Opens a window that does not begin: nothing is added any more.
    fn close(setup: &Setup) {
        setup.targets.open(u64::MAX - 12, u64::MAX).expect("the window is ours");
    }

    /// Which of the names have the time that was spun under them, in all and in the table alone.
    fn shown(fill: impl FnOnce(&ThreadTimes)) -> [Vec<String>; 2] {
        let Trial { manifest, setup } = Trial::of_this_process("cpu_time");
        let mut probe = CpuTime::load(manifest, &setup).unwrap_or_else(|load_error| panic!("{}", load_error.reason()));
        let times = ThreadTimes::of(probe.loaded()).expect("it has them");
        close(&setup);
        probe.reset().expect("the maps are ours");
        fill(&times);
        let now = monotonic_ns();
        setup.targets.open(now, now + 3_600_000_000_000).expect("the window is ours");
        spin_under_two_names();
        close(&setup);
        let mut axes = Axes::default();
        probe.collect(&mut axes).expect("it is readable");
        let cpu_time = axes.cpu_time.expect("it was collected");
        assert_eq!(cpu_time.threads.iter().map(|row| row.ns).sum::<u64>(), cpu_time.total_ns, "no time is lost");
        let spun = cpu_time.threads.into_iter().map(|row| (row.comm, row.ns));
        let table = times.table.pairs().expect("it is readable").into_iter();
        let table = by_name(table.map(|(key, time)| (key, [time.running_ns])));
        [those_that_spun(spun), those_that_spun(table.into_iter().map(|row| (row.comm, row.ns[0])))]
    }

    fn those_that_spun(times: impl Iterator<Item = (String, u64)>) -> Vec<String> {
        let is_one = |name: &str| ["first", "second", REST_NAME].contains(&name);
        let spun = times.filter(|(name, ns)| is_one(name) && *ns >= SPUN_NS / 10 * 9).map(|(name, _)| name);
        let mut spun: Vec<String> = spun.collect();
        spun.sort();
        spun
    }

    fn take_places(times: &ThreadTimes) {
        for at in 0..times.places.values().expect("they are readable").len() as u32 {
            let taken = TimePlace { of: key(u32::MAX), ..TimePlace::FREE };
            times.places.put(&at, &taken).expect("they are ours");
        }
    }

    fn take_table(times: &ThreadTimes) {
        let filled = (1..u32::MAX).take_while(|tid| times.table.put(&key(*tid), &ThreadTime::default()).is_ok());
        assert_eq!(filled.count(), 4095, "beside the threads beyond it");
    }

    #[test]
    fn times_are_kept_where_there_is_room() {
        // A thread that is interrupted before it has its name has its place under another one.
        let is_placed = || shown(|_| ()) == [vec!["first", "second"], vec!["second"]];
        assert!((0..5).any(|_| is_placed()), "a place has one name");
        assert_eq!(shown(take_places), [vec!["first", "second"], vec!["first", "second"]]);
        let rest = shown(|times| {
            take_places(times);
            take_table(times);
        });
        assert_eq!(rest, [vec![REST_NAME], vec![REST_NAME]]);
    }

    #[test]
    fn what_was_kept_is_forgotten() {
        let Trial { manifest, setup } = Trial::of_this_process("cpu_time");
        let mut probe = CpuTime::load(manifest, &setup).unwrap_or_else(|load_error| panic!("{}", load_error.reason()));
        spin_under_two_names();
        let times = ThreadTimes::of(probe.loaded()).expect("it has them");
        assert!(times.by_name(|time| [time.running_ns]).expect("they are readable").len() >= 2);
        close(&setup);
        probe.reset().expect("the maps are ours");
        assert!(times.by_name(|time| [time.running_ns]).expect("they are readable").is_empty());
        assert!(times.places.values().expect("they are readable").iter().all(|place| place.of.tid == 0));
    }
}
