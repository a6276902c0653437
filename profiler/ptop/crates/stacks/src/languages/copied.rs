//! Frames that a runtime keeps outside the native stack, for example on a stack of its own in the heap. They change with
//! every call, so a program that runs in the target's thread copies them at the moment of the sample. A runtime says
//! where they are, and gets the bytes.

/// Most bytes of the structure that leads to the frames.
pub const HEAD_BYTES: usize = 512;
/// Most bytes of one frame, and of what is copied beside it.
pub const NODE_BYTES: usize = 128;
/// Pointers to follow from the start to the structure that leads to the frames, and from there to the next.
pub const HOPS: usize = 4;

/// Where frames are that a thread has outside its stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FramesPlan {
    /// Where they begin.
    pub start: FramesStart,
    /// Each leads from a structure to the next: the offset of a pointer in it. Those behind `hop_count` mean nothing.
    pub hops: [u32; HOPS],
    /// See `hops`.
    pub hop_count: u32,
    /// Behind how many hops the structure is of which the head is copied.
    pub head_hop: u32,
    /// Offset and bytes of what is copied of it, [`HEAD_BYTES`] at most.
    pub head: (u32, u32),
    /// Bytes of the last structure that are copied behind the head, in whole words. 0: none.
    pub last_bytes: u32,
    /// The frames, which the last structure leads to.
    pub list: FramesList,
    /// Offset in the last structure of a pointer to another one like it, whose frames follow. 0: there is none.
    pub outer: u32,
}

/// Where the first structure is, or a pointer to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FramesStart {
    /// The structure itself lies at this address, whatever the thread.
    Here(u64),
    /// A pointer to it is at this address, whatever the thread.
    At(u64),
    /// A pointer to it is so far from the thread's (`fs` on x86-64, `tpidr_el0` on aarch64).
    Thread(i64),
    /// A pointer to it is in the thread's own variables of one file.
    Variable {
        /// Where a pointer to the table of all files' variables is, from the thread's pointer.
        table: i32,
        /// Where the table has a pointer to those of the file.
        slot: u32,
        /// Where the variable is among those.
        offset: u32,
    },
    /// None: the structure itself is known of some threads, because their stacks led to it ([`Runtime::threads`]).
    ///
    /// [`Runtime::threads`]: super::runtime::Runtime::threads
    Learned,
}

/// A place that the last structure leads to: the pointer at `pointer`, plus `scale` times the number at `count`, plus
/// `offset`. With a `scale` of 0 nothing is read at `count`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FramesPlace {
    /// Offset in the structure.
    pub pointer: u32,
    /// Offset in the structure.
    pub count: u32,
    /// Bytes of the number at `count`, which has a sign: 4 or 8.
    pub count_bytes: u32,
    /// Bytes for each of them.
    pub scale: i32,
    /// Added at last.
    pub offset: i32,
}

/// How frames hang together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FramesList {
    /// Each leads to the next older one; 0 is the end.
    Linked {
        /// The newest.
        first: FramesPlace,
        /// Offset in it of the pointer to the next.
        next: u32,
        /// What is copied of each.
        node: FramesNode,
    },
    /// They lie one behind another.
    Array {
        /// The newest.
        first: FramesPlace,
        /// Where the next one would be behind the oldest.
        end: FramesPlace,
        /// From one to the next older one.
        stride: i32,
        /// What is copied of each.
        node: FramesNode,
    },
    /// Of all sizes: all that is between two places is copied, or as much as there is room for at the newest end.
    Block {
        /// The lowest address.
        from: FramesPlace,
        /// The one behind the highest.
        to: FramesPlace,
        /// Whether the newest frames are at the highest addresses.
        grows_up: bool,
    },
}

/// What is copied of a frame.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FramesNode {
    /// From its beginning, [`NODE_BYTES`] at most.
    pub bytes: u32,
    /// Offset in it of a pointer to something else of which bytes are copied too.
    pub beside: u32,
    /// Where they begin, from there.
    pub beside_offset: i32,
    /// How many, [`NODE_BYTES`] at most. 0: none.
    pub beside_bytes: u32,
}

impl FramesNode {
    /// Bytes that a node takes in what was copied: its address, itself, what is beside it; whole words.
    #[must_use]
    pub fn row_bytes(&self) -> usize {
        8 + self.bytes.next_multiple_of(8) as usize + self.beside_bytes.next_multiple_of(8) as usize
    }
}

/// A thread whose structure is known ([`FramesStart::Learned`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownThread {
    /// As [`CopiedFrames::thread`].
    pub id: u32,
    /// Of the structure.
    pub address: u64,
}

/// How the frames of a stack came out that were copied.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct FramesEnd {
    /// Frames that are missing from what is reported, as far as they are known to be there; a part that was not copied
    /// counts as one.
    pub(crate) missing: u64,
    /// All that the thread has is reported, so that where its stack leads to nothing, it begins.
    pub(crate) is_complete: bool,
    /// The stack leads through the interpreter, and nothing was copied.
    pub(crate) is_unread: bool,
}

/// What was copied of a thread at the moment of a sample.
#[derive(Debug, Clone, Copy, Default)]
pub struct CopiedFrames<'a> {
    /// Of the structure that leads to the frames.
    pub head: &'a [u8],
    /// Of a list, a row for each, newest first: its address, its bytes, and what is beside it (zeros where that could not
    /// be read). Of a block, all of it.
    pub rows: &'a [u8],
    /// Where a block begins that was copied; of a list, the address of the newest.
    pub address: u64,
    /// Whether nothing older is missing.
    pub is_whole: bool,
    /// Id of the thread, by which [`KnownThread::id`] is known.
    pub thread: u32,
}

impl<'a> CopiedFrames<'a> {
    /// The frames of a list, newest first: address, bytes, and what is beside it.
    pub(crate) fn nodes(&self, node: FramesNode) -> impl Iterator<Item = (u64, &'a [u8], &'a [u8])> + use<'a> {
        let (bytes, beside) = (node.bytes as usize, node.beside_bytes as usize);
        self.rows.chunks_exact(node.row_bytes()).map(move |row| {
            let (address, row) = row.split_at(8);
            let (own, rest) = row.split_at(bytes.next_multiple_of(8));
            (u64::from_ne_bytes(address.try_into().unwrap_or_default()), &own[..bytes], &rest[..beside])
        })
    }

    /// The word at an address of a block. `None` where it was not copied.
    pub(crate) fn word(&self, address: u64) -> Option<u64> {
        let at = usize::try_from(address.checked_sub(self.address)?).ok()?;
        word_of(self.rows, at)
    }
}

/// The word at an offset.
pub(crate) fn word_of(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..at.checked_add(8)?).map(|word| u64::from_ne_bytes(word.try_into().unwrap_or_default()))
}
