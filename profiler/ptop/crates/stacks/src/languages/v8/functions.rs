//! Functions of JavaScript: what V8's description of one says about its name and
//! its script, and which description a frame has. Each is read once and checked
//! again after a while, because the heap moves.

use std::collections::HashMap;

use super::heap::{Heap, small_integer};
use super::layout::SCOPE_WORDS;
use super::lines::Lines;
use crate::languages::frames::{Frames, LanguageFrame, SourcePlace};
use crate::types::name::NameOrigin;

/// Functions remembered; beyond them all are forgotten, and read again as they come.
const FUNCTIONS: usize = 4096;
/// Where a description has the bytecode or the code, in every version.
const FUNCTION_DATA: u64 = 8;
/// Name of a function that has none.
const ANONYMOUS: &str = "(anonymous)";
/// Name of the code of a script itself: it has none and begins where the script does.
const TOP_LEVEL: &str = "(top level)";
/// Module of a function whose script has no name.
const NO_SCRIPT: &str = "[eval]";
/// Characters of a name, over the most that is reported, so that a longer one is seen to be cut.
const CUT_SIGN: usize = 1;
/// Variables of a scope whose names are stored in it; of more, a table is.
const INLINED_NAMES: u64 = 75;
/// Variables of a scope believed.
const SCOPE_VARIABLES: u64 = 65_536;
/// Number of a module's scope among the kinds of scopes, in the versions that do not say where local variables begin.
const MODULE_SCOPE: u32 = 3;
/// Words of an object among which its bytecode is looked for, and its function.
const OWNER_WORDS: usize = 4;
const FEEDBACK_WORDS: usize = 6;

/// What is known of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// Of a script: the address that represents it.
    Script(u64),
    /// Of the language or of the embedder: native code with a name of its own.
    Native,
}

struct Entry {
    /// What the description said when it was read: its map, name and script.
    words: [u64; 3],
    known: Known,
    checked: u32,
}

struct Owner {
    shared: u64,
    checked: u32,
}

/// What was read, by address.
#[derive(Default)]
pub(super) struct Functions {
    described: HashMap<u64, Entry>,
    /// The description a bytecode belongs to. Bytecode stays where it is while functions move.
    owners: HashMap<u64, Owner>,
    lines: Lines,
}

/// What a frame says about the function that runs in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Running {
    /// The function object.
    pub(super) object: u64,
    /// Its bytecode, when it is interpreted or compiled instruction by instruction.
    pub(super) bytecode: Option<u64>,
    /// Words among which its feedback is.
    pub(super) feedback: [Option<u64>; 2],
}

/// What resolving needs.
pub(super) struct Naming<'a, 'b> {
    pub(super) heap: Heap<'a>,
    pub(super) names: &'b mut Frames,
    /// Number of the moment: what was checked in an earlier one is checked again.
    pub(super) moment: u32,
    /// Characters of a name.
    pub(super) name_bytes: usize,
}

impl Functions {
    /// The function that a description describes. `None` when it is none.
    pub(super) fn describe(&mut self, shared: u64, naming: &mut Naming<'_, '_>) -> Option<Known> {
        if let Some(entry) = self.described.get(&shared).filter(|entry| entry.checked == naming.moment) {
            return Some(entry.known);
        }
        let heap = &mut naming.heap;
        let words: [u64; 7] = heap.words(shared)?;
        if heap.kind_of_map(words[0])? != heap.layout.types.shared {
            return None;
        }
        let at = |offset: u64| words.get(offset as usize / 8).copied();
        let words = [words[0], at(heap.layout.shared_name)?, at(heap.layout.shared_script)?];
        if let Some(entry) = self.described.get_mut(&shared).filter(|entry| entry.words == words) {
            entry.checked = naming.moment;
            return Some(entry.known);
        }
        let known = read(words, naming, &mut self.lines)?;
        if self.described.len() >= FUNCTIONS {
            self.described.clear();
        }
        self.described.insert(shared, Entry { words, known, checked: naming.moment });
        Some(known)
    }

    /// The description of a function object. `None` when it is no function: it may have moved since.
    pub(super) fn shared_of(function: u64, heap: &mut Heap<'_>) -> Option<u64> {
        let words: [u64; 6] = heap.words(function)?;
        let kind = heap.kind_of_map(words[0])?;
        if !heap.layout.types.functions.contains(&kind) {
            return None;
        }
        words.get(heap.layout.function_shared as usize / 8).copied()
    }

    /// The description of the function whose bytecode runs in a frame.
    pub(super) fn owner_of(&mut self, bytecode: u64, running: &Running, naming: &mut Naming<'_, '_>) -> Option<u64> {
        if let Some(owner) = self.owners.get(&bytecode).filter(|owner| owner.checked == naming.moment) {
            return Some(owner.shared);
        }
        let heap = &mut naming.heap;
        if !heap.is(bytecode, heap.layout.types.bytecode) {
            return None;
        }
        // The objects may have moved, and others lie in their places by now: only the description that has
        // this bytecode is believed, each time. Function objects move often, feedback and descriptions hardly ever.
        let owns = |shared: u64, heap: &mut Heap<'_>| {
            heap.is(shared, heap.layout.types.shared)
                && heap.word(shared, FUNCTION_DATA).and_then(|data| bytecode_of(data, heap)) == Some(bytecode)
        };
        if let Some(owner) = self.owners.get_mut(&bytecode).filter(|owner| owns(owner.shared, heap)) {
            owner.checked = naming.moment;
            return Some(owner.shared);
        }
        let by_object = Functions::shared_of(running.object, heap).filter(|shared| owns(*shared, heap));
        let by_feedback = |heap: &mut Heap<'_>| {
            let vectors = running.feedback.iter().flatten();
            vectors.copied().find_map(|vector| shared_of_feedback(vector, heap)).filter(|shared| owns(*shared, heap))
        };
        let shared = by_object.or_else(|| by_feedback(heap))?;
        if self.owners.len() >= FUNCTIONS {
            self.owners.clear();
        }
        self.owners.insert(bytecode, Owner { shared, checked: naming.moment });
        Some(shared)
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.described.capacity() * (size_of::<(u64, Entry)>() + 1)
            + self.owners.capacity() * (size_of::<(u64, Owner)>() + 1)
            + self.lines.memory_bytes()
    }
}

/// The description of the function that noted this feedback.
fn shared_of_feedback(vector: u64, heap: &mut Heap<'_>) -> Option<u64> {
    let words: [u64; FEEDBACK_WORDS] = heap.words(vector)?;
    let (feedback, shared) = (heap.layout.types.feedback, heap.layout.types.shared);
    if heap.kind_of_map(words[0]) != feedback || feedback.is_none() {
        return None;
    }
    words.into_iter().skip(1).find(|word| heap.is(*word, shared))
}

/// The bytecode of a function, from what its description refers to: the bytecode itself, or the code that
/// was made from it.
pub(super) fn bytecode_of(data: u64, heap: &mut Heap<'_>) -> Option<u64> {
    let types = &heap.layout.types;
    let (bytecode, code, interpreter) = (types.bytecode, types.code, types.interpreter_data);
    let kind = heap.kind(data)?;
    if kind == bytecode {
        return Some(data);
    }
    if kind != code && Some(kind) != interpreter {
        return None;
    }
    let words: [u64; OWNER_WORDS] = heap.words(data)?;
    words.into_iter().skip(1).find(|word| heap.is(*word, bytecode))
}

fn read([_, name, script]: [u64; 3], naming: &mut Naming<'_, '_>, lines: &mut Lines) -> Option<Known> {
    let most = naming.name_bytes + CUT_SIGN;
    let heap = &mut naming.heap;
    if !heap.is(script, heap.layout.types.script) {
        return Some(Known::Native);
    }
    let scope = if heap.is(name, heap.layout.types.scope) { Scope::read(name, heap) } else { None };
    let function = match &scope {
        Some(scope) => scope.name(most, heap),
        None if heap.is_string(name) => heap.text(name, most),
        None => None,
    };
    let function = function.filter(|name| !name.is_empty());
    let file = heap.word(script, heap.layout.script_name)?;
    let file = if heap.is_string(file) { heap.text(file, most)? } else { String::new() };
    let start = scope.and_then(|scope| scope.start);
    let function = function.as_deref().unwrap_or(if start == Some(0) { TOP_LEVEL } else { ANONYMOUS });
    let first_line = start.and_then(|start| lines.line(script, start, heap));
    let module = if file.is_empty() { NO_SCRIPT } else { &file };
    // Functions without a name are distinguished by where they begin, which for most is all there is of them.
    let line = first_line.filter(|_| function == ANONYMOUS);
    let source = SourcePlace { file: if first_line.is_some() { module } else { "" }, first_line, line };
    let frame = LanguageFrame { source, ..LanguageFrame::new(function, module, NameOrigin::JavaScript) };
    Some(Known::Script(naming.names.address(&frame)))
}

/// Where a scope's description has what is asked of it.
struct Scope {
    name: Option<u64>,
    /// The name that the parser gave a function without one, from what it is assigned to.
    inferred: Option<u64>,
    /// Where in the script's text the function begins, with its parameters.
    start: Option<usize>,
}

impl Scope {
    fn read(scope: u64, heap: &mut Heap<'_>) -> Option<Scope> {
        let [_, flags, _, variables, next]: [u64; 5] = heap.words(scope)?;
        // A small integer in older versions, a plain number in newer ones.
        let flags = small_integer(flags).map_or(flags as u32, |flags| flags as u32);
        let variables = u64::try_from(small_integer(variables)?).ok().filter(|count| *count <= SCOPE_VARIABLES)?;
        // The names of the variables, or a table of them; then what each of them is.
        let names = if variables < INLINED_NAMES { variables } else { 1 };
        let has = |bit: u32| flags >> bit & 1 == 1;
        let is_newer = heap.layout.scope_words > SCOPE_WORDS;
        // Between the two, V8 12 has a module's count of variables here, where V8 11 has a name.
        let has_count = !is_newer && flags & 15 == MODULE_SCOPE && small_integer(next).is_some();
        let words = heap.layout.scope_words + u64::from(has_count);
        let mut at = 8 * (1 + words + names + variables + u64::from(has(10)));
        let mut name = None;
        if flags >> 12 & 3 != 0 {
            name = heap.word(scope, at);
            at += 16;
        }
        let inferred = if has(14) { heap.word(scope, at) } else { None };
        at += 8 * u64::from(has(14));
        // In newer versions before the variables, with its end.
        let start = if is_newer { Some(next) } else { heap.word(scope, at) };
        let start = start.and_then(small_integer).and_then(|start| usize::try_from(start).ok());
        Some(Scope { name, inferred, start })
    }

    fn name(&self, most: usize, heap: &mut Heap<'_>) -> Option<String> {
        let mut text =
            |name: Option<u64>| name.filter(|name| heap.is_string(*name)).and_then(|name| heap.text(name, most));
        text(self.name).filter(|name| !name.is_empty()).or_else(|| text(self.inferred))
    }
}
