//! The Java virtual machine `HotSpot`: its compiled methods keep no frame pointer
//! and have no unwind information, but it says of each piece of its code how large
//! its frames are, and of each place in it which methods it belongs to.
//!
//! Nothing is asked of the machine, no flag is needed and nothing is loaded into
//! it: the tables it exports for debuggers are read through its memory.

mod blob;
mod caller;
mod classes;
mod flags;
mod frame;
mod heaps;
mod layout;
mod leaf;
mod lines;
mod names;
mod objects;
mod pools;
mod scopes;
mod stub;
mod tables;
mod threads;
mod virtual_threads;

use std::collections::HashMap;

pub use virtual_threads::{HeapChunk, JavaLayout, JavaMachine, JavaThread};

use super::runtime::{Opening, Runtime, RuntimeFrame, RuntimeNote};
use crate::process::memory::Memory;
use crate::step::Step;
use crate::step::bare::Left;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;
use blob::{Blob, Kinds};
use heaps::Heaps;
use layout::Layout;
use names::Names;
use scopes::{Described, Sparse};
use virtual_threads::Continuations;

/// The language, in the word of [`RuntimeNote`].
pub(super) const LANGUAGE: &str = "java";
/// Places of compiled code remembered with their methods.
const PLACES: usize = 8192;
/// Methods of all those places together.
const PLACE_METHODS: usize = 65_536;
/// Bytes of the version read.
const VERSION_BYTES: usize = 128;
/// Oldest version whose tables are understood, and whose layout was tried.
const OLDEST: u32 = 11;
/// The flag with which the compilers describe all their code, and not only where the machine may stop.
const DESCRIBES_ALL: &str = "DebugNonSafepoints";
/// What helps where it is off.
const HINT: &str = "HotSpot describes inlined methods only at safepoints, so time in them counts for the compiled method \
                    that contains them. Start Java with -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints to \
                    distinguish them.";
/// The first version whose compressed numbers use no zero byte.
const NUMBERS_WITHOUT_ZERO: u32 = 20;

/// One virtual machine.
struct HotSpot {
    version: String,
    /// Base name of the file that holds it: where its own routines belong.
    module: String,
    layout: Layout,
    heaps: Heaps,
    kinds: Kinds,
    names: Names,
    /// By place: the addresses that represent its methods.
    places: HashMap<Place, Box<[u64]>>,
    /// Methods of all places together.
    place_methods: usize,
    /// How numbers are packed, once a chain of methods has shown it.
    packing: Option<u32>,
    /// Where the interpreter's code is.
    interpreter: (u64, u64),
    /// Where Java code called from native code returns to.
    call_stub_return: u64,
    continuations: Continuations,
    /// Whether the compilers describe all their code; `None` before the machine has read its options.
    describes_all: Option<bool>,
    /// Whether a sample counts for a compiled method because it is not known which of those inlined in it ran.
    has_shared_time: bool,
}

/// A place in compiled code. The compilation is part of it, because code is replaced.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    blob: u64,
    compile_id: u32,
    code: u64,
    /// Whether it is the instruction at which the thread was, and not where a call returns to.
    is_exact: bool,
    /// Whether that is what ran.
    is_leaf: bool,
}

/// Whether a file of this name is likely to hold a virtual machine.
pub(super) fn is_likely(name: &str) -> bool {
    name == "libjvm.so"
}

/// Opens the virtual machine that the file holds.
pub(super) fn open(opening: &Opening<'_>) -> Result<Box<dyn Runtime>, String> {
    let mut layout = Layout::read(opening)?;
    let memory = opening.memory;
    let version = memory.u64(layout.version).and_then(|text| memory.c_string(text, VERSION_BYTES));
    let is_readable = |version: &String| version.bytes().all(|byte| byte.is_ascii_graphic());
    let version = version.filter(is_readable).ok_or("it does not say its version")?;
    let major = layout.major.and_then(|at| memory.u32(at)).unwrap_or(0);
    if major < OLDEST {
        return Err(format!("version {version} is older than {OLDEST}"));
    }
    if let Some(lines) = &mut layout.lines {
        lines.packing = u32::from(major >= NUMBERS_WITHOUT_ZERO);
    }
    let mut machine = HotSpot {
        version,
        module: opening.name.to_owned(),
        layout,
        heaps: Heaps::new(),
        kinds: Kinds::new(),
        names: Names::new(),
        places: HashMap::new(),
        place_methods: 0,
        packing: None,
        interpreter: (0, 0),
        call_stub_return: 0,
        continuations: Continuations::default(),
        describes_all: None,
        has_shared_time: false,
    };
    machine.refresh(memory);
    Ok(Box::new(machine))
}

impl Runtime for HotSpot {
    fn leave(
        &mut self,
        frame: &mut RuntimeFrame<'_>,
        registers: &mut Registers,
        out: &mut Vec<u64>,
    ) -> Option<Result<(Left, Step), CutReason>> {
        let ip = registers.ip();
        if !self.heaps.contains(ip) {
            return None;
        }
        // The instruction after a call may belong to what follows.
        let address = if frame.exact { ip } else { ip.wrapping_sub(1) };
        let Some(blob) = self.blob(address, frame.memory) else { return Some(Err(CutReason::RuntimeUnknown)) };
        Some(self.leave_blob(&blob, frame, registers, out))
    }

    fn refresh(&mut self, memory: &Memory) {
        self.heaps.read(&self.layout, memory);
        if self.interpreter.0 == 0 {
            self.interpreter = self.interpreter_code(memory).unwrap_or((0, 0));
        }
        if self.call_stub_return == 0 {
            self.call_stub_return = memory.u64(self.layout.call_stub_return).unwrap_or(0);
        }
        if self.describes_all.is_none() && self.heaps.is_ready() {
            let was_on = self.layout.flags.and_then(|flags| flags.was_on(DESCRIBES_ALL, memory));
            self.describes_all = Some(was_on.unwrap_or(false));
        }
    }

    fn java(&mut self, memory: &Memory) -> Option<JavaMachine<'_>> {
        self.continuations.known(&self.layout, memory)
    }

    fn note(&self) -> RuntimeNote {
        let problem =
            (!self.heaps.is_ready()).then(|| "it has no code yet, or its code heaps make no sense".to_owned());
        let (name, version) = (format!("HotSpot {}", self.version), Some(self.version.clone()));
        let hint = self.has_shared_time.then(|| HINT.to_owned());
        RuntimeNote { name, language: LANGUAGE, version, problem, hint }
    }

    fn memory_bytes(&self) -> usize {
        size_of::<HotSpot>()
            + self.heaps.memory_bytes()
            + self.kinds.memory_bytes()
            + self.names.memory_bytes()
            + self.places.capacity() * (size_of::<(Place, Box<[u64]>)>() + 1)
            + self.place_methods * 8
            + self.continuations.memory_bytes()
    }
}

impl HotSpot {
    fn blob(&mut self, address: u64, memory: &Memory) -> Option<Blob> {
        self.heaps.blob(address, &self.layout, memory, &mut self.kinds)
    }

    fn interpreter_code(&self, memory: &Memory) -> Option<(u64, u64)> {
        let queue = memory.u64(self.layout.interpreter).filter(|queue| *queue != 0)?;
        let start = self.layout.queue_start.at(memory, queue)? as u64;
        let bytes = u64::try_from(self.layout.queue_bytes.at(memory, queue)?).ok()?;
        Some((start, start.checked_add(bytes)?))
    }

    /// The addresses that represent the methods at a place of compiled code, innermost first, and that one with the
    /// line that runs where it is known.
    fn methods(&mut self, blob: &Blob, code: u64, is_leaf: bool, frame: &mut RuntimeFrame<'_>) -> &[u64] {
        let is_exact = frame.exact;
        let place = Place { blob: blob.start, compile_id: blob.compile_id, code, is_exact, is_leaf };
        if !self.places.contains_key(&place) {
            if self.places.len() >= PLACES || self.place_methods >= PLACE_METHODS {
                self.places.clear();
                self.place_methods = 0;
            }
            let methods = self.read_methods(blob, code, is_leaf, frame);
            self.place_methods += methods.len();
            self.places.insert(place, methods);
        }
        // Inserted above if it was not there.
        &self.places[&place]
    }

    fn read_methods(&mut self, blob: &Blob, code: u64, is_leaf: bool, frame: &mut RuntimeFrame<'_>) -> Box<[u64]> {
        let memory = frame.memory;
        let Described { methods, bytecodes } = self
            .describe(blob, code, is_leaf, frame)
            .unwrap_or_else(|| Described { methods: vec![blob.method], bytecodes: None });
        let mut address = |method: &u64| self.names.address(*method, &self.layout, memory, frame.names);
        let mut addresses: Box<[u64]> = methods.iter().filter_map(&mut address).collect();
        if let (true, Some(bytecodes), Some(top)) = (is_leaf, bytecodes, addresses.first_mut()) {
            let [line, other] = bytecodes.map(|at| self.names.line(methods[0], at, &self.layout, memory));
            if let Some(line) = line.filter(|_| line == other) {
                *top = frame.names.at_line(*top, line);
            }
        }
        addresses
    }

    /// Where a call returns to is a safepoint; where a thread was interrupted is described if everything is.
    fn describe(&mut self, blob: &Blob, code: u64, is_leaf: bool, frame: &RuntimeFrame<'_>) -> Option<Described> {
        if !frame.exact || self.describes_all == Some(true) {
            return scopes::describe(blob, code, &self.layout, frame.memory, &mut self.packing);
        }
        match scopes::describe_sparsely(blob, (code, is_leaf), &self.layout, frame.memory, &mut self.packing) {
            Sparse::Known(described) => Some(described),
            Sparse::Shared => {
                self.has_shared_time = true;
                None
            }
            Sparse::Nothing => None,
        }
    }
}
