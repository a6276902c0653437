//! Names of frames. Subs and the ops of their lines live as long as the program needs them, which is mostly long, so they
//! can be read some time after the sample. That a sub without a name is still the same is checked by the op that ran.

use std::collections::HashMap;

use super::contexts::{PerlFrame, What};
use super::files::{module_of, name_of, path_of};
use super::layout::Layout;
use super::objects::{Code, LineOp, Objects};
use crate::languages::frames::{Frames, LanguageFrame, SourcePlace};
use crate::process::memory::Memory;
use crate::types::limits::Limits;
use crate::types::name::NameOrigin;

/// Module of what belongs to no file: subs whose names cannot be read any more.
const GONE: &str = "[perl]";
/// Name of the placeholder for frames that were too many.
const MORE: &str = "[more Perl frames]";
/// What frames are called that are no subs.
const EVAL: &str = "(eval)";
const FILE: &str = "(require)";
const MAIN: &str = "(main)";
/// What a sub without a name is called.
const ANONYMOUS: &str = "__ANON__";

/// The address of a frame, and the line that runs in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) address: u64,
    pub(super) line: Option<u32>,
}

/// Frames that were met.
pub(super) struct Names {
    layout: Layout,
    known: HashMap<PerlFrame, Known>,
    /// By the slab of a sub's ops: how it was named when that was certain, and its file.
    by_slab: HashMap<u64, (u64, String)>,
    most: usize,
    name_bytes: usize,
}

impl Names {
    pub(super) fn new(layout: Layout, limits: &Limits) -> Names {
        let (most, name_bytes) = (limits.language_frames, limits.name_bytes);
        Names { layout, known: HashMap::new(), by_slab: HashMap::new(), most, name_bytes }
    }

    /// Forgets what may have become something else.
    pub(super) fn forget(&mut self) {
        self.known.clear();
    }

    /// The address that represents frames that were too many.
    pub(super) fn more(names: &mut Frames) -> u64 {
        names.address(&LanguageFrame::new(MORE, GONE, NameOrigin::Perl))
    }

    /// The frame as it is reported. `None` for a program of which no line runs: then it is another interpreter's, which
    /// is only being made or destroyed.
    pub(super) fn find(&mut self, frame: PerlFrame, memory: &Memory, names: &mut Frames) -> Option<Known> {
        if let Some(known) = self.known.get(&frame) {
            return Some(*known);
        }
        // A program that makes code without end: names stay, what leads to them is looked up again.
        for count in [self.known.len(), self.by_slab.len()] {
            if count >= self.most {
                self.forget();
                self.by_slab.clear();
            }
        }
        let objects = self.objects(memory);
        let runs = (frame.runs != 0).then(|| objects.line_op(frame.runs)).flatten();
        let found = match frame.what {
            What::Sub(code) | What::Format(code) => self.sub((code, &frame), runs.as_ref(), memory, names),
            What::Eval | What::TextEval => {
                let line = runs.as_ref().map(|op| op.line).filter(|_| frame.what == What::Eval);
                let place = objects.line_op(frame.entered).map(|op| (op.file, op.line));
                place.map(|(file, line)| named(names, EVAL, "", &file, Some(line))).map(|address| (address, line))
            }
            What::File | What::Main => {
                let function = if frame.what == What::Main { MAIN } else { FILE };
                // Until its first line runs, or while it is compiled, the line is another file's.
                let own = runs.filter(|_| frame.runs != frame.entered);
                let line = own.as_ref().map(|op| op.line);
                let place = own.map(|op| (op.file, 1)).or_else(|| {
                    let entered = objects.line_op(frame.entered)?;
                    Some((entered.file, entered.line))
                });
                place.map(|(file, first)| (named(names, function, "", &file, Some(first)), line))
            }
        };
        if let Some((address, line)) = found {
            let known = Known { address, line };
            self.known.insert(frame, known);
            return Some(known);
        }
        let function = match frame.what {
            What::Main => return None,
            // C code called where no line ran.
            What::Eval | What::TextEval => EVAL,
            What::File => FILE,
            What::Sub(_) | What::Format(_) => "",
        };
        Some(Known { address: names.address(&LanguageFrame::new(function, GONE, NameOrigin::Perl)), line: None })
    }

    /// Whether the newest context is that of a call which is only being made: then it may have anything for a sub, and
    /// the op that runs is the caller's.
    pub(super) fn is_being_made(&self, frame: PerlFrame, memory: &Memory) -> bool {
        let (What::Sub(code) | What::Format(code)) = frame.what else { return false };
        let objects = self.objects(memory);
        let slab = || objects.slab(frame.runs);
        let is_made = || is_call(&frame, objects) && code_of(code, &frame, slab(), objects).is_none();
        !self.known.contains_key(&frame) && is_made()
    }

    fn objects<'a>(&'a self, memory: &'a Memory) -> Objects<'a> {
        Objects { memory, layout: &self.layout, name_bytes: self.name_bytes }
    }

    /// A sub in which an op runs.
    fn sub(
        &mut self,
        (address, frame): (u64, &PerlFrame),
        runs: Option<&LineOp>,
        memory: &Memory,
        names: &mut Frames,
    ) -> Option<(u64, Option<u32>)> {
        let objects = self.objects(memory);
        let Some((code, is_same)) = code_of(address, frame, runs.and_then(|op| op.slab), objects) else {
            return self.sub_of(runs?);
        };
        let first = objects.line_op(code.start);
        let found = named_sub(names, &code, first.as_ref());
        let own = runs.filter(|_| is_same);
        if let Some((op, slab)) = own.and_then(|op| Some((op, op.slab?))) {
            self.by_slab.insert(slab, (found, op.file.clone()));
        }
        Some((found, own.map(|op| op.line)))
    }

    /// The sub that an op was met in.
    fn sub_of(&self, op: &LineOp) -> Option<(u64, Option<u32>)> {
        let (found, file) = self.by_slab.get(&op.slab?)?;
        (*file == op.file).then_some((*found, Some(op.line)))
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.known.capacity() * (size_of::<(PerlFrame, Known)>() + 1)
            + self.by_slab.capacity() * (size_of::<(u64, (u64, String))>() + 1)
            + self.by_slab.values().map(|(_, file)| file.capacity()).sum::<usize>()
    }
}

/// The code of a sub in which an op of this slab runs, and whether the op is its own. Code may have been freed since,
/// and be another sub's: only an op tells that it is the same. Until the first one of a sub runs, a name will do,
/// because subs with names live long.
fn code_of(address: u64, frame: &PerlFrame, slab: Option<u64>, objects: Objects<'_>) -> Option<(Code, bool)> {
    let code = objects.code(address)?;
    let is_same = slab.is_some() && slab == objects.slab(code.start);
    (is_same || !code.is_anonymous && is_call(frame, objects)).then_some((code, is_same))
}

/// Whether the op that runs is the one of the call, or another one of the caller's.
fn is_call(frame: &PerlFrame, objects: Objects<'_>) -> bool {
    let [entered, runs] = [frame.entered, frame.runs].map(|op| objects.slab(op));
    frame.entered == frame.runs || entered.is_some() && entered == runs
}

fn named_sub(names: &mut Frames, code: &Code, first: Option<&LineOp>) -> u64 {
    let Code { name, package, file, .. } = code;
    let file = first.map_or(file, |op| &op.file);
    let separator = if package.is_empty() { "" } else { "::" };
    // Where it begins says which of those without a name it is.
    let place = first.filter(|_| name == ANONYMOUS).map_or_else(String::new, |op| {
        let module = module_of(file, package);
        format!("[{}:{}]", name_of(module), op.line)
    });
    let function = format!("{package}{separator}{name}{place}");
    named(names, &function, package, file, first.map(|op| op.line))
}

fn named(names: &mut Frames, function: &str, package: &str, file: &str, first_line: Option<u32>) -> u64 {
    let source = SourcePlace { file: path_of(file), first_line, line: None };
    let module = module_of(file, package);
    names.address(&LanguageFrame { source, ..LanguageFrame::new(function, module, NameOrigin::Perl) })
}
