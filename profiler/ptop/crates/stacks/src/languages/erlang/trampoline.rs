//! Code behind a module's last function, up to the end of its code: what copies the values that a fun has taken along to
//! where its arguments are, and then jumps to it (`emit_i_lambda_trampoline` in `instr_fun.cpp`). Only where all of a
//! function ends is known, so this seems to be a part of the last.

/// Instructions of a trampoline that are followed.
const INSTRUCTIONS: usize = 64;
/// Registers, as instructions name them: the fun, and the arguments.
const FUN: u8 = 1;
const ARGUMENTS: u8 = 3;

/// Whether code does nothing but copy from a fun to arguments and jump: it may be a trampoline, or the end of a function
/// that does the same.
pub(super) fn may_be(code: &[u8]) -> bool {
    let mut rest = code;
    for _ in 0..INSTRUCTIONS {
        if rest.first() == Some(&0xe9) || rest.starts_with(&[0x40, 0xe9]) || rest.starts_with(&[0xff, 0x25]) {
            return true;
        }
        let Some(bytes) = copy(rest) else { return false };
        rest = rest.get(bytes..).unwrap_or(&[]);
    }
    false
}

/// Bytes of an instruction that loads from a fun or stores to an argument.
fn copy(code: &[u8]) -> Option<usize> {
    let (prefix, is_load) = match *code {
        // mov, movups
        [0x48 | 0x4c, 0x8b, ..] | [0x0f, 0x10, ..] => (2, true),
        [0x48 | 0x4c, 0x89, ..] | [0x0f, 0x11, ..] => (2, false),
        // vmovups of two or four words, and of eight.
        [0xc5, 0xf8 | 0xfc, 0x10, ..] => (3, true),
        [0xc5, 0xf8 | 0xfc, 0x11, ..] => (3, false),
        [0x62, 0xf1, _, _, 0x10, ..] => (5, true),
        [0x62, 0xf1, _, _, 0x11, ..] => (5, false),
        _ => return None,
    };
    let operands = *code.get(prefix)?;
    let displacement = match operands >> 6 {
        0 => 0,
        1 => 1,
        2 => 4,
        _ => return None,
    };
    (operands & 7 == if is_load { FUN } else { ARGUMENTS }).then_some(prefix + 1 + displacement)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_and_a_jump_may_be_a_trampoline() {
        // mov rax, [rcx+30]; mov [rbx+8], rax; jmp
        let scalar = [0x48, 0x8b, 0x41, 0x1e, 0x48, 0x89, 0x43, 0x08, 0x40, 0xe9, 0, 0, 0, 0];
        // vmovups xmm0, [rcx+30]; vmovups [rbx+300], xmm0; jmp
        let vector = [0xc5, 0xf8, 0x10, 0x41, 0x1e, 0xc5, 0xf8, 0x11, 0x83, 0x2c, 1, 0, 0, 0xe9, 0, 0, 0, 0];
        for from in [0, 4, 8] {
            assert!(may_be(&scalar[from..]), "{from}");
        }
        assert!(may_be(&vector) && may_be(&vector[5..]));
        // mov rax, [rbx]; mov rax, [rsp+8]; ret; add rsp, 8; what is cut.
        for other in [&[0x48, 0x8b, 0x03, 0xe9][..], &[0x48, 0x8b, 0x44, 0x24, 8], &[0xc3], &[0x48, 0x83, 0xc4, 8], &[]]
        {
            assert!(!may_be(other), "{other:x?}");
        }
        assert!(!may_be(&[0x48, 0x8b, 0x01].repeat(100)) && !may_be(&scalar[..6]));
    }
}
