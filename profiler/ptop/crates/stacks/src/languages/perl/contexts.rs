//! The contexts of Perl's stack: which frames they are, and in which run of the loop over ops each of them runs.
//!
//! One native call of `Perl_runops_standard` runs any number of subs that call each other. Where C code calls back into
//! Perl, another call of it begins; the oldest context that runs there says so: a sub that returns to no op, or an eval
//! whose exceptions must not leave it by other C code (`docatch` in `pp_ctl.c`).

use super::layout::{Layout, fixed};
use crate::languages::copied::{CopiedFrames, FramesNode, word_of};

/// Types of contexts, in the lowest bits of the first byte.
const TYPE_MASK: u8 = 0xf;
/// The block of a sort, without any flag.
const SORT_BLOCK: u8 = 0;
const SUB: u8 = 9;
const FORMAT: u8 = 10;
const EVAL: u8 = 11;
const DEFER: u8 = 13;
/// Flags above it, of a sub: called over and over by C code; in a regular expression, as a copy of the sub it is in.
const IS_REPEATED: u8 = 0x10;
const IS_COPY: u8 = 0x80;
/// Of an eval: of a text; of a block; a `try`.
const IS_TEXT: u8 = 0x20;
const IS_BLOCK: u8 = 0x40;
const IS_TRY: u8 = 0x80;

/// What runs in a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum What {
    /// A sub: the address of its code.
    Sub(u64),
    /// A format, likewise.
    Format(u64),
    /// A block or a text.
    Eval,
    /// A text.
    TextEval,
    /// A file that another one requires, uses or does.
    File,
    /// The program.
    Main,
}

/// A frame as `caller` shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PerlFrame {
    pub(super) what: What,
    /// The op of the line that led to it.
    pub(super) entered: u64,
    /// The op of the line that runs in it; of a frame that has not come to its first line, the same as `entered`.
    pub(super) runs: u64,
}

/// Whether the loop in which frames run must be on the native stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    Sure,
    /// C code may run between two calls of the sub: then the sub itself does not run.
    BetweenCalls,
    /// It may not have begun: then the frames are those of the loop that led there.
    NotBegun,
}

/// The frames of one loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Group {
    /// Where they end among all frames; they begin where those of the newer group end.
    pub(super) end: usize,
    pub(super) presence: Presence,
}

/// What was copied of a thread.
#[derive(Debug, Default)]
pub(super) struct Contexts {
    /// The newest first.
    rows: Vec<Row>,
    pub(super) frames: Vec<PerlFrame>,
    /// The newest first. The last one is of the program itself, if anything is.
    pub(super) groups: Vec<Group>,
    /// Whether no older ones are missing.
    pub(super) is_whole: bool,
    /// The op of the line that runs.
    now: u64,
}

#[derive(Debug, Clone, Copy)]
struct Row {
    kind: u8,
    cop: u64,
    returns: u64,
    code: u64,
    /// Whether it is the oldest of its stack.
    is_oldest: bool,
    begins: Option<Presence>,
}

impl Row {
    fn is(&self, kind: u8, flag: u8) -> bool {
        self.kind & TYPE_MASK == kind && (flag == 0 || self.kind & flag != 0)
    }

    /// Whether C code pushed it around a call, to catch exceptions.
    fn is_around_call(&self) -> bool {
        self.is(EVAL, IS_BLOCK) && self.returns == 0
    }
}

impl Contexts {
    /// Reads contexts that were copied; `now` is the op of the line that runs.
    pub(super) fn read(&mut self, layout: &Layout, copied: &CopiedFrames<'_>, now: u64) {
        self.rows.clear();
        (self.is_whole, self.now) = (copied.is_whole, now);
        let node = FramesNode { bytes: layout.copied_bytes(), ..FramesNode::default() };
        let mut nodes = copied.nodes(node).peekable();
        while let Some((address, bytes, _)) = nodes.next() {
            let word = |at: usize| word_of(bytes, at).unwrap_or(0);
            let older = nodes.peek().map(|(older, ..)| *older);
            let is_next = |older: u64| older.checked_add(layout.context_bytes.into()) == Some(address);
            let is_oldest = older.map_or(copied.is_whole, |older| !is_next(older));
            let row = Row {
                kind: bytes.first().copied().unwrap_or(0),
                cop: word(fixed::CONTEXT_COP),
                returns: word(fixed::CONTEXT_RETURN),
                code: word(layout.context_code),
                is_oldest,
                begins: None,
            };
            // A sub that is just being entered or left has no code.
            if !(self.rows.is_empty() && (row.is(SUB, 0) || row.is(FORMAT, 0)) && row.code == 0) {
                self.rows.push(row);
            }
        }
        self.find_loops(layout);
        self.collect();
    }

    /// The newest frame, if its context is the newest.
    pub(super) fn newest_call(&self) -> Option<PerlFrame> {
        let is_call = self.rows.first().is_some_and(|row| row.is(SUB, 0) && !row.is(SUB, IS_COPY) || row.is(FORMAT, 0));
        self.frames.first().copied().filter(|_| is_call)
    }

    /// Forgets the newest context.
    pub(super) fn forget_newest(&mut self, layout: &Layout) {
        if !self.rows.is_empty() {
            self.rows.remove(0);
        }
        self.find_loops(layout);
        self.collect();
    }

    /// Finds the contexts with which a loop begins, from the oldest on.
    fn find_loops(&mut self, layout: &Layout) {
        // Whether exceptions must not pass the C code that called: then an eval runs in a loop of its own.
        let mut must_catch = false;
        for at in (0..self.rows.len()).rev() {
            let row = self.rows[at];
            let begins = match row.kind & TYPE_MASK {
                SUB | FORMAT if row.returns == 0 => {
                    let is_repeated = row.is(SUB, IS_REPEATED);
                    let around = self.rows.get_mut(at + 1).filter(|older| !row.is_oldest && older.is_around_call());
                    must_catch = is_repeated || around.is_none();
                    let presence = if is_repeated { Presence::BetweenCalls } else { Presence::Sure };
                    // What C code pushed around the call goes with it.
                    match around {
                        Some(around) if !is_repeated => {
                            around.begins = Some(presence);
                            None
                        }
                        _ => Some(presence),
                    }
                }
                SORT_BLOCK if row.is_oldest && row.kind == SORT_BLOCK => {
                    must_catch = true;
                    Some(Presence::BetweenCalls)
                }
                EVAL if row.is_around_call() => None,
                EVAL if must_catch || row.is(EVAL, IS_TEXT) && row.returns == 0 => {
                    must_catch = false;
                    Some(if row.is(EVAL, IS_BLOCK) { Presence::Sure } else { Presence::NotBegun })
                }
                DEFER if layout.has_defer => Some(Presence::Sure),
                _ => None,
            };
            self.rows[at].begins = begins;
        }
    }

    /// Collects the frames, from the newest on.
    fn collect(&mut self) {
        self.frames.clear();
        self.groups.clear();
        let mut runs = self.now;
        for row in &self.rows {
            let what = match row.kind & TYPE_MASK {
                SUB if !row.is(SUB, IS_COPY) => Some(What::Sub(row.code)),
                FORMAT => Some(What::Format(row.code)),
                // As for `caller`, a `try` is a part of its sub.
                EVAL if row.is(EVAL, IS_TRY) && row.is(EVAL, IS_BLOCK) => None,
                EVAL if row.is(EVAL, IS_BLOCK) => Some(What::Eval),
                EVAL if row.is(EVAL, IS_TEXT) => Some(What::TextEval),
                EVAL => Some(What::File),
                _ => None,
            };
            if let Some(what) = what {
                self.frames.push(PerlFrame { what, entered: row.cop, runs });
                runs = row.cop;
            }
            if let Some(presence) = row.begins {
                self.groups.push(Group { end: self.frames.len(), presence });
            }
        }
        if self.is_whole {
            self.frames.push(PerlFrame { what: What::Main, entered: 0, runs });
        }
        self.groups.push(Group { end: self.frames.len(), presence: Presence::Sure });
    }
}
