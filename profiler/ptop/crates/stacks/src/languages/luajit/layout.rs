//! Where `LuaJIT` 2.1 has what it needs to know of itself, on `x86_64` with pointers of 64 bits (`LJ_GC64`). The numbers
//! are those of gcc's `offsetof` over `lj_obj.h`, `lj_frame.h`, `lj_jit.h` and `lj_dispatch.h` of Debian's 2.1.0~beta3+git20220320,
//! 2.1.0+openresty20250117 and 2.1.0+openresty20251030, and of luajit2 2.1-20230119: the same in all of them.

/// `global_State`: what all threads of Lua share.
pub(super) mod global {
    pub(in super::super) const VMSTATE: u64 = 184;
    pub(in super::super) const MAIN_THREAD: u64 = 192;
    pub(in super::super) const REGISTRY: u64 = 272;
    /// The thread of Lua that runs.
    pub(in super::super) const CURRENT: u64 = 368;
    /// Base of the frame in which compiled code runs; 0 where none does.
    pub(in super::super) const JIT_BASE: u64 = 376;
}

/// `lua_State`: a thread of Lua, which is a coroutine.
pub(super) mod thread {
    pub(in super::super) const GLOBAL: u64 = 16;
    pub(in super::super) const BASE: u64 = 32;
    pub(in super::super) const STACK: u64 = 56;
    pub(in super::super) const STACK_END: u64 = 48;
    pub(in super::super) const ENV: u64 = 72;
    pub(in super::super) const BYTES: u64 = 96;
}

/// What leads to the frame before (`FRAME_*` in `lj_frame.h`); of those that are distances, in the lowest bits.
pub(super) mod link {
    pub(in super::super) const LUA: u64 = 0;
    pub(in super::super) const C: u64 = 1;
    pub(in super::super) const CONTINUATION: u64 = 2;
    pub(in super::super) const VARIABLE_ARGUMENTS: u64 = 3;
    pub(in super::super) const KINDS: u64 = 3;
    pub(in super::super) const KINDS_AND_PROTECTED: u64 = 7;
}

/// `GCproto`: a function's code.
pub(super) mod proto {
    pub(in super::super) const PARAMETERS: usize = 10;
    pub(in super::super) const INSTRUCTIONS: usize = 12;
    /// Behind those are numbers, before them objects, the last first.
    pub(in super::super) const CONSTANTS: usize = 32;
    pub(in super::super) const OBJECTS: usize = 48;
    pub(in super::super) const WHOLE: usize = 56;
    pub(in super::super) const UPVALUES: usize = 60;
    pub(in super::super) const CHUNK: usize = 64;
    pub(in super::super) const FIRST_LINE: usize = 72;
    pub(in super::super) const LINES: usize = 76;
    pub(in super::super) const LINE_TABLE: usize = 80;
    pub(in super::super) const UPVALUE_NAMES: usize = 88;
    pub(in super::super) const VARIABLES: usize = 96;
    /// The instructions follow.
    pub(in super::super) const BYTES: usize = 104;
}

/// `GCfunc`: a function, which is code with its upvalues, or one of C.
pub(super) mod function {
    pub(in super::super) const FAST: usize = 10;
    pub(in super::super) const UPVALUES: usize = 11;
    pub(in super::super) const ENV: usize = 16;
    /// Where its instructions begin, of a function of Lua.
    pub(in super::super) const CODE: usize = 32;
    /// What is called, of a function of C; and of one of Lua its upvalues.
    pub(in super::super) const NATIVE: u64 = 40;
    pub(in super::super) const UPVALUE: u64 = 40;
    pub(in super::super) const BYTES: usize = 40;
}

/// `GCtab`, and `Node` of its hash part.
pub(super) mod table {
    pub(in super::super) const METATABLE: u64 = 32;
    pub(in super::super) const NODES: u64 = 40;
    pub(in super::super) const MASK: u64 = 52;
    pub(in super::super) const NODE_BYTES: usize = 24;
    pub(in super::super) const NODE_KEY: usize = 8;
}

/// `GCtrace`: code that the compiler made of what ran often.
pub(super) mod trace {
    pub(in super::super) const NOTE_COUNT: usize = 10;
    pub(in super::super) const INSTRUCTIONS: usize = 32;
    pub(in super::super) const NOTES: usize = 48;
    pub(in super::super) const NOTE_ENTRIES: usize = 56;
    pub(in super::super) const START_PROTO: usize = 64;
    pub(in super::super) const CODE_BYTES: usize = 84;
    pub(in super::super) const CODE: usize = 88;
    pub(in super::super) const NUMBER: usize = 104;
    pub(in super::super) const ROOT: usize = 108;
    pub(in super::super) const BYTES: usize = 112;
}

/// `jit_State`, which lies behind the `global_State`.
pub(super) mod compiler {
    pub(in super::super) const TRACES: u64 = 384;
    pub(in super::super) const TRACE_COUNT: u64 = 396;
    /// From the `global_State`: the versions differ by what that has at its end.
    pub(in super::super) const PLACES: std::ops::RangeInclusive<u64> = 704..=800;
}

/// From the `global_State` to the table of what carries out each instruction, to which a register points: the versions
/// differ by what is in between.
pub(super) const DISPATCH_PLACES: std::ops::RangeInclusive<u64> = 3840..=4352;

/// Of the object's head: its kind, and where a closed upvalue or an open one has its value.
pub(super) const KIND: usize = 9;
pub(super) const UPVALUE_VALUE: u64 = 32;
/// `GCstr`.
pub(super) const TEXT_LENGTH: u64 = 20;
pub(super) const TEXT: u64 = 24;

/// Kinds of objects, as their heads have them.
pub(super) mod kind {
    pub(in super::super) const TEXT: u8 = 4;
    pub(in super::super) const THREAD: u8 = 6;
    pub(in super::super) const PROTO: u8 = 7;
    pub(in super::super) const FUNCTION: u8 = 8;
    pub(in super::super) const TRACE: u8 = 9;
    pub(in super::super) const TABLE: u8 = 11;
}

/// The object of a kind that a value is. Values have their kind in the upper 17 bits.
pub(super) fn object(value: u64, kind: u8) -> Option<u64> {
    (value >> 47 == !u64::from(kind) & 0x1_ffff).then_some(value & ((1 << 47) - 1))
}

/// The native frame of the interpreter (`CFRAME_*` in `lj_frame.h`), from its lowest address.
pub(super) mod cframe {
    pub(in super::super) const RESULTS: u64 = 8;
    pub(in super::super) const THREAD: u64 = 16;
    /// Of a frame of Lua that called, the instruction that it returns to.
    pub(in super::super) const INSTRUCTION: u64 = 24;
    pub(in super::super) const OLDER: u64 = 32;
    /// r14, r15, rbx and rbp of the caller, by DWARF number, and where it goes on.
    pub(in super::super) const REGISTERS: [(usize, u64); 4] = [(14, 40), (15, 48), (3, 56), (6, 64)];
    pub(in super::super) const RETURN: u64 = 72;
    pub(in super::super) const BYTES: u64 = 80;
    /// Compiled code keeps r12 and r13 in and below it.
    pub(in super::super) const COMPILED: [(usize, i64); 2] = [(12, 0), (13, -8)];
}
