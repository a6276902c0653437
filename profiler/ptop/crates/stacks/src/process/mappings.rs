//! The target's executable mappings, sorted, and those that have gone but may
//! still be named. Bounded in number; `maps` is read as a stream.

use std::io::{BufRead, BufReader, Read};

/// Number of the module of a mapping that is not a file or the vDSO.
pub(crate) const NO_MODULE: u16 = u16::MAX;

/// What the kernel shows every process lies above, as a page for time that nothing uses.
const KERNEL: u64 = 1 << 63;

/// Bytes of one line believed: an address part and a path of at most 4 KiB, every byte escaped.
const LINE_BYTES: u64 = 20 * 1024;

/// One executable mapping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mapping {
    pub(crate) start: u64,
    pub(crate) end: u64,
    pub(crate) offset: u64,
    pub(crate) module: u16,
    /// Set once the module was opened.
    pub(crate) bias: Option<u64>,
    /// The last epoch in which its addresses meant this; [`EVER`] until something else takes its place.
    pub(crate) last: u16,
}

/// No epoch was the last one yet.
pub(crate) const EVER: u16 = u16::MAX;
/// Epochs told apart; what takes a place after them makes the addresses there mean the new.
const EPOCHS: u16 = 4095;

impl Mapping {
    /// Whether it is code that is in no file: what a program made, or the kernel shows it.
    pub(crate) fn is_made_code(&self) -> bool {
        self.module == NO_MODULE && self.end <= KERNEL
    }

    /// Whether both are the same mapping.
    fn is_as(&self, other: &Mapping) -> bool {
        (self.start, self.end, self.offset, self.module) == (other.start, other.end, other.offset, other.module)
    }

    /// Whether an address in both means different code.
    fn contradicts(&self, other: &Mapping) -> bool {
        let overlaps = self.start < other.end && other.start < self.end;
        let begins = |mapping: &Mapping| mapping.start.wrapping_sub(mapping.offset);
        let is_same = self.module == other.module && (self.module == NO_MODULE || begins(self) == begins(other));
        overlaps && !is_same
    }
}

/// A line of `maps` that describes executable memory.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Line<'a> {
    pub(crate) start: u64,
    pub(crate) end: u64,
    pub(crate) offset: u64,
    pub(crate) device: &'a str,
    pub(crate) inode: u64,
    /// Path, `[vdso]`, or empty.
    pub(crate) path: &'a str,
}

impl<'a> Line<'a> {
    /// `None` when the line is malformed or the mapping is not executable.
    pub(crate) fn parse(line: &'a str) -> Option<Line<'a>> {
        let mut fields = line.splitn(6, ' ');
        let (start, end) = fields.next()?.split_once('-')?;
        if !fields.next()?.contains('x') {
            return None;
        }
        let hex = |text| u64::from_str_radix(text, 16).ok();
        let offset = hex(fields.next()?)?;
        let device = fields.next()?;
        let inode = fields.next()?.parse().ok()?;
        let path = fields.next().unwrap_or("").trim_start();
        let (start, end) = (hex(start)?, hex(end)?);
        (start < end).then_some(Line { start, end, offset, device, inode, path })
    }
}

/// Calls `visit` with each executable mapping.
pub(crate) fn read(maps: impl Read, mut visit: impl FnMut(&Line<'_>)) -> std::io::Result<()> {
    let mut reader = BufReader::with_capacity(8 * 1024, maps);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if reader.by_ref().take(LINE_BYTES).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        let text = String::from_utf8_lossy(bytes.strip_suffix(b"\n").unwrap_or(&bytes));
        if let Some(line) = Line::parse(&text) {
            visit(&line);
        }
    }
}

/// Current mappings in front, retired ones behind.
#[derive(Default)]
pub(crate) struct Mappings {
    current: Vec<Mapping>,
    retired: Vec<Mapping>,
    /// When something took the place of other code: an address means the same from one such time to the next. The
    /// number of the epoch is how many there were.
    begins: Vec<u64>,
}

impl Mappings {
    /// Replaces the current mappings. What is no longer mapped stays for
    /// naming, the total staying within `most`; where other code took its place,
    /// it stays for the epochs up to now, and a new epoch begins at `now_ns`.
    pub(crate) fn replace(&mut self, mut new: Vec<Mapping>, most: usize, now_ns: u64) {
        new.sort_unstable_by_key(|mapping| mapping.start);
        let same = |old: &Mapping| {
            let at = new.partition_point(|mapping| mapping.start < old.start);
            new.get(at)
                .is_some_and(|mapping| (mapping.start, mapping.end, mapping.module) == (old.start, old.end, old.module))
        };
        let over = |old: &Mapping| {
            let at = new.partition_point(|mapping| mapping.end <= old.start);
            let end = old.end;
            new[at..].iter().take_while(move |mapping| mapping.start < end)
        };
        let mut retired = std::mem::take(&mut self.retired);
        retired.extend(self.current.iter().filter(|old| !same(old)));
        let epoch = self.epoch();
        let mut is_contradicted = false;
        retired.retain_mut(|old| {
            if old.last == EVER && epoch < EPOCHS && over(old).any(|mapping| mapping.contradicts(old)) {
                old.last = epoch;
                is_contradicted = true;
            }
            old.last != EVER || over(old).next().is_none()
        });
        if is_contradicted {
            self.begins.push(now_ns.max(self.begins.last().copied().unwrap_or(0)));
        }
        // Of those that were in one place, the latest first.
        retired.sort_unstable_by_key(|mapping| (mapping.start, std::cmp::Reverse(mapping.last)));
        retired.dedup_by_key(|mapping| (mapping.start, mapping.last));
        retired.truncate(most.saturating_sub(new.len()));
        self.retired = retired;
        self.current = new;
    }

    /// The current mapping that contains the address.
    pub(crate) fn find(&mut self, address: u64) -> Option<&mut Mapping> {
        containing(&mut self.current, address)
    }

    /// A mapping behind all others.
    pub(crate) fn append(&mut self, mapping: Mapping) {
        debug_assert!(self.current.last().is_none_or(|last| last.end <= mapping.start));
        self.current.push(mapping);
    }

    /// The mapping with that number, by address.
    pub(crate) fn at(&self, number: u16) -> Option<&Mapping> {
        self.current.get(usize::from(number))
    }

    /// Other files that are mapped where this one is to be.
    pub(crate) fn others<'a>(&'a self, new: &'a Mapping) -> impl Iterator<Item = Mapping> + 'a {
        let is_other = |old: &&Mapping| old.module != NO_MODULE && new.module != NO_MODULE && new.contradicts(old);
        self.current.iter().filter(is_other).copied()
    }

    /// Every current mapping.
    pub(crate) fn current(&mut self) -> &mut [Mapping] {
        &mut self.current
    }

    /// How often something took the place of other code.
    pub(crate) fn epoch(&self) -> u16 {
        self.begins.len() as u16
    }

    /// The epoch at a time.
    pub(crate) fn epoch_at(&self, time_ns: u64) -> u16 {
        self.begins.partition_point(|begin| *begin <= time_ns) as u16
    }

    /// Maps one range: what was mapped there, or in a part of it, is no more. `can_tell` says whether it is known that
    /// what is there is this and no other; where it is not, and something else was there, its addresses mean nothing.
    pub(crate) fn map(&mut self, new: Mapping, can_tell: bool, (most, now_ns): (usize, u64)) {
        if self.current.iter().any(|old| old.is_as(&new)) {
            return;
        }
        let is_elsewhere = |old: &Mapping| old.end <= new.start || new.end <= old.start;
        let has_changed = self.current.iter().any(|old| new.contradicts(old));
        let is_reported = can_tell && self.epoch() < EPOCHS;
        let mut rest: Vec<Mapping> = Vec::with_capacity(self.current.len() + 2);
        for old in &self.current {
            if is_elsewhere(old) {
                rest.push(*old);
                continue;
            }
            if old.start < new.start {
                rest.push(Mapping { end: new.start, ..*old });
            }
            if new.end < old.end {
                let cut = new.end - old.start;
                rest.push(Mapping { start: new.end, offset: old.offset.wrapping_add(cut), ..*old });
            }
        }
        rest.push(if has_changed && !is_reported { Mapping { module: NO_MODULE, bias: None, ..new } } else { new });
        if rest.len() <= most {
            self.replace(rest, most, now_ns);
        }
    }

    /// The mapping that contained the address in an epoch, or at any time where only one ever did.
    pub(crate) fn find_ever(&mut self, address: u64, epoch: u16) -> Option<&mut Mapping> {
        if epoch >= self.epoch() && containing(&mut self.current, address).is_some() {
            return containing(&mut self.current, address);
        }
        let holds = |mapping: &Mapping| mapping.start <= address && address < mapping.end;
        // The one whose last epoch follows soonest; one that is only gone had no last epoch.
        let retired = self.retired.iter().enumerate().filter(|(_, mapping)| holds(mapping));
        let then = retired.clone().filter(|(_, mapping)| mapping.last != EVER && mapping.last >= epoch);
        let then = then.min_by_key(|(_, mapping)| mapping.last).map(|(at, _)| at);
        let gone = retired.max_by_key(|(_, mapping)| mapping.last).map(|(at, _)| at);
        if let Some(at) = then {
            return self.retired.get_mut(at);
        }
        match containing(&mut self.current, address) {
            Some(mapping) => Some(mapping),
            None => self.retired.get_mut(gone?),
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        (self.current.capacity() + self.retired.capacity()) * size_of::<Mapping>() + self.begins.capacity() * 8
    }
}

fn containing(mappings: &mut [Mapping], address: u64) -> Option<&mut Mapping> {
    let at = mappings.partition_point(|mapping| mapping.end <= address);
    mappings.get_mut(at).filter(|mapping| mapping.start <= address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_kernel_are_understood() {
        let line = "7f0e1c000000-7f0e1c021000 r-xp 00022000 08:01 131 \t           /usr/lib/a b.so (deleted)";
        let parsed = Line::parse(line).unwrap();
        assert_eq!((parsed.start, parsed.end, parsed.offset), (0x7f0e_1c00_0000, 0x7f0e_1c02_1000, 0x22000));
        assert_eq!(parsed.inode, 131);
        assert!(parsed.path.ends_with("/usr/lib/a b.so (deleted)"));
        assert_eq!(Line::parse("1000-2000 r-xp 0 00:00 0").map(|line| line.path), Some(""));
        for other in ["1000-2000 rw-p 0 00:00 0", "", "x", "2000-1000 r-xp 0 00:00 0", "1000-2000 r-xp z 0 0"] {
            assert_eq!(Line::parse(other), None);
        }
    }

    #[test]
    fn endless_lines_do_not_make_memory() {
        let mut seen = 0;
        read(std::io::repeat(b'x').take(1 << 20), |_| seen += 1).unwrap();
        assert_eq!(seen, 0);
    }

    fn mapping(start: u64, end: u64, module: u16) -> Mapping {
        Mapping { start, end, offset: 0, module, bias: None, last: EVER }
    }

    #[test]
    fn a_gone_mapping_stays_nameable_until_something_takes_its_place() {
        let mut mappings = Mappings::default();
        mappings.replace(vec![mapping(10, 20, 0), mapping(30, 40, 1)], 10, 0);
        mappings.replace(vec![mapping(10, 20, 0)], 10, 0);
        assert_eq!(mappings.find(35), None);
        assert_eq!((mappings.epoch(), module(&mut mappings, 35, 0)), (0, Some(1)));
        mappings.replace(vec![mapping(10, 20, 0), mapping(36, 50, 2)], 10, 0);
        assert_eq!(
            (mappings.epoch(), module(&mut mappings, 36, 1), module(&mut mappings, 31, 1)),
            (1, Some(2), Some(1))
        );
    }

    fn module(mappings: &mut Mappings, address: u64, epoch: u16) -> Option<u16> {
        mappings.find_ever(address, epoch).map(|found| found.module)
    }

    #[test]
    fn what_took_a_place_does_not_change_what_was_there_before() {
        let mut mappings = Mappings::default();
        for at in [0, 1, 2] {
            mappings.replace(vec![mapping(10, 20, 0), mapping(30, 40, at)], 10, 0);
            mappings.replace(vec![mapping(10, 20, 0)], 10, 0);
        }
        let seen: Vec<Option<u16>> = (0..4).map(|epoch| module(&mut mappings, 35, epoch)).collect();
        assert_eq!((mappings.epoch(), seen), (2, vec![Some(0), Some(1), Some(2), Some(2)]));
        // Memory of a JIT that comes and goes, or a mapping that is split, contradicts nothing.
        mappings.replace(vec![mapping(10, 15, 0), Mapping { offset: 5, ..mapping(15, 20, 0) }], 10, 0);
        mappings.replace(vec![mapping(50, 60, NO_MODULE)], 10, 0);
        mappings.replace(vec![mapping(55, 70, NO_MODULE)], 10, 0);
        assert_eq!(mappings.epoch(), 2);
    }

    #[test]
    fn epochs_end_before_their_number_does() {
        let mut mappings = Mappings::default();
        for round in 0..10_000_u16 {
            mappings.replace(vec![mapping(10, 20, round % 2)], 10, 0);
        }
        assert_eq!((mappings.epoch(), module(&mut mappings, 15, EPOCHS)), (EPOCHS, Some(1)));
        assert!(mappings.retired.len() <= 9);
    }

    #[test]
    fn retired_mappings_count_against_the_limit() {
        let mut mappings = Mappings::default();
        for round in 0..100 {
            mappings.replace(
                (0..10).map(|n| mapping(round * 1000 + n * 10, round * 1000 + n * 10 + 5, 0)).collect(),
                50,
                0,
            );
        }
        assert!(mappings.retired.len() <= 40);
        assert_eq!(mappings.find(99_000).map(|found| found.end), Some(99_005));
    }

    #[test]
    fn what_was_mapped_in_turn_is_told_apart_by_time() {
        let mut mappings = Mappings::default();
        mappings.replace(vec![mapping(10, 20, 0), mapping(30, 40, 1)], 10, 5);
        for (time, number) in [(100, 2), (200, 1), (300, 2)] {
            mappings.map(mapping(30, 40, number), true, (10, time));
        }
        let mut at = |time: u64, address: u64| {
            let epoch = mappings.epoch_at(time);
            module(&mut mappings, address, epoch)
        };
        let seen = [99, 100, 199, 200, 299, 300, 999].map(|time| at(time, 35));
        assert_eq!(seen, [1, 2, 2, 1, 1, 2, 2].map(Some));
        assert_eq!([50, 250].map(|time| at(time, 15)), [Some(0); 2]);
    }

    #[test]
    fn what_cannot_be_told_is_no_file() {
        let mut mappings = Mappings::default();
        mappings.map(mapping(30, 40, 1), false, (10, 1));
        assert_eq!(mappings.find(35).map(|found| found.module), Some(1));
        // A part of it, and another file.
        mappings.map(mapping(34, 36, 2), false, (10, 2));
        let seen: Vec<Option<u16>> = (33..37).map(|at| mappings.find(at).map(|found| found.module)).collect();
        assert_eq!(seen, [1, NO_MODULE, NO_MODULE, 1].map(Some));
        for round in 0..10_000 {
            mappings.map(mapping(50, 60, (round % 2) as u16), true, (10, 3 + round));
        }
        assert_eq!(mappings.find(55).map(|found| found.module), Some(NO_MODULE));
    }
}
