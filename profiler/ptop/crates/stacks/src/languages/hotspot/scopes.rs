//! Which methods one place of compiled code belongs to, and which of their
//! bytecodes. A compiler that puts the body of one method into another describes,
//! for each place where the machine may stop, the chain of methods; the chain is
//! a compressed list of numbers.

use super::blob::Blob;
use super::layout::Layout;
use crate::process::memory::Memory;

/// Methods put into one another, at one place.
const DEPTH: usize = 64;
/// Descriptions of places of one method believed.
const PLACES: u64 = 1 << 20;
/// Bytes of one scope read: its first three numbers, of at most five bytes each.
const SCOPE_BYTES: usize = 15;
/// Methods that one compiled method refers to.
const METHODS: u32 = 1 << 20;
/// How long after a described place the code still belongs to it: the comparison and the branch that follow the
/// question whether to stop, at the end of a loop.
const NEAR_BYTES: i64 = 16;
/// Bytes of bytecode that a method may have.
const BYTECODES: u32 = 1 << 16;
/// Rows of a table of places that only mark its ends.
const ENDS: u64 = 2;
/// Number of a chain that has no next one.
const LAST: u32 = 0;

/// How numbers are compressed: versions before 20 use a zero byte, later ones do not.
const PACKINGS: [u32; 2] = [0, 1];

/// Where an address lies among the described places.
enum Position {
    At(u64),
    /// After the one and before the other, if there is one. `is_near`: so short after it that it belongs to it.
    Between {
        before: u64,
        after: Option<u64>,
        is_near: bool,
    },
}

/// One method of a chain.
#[derive(Clone, Copy)]
struct Scope {
    method: u64,
    /// That runs, or calls the method further in.
    bytecode: Option<u32>,
}

/// What is said of a place in compiled code.
pub(super) struct Described {
    /// Innermost first.
    pub(super) methods: Vec<u64>,
    /// Bytecodes of the innermost method between which the place lies, which may be one.
    pub(super) bytecodes: Option<[u32; 2]>,
}

/// What is said of an instruction by a machine that describes only safepoints.
pub(super) enum Sparse {
    Known(Described),
    /// It may be of any method that is inlined there.
    Shared,
    /// Nothing is described of the code, as of a wrapper around a native method.
    Nothing,
}

/// What is said of `code`, at which a thread was interrupted, and whether that is what ran. At a safepoint the inlined
/// method is known, and yet what ran there is the compiled one: else its time would be divided by where its loops ask
/// whether to stop.
pub(super) fn describe_sparsely(
    blob: &Blob,
    (code, is_leaf): (u64, bool),
    layout: &Layout,
    memory: &Memory,
    packing: &mut Option<u32>,
) -> Sparse {
    if row_count(blob, layout).is_none_or(|count| count <= ENDS) {
        return Sparse::Nothing;
    }
    let Some(Position::At(place)) = position(blob, code, layout, memory) else { return Sparse::Shared };
    match scopes(blob, place, layout, memory, packing) {
        Some(at) if !is_leaf || at.len() == 1 => Sparse::Known(between(&at, &at, at.len())),
        _ => Sparse::Shared,
    }
}

/// What is said of `code`; `None` when nothing is. Where a call returns to is described, unless what it called never
/// stops a thread. Between two described places, those methods count that both have in common; but code before the
/// question of a loop whether to stop is taken to be that loop.
pub(super) fn describe(
    blob: &Blob,
    code: u64,
    layout: &Layout,
    memory: &Memory,
    packing: &mut Option<u32>,
) -> Option<Described> {
    let mut scopes = |place: u64| scopes(blob, place, layout, memory, packing);
    let (before, after, is_near) = match position(blob, code, layout, memory)? {
        Position::At(place) => {
            let at = scopes(place)?;
            return Some(between(&at, &at, at.len()));
        }
        Position::Between { before, after, is_near } => (before, after, is_near),
    };
    if is_near {
        let last = scopes(before)?;
        let next = after.and_then(&mut scopes).unwrap_or_default();
        return Some(between(&last, &next, last.len()));
    }
    let after = after?;
    let next = scopes(after)?;
    if asks_whether_to_stop(blob, after, layout, memory) {
        let last = scopes(before).unwrap_or_default();
        return Some(between(&next, &last, next.len()));
    }
    let last = scopes(before)?;
    let both = next.iter().rev().zip(last.iter().rev());
    let common = both.take_while(|(next, last)| next.method == last.method).count();
    Some(between(&next, &last, common))
}

/// The outermost `count` methods of a chain, with what another one says of the innermost of them.
fn between(chain: &[Scope], other: &[Scope], count: usize) -> Described {
    let kept = &chain[chain.len() - count..];
    let same = other.len().checked_sub(count).and_then(|at| other[at..].first());
    let same = kept.first().zip(same).filter(|(one, other)| one.method == other.method);
    Described {
        methods: kept.iter().map(|scope| scope.method).collect(),
        bytecodes: same.and_then(|(one, other)| Some([one.bytecode?, other.bytecode?])),
    }
}

/// How many rows the table of described places has, with those that mark its ends.
fn row_count(blob: &Blob, layout: &Layout) -> Option<u64> {
    let (start, end) = blob.places;
    let count = end.checked_sub(start)? / layout.pc_bytes.max(1);
    (1..=PLACES).contains(&count).then_some(count)
}

fn position(blob: &Blob, code: u64, layout: &Layout, memory: &Memory) -> Option<Position> {
    let (start, _) = blob.places;
    let count = row_count(blob, layout)?;
    let wanted = i64::try_from(code.checked_sub(blob.code_start)?).ok()?;
    let place = |index: u64| start + index * layout.pc_bytes;
    let offset = |index: u64| layout.pc_offset.at(memory, place(index));
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low + (high - low) / 2;
        if offset(middle)? < wanted {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    // The first and the last row only mark the ends.
    let is_row = |index: u64| (1..count - 1).contains(&index);
    if is_row(low) && offset(low)? == wanted {
        return Some(Position::At(place(low)));
    }
    let before = low.checked_sub(1).filter(|before| is_row(*before))?;
    let is_near = wanted - offset(before)? <= NEAR_BYTES;
    let after = is_row(low).then(|| place(low));
    Some(Position::Between { before: place(before), after, is_near })
}

/// Whether the code at a described place reads the page that the machine takes away to stop its threads.
fn asks_whether_to_stop(blob: &Blob, place: u64, layout: &Layout, memory: &Memory) -> bool {
    let at = layout.pc_offset.at(memory, place).map(|offset| blob.code_start.wrapping_add_signed(offset));
    let mut code = [0; 16];
    let count = at.map_or(0, |at| memory.read_at(at, &mut code));
    let code = &code[..count];
    if cfg!(target_arch = "aarch64") {
        // ldr wzr, [a register].
        let word = code.get(..4).and_then(|word| word.try_into().ok()).map(u32::from_le_bytes);
        return word.is_some_and(|word| word & 0xffc0_001f == 0xb940_001f);
    }
    // test %eax, (%r10) or (the page), perhaps after mov of the thread's word to %r10.
    matches!(code, [0x41, 0x85, ..] | [0x85, 0x05, ..] | [0x4d, 0x8b, 0x97, _, _, _, _, 0x41, 0x85, ..])
}

/// The chain at a described place, innermost first.
fn scopes(blob: &Blob, place: u64, layout: &Layout, memory: &Memory, packing: &mut Option<u32>) -> Option<Vec<Scope>> {
    let scope = u32::try_from(layout.pc_scope.at(memory, place)?).ok()?;
    let tried: &[u32] = if let Some(known) = packing { &[*known] } else { &PACKINGS };
    // The outermost method is known, so a chain that ends in it was unpacked rightly.
    let found = tried.iter().find_map(|tried| Some((chain(blob, scope, *tried, memory)?, *tried)));
    let (scopes, used) = found?;
    if scopes.len() > 1 {
        packing.get_or_insert(used);
    }
    Some(scopes)
}

/// A scope and those around it; `None` unless the outermost is of the blob's own method.
fn chain(blob: &Blob, scope: u32, packing: u32, memory: &Memory) -> Option<Vec<Scope>> {
    let (start, end) = blob.scopes;
    let bytes = end.checked_sub(start)?;
    let mut scopes = Vec::new();
    let mut scope = scope;
    while scopes.len() < DEPTH {
        if scope == LAST || u64::from(scope) >= bytes {
            return None;
        }
        let mut packed = [0; SCOPE_BYTES];
        let count = memory.read_at(start + u64::from(scope), &mut packed);
        let mut numbers = Numbers { bytes: &packed[..count], packing };
        let (around, method) = (numbers.next()?, numbers.next()?);
        let index = method.checked_sub(1).filter(|index| *index < METHODS)?;
        let method = memory.u64(blob.methods.checked_add(8 * u64::from(index))?)?;
        // One more than the bytecode's place; 0 and what is too large mean the method's entry and the like.
        let bytecode = numbers.next().and_then(|next| next.checked_sub(1)).filter(|place| *place < BYTECODES);
        scopes.push(Scope { method, bytecode });
        if around == LAST {
            return (method == blob.method).then_some(scopes);
        }
        // Scopes are written outermost first.
        if around >= scope {
            return None;
        }
        scope = around;
    }
    None
}

/// Numbers in `HotSpot`'s compressed form: up to five digits to the base 64, the lowest first, of which the
/// last is below a limit.
pub(super) struct Numbers<'a> {
    pub(super) bytes: &'a [u8],
    /// How many byte values from 0 on are not used.
    pub(super) packing: u32,
}

impl Numbers<'_> {
    pub(super) fn next(&mut self) -> Option<u32> {
        let limit = 256 - 64;
        let mut sum: u32 = 0;
        for digit in 0..5 {
            let (byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            let value = u32::from(*byte).checked_sub(self.packing)?;
            sum = sum.wrapping_add(value << (6 * digit));
            if u32::from(*byte) < limit || digit == 4 {
                return Some(sum);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Numbers;

    fn read(bytes: &[u8], packing: u32) -> Vec<u32> {
        let mut numbers = Numbers { bytes, packing };
        std::iter::from_fn(|| numbers.next()).collect()
    }

    #[test]
    fn numbers_of_both_packings_are_read() {
        // One digit up to 191 or 190; then a digit of 64 values each.
        assert_eq!(read(&[0, 5, 191], 0), [0, 5, 191]);
        assert_eq!(read(&[1, 6, 191], 1), [0, 5, 190]);
        assert_eq!(read(&[192, 0, 255, 1], 0), [192, 319]);
        assert_eq!(read(&[192, 1, 255, 2], 1), [191, 254 + 64]);
        assert_eq!(read(&[255, 255, 255, 255, 255], 0).len(), 1);
    }

    #[test]
    fn numbers_that_are_cut_or_unused_end_the_list() {
        assert_eq!(read(&[200, 200], 0), [0; 0]);
        assert_eq!(read(&[7, 0, 7], 1), [6]);
    }
}
