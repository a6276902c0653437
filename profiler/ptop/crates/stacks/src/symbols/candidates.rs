//! The best symbol so far for each wanted address.

use std::cmp::Ordering;
use std::num::NonZeroU32;

use crate::types::name::SymbolAt;

/// Where a name lies: the number of its symbol table, and the offset in that table's strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NameAt {
    pub(super) table: u8,
    pub(super) offset: NonZeroU32,
}

impl NameAt {
    /// Where the name of a symbol that was put off is.
    pub(super) fn of(symbol: SymbolAt) -> NameAt {
        NameAt { table: symbol.table, offset: symbol.offset }
    }

    /// The same, among all modules of a target.
    pub(super) fn of_module(self, module: u16) -> SymbolAt {
        SymbolAt { module, table: self.table, offset: self.offset }
    }
}

/// A symbol that may name an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Candidate {
    /// Distance from the symbol's start to the wanted address.
    distance: u32,
    /// The name's, apart: as a whole it would take more room.
    offset: NonZeroU32,
    table: u8,
    /// Lower is better: typed functions before labels, global before weak before local.
    rank: u8,
    /// Whether the symbol has a size.
    has_size: bool,
}

impl Candidate {
    pub(super) fn name(self) -> NameAt {
        NameAt { table: self.table, offset: self.offset }
    }
}

/// One symbol as streamed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Symbol {
    pub(super) start: u64,
    pub(super) bytes: u64,
    pub(super) name: NameAt,
    pub(super) rank: u8,
}

/// Wanted addresses with what is known about them.
pub(super) struct Candidates<'a> {
    /// Sorted link-time addresses.
    wanted: &'a [u64],
    /// Innermost symbol whose size covers the address.
    covering: Vec<Option<Candidate>>,
    /// Last symbol that starts after the previous wanted address and not after this one.
    preceding: Vec<Option<Candidate>>,
    /// Comparisons left: bounds the time that a table of overlapping symbols can take.
    work: u64,
}

impl<'a> Candidates<'a> {
    pub(super) fn new(wanted: &'a [u64]) -> Candidates<'a> {
        let count = wanted.len();
        Candidates {
            wanted,
            covering: vec![None; count],
            preceding: vec![None; count],
            work: 64 * count as u64 + (1 << 20),
        }
    }

    /// Considers one symbol. `order` decides between equally good names of the
    /// same place; it is asked only then. False when the work is used up.
    pub(super) fn offer(&mut self, symbol: &Symbol, order: &mut dyn FnMut(NameAt, NameAt) -> Ordering) -> bool {
        let Some(last) = self.wanted.last() else { return true };
        if symbol.start > *last {
            return true;
        }
        let first = self.wanted.partition_point(|address| *address < symbol.start);
        let at = |index: usize| {
            let distance = u32::try_from(self.wanted[index] - symbol.start).ok()?;
            let NameAt { table, offset } = symbol.name;
            Some(Candidate { distance, offset, table, rank: symbol.rank, has_size: symbol.bytes > 0 })
        };
        if let Some(candidate) = at(first) {
            keep_better(&mut self.preceding[first], candidate, order);
        }
        for index in first..self.wanted.len() {
            if self.wanted[index] - symbol.start >= symbol.bytes {
                break;
            }
            let Some(left) = self.work.checked_sub(1) else {
                return false;
            };
            self.work = left;
            if let Some(candidate) = at(index) {
                keep_better(&mut self.covering[index], candidate, order);
            }
        }
        true
    }

    /// The chosen name of each address. A symbol without a size names what
    /// follows it in its section up to the next symbol; `same_place` says
    /// whether start and address belong together.
    pub(super) fn choose(self, same_place: &dyn Fn(u64, u64) -> bool) -> Vec<Option<Candidate>> {
        let mut nearest: Option<(u64, Candidate)> = None;
        let mut chosen = self.covering;
        for ((address, chosen), preceding) in self.wanted.iter().zip(&mut chosen).zip(self.preceding) {
            if let Some(preceding) = preceding {
                nearest = Some((address - u64::from(preceding.distance), preceding));
            }
            if chosen.is_some() {
                continue;
            }
            *chosen = nearest.and_then(|(start, candidate)| {
                let distance = u32::try_from(address - start).ok()?;
                (!candidate.has_size && same_place(start, *address)).then_some(Candidate { distance, ..candidate })
            });
        }
        chosen
    }
}

/// Innermost first, then the better rank, then the one with a size, then the order of names.
fn keep_better(slot: &mut Option<Candidate>, new: Candidate, order: &mut dyn FnMut(NameAt, NameAt) -> Ordering) {
    let Some(old) = slot else {
        *slot = Some(new);
        return;
    };
    let key = |candidate: &Candidate| (candidate.distance, !candidate.has_size, candidate.rank);
    let is_better = match key(&new).cmp(&key(old)) {
        Ordering::Less => true,
        Ordering::Equal if new.name() == old.name() => false,
        Ordering::Equal => order(new.name(), old.name()) == Ordering::Less,
        Ordering::Greater => false,
    };
    if is_better {
        *slot = Some(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(wanted: &[u64], symbols: &[(u64, u64, u32, u8)]) -> Vec<Option<u32>> {
        let mut candidates = Candidates::new(wanted);
        for &(start, bytes, name, rank) in symbols {
            let name = NameAt { table: 0, offset: NonZeroU32::new(name).unwrap() };
            assert!(candidates.offer(&Symbol { start, bytes, name, rank }, &mut |left, right| left.cmp(&right)));
        }
        let chosen = candidates.choose(&|_, _| true).into_iter();
        chosen.map(|chosen| chosen.map(|candidate| candidate.offset.get())).collect()
    }

    #[test]
    fn the_innermost_covering_symbol_wins_in_any_order() {
        let symbols = [(10, 90, 1, 0), (20, 10, 2, 0), (40, 5, 3, 0)];
        let expected = vec![None, Some(1), Some(2), Some(1), Some(3), None];
        let wanted = [5, 15, 25, 35, 44, 100];
        assert_eq!(choose(&wanted, &symbols), expected);
        let reversed: Vec<_> = symbols.into_iter().rev().collect();
        assert_eq!(choose(&wanted, &reversed), expected);
    }

    #[test]
    fn aliases_are_decided_by_rank_then_by_name() {
        assert_eq!(choose(&[12], &[(10, 5, 9, 1), (10, 5, 7, 2), (10, 5, 8, 1)]), [Some(8)]);
        assert_eq!(choose(&[12], &[(10, 5, 8, 1), (10, 5, 7, 2), (10, 5, 9, 1)]), [Some(8)]);
    }

    #[test]
    fn a_symbol_without_size_reaches_to_the_next_symbol() {
        let symbols = [(10, 0, 1, 0), (20, 5, 2, 0), (40, 0, 3, 0)];
        assert_eq!(
            choose(&[9, 10, 15, 22, 30, 39, 41, 1000], &symbols),
            [None, Some(1), Some(1), Some(2), None, None, Some(3), Some(3)]
        );
    }

    #[test]
    fn overlapping_symbols_cannot_take_unbounded_time() {
        let wanted: Vec<u64> = (0..10_000).collect();
        let mut candidates = Candidates::new(&wanted);
        let name = NameAt { table: 0, offset: NonZeroU32::MIN };
        let everything = Symbol { start: 0, bytes: u64::MAX, name, rank: 0 };
        let taken = (0..1_000_000).take_while(|_| candidates.offer(&everything, &mut |a, b| a.cmp(&b))).count();
        assert!(taken < 1000);
    }
}
