//! Which function, and which calls that the compiler put in place of a call,
//! each wanted address of a unit is in: one pass over the unit's entries.

use super::abbreviations::Abbreviations;
use super::budget::Budget;
use super::entries::{Entries, MOST_DEPTH};
use super::forms::Value;
use super::origins::Declaration;
use super::ranges::{Bounds, Ranges, within};
use super::unit::Unit;
use crate::files::reader::Reader;

/// No function.
const NOTHING: u32 = u32::MAX;
/// Pairs of an address and an inlined call around it, of one batch.
const MOST_INLINED: usize = 524_288;
const INLINED: u16 = 0x1d;
const FUNCTION: u16 = 0x2e;
/// Arrays, enumerations, types of functions, calls: never around code.
const WITHOUT_CODE: [u16; 5] = [0x01, 0x04, 0x15, 0x48, 0x4109];

/// One call that was replaced by the called function's code.
#[derive(Debug, Clone, Copy)]
pub(super) struct Inlined {
    /// The entry of the called function.
    pub(super) origin: u64,
    /// The function around it, an index into [`Found::functions`].
    function: u32,
    pub(super) call_file: u32,
    pub(super) call_line: u32,
    /// Index of the unit.
    pub(super) unit: u32,
}

/// A function that holds a wanted address.
#[derive(Debug, Clone, Copy)]
pub(super) struct Function {
    pub(super) entry: u64,
    /// What its entry says of its declaration.
    pub(super) says: Declaration,
}

/// What the passes over some units found.
pub(super) struct Found {
    /// Functions with code of their own.
    pub(super) functions: Vec<Function>,
    pub(super) inlined: Vec<Inlined>,
    /// By wanted address, an index into `functions` or [`NOTHING`].
    function_of: Vec<u32>,
    /// Wanted address and index into `inlined`; of one address, the outer call first.
    covers: Vec<(u32, u32)>,
}

impl Found {
    pub(super) fn new(wanted: usize) -> Found {
        Found { functions: Vec::new(), inlined: Vec::new(), function_of: vec![NOTHING; wanted], covers: Vec::new() }
    }

    /// Whether the function of every address of a unit was found.
    fn has_all(&self, wanted: &Wanted<'_>) -> bool {
        !self.of(wanted).contains(&NOTHING)
    }

    fn of(&self, wanted: &Wanted<'_>) -> &[u32] {
        let first = wanted.first as usize;
        self.function_of.get(first..first + wanted.addresses.len()).unwrap_or(&[])
    }

    /// How much was found so far.
    fn counts(&self) -> [usize; 3] {
        [self.functions.len(), self.inlined.len(), self.covers.len()]
    }

    /// Forgets what was found in a unit since.
    fn forget(&mut self, [functions, inlined, covers]: [usize; 3], wanted: &Wanted<'_>) {
        self.functions.truncate(functions);
        self.inlined.truncate(inlined);
        self.covers.truncate(covers);
        let first = wanted.first as usize;
        self.function_of[first..first + wanted.addresses.len()].fill(NOTHING);
    }

    /// To be called once every unit was walked.
    pub(super) fn sort(&mut self) {
        // Stable: calls of one address stay in the order of their nesting.
        self.covers.sort_by_key(|(wanted, _)| *wanted);
    }

    pub(super) fn function(&self, wanted: u32) -> Option<u32> {
        self.function_of.get(wanted as usize).copied().filter(|function| *function != NOTHING)
    }

    /// The calls around an address, the outer first.
    pub(super) fn calls(&self, wanted: u32) -> impl DoubleEndedIterator<Item = u32> + '_ {
        let first = self.covers.partition_point(|(address, _)| *address < wanted);
        let last = first + self.covers[first..].partition_point(|(address, _)| *address == wanted);
        let function = self.function(wanted);
        // A function inside a function takes the address over from it.
        self.covers[first..last]
            .iter()
            .map(|(_, inlined)| *inlined)
            .filter(move |inlined| self.inlined.get(*inlined as usize).map(|inlined| inlined.function) == function)
    }
}

/// What encloses an entry.
#[derive(Clone, Copy, Default)]
struct Enclosing {
    /// Whether its code holds a wanted address; ranges within are read only then.
    holds_any: bool,
    function: Option<u32>,
}

/// The wanted addresses of one unit.
pub(super) struct Wanted<'a> {
    /// Sorted.
    pub(super) addresses: &'a [u64],
    /// The number of the first one in the batch.
    pub(super) first: u32,
}

/// What walking reads through.
pub(super) struct Walk<'a, 'b> {
    pub(super) reader: &'a mut Reader<'b>,
    pub(super) table: &'a Abbreviations,
    pub(super) ranges: &'a mut Ranges<'b>,
}

/// Walks `unit`, whose number is `number`. `Err` when its entries cannot be understood to the end.
pub(super) fn walk(
    unit: (&Unit, u32),
    mut through: Walk<'_, '_>,
    wanted: &Wanted<'_>,
    found: &mut Found,
    budget: &mut Budget,
) -> Result<(), ()> {
    if through.reader.is_random() {
        let before = found.counts();
        let done = pass(unit, &mut through, true, wanted, found, budget);
        if budget.is_spent() || done.is_ok() && found.has_all(wanted) {
            return done;
        }
        // An address may be in a function that is inside a function whose code lies elsewhere.
        found.forget(before, wanted);
    }
    pass(unit, &mut through, false, wanted, found, budget)
}

/// Walks a unit, with or without what is inside functions that hold no wanted address.
fn pass(
    (unit, number): (&Unit, u32),
    Walk { reader, table, ranges }: &mut Walk<'_, '_>,
    is_short: bool,
    wanted: &Wanted<'_>,
    found: &mut Found,
    budget: &mut Budget,
) -> Result<(), ()> {
    let mut entries = Entries::new(reader, table, unit).ok_or(())?;
    let mut around = vec![Enclosing::default(); 16];
    let mut last = unit.entries;
    while let Some(entry) = entries.next()? {
        let read_to = entry.offset - entries.jumped;
        if !budget.take_info(read_to - last) {
            return Err(());
        }
        last = read_to;
        let enclosing = around.get(entry.depth).copied().unwrap_or_default();
        let mut here = enclosing;
        let tag = entry.abbreviation.tag;
        match tag {
            FUNCTION => {
                let (mut bounds, mut says, mut sibling) = (Bounds::default(), Declaration::default(), None);
                entries.read(&entry, &mut |name, value| {
                    if let (0x01, Value::Entry(offset)) = (name, value) {
                        sibling = Some(offset);
                    }
                    bounds.take(name, value);
                    says.take(name, value);
                })?;
                here = Enclosing { holds_any: false, function: None };
                if bounds.is_given() {
                    let function = found.functions.len() as u32;
                    ranges.visit(&bounds, unit, budget, &mut |low, high| {
                        for index in within(wanted.addresses, low, high) {
                            found.function_of[wanted.first as usize + index] = function;
                            here = Enclosing { holds_any: true, function: Some(function) };
                        }
                    });
                    if here.holds_any {
                        found.functions.push(Function { entry: entry.offset, says });
                    }
                }
                if is_short && !here.holds_any {
                    entries.skip_children(&entry, sibling)?;
                }
            }
            INLINED if enclosing.holds_any => {
                let mut bounds = Bounds::default();
                let mut call = Inlined { origin: 0, function: NOTHING, call_file: 0, call_line: 0, unit: number };
                entries.read(&entry, &mut |name, value| match (name, value) {
                    (0x31, Value::Entry(origin)) => call.origin = origin,
                    (0x58, Value::Number(file)) => call.call_file = u32::try_from(file).unwrap_or(0),
                    (0x59, Value::Number(line)) => call.call_line = u32::try_from(line).unwrap_or(0),
                    _ => bounds.take(name, value),
                })?;
                let index = found.inlined.len() as u32;
                call.function = enclosing.function.unwrap_or(NOTHING);
                here.holds_any = false;
                if call.origin != 0 {
                    let covers = &mut found.covers;
                    let mut is_cut = false;
                    ranges.visit(&bounds, unit, budget, &mut |low, high| {
                        for address in within(wanted.addresses, low, high) {
                            here.holds_any = true;
                            if covers.len() >= MOST_INLINED {
                                is_cut = true;
                                break;
                            }
                            covers.push((wanted.first + address as u32, index));
                        }
                    });
                    budget.is_cut |= is_cut;
                    if here.holds_any {
                        found.inlined.push(call);
                    }
                }
            }
            _ if WITHOUT_CODE.contains(&tag) => entries.skip_with_children(&entry)?,
            _ => entries.skip(&entry)?,
        }
        if entry.abbreviation.has_children && entry.depth < MOST_DEPTH {
            let below = entry.depth + 1;
            if around.len() <= below {
                around.resize(below + 16, Enclosing::default());
            }
            around[below] = here;
        }
    }
    Ok(())
}
