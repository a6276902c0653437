//! JavaScript: frames of V8, the engine of Node.
//!
//! All its code keeps a frame pointer, so its frames are left by that; what a frame
//! is, says the frame. The word under the saved frame pointer is either the mark of
//! a frame of V8's own or the context of a function, and under that lies the
//! function object. Objects move while the target runs on, so the function object
//! is believed only when the code or the bytecode that runs says the same.

mod code;
mod frame;
mod functions;
mod heap;
mod inlining;
mod interpreter;
mod layout;
mod lines;
#[cfg(test)]
mod made;
mod step;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use crate::languages::runtime::{Opening, Runtime, RuntimeFrame, RuntimeNote};
use crate::modules::lookup;
use crate::step::Step;
use crate::step::bare::Left;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;
use code::Codes;
use frame::{Frame, Inlinings};
use functions::{Functions, Naming};
use heap::{Heap, Maps};
use interpreter::Interpreter;
use layout::Layout;

/// For how long what was read of the heap is believed: no longer than a sample waits to be read.
const MOMENT: Duration = Duration::from_millis(100);
/// The language, in the word of [`RuntimeNote`].
pub(super) const LANGUAGE: &str = "node";
/// What Node says about itself. It begins with its version, as a string of the C++ library: where the text is, and how
/// long it is.
const METADATA: &str = "_ZN4node11per_process8metadataE";
/// Longest version of Node read.
const NODE_VERSION_BYTES: usize = 32;
/// What a person should know then; the functions of the program are read all the same.
const STRIPPED: &str = "The symbols of the JavaScript engine are stripped, so its own routines have no names. Run an executable \
                        that has them to see those too.";
/// Words of the version that V8 exports.
const VERSION: [&str; 3] =
    ["_ZN2v88internal7Version6major_E", "_ZN2v88internal7Version6minor_E", "_ZN2v88internal7Version6build_E"];

/// Whether a file of this name is likely to hold the engine.
pub(super) fn is_likely(name: &str) -> bool {
    let is_version = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    name == "nodejs"
        || name.strip_prefix("node").is_some_and(is_version)
        || ["libnode.so", "libv8.so"].iter().any(|library| name.starts_with(library))
}

/// Opens the engine that a module holds.
pub(super) fn open(opening: &Opening<'_>) -> Result<Box<dyn Runtime>, String> {
    let layout = Layout::read(opening)?;
    let version = lookup::find_exported(opening.module, &VERSION, opening.limits);
    let number = |found: &Option<lookup::Found>| {
        found.as_ref().and_then(|found| opening.memory.u32(found.address.wrapping_add(opening.bias)))
    };
    let version: Option<Vec<String>> = version.iter().map(|found| number(found).map(|n| n.to_string())).collect();
    let interpreter = Interpreter::find(opening);
    Ok(Box::new(V8 {
        layout,
        version: version.map(|numbers| numbers.join(".")),
        node_version: node_version(opening),
        interpreter,
        name_bytes: opening.limits.name_bytes,
        state: State::default(),
        moment: 0,
        started: Instant::now(),
    }))
}

/// The version of Node. `None` where the engine is another program's, or Node was built with another C++ library.
fn node_version(opening: &Opening<'_>) -> Option<String> {
    let found = lookup::find_exported(opening.module, &[METADATA], opening.limits);
    let at = found.first()?.as_ref()?.address.wrapping_add(opening.bias);
    let (text, length) = (opening.memory.u64(at)?, opening.memory.u64(at.wrapping_add(8))?);
    let length = usize::try_from(length).ok().filter(|length| (1..=NODE_VERSION_BYTES).contains(length))?;
    let version = opening.memory.utf8(text, length, NODE_VERSION_BYTES)?;
    is_version(&version).then_some(version)
}

/// Numbers with points between them, and what may follow: `24.0.0-pre`.
fn is_version(text: &str) -> bool {
    let numbers = text.split('-').next().unwrap_or_default();
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    numbers.split('.').count() == 3
        && numbers.split('.').all(is_number)
        && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// What was read of the heap, for as long as it is believed.
#[derive(Default)]
struct State {
    maps: Maps,
    functions: Functions,
    codes: Codes,
    inlinings: Inlinings,
}

struct V8 {
    layout: Layout,
    version: Option<String>,
    node_version: Option<String>,
    interpreter: Interpreter,
    name_bytes: usize,
    state: State,
    /// Number of the moment.
    moment: u32,
    /// When it began.
    started: Instant,
}

impl Runtime for V8 {
    fn leave(
        &mut self,
        frame: &mut RuntimeFrame<'_>,
        registers: &mut Registers,
        out: &mut Vec<u64>,
    ) -> Option<Result<(Left, Step), CutReason>> {
        if self.started.elapsed() >= MOMENT {
            self.started = Instant::now();
            self.moment = self.moment.wrapping_add(1);
            self.state.maps.forget();
            self.state.inlinings.clear();
        }
        let heap = Heap { memory: frame.memory, layout: &self.layout, maps: &mut self.state.maps };
        let mut frame = Frame {
            naming: Naming { heap, names: frame.names, moment: self.moment, name_bytes: self.name_bytes },
            functions: &mut self.state.functions,
            codes: &mut self.state.codes,
            inlinings: &mut self.state.inlinings,
            interpreter: &self.interpreter,
            stack: frame.stack,
            code: frame.code,
            executable: frame.executable,
            exact: frame.exact,
            linked: frame.linked,
        };
        frame.leave(registers, out)
    }

    fn note(&self) -> RuntimeNote {
        let version = self.version.as_deref().unwrap_or("of an unknown version");
        let stripped = self.interpreter.handlers.is_empty();
        RuntimeNote {
            name: format!("V8 {version}"),
            language: LANGUAGE,
            version: self.node_version.clone(),
            problem: None,
            hint: stripped.then(|| STRIPPED.to_owned()),
        }
    }

    fn memory_bytes(&self) -> usize {
        size_of::<V8>()
            + self.state.maps.memory_bytes()
            + self.state.functions.memory_bytes()
            + self.state.codes.memory_bytes()
            // Few functions are inlined at one place.
            + self.state.inlinings.capacity() * 2 * size_of::<((u64, bool), Box<[u64]>)>()
    }
}
