//! The files mapped into the target, each opened when a stack first needs it
//! and kept open, so that it can still be named after the target has ended.

pub(crate) mod definitions;
pub(crate) mod lookup;
pub(crate) mod module;

use std::collections::HashMap;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::rc::Rc;

use crate::elf::separate::{Separate, Stripped};
use crate::files::source::Source;
use crate::modules::module::Module;
use crate::process::mappings::{Line, NO_MODULE};
use crate::process::{MappedFile, Process};
use crate::types::arch::Arch;
use crate::types::limits::Limits;
use crate::types::outcome::CutReason;

/// Numbers that fit the address cache.
const MOST: usize = 4095;
const VDSO: &str = "[vdso]";

enum State {
    Untouched,
    Open(Box<Module>),
    /// A file that holds code but is not an ELF file: a JIT's memory file.
    NotElf,
    Failed(CutReason),
}

struct Slot {
    path: Box<str>,
    device: Box<str>,
    inode: u64,
    /// A mapping through which the file can be opened.
    range: (u64, u64),
    state: State,
    /// What told its file from others when it was opened.
    identity: Option<String>,
    /// When it was mapped, as far as is known: nothing ran in it before. By the monotonic clock.
    since_ns: u64,
    /// Whether its file was written between that and its opening.
    was_written: bool,
    /// Its number in the store of what many processes ran.
    kept: Option<u16>,
}

#[derive(Default)]
pub(crate) struct Modules {
    slots: Vec<Slot>,
    numbers: HashMap<Box<str>, u16>,
    /// The same by what the kernel said when the file was mapped, which is not always what `maps` says of it.
    mapped: HashMap<Box<str>, u16>,
    opened: usize,
    pub(crate) refused: u64,
    pub(crate) unreadable: u64,
}

impl Modules {
    /// Number of the module of a mapping, or [`NO_MODULE`] for anonymous memory
    /// and when there are too many modules. It is mapped at `time_ns`; a file that was written since its module was
    /// opened is another module from now on.
    pub(crate) fn number(&mut self, line: &Line<'_>, time_ns: u64) -> u16 {
        if !line.path.starts_with('/') && line.path != VDSO {
            return NO_MODULE;
        }
        let key = format!("{} {} {}", line.device, line.inode, line.path);
        if let Some(number) = self.numbers.get(key.as_str()).filter(|number| !self.has_changed(**number)) {
            let slot = &mut self.slots[usize::from(*number)];
            if matches!(slot.state, State::Untouched) {
                slot.since_ns = time_ns;
            }
            let moved = slot.range != (line.start, line.end);
            slot.range = (line.start, line.end);
            if moved && matches!(slot.state, State::Failed(_)) {
                slot.state = State::Untouched;
            }
            return *number;
        }
        if self.slots.len() >= MOST {
            self.refused += 1;
            return NO_MODULE;
        }
        let number = self.slots.len() as u16;
        let path = line.path.strip_suffix(" (deleted)").unwrap_or(line.path).into();
        let range = (line.start, line.end);
        let device = line.device.into();
        self.slots.push(Slot { since_ns: time_ns, ..Slot::new(path, device, line.inode, range) });
        self.numbers.insert(key.into(), number);
        number
    }

    /// Whether the file no longer holds what ran when its addresses were met, so that it says nothing about them.
    pub(crate) fn has_changed(&self, number: u16) -> bool {
        self.slots.get(usize::from(number)).is_some_and(Slot::has_changed)
    }

    /// Number of the module of a mapping that the kernel reported. `listed` gives the line that the process still has of
    /// it; without one it is known by what the kernel said.
    pub(crate) fn number_of_new(
        &mut self,
        line: &Line<'_>,
        time_ns: u64,
        listed: impl FnOnce(&mut Modules) -> Option<u16>,
    ) -> u16 {
        if !line.path.starts_with('/') || line.path.starts_with("//") {
            return NO_MODULE;
        }
        let key = format!("{} {} {}", line.device, line.inode, line.path);
        if let Some(number) = self.mapped.get(key.as_str()).copied().filter(|number| !self.has_changed(*number)) {
            let slot = self.slots.get_mut(usize::from(number));
            if let Some(slot) = slot.filter(|slot| matches!(slot.state, State::Untouched)) {
                slot.since_ns = time_ns;
            }
            return number;
        }
        let number = listed(self).unwrap_or_else(|| self.number(line, time_ns));
        if self.mapped.len() < MOST || self.mapped.contains_key(key.as_str()) {
            self.mapped.insert(key.into(), number);
        }
        number
    }

    /// The opened module. `Ok(None)` when the file is not ELF, so that its code is treated as a JIT's.
    pub(crate) fn open(&mut self, number: u16, by: &Opening<'_>) -> Result<Option<&mut Module>, CutReason> {
        let Some(slot) = self.slots.get_mut(usize::from(number)) else {
            return Ok(None);
        };
        if matches!(slot.state, State::Untouched) {
            slot.state = if self.opened >= by.limits.modules {
                self.refused += 1;
                State::Failed(CutReason::ModuleLimit)
            } else {
                by.state_of(slot)
            };
            match &slot.state {
                State::Open(module) => {
                    slot.identity = module.source.identity();
                    if module.source.written_ns().is_some_and(|written| written > slot.since_ns) {
                        // What was mapped then is gone.
                        slot.was_written = true;
                        slot.state = State::Failed(CutReason::ModuleUnreadable);
                        self.unreadable += 1;
                    } else {
                        self.opened += 1;
                    }
                }
                State::Failed(CutReason::ModuleUnreadable) => self.unreadable += 1,
                _ => {}
            }
        }
        match &mut slot.state {
            State::Open(module) => Ok(Some(module)),
            State::NotElf | State::Untouched => Ok(None),
            State::Failed(reason) => Err(*reason),
        }
    }

    /// A module that is already open.
    pub(crate) fn opened(&mut self, number: u16) -> Option<&mut Module> {
        match &mut self.slots.get_mut(usize::from(number))?.state {
            State::Open(module) => Some(module),
            _ => None,
        }
    }

    /// The file of a module that is open, and what tells it from others.
    pub(crate) fn file(&self, number: u16) -> Option<(Rc<Source>, String)> {
        let slot = self.slots.get(usize::from(number))?;
        let State::Open(module) = &slot.state else { return None };
        Some((Rc::clone(&module.source), slot.identity.clone()?))
    }

    pub(crate) fn is_open(&self, number: u16) -> bool {
        self.slots.get(usize::from(number)).is_some_and(|slot| matches!(slot.state, State::Open(_)))
    }

    /// How many are open.
    pub(crate) fn opened_count(&self) -> usize {
        self.opened
    }

    /// The number that [`Modules::keep`] gave a module.
    pub(crate) fn kept(&self, number: u16) -> Option<u16> {
        self.slots.get(usize::from(number))?.kept
    }

    /// The number that an open module has in `kept`, where each file is once. `None` when it has none yet and `most`
    /// have one.
    pub(crate) fn keep(&mut self, number: u16, kept: &mut Modules, most: usize) -> Option<u16> {
        let slot = self.slots.get_mut(usize::from(number))?;
        if !matches!(slot.state, State::Open(_)) || slot.has_changed() {
            return None;
        }
        let key = format!("{} {}", slot.identity.as_ref()?, slot.path);
        let in_kept = match kept.numbers.get(key.as_str()) {
            Some(known) => *known,
            None if kept.slots.len() >= most.min(MOST) => {
                kept.refused += 1;
                return None;
            }
            None => {
                let new = kept.slots.len() as u16;
                let (path, device, inode) = (slot.path.clone(), slot.device.clone(), slot.inode);
                kept.slots.push(Slot::new(path, device, inode, (0, 0)));
                kept.numbers.insert(key.into(), new);
                new
            }
        };
        slot.kept = Some(in_kept);
        Some(in_kept)
    }

    /// Moves the open modules that `kept` has a number for and nobody gave it yet.
    pub(crate) fn leave(&mut self, kept: &mut Modules) {
        for slot in &mut self.slots {
            let place = slot.kept.and_then(|number| kept.slots.get_mut(usize::from(number)));
            let Some(place) = place.filter(|place| matches!(place.state, State::Untouched)) else { continue };
            if matches!(slot.state, State::Open(_)) {
                place.state = std::mem::replace(&mut slot.state, State::Untouched);
                place.identity = slot.identity.take();
                self.opened -= 1;
                kept.opened += 1;
            }
        }
    }

    /// Whether every file that is open holds what it held when it was opened.
    pub(crate) fn are_unchanged(&self) -> bool {
        let is_known = |slot: &Slot| !matches!(slot.state, State::Open(_)) || slot.identity.is_some();
        self.slots.iter().all(|slot| is_known(slot) && !slot.has_changed())
    }

    /// Lets everything that is not open be tried again.
    pub(crate) fn try_again(&mut self) {
        for slot in self.slots.iter_mut().filter(|slot| !matches!(slot.state, State::Open(_))) {
            (slot.state, slot.was_written) = (State::Untouched, false);
        }
    }

    /// Base name of the module's file.
    pub(crate) fn name(&self, number: u16) -> &str {
        self.slots.get(usize::from(number)).map_or("[anonymous]", |slot| base_name(&slot.path))
    }

    /// Gives back the page cache that reading modules brought in, except for lookup tables of
    /// together at most `kept_bytes`: every lookup reads one, and they are a fraction of what they lead to.
    pub(crate) fn give_back(&self, kept_bytes: u64) {
        let mut left = kept_bytes;
        for slot in &self.slots {
            let State::Open(module) = &slot.state else { continue };
            let rest = left.checked_sub(module.lookup_table_bytes());
            module.give_back(rest.is_some());
            left = rest.unwrap_or(left);
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let slots: usize = self.slots.iter().map(Slot::memory_bytes).sum();
        slots + (self.numbers.capacity() + self.mapped.capacity()) * (size_of::<(Box<str>, u16)>() + 1)
    }
}

impl Slot {
    fn new(path: Box<str>, device: Box<str>, inode: u64, range: (u64, u64)) -> Slot {
        let (state, identity, kept) = (State::Untouched, None, None);
        Slot { path, device, inode, range, state, identity, since_ns: 0, was_written: false, kept }
    }

    fn has_changed(&self) -> bool {
        match &self.state {
            State::Open(module) => module.source.identity() != self.identity,
            _ => self.was_written,
        }
    }

    fn memory_bytes(&self) -> usize {
        let module = if let State::Open(module) = &self.state { module.memory_bytes() } else { 0 };
        let identity = self.identity.as_ref().map_or(0, String::capacity);
        // The key repeats the path, after the device and the inode.
        size_of::<Slot>() + 2 * self.path.len() + 16 + identity + module
    }
}

/// What opening a module needs.
pub(crate) struct Opening<'a> {
    pub(crate) process: &'a Process,
    pub(crate) arch: Arch,
    pub(crate) limits: &'a Limits,
}

impl Opening<'_> {
    fn state_of(&self, slot: &Slot) -> State {
        let (start, end) = slot.range;
        let source = if &*slot.path == VDSO {
            self.process.memory().map(|memory| copy_memory(&memory, start, end, self.limits.vdso_bytes))
        } else {
            let mapped = MappedFile { start, end, device: &slot.device, inode: slot.inode, path: &slot.path };
            self.process.open_mapped(&mapped).map(Source::file)
        };
        let Some(source) = source else {
            return State::Failed(CutReason::ModuleUnreadable);
        };
        let Some(mut module) = Module::open(source, self.arch, self.limits) else {
            return State::NotElf;
        };
        let stripped = Stripped { path: &slot.path, source: &module.source, elf: &module.elf };
        if &*slot.path != VDSO {
            module.separate = Separate::find(&stripped, self.process, self.arch, self.limits);
        }
        State::Open(Box::new(module))
    }
}

fn copy_memory(memory: &File, start: u64, end: u64, most: usize) -> Source {
    let mut bytes = vec![0; usize::try_from(end - start).unwrap_or(most).min(most)];
    let count = memory.read_at(&mut bytes, start).unwrap_or(0);
    bytes.truncate(count);
    Source::Memory(bytes.into())
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
