//! What unwinding remembers: each different rule once, and for each address
//! that was seen, eight bytes that say which rule it has. Both are capped.

use crate::types::limits::Limits;

/// What is remembered about an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Remembered {
    /// The module has no unwind information for it.
    NoEntry,
    /// The module's unwind information for it is malformed.
    Malformed,
    /// The rule with this number.
    Rule(u32),
}

const NO_ENTRY: u64 = 1;
const MALFORMED: u64 = 2;
const FIRST_RULE: u64 = 3;
const WAYS: usize = 8;
const RULE_BITS: u32 = 20;
const RULE_MASK: u64 = (1 << RULE_BITS) - 1;

/// The rules, each once, behind an open-addressed table of their numbers.
pub(crate) struct RuleStore {
    bytes: Vec<u8>,
    /// Start of each rule in `bytes`, and the end of the last one.
    starts: Vec<u32>,
    /// Rule number + 1, or 0; a power of two long.
    table: Vec<u32>,
    most: usize,
}

impl RuleStore {
    pub(crate) fn new(limits: &Limits) -> RuleStore {
        let most = limits.distinct_rules.min((RULE_MASK - FIRST_RULE) as usize);
        RuleStore { bytes: Vec::new(), starts: vec![0], table: vec![0; 64], most }
    }

    /// The bytes of a rule.
    pub(crate) fn get(&self, rule: u32) -> &[u8] {
        let range = self.starts.get(rule as usize).zip(self.starts.get(rule as usize + 1));
        range.map_or(&[], |(start, end)| &self.bytes[*start as usize..*end as usize])
    }

    /// The number of an equal rule, stored now if it is new. `None` when the store is full.
    pub(crate) fn intern(&mut self, rule: &[u8]) -> Option<u32> {
        let mask = self.table.len() - 1;
        let mut at = hash(rule) as usize & mask;
        while self.table[at] != 0 {
            let number = self.table[at] - 1;
            if self.get(number) == rule {
                return Some(number);
            }
            at = (at + 1) & mask;
        }
        let number = self.starts.len() - 1;
        let end = u32::try_from(self.bytes.len() + rule.len()).ok()?;
        if number >= self.most || end > 64 * self.most as u32 {
            return None;
        }
        self.bytes.extend(rule);
        self.starts.push(end);
        self.table[at] = number as u32 + 1;
        if self.starts.len() * 2 > self.table.len() {
            self.grow();
        }
        Some(number as u32)
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        let mut table = vec![0; mask + 1];
        for number in 0..self.starts.len() as u32 - 1 {
            let mut at = hash(self.get(number)) as usize & mask;
            while table[at] != 0 {
                at = (at + 1) & mask;
            }
            table[at] = number + 1;
        }
        self.table = table;
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.bytes.capacity() + 4 * (self.starts.capacity() + self.table.capacity())
    }
}

/// FNV-1a: the rules are a few bytes and never adversarial in number (the store is capped).
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// Addresses that were seen. An entry is module (12 bits), offset in the module
/// (32 bits) and what is remembered (20 bits); 0 is free.
pub(crate) struct AddressCache {
    entries: Vec<u64>,
    used: usize,
    most: usize,
    evicted: u64,
}

/// Identifies an address in a module.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AddressKey(u64);

impl AddressKey {
    /// `None` when the module or the offset is too large to be remembered.
    pub(crate) fn new(module: u16, offset: u64) -> Option<AddressKey> {
        (module < 1 << 12 && offset < 1 << 32).then(|| AddressKey(u64::from(module) << 52 | offset << RULE_BITS))
    }
}

impl AddressCache {
    pub(crate) fn new(limits: &Limits) -> AddressCache {
        let most = limits.cached_addresses.next_power_of_two().clamp(WAYS, 1 << 24);
        AddressCache { entries: vec![0; 1024.min(most)], used: 0, most, evicted: 0 }
    }

    pub(crate) fn get(&self, key: AddressKey) -> Option<Remembered> {
        let is_it = |entry: &&u64| **entry & !RULE_MASK == key.0 && **entry & RULE_MASK != 0;
        let entry = self.sets(key).into_iter().find_map(|set| self.entries[set].iter().find(is_it))?;
        Some(match entry & RULE_MASK {
            NO_ENTRY => Remembered::NoEntry,
            MALFORMED => Remembered::Malformed,
            rule => Remembered::Rule((rule - FIRST_RULE) as u32),
        })
    }

    /// Remembers, displacing the oldest of the set once the cache has its full size.
    pub(crate) fn insert(&mut self, key: AddressKey, remembered: Remembered) {
        let is_full = |set: std::ops::Range<usize>| self.entries[set].iter().all(|entry| *entry != 0);
        // Half full guards against growing for the sake of addresses that share their sets.
        if self.entries.len() < self.most
            && self.used * 2 > self.entries.len()
            && self.sets(key).into_iter().all(is_full)
        {
            self.grow();
        }
        let value = match remembered {
            Remembered::NoEntry => NO_ENTRY,
            Remembered::Malformed => MALFORMED,
            Remembered::Rule(rule) => u64::from(rule) + FIRST_RULE,
        };
        self.place(key.0 | value);
    }

    /// Into the emptier of the address's two sets, which fills the cache evenly to the end.
    /// Newest first within a set, so that the last one is the one to displace.
    fn place(&mut self, entry: u64) {
        let sets = self.sets(AddressKey(entry & !RULE_MASK));
        let [first, second] = sets.map(|set| (self.entries[set.clone()].iter().filter(|e| **e != 0).count(), set));
        let (filled, set) = if second.0 < first.0 { second } else { first };
        if filled < WAYS {
            self.used += 1;
        } else {
            self.evicted += 1;
        }
        let ways = &mut self.entries[set];
        ways.copy_within(..WAYS - 1, 1);
        ways[0] = entry;
    }

    fn grow(&mut self) {
        let larger = vec![0; self.entries.len() * 2];
        let entries = std::mem::replace(&mut self.entries, larger);
        self.used = 0;
        let evicted = self.evicted;
        for set in entries.chunks(WAYS) {
            for entry in set.iter().rev().filter(|entry| **entry != 0) {
                self.place(*entry);
            }
        }
        self.evicted = evicted;
    }

    fn sets(&self, key: AddressKey) -> [std::ops::Range<usize>; 2] {
        let mask = self.entries.len() / WAYS - 1;
        let hash = (key.0 >> RULE_BITS).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        [hash >> 40, hash >> 16].map(|bits| {
            let set = bits as usize & mask;
            set * WAYS..(set + 1) * WAYS
        })
    }

    /// Addresses displaced at full size.
    pub(crate) fn evicted(&self) -> u64 {
        self.evicted
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.entries.capacity() * 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_rules_are_kept_once() {
        let mut store = RuleStore::new(&Limits::default());
        let numbers: Vec<_> = (0..5000u32).map(|n| store.intern(&(n % 700).to_le_bytes()).unwrap()).collect();
        assert_eq!(numbers.iter().max(), Some(&699));
        assert!(numbers.iter().enumerate().all(|(n, number)| store.get(*number) == (n as u32 % 700).to_le_bytes()));
        assert_eq!(store.get(700), b"");
    }

    #[test]
    fn a_full_store_refuses_but_still_finds() {
        let mut store = RuleStore::new(&Limits { distinct_rules: 3, ..Limits::default() });
        assert_eq!(
            [b"a", b"b", b"c", b"d", b"b"].map(|rule| store.intern(rule)),
            [Some(0), Some(1), Some(2), None, Some(1)]
        );
    }

    #[test]
    fn addresses_cost_at_most_sixteen_bytes_and_the_cap_holds() {
        let mut cache = AddressCache::new(&Limits { cached_addresses: 4096, ..Limits::default() });
        let key = |n: u64| AddressKey::new((n % 5) as u16, n * 13).unwrap();
        for n in 0..3000 {
            cache.insert(key(n), Remembered::Rule(n as u32));
        }
        assert!(cache.memory_bytes() <= 3000 * 16);
        let kept = (0..3000).filter(|n| cache.get(key(*n)) == Some(Remembered::Rule(*n as u32))).count();
        assert_eq!((kept, cache.evicted()), (3000, 0));
        for n in 3000..100_000 {
            cache.insert(key(n), Remembered::NoEntry);
        }
        assert_eq!(cache.memory_bytes(), 4096 * 8);
        assert!(cache.evicted() > 90_000);
        assert_eq!(cache.get(key(99_999)), Some(Remembered::NoEntry));
    }

    #[test]
    fn what_does_not_fit_a_key_is_not_remembered() {
        assert!(AddressKey::new(4095, u32::MAX.into()).is_some());
        assert!(AddressKey::new(4096, 0).is_none());
        assert!(AddressKey::new(0, 1 << 32).is_none());
    }
}
