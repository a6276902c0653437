//! The .NET runtime (`CoreCLR`, from version 8 on): methods that it compiled while the program ran, and those that were
//! compiled before, are named by its own structures, and left by the unwind codes that it has for each.
//!
//! Nothing is asked of the runtime and no setting is needed. Where its structures are it says itself: in the table that it
//! exports for debuggers, and from .NET 9 on in a description of its structures.

mod contract;
mod heap;
mod image;
mod layout;
#[cfg(test)]
mod made;
mod metadata;
mod methods;
mod ranges;
mod ready;
mod stubs;
#[cfg(test)]
mod tests;
mod unwind;
mod version;

use std::collections::HashMap;

use super::frames::LanguageFrame;
use super::runtime::{Opening, Runtime, RuntimeFrame, RuntimeNote};
use crate::modules::lookup;
use crate::process::memory::Memory;
use crate::step::Step;
use crate::step::bare::Left;
use crate::types::arch::Arch;
use crate::types::name::NameOrigin;
use crate::types::outcome::CutReason;
use crate::types::registers::Registers;
use contract::Contract;
use layout::Layout;
use methods::Methods;
use ranges::{Held, Section};
use unwind::Function;
use version::Version;

/// The language, in the word of [`RuntimeNote`].
pub(super) const LANGUAGE: &str = "dotnet";
/// What every `CoreCLR` exports, also one that is a part of a program in a single file.
pub(super) const MARK: &str = "g_dacTable";
const DESCRIPTION: &str = "DotNetRuntimeContractDescriptor";
/// In that description: the map of where code is. In the table for debuggers it comes first.
const CODE_MAP: &str = "ExecutionManagerCodeRangeMapAddress";
/// Oldest version whose structures were tried.
const OLDEST: u32 = 8;
/// Places of managed code remembered.
const PLACES: usize = 8192;

/// Whether a file of this name is likely to hold the runtime.
pub(super) fn is_likely(name: &str) -> bool {
    name == "libcoreclr.so"
}

/// Opens the runtime that the file holds.
pub(super) fn open(opening: &Opening<'_>) -> Result<Box<dyn Runtime>, String> {
    if Arch::NATIVE != Arch::X86_64 {
        return Err("it is read on x86-64 only".to_owned());
    }
    let version = version::find(opening).ok_or("it does not say its version")?;
    let Version { text, major } = &version;
    if *major < OLDEST {
        return Err(format!("version {text} is older than {OLDEST}"));
    }
    let symbols = lookup::find_exported(opening.module, &[MARK, DESCRIPTION], opening.limits);
    let at = |number: usize| {
        let found = symbols.get(number).copied().flatten();
        found.map(|found| found.address.wrapping_add(opening.bias))
    };
    let said = at(1).and_then(|at| contract::read(opening.memory, at));
    let contract = said.as_ref().and_then(|(text, globals)| Contract::of(text, globals.clone()));
    let layout = Layout::of(*major, contract.as_ref()).ok_or_else(|| format!("version {text} is not known"))?;
    let map = contract.as_ref().and_then(|contract| contract.global(CODE_MAP));
    let map = map.or_else(|| opening.memory.u64(at(0)?)).filter(|map| *map != 0).ok_or("it has not started yet")?;
    Ok(Box::new(DotNet {
        version,
        module: opening.name.to_owned(),
        layout,
        map,
        methods: Methods::default(),
        places: HashMap::new(),
    }))
}

/// One runtime.
struct DotNet {
    version: Version,
    /// Base name of the file that holds it, where its own stubs belong.
    module: String,
    layout: Layout,
    /// Address of the map of where it has code.
    map: u64,
    methods: Methods,
    places: HashMap<u64, Place>,
}

/// A place in managed code.
#[derive(Clone)]
struct Place {
    /// Start of the method, its header and its `MethodDesc`, where the runtime compiled it and may have done something else
    /// with that memory since.
    compiled: Option<[u64; 3]>,
    function: Function,
    /// The address that represents the method, where its name is known.
    name: Option<u64>,
}

impl Runtime for DotNet {
    fn leave(
        &mut self,
        frame: &mut RuntimeFrame<'_>,
        registers: &mut Registers,
        out: &mut Vec<u64>,
    ) -> Option<Result<(Left, Step), CutReason>> {
        if registers.arch() != Arch::X86_64 {
            return None;
        }
        let ip = registers.ip();
        // The instruction after a call may belong to what follows.
        let address = if frame.exact { ip } else { ip.wrapping_sub(1) };
        let known = self.places.get(&address).filter(|place| self.is_same(place, frame.memory)).cloned();
        let place = match known {
            Some(place) => place,
            None => match self.section(frame.memory, address) {
                Some(section) => match self.place(&section, address, frame) {
                    Ok(Some(place)) => place,
                    Ok(None) => return self.leave_stub(frame, registers, out),
                    Err(reason) => return Some(Err(reason)),
                },
                None => return self.leave_helper(frame, registers),
            },
        };
        out.extend(place.name);
        Some(leave_method(&place.function, frame, registers))
    }

    fn note(&self) -> RuntimeNote {
        let (name, version) = (format!(".NET {}", self.version.text), Some(self.version.text.clone()));
        RuntimeNote { name, language: LANGUAGE, version, problem: None, hint: None }
    }

    fn memory_bytes(&self) -> usize {
        // A function has few unwind codes.
        size_of::<DotNet>() + self.methods.memory_bytes() + self.places.capacity() * (size_of::<(u64, Place)>() + 192)
    }
}

impl DotNet {
    fn section(&self, memory: &Memory, address: u64) -> Option<Section> {
        ranges::find(memory, &self.layout, self.map, address)
    }

    /// Whether what is remembered of a place is there still, as far as that can be read: of a process that has ended it
    /// is what was there.
    fn is_same(&self, place: &Place, memory: &Memory) -> bool {
        let is_there = |at: u64, value: u64| memory.u64(at).is_none_or(|found| found == value);
        place.compiled.is_none_or(|[start, header, method]| {
            is_there(start.wrapping_sub(8), header) && is_there(header.wrapping_add(self.layout.header[0]), method)
        })
    }

    /// The place at an address of a range of the runtime's. `Ok(None)` when it is no method.
    fn place(
        &mut self,
        section: &Section,
        address: u64,
        frame: &mut RuntimeFrame<'_>,
    ) -> Result<Option<Place>, CutReason> {
        let (memory, layout) = (frame.memory, &self.layout);
        let (compiled, method, function) = match section.held {
            Held::Stubs => return Ok(None),
            Held::Heap(heap) => match heap::find(memory, layout, heap, address) {
                Some(heap::Found::Stub) => return Ok(None),
                Some(heap::Found::Method(found)) => {
                    (Some([found.start, found.header, found.method]), Some(found.method), found.function)
                }
                None => return Err(CutReason::RuntimeUnknown),
            },
            Held::Ready(module) => match ready::find(memory, layout, section, module, address) {
                Some(found) => (None, found.method, found.function),
                None => return Ok(None),
            },
        };
        let named = method.and_then(|method| self.methods.name(memory, layout, method));
        let name = named
            .as_ref()
            .map(|named| frame.names.address(&LanguageFrame::new(&named.function, &named.module, NameOrigin::DotNet)));
        let place = Place { compiled, function, name };
        // A method without metadata makes room for others, and a name that was not read may be readable later.
        if name.is_some() && !section.is_collectible && named.is_some_and(|named| !named.is_passing) {
            if self.places.len() >= PLACES {
                self.places.clear();
            }
            self.places.insert(address, place.clone());
        }
        Ok(Some(place))
    }

    /// Whether an address is in a method.
    fn is_method(&self, memory: &Memory, address: u64) -> bool {
        if self.places.contains_key(&address) {
            return true;
        }
        let Some(section) = self.section(memory, address) else { return false };
        match section.held {
            Held::Stubs => false,
            Held::Heap(heap) => {
                matches!(heap::find(memory, &self.layout, heap, address), Some(heap::Found::Method(_)))
            }
            Held::Ready(module) => ready::find(memory, &self.layout, &section, module, address).is_some(),
        }
    }
}

/// Goes to the caller of a method. What the method restores must lead to code that called.
fn leave_method(
    function: &Function,
    frame: &mut RuntimeFrame<'_>,
    registers: &mut Registers,
) -> Result<(Left, Step), CutReason> {
    let mut caller = registers.clone();
    function.leave((frame.stack, frame.code, frame.exact), &mut caller)?;
    if !(frame.executable)(caller.ip()) || !frame.code.follows_call(caller.ip()) {
        return Err(CutReason::NoUnwindInfo);
    }
    *registers = caller;
    Ok((Left::Described, Step::Caller { exact: false }))
}
