//! Where an engine that was built for threads has what is a thread's own: behind a variable of the thread, whose place
//! functions of the engine have in their code.

use crate::process::memory::Memory;

/// Bytes of a function that are searched.
const CODE_BYTES: usize = 48;
/// Farthest from the thread's pointer that its variables lie.
const FARTHEST: i64 = 1 << 24;

/// How far from the thread's pointer the variable is, on `x86_64`, by the code at `states`, which does no more than give that
/// number (`tsrm_get_ls_cache_tcb_offset`), or by the code at `uses`, which begins by reading the variable.
pub(super) fn variable(memory: &Memory, states: Option<u64>, uses: Option<u64>) -> Option<i64> {
    let code = |at: u64| {
        let mut bytes = [0; CODE_BYTES];
        memory.read_exact(at, &mut bytes).map(|()| bytes)
    };
    let offset = states.and_then(|at| stated(memory, at, &code(at)?));
    let offset = offset.or_else(|| uses.and_then(|at| used(memory, at, &code(at)?)));
    offset.filter(|offset| (-FARTHEST..FARTHEST).contains(offset) && *offset != 0)
}

fn number(bytes: &[u8]) -> Option<i64> {
    bytes.get(..4)?.try_into().ok().map(|bytes| i64::from(i32::from_le_bytes(bytes)))
}

/// What lies so far behind the instruction that ends at an address.
fn beside(memory: &Memory, end: u64, distance: i64) -> Option<i64> {
    memory.u64(end.wrapping_add_signed(distance)).map(|word| word as i64)
}

fn stated(memory: &Memory, at: u64, code: &[u8]) -> Option<i64> {
    let (at, code) = match code {
        [0xf3, 0x0f, 0x1e, 0xfa, rest @ ..] => (at.wrapping_add(4), rest),
        _ => (at, code),
    };
    match code {
        // mov n(%rip), %rax; ret. The linker may have put the number itself there.
        [0x48, 0x8b, 0x05, a, b, c, d, 0xc3, ..] => beside(memory, at.wrapping_add(7), number(&[*a, *b, *c, *d])?),
        [0x48, 0xc7, 0xc0, a, b, c, d, 0xc3, ..] => number(&[*a, *b, *c, *d]),
        _ => None,
    }
}

fn used(memory: &Memory, at: u64, code: &[u8]) -> Option<i64> {
    (0..code.len()).find_map(|from| match &code[from..] {
        // mov %fs:n, %r
        [0x64, 0x48 | 0x4c, 0x8b, mode, 0x25, rest @ ..] if mode & 0xc7 == 0x04 => number(rest),
        // mov n(%rip), %r; mov %fs:(%r), …
        [0x48, 0x8b, mode, a, b, c, d, 0x64, 0x48 | 0x4c, 0x8b, by, ..]
            if mode & 0xc7 == 0x05 && by & 0xc7 == mode >> 3 & 7 =>
        {
            beside(memory, at.wrapping_add(from as u64 + 7), number(&[*a, *b, *c, *d])?)
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    fn found(states: &[u8], uses: &[u8]) -> Option<i64> {
        let memory = Memory::new(Some(File::open("/proc/self/mem").unwrap()));
        let padded = |code: &[u8]| [code, &[0x90; 64]].concat();
        let (states, uses) = (padded(states), padded(uses));
        variable(&memory, Some(states.as_ptr() as u64), Some(uses.as_ptr() as u64))
    }

    #[test]
    fn the_variable_is_where_the_code_has_it() {
        let minus_8 = [0xf8, 0xff, 0xff, 0xff];
        assert_eq!(found(&[&[0x48, 0xc7, 0xc0], &minus_8[..], &[0xc3]].concat(), &[]), Some(-8));
        assert_eq!(found(&[], &[&[0x55, 0x64, 0x48, 0x8b, 0x0c, 0x25], &minus_8[..]].concat()), Some(-8));
        // Behind the code: four bytes more than there are from the instruction's end.
        let table = [0xf0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
        let stated = [&[0xf3, 0x0f, 0x1e, 0xfa, 0x48, 0x8b, 0x05, 1, 0, 0, 0, 0xc3][..], &table].concat();
        assert_eq!(found(&stated, &[]), Some(-16));
        let used = [&[0x48, 0x8b, 0x15, 4, 0, 0, 0, 0x64, 0x48, 0x8b, 0x02][..], &table].concat();
        assert_eq!(found(&[], &used), Some(-16));
        assert_eq!(found(&[0x48, 0xc7, 0xc0, 0, 0, 0, 0x7f, 0xc3], &[0x48, 0x8b]), None);
    }
}
