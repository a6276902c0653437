//! The code that an entry covers: one range, or a list of them in the older or
//! the newer form.

use std::ops::RangeInclusive;

use super::budget::Budget;
use super::forms::Value;
use super::sections::Sections;
use super::unit::Unit;
use crate::files::reader::Reader;

/// Bytes read at a time: lists are short and lie in the order of the entries.
const WINDOW: RangeInclusive<usize> = 512..=16 * 1024;

/// What an entry says about its code.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bounds {
    low: Option<Value>,
    high: Option<Value>,
    list: Option<Value>,
}

impl Bounds {
    /// Takes note of an attribute, if it is one of these.
    pub(super) fn take(&mut self, name: u16, value: Value) {
        match name {
            0x11 => self.low = Some(value),
            0x12 => self.high = Some(value),
            0x55 => self.list = Some(value),
            _ => {}
        }
    }

    /// Whether it says anything.
    pub(super) fn is_given(&self) -> bool {
        self.list.is_some() || self.low.is_some() && self.high.is_some()
    }
}

/// Indices of the sorted addresses in a range.
pub(super) fn within(wanted: &[u64], low: u64, high: u64) -> std::ops::Range<usize> {
    let first = wanted.partition_point(|address| *address < low);
    let last = first + wanted[first..].partition_point(|address| *address < high);
    first..last
}

/// Readers of the sections that lists are in.
pub(super) struct Ranges<'a> {
    older: Reader<'a>,
    newer: Reader<'a>,
    addresses: Reader<'a>,
}

impl<'a> Ranges<'a> {
    pub(super) fn new(sections: &'a Sections<'_>) -> Ranges<'a> {
        Ranges {
            older: sections.ranges.reader(WINDOW),
            newer: sections.range_lists.reader(WINDOW),
            addresses: sections.addresses.reader(WINDOW),
        }
    }

    pub(super) fn bytes_read(&self) -> u64 {
        self.older.bytes_read() + self.newer.bytes_read() + self.addresses.bytes_read()
    }

    /// The lowest address that a root entry gives: what its ranges are relative to.
    pub(super) fn low(&mut self, bounds: &Bounds, unit: &Unit) -> u64 {
        bounds.low.and_then(|low| self.address(low, unit)).unwrap_or(0)
    }

    /// Calls `visit` with each range, its end exclusive. What is malformed ends the list.
    pub(super) fn visit(&mut self, bounds: &Bounds, unit: &Unit, budget: &mut Budget, visit: &mut dyn FnMut(u64, u64)) {
        if let Some(list) = bounds.list {
            let done = if unit.encoding.version >= 5 {
                self.newer_list(list, unit, budget, visit)
            } else {
                self.older_list(list, unit, budget, visit)
            };
            budget.malformed += u64::from(done.is_none());
        } else if let (Some(low), Some(high)) = (bounds.low.and_then(|low| self.address(low, unit)), bounds.high) {
            let high = match high {
                Value::Number(bytes) => low.checked_add(bytes),
                other => self.address(other, unit),
            };
            if let Some(high) = high.filter(|high| *high > low) {
                visit(low, high);
            }
        }
    }

    fn address(&mut self, value: Value, unit: &Unit) -> Option<u64> {
        match value {
            Value::Address(address) => Some(address),
            Value::AddressIndex(index) => self.indexed(index, unit),
            _ => None,
        }
    }

    fn indexed(&mut self, index: u64, unit: &Unit) -> Option<u64> {
        self.addresses.seek(unit.bases.addresses.checked_add(index.checked_mul(8)?)?)?;
        self.addresses.u64()
    }

    fn older_list(
        &mut self,
        list: Value,
        unit: &Unit,
        budget: &mut Budget,
        visit: &mut dyn FnMut(u64, u64),
    ) -> Option<()> {
        let Value::Number(offset) = list else { return None };
        self.older.seek(offset.checked_add(unit.bases.ranges)?)?;
        let mut base = unit.bases.low;
        while budget.take_range() {
            match (self.older.u64()?, self.older.u64()?) {
                (0, 0) => break,
                (u64::MAX, new_base) => base = new_base,
                (low, high) if low < high => visit(base.wrapping_add(low), base.wrapping_add(high)),
                _ => {}
            }
        }
        Some(())
    }

    fn newer_list(
        &mut self,
        list: Value,
        unit: &Unit,
        budget: &mut Budget,
        visit: &mut dyn FnMut(u64, u64),
    ) -> Option<()> {
        let offset = match list {
            Value::Number(offset) => offset,
            Value::RangeListIndex(index) => {
                let bytes = if unit.encoding.is_64 { 8 } else { 4 };
                self.newer.seek(unit.bases.range_lists.checked_add(index.checked_mul(bytes)?)?)?;
                unit.bases.range_lists.checked_add(self.newer.offset(unit.encoding.is_64)?)?
            }
            _ => return None,
        };
        self.newer.seek(offset)?;
        let mut base = unit.bases.low;
        while budget.take_range() {
            let (low, high) = match self.newer.u8()? {
                0 => break,
                1 => {
                    let index = self.newer.uleb()?;
                    base = self.indexed(index, unit)?;
                    continue;
                }
                2 => {
                    let (low, high) = (self.newer.uleb()?, self.newer.uleb()?);
                    (self.indexed(low, unit)?, self.indexed(high, unit)?)
                }
                3 => {
                    let (low, bytes) = (self.newer.uleb()?, self.newer.uleb()?);
                    let low = self.indexed(low, unit)?;
                    (low, low.wrapping_add(bytes))
                }
                4 => (base.wrapping_add(self.newer.uleb()?), base.wrapping_add(self.newer.uleb()?)),
                5 => {
                    base = self.newer.u64()?;
                    continue;
                }
                6 => (self.newer.u64()?, self.newer.u64()?),
                7 => {
                    let low = self.newer.u64()?;
                    (low, low.wrapping_add(self.newer.uleb()?))
                }
                _ => return None,
            };
            if low < high {
                visit(low, high);
            }
        }
        Some(())
    }
}
