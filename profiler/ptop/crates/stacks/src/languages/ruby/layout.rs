//! Where Ruby's structures have what. The offsets are those that a compiler gives for the headers of each version:
//! `vm_core.h`, `iseq.h`, `method.h`, `internal/class.h`, `internal/imemo.h`, `include/ruby/internal/core/rstring.h` and
//! `rarray.h`. Between 2.7 and 4.0 only the ones here differ.

use crate::languages::copied::{FramesList, FramesNode, FramesPlace, FramesPlan, FramesStart, HOPS};

/// A thread of control, `rb_execution_context_t`: its stack, how many words that has, and its newest frame. Frames grow
/// down from the stack's end.
const STACK: u32 = 0;
const STACK_WORDS: u32 = 8;
const NEWEST: u32 = 16;

/// A frame, `rb_control_frame_t`: the next instruction, what runs, and its variables.
pub(super) const FRAME_PC: usize = 0;
pub(super) const FRAME_ISEQ: usize = 16;
const FRAME_VARIABLES: u32 = 32;
const FRAME_BYTES: u32 = 40;

/// Before a frame's variables: what method it is of, the variables around it, and what kind of frame it is.
pub(super) const METHOD: usize = 0;
pub(super) const AROUND: usize = 8;
pub(super) const FLAGS: usize = 16;
const BESIDE_BYTES: u32 = 24;

/// Flags of a frame.
pub(super) const KIND_MASK: u64 = 0x7fff_0001;
pub(super) const KIND_METHOD: u64 = 0x1111_0001;
pub(super) const KIND_C_FUNCTION: u64 = 0x5555_0001;
/// Of a block that is written in C.
pub(super) const KIND_C_BLOCK: u64 = 0x6666_0001;
/// The oldest one, which nothing runs in.
pub(super) const KIND_DUMMY: u64 = 0x7999_0001;
/// The interpreter was entered with this frame, and leaves with it.
pub(super) const FINISH: u64 = 0x20;

/// A method, `rb_method_entry_t`: what it is defined as, its name, and whose it is.
pub(super) const METHOD_DEFINITION: u64 = 16;
pub(super) const METHOD_NAME: u64 = 24;
pub(super) const METHOD_OWNER: u64 = 32;
/// Where a definition of the kind with instructions has these.
pub(super) const DEFINITION_ISEQ: u64 = 8;

/// Instructions, `rb_iseq_t`: where most of it is; and there the kind, how many words of code, and the code.
pub(super) const ISEQ_BODY: u64 = 16;
pub(super) const BODY_WORDS: u64 = 4;
pub(super) const BODY_CODE: u64 = 8;
/// `rb_iseq_location_t`: path, label and first line.
pub(super) const BODY_PATH: u64 = 64;
pub(super) const BODY_LABEL: u64 = 64 + 16;
pub(super) const BODY_FIRST_LINE: u64 = 64 + 24;

/// What differs between versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    frame_bytes: i32,
    /// Of a body: where the table of lines is, and bytes of an entry of that.
    pub(super) lines: u64,
    pub(super) line_bytes: u64,
    /// Of a body: the instructions of the method around a block.
    pub(super) method_iseq: u64,
    /// The first line is an object.
    pub(super) has_tagged_lines: bool,
    /// The length of a text is in the same place for all, instead of in the flags of short ones.
    pub(super) has_lengths: bool,
    /// `None` where a class's name is in a table of its variables.
    pub(super) classes: Option<Classes>,
}

/// Where a class has its name, and one that is a single object's that object; and the flag of those.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Classes {
    pub(super) name: u64,
    pub(super) object: u64,
    pub(super) single: u64,
}

const RUBY_2_7: Layout = Layout {
    frame_bytes: 56,
    lines: 120,
    line_bytes: 8,
    method_iseq: 176,
    has_tagged_lines: true,
    has_lengths: false,
    classes: None,
};
const RUBY_3_1: Layout = Layout { frame_bytes: 64, line_bytes: 12, ..RUBY_2_7 };
const RUBY_3_2: Layout =
    Layout { lines: 112, method_iseq: 168, has_tagged_lines: false, has_lengths: true, ..RUBY_3_1 };
const CLASSES_3_3: Classes = Classes { name: 152, object: 128, single: 1 << 12 };
const RUBY_3_3: Layout = Layout { frame_bytes: 56, classes: Some(CLASSES_3_3), ..RUBY_3_2 };
const CLASSES_3_4: Classes = Classes { single: 1 << 13, ..CLASSES_3_3 };
const RUBY_3_4: Layout = Layout { classes: Some(CLASSES_3_4), ..RUBY_3_3 };
const RUBY_4_0: Layout = Layout { method_iseq: 176, classes: Some(Classes { object: 136, ..CLASSES_3_4 }), ..RUBY_3_4 };

impl Layout {
    /// Of a version as it is written, such as 3.1.2.
    pub(super) fn of(version: &str) -> Option<Layout> {
        let mut numbers = version.split('.').map(str::parse::<u32>);
        let (major, minor) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
        Some(match (major, minor) {
            (2, 7) | (3, 0) => RUBY_2_7,
            (3, 1) => RUBY_3_1,
            (3, 2) => RUBY_3_2,
            (3, 3) => RUBY_3_3,
            (3, 4) => RUBY_3_4,
            (4, 0) => RUBY_4_0,
            _ => return None,
        })
    }

    /// What is copied of each frame.
    pub(super) fn node() -> FramesNode {
        FramesNode {
            bytes: FRAME_BYTES,
            beside: FRAME_VARIABLES,
            beside_offset: -(FLAGS as i32),
            beside_bytes: BESIDE_BYTES,
        }
    }

    /// Of threads that keep a pointer to their state there.
    pub(super) fn plan(&self, start: FramesStart) -> FramesPlan {
        let end = FramesPlace { pointer: STACK, count: STACK_WORDS, count_bytes: 8, scale: 8, offset: 0 };
        let first = FramesPlace { pointer: NEWEST, ..FramesPlace::default() };
        let list = FramesList::Array { first, end, stride: self.frame_bytes, node: Layout::node() };
        FramesPlan { start, hops: [0; HOPS], hop_count: 0, head_hop: 0, head: (0, 0), last_bytes: 0, list, outer: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::Layout;

    #[test]
    fn versions_that_are_not_known_have_no_layout() {
        for version in ["2.7.8", "3.0.0", "3.1.2", "3.2.11", "3.3.8", "3.4.1", "4.0.9"] {
            assert!(Layout::of(version).is_some(), "{version}");
        }
        for version in ["2.6.10", "4.1.0", "5.0", "3", "", "x.y"] {
            assert!(Layout::of(version).is_none(), "{version}");
        }
    }
}
