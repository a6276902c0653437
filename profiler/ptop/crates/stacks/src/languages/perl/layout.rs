//! Where the structures of each version of Perl have what is read of them, on 64 bits. Printed by a compiler from the
//! headers of 5.28.3, 5.30.3, 5.32.1, 5.34.3, 5.36.0, 5.38.2, 5.40.1 and 5.42.3 (`intrpvar.h`, `cop.h`, `op.h`, `cv.h`,
//! `gv.h`, `hv.h`, `sv.h`), with threads and, up to 5.38, without.

/// Offsets in what does not change from version to version.
pub(super) mod fixed {
    /// `PERL_SI`: `si_cxstack`, `si_prev`, `si_cxix` and `si_cxmax`, which are 32 bits wide.
    pub(crate) const STACK_CONTEXTS: u32 = 8;
    pub(crate) const STACK_OUTER: u32 = 16;
    pub(crate) const STACK_NEWEST: u32 = 32;
    pub(crate) const STACK_MOST: u32 = 36;
    /// The type of the first stack, `PERLSI_MAIN`.
    pub(crate) const FIRST_STACK: u32 = 1;
    /// `PERL_CONTEXT`: `blk_oldcop`, and `retop` of a sub, an eval and a format alike. Its type is the first byte.
    pub(crate) const CONTEXT_COP: usize = 16;
    pub(crate) const CONTEXT_RETURN: usize = 48;
    /// `COP`: the bit field that begins with the type, `cop_line`, and `cop_file` or `cop_filegv`.
    pub(crate) const COP_TYPE: usize = 32;
    /// `OP`: `op_targ`, which has the type that an op had before it became none.
    pub(crate) const OP_WAS: usize = 24;
    pub(crate) const COP_LINE: usize = 36;
    pub(crate) const COP_FILE: usize = 48;
    pub(crate) const COP_BYTES: usize = 56;
    /// Bits of the type of an op.
    pub(crate) const OP_TYPE_MASK: u16 = 0x1ff;
    /// `SV`: `sv_any`, `sv_flags` and `sv_u`.
    pub(crate) const VALUE_FLAGS: usize = 12;
    pub(crate) const VALUE_UNION: usize = 16;
    pub(crate) const VALUE_BYTES: usize = 24;
    /// Types of values, in the lowest byte of their flags.
    pub(crate) const GLOB: u32 = 9;
    pub(crate) const HASH: u32 = 12;
    pub(crate) const CODE: u32 = 13;
    pub(crate) const FORMAT: u32 = 14;
    /// Flag of a hash that has an `xpvhv_aux`, which has the names of a package.
    pub(crate) const HAS_NAMES: u32 = 0x0200_0000;
    /// `XPVCV`.
    pub(crate) const CODE_STASH: usize = 32;
    pub(crate) const CODE_START: usize = 40;
    pub(crate) const CODE_NAME: usize = 56;
    pub(crate) const CODE_FILE: usize = 64;
    pub(crate) const CODE_FLAGS: usize = 92;
    pub(crate) const CODE_BYTES: usize = 96;
    /// Flags of an `XPVCV`: a sub in C, one without a name, one whose name is in it, and one whose name is lexical.
    pub(crate) const IS_NATIVE: u32 = 0x8;
    pub(crate) const IS_ANONYMOUS: u32 = 0x80;
    pub(crate) const IS_NAMED: u32 = 0x8000;
    pub(crate) const IS_LEXICAL: u32 = 0x1_0000;
    /// `XPVGV`.
    pub(crate) const GLOB_NAME: u64 = 32;
    pub(crate) const GLOB_STASH: u64 = 40;
    /// `XPVHV`, and its `xpvhv_aux` behind it.
    pub(crate) const HASH_MOST: u64 = 24;
    pub(crate) const HASH_AUX: u64 = 32;
    /// `xpvhv_aux`: the name is the first; of several the first one is at a pointer that is there instead.
    pub(crate) const NAME_COUNT: u64 = 28;
    /// `HEK`.
    pub(crate) const TEXT_LENGTH: u64 = 4;
    pub(crate) const TEXT: u64 = 8;
}

/// How the slab is found that an op was allocated in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slab {
    /// Before the op is a pointer to the first one of its sub.
    Pointer,
    /// Before the op is how many words it is behind what this many bytes behind the beginning of its slab is, and that
    /// leads to the first one.
    Distance(u64),
}

/// What differs between versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    /// Whether interpreters are structures and names of files are texts in the ops; else they are globals and globs.
    pub(super) has_threads: bool,
    /// `struct interpreter`.
    pub(super) current_op: u32,
    pub(super) stack: u32,
    pub(super) jump: u32,
    /// `PERL_SI`: what a stack is for.
    pub(super) stack_type: u32,
    /// `PERL_CONTEXT`: its size, and where a sub has its code.
    pub(super) context_bytes: u32,
    pub(super) context_code: usize,
    /// The type of an op at which a line begins; the next one is that of the same for a debugger.
    pub(super) line_type: u16,
    pub(super) slab: Slab,
    /// Whether the names of a package are behind its `XPVHV`, rather than behind its buckets.
    pub(super) has_names_in_body: bool,
    /// Whether there are `defer` blocks, which run in a loop of their own.
    pub(super) has_defer: bool,
}

impl Layout {
    /// Of 5.`minor`. `None` where it is not known.
    pub(super) fn of(minor: u8, has_threads: bool) -> Option<Layout> {
        let is_known = (28..=42).contains(&minor) && minor % 2 == 0;
        let (current_op, stack) = if minor < 34 { (224, 240) } else { (208, 224) };
        is_known.then_some(Layout {
            has_threads,
            current_op,
            stack,
            jump: if matches!(minor, 34 | 36) { 760 } else { 776 },
            stack_type: if minor < 32 { 40 } else { 44 },
            context_bytes: if minor < 32 { 96 } else { 104 },
            context_code: if minor < 32 { 64 } else { 72 },
            line_type: match minor {
                ..38 => 195,
                38 | 40 => 198,
                _ => 202,
            },
            slab: match minor {
                ..32 => Slab::Pointer,
                32 => Slab::Distance(0),
                _ => Slab::Distance(40),
            },
            has_names_in_body: minor >= 36,
            has_defer: minor >= 36,
        })
    }

    /// Bytes of a context that are copied.
    pub(super) fn copied_bytes(&self) -> u32 {
        self.context_code as u32 + 8
    }
}
