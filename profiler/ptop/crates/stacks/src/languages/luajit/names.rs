//! The frames that functions are reported as.

use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::protos::Proto;
use super::tables;
use crate::languages::frames::{Frames, LanguageFrame, SourcePlace};
use crate::process::memory::Memory;
use crate::types::limits::Limits;
use crate::types::name::NameOrigin;

/// Module of functions whose code cannot be read any more, of those of C, and of those that are written in Lua and come
/// with the interpreter.
const GONE: &str = "[lua]";
const OF_C: &str = "[C]";
const BUILTIN: &str = "[builtin]";
/// What Lua calls the code of a whole file.
const MAIN: &str = "main chunk";
/// Folders in which modules are installed: what follows is the same everywhere.
const LIBRARIES: [&str; 4] = ["/share/lua/5.1/", "/share/luajit-2.1/", "/lualib/", "/lua/"];
/// Between two searches of the tables for functions, and most of them.
const REST: Duration = Duration::from_secs(1);
const MOST_SEARCHES: u32 = 60;
/// Of so many states the functions are remembered.
const MOST_STATES: usize = 16;
/// Characters of a text that was compiled without a name.
const TEXT_CHARACTERS: usize = 40;

/// A function that was met: its code, and what it is called.
struct Known {
    proto: Rc<Proto>,
    name: String,
    /// Without a line; 0 before it was asked for.
    frame: u64,
}

pub(super) struct Names {
    /// By address of its code.
    known: HashMap<u64, Known>,
    /// By `global_State`.
    fields: HashMap<u64, Fields>,
    most: usize,
}

/// Functions that are globals, or fields of modules, by their objects.
#[derive(Default)]
struct Fields {
    names: HashMap<u64, (String, u64)>,
    searched: Option<Instant>,
    searches: u32,
}

impl Fields {
    fn name(&mut self, object: u64, (shared, memory): (u64, &Memory)) -> Option<&str> {
        let is_due = self.searched.is_none_or(|last| last.elapsed() >= REST) && self.searches < MOST_SEARCHES;
        if is_due && !self.names.contains_key(&object) {
            self.names = tables::functions(shared, memory);
            self.searched = Some(Instant::now());
            self.searches += 1;
        }
        let (name, does) = self.names.get(&object)?;
        (tables::does(object, memory) == Some(*does)).then_some(name)
    }
}

impl Names {
    pub(super) fn new(limits: &Limits) -> Names {
        Names { known: HashMap::new(), fields: HashMap::new(), most: limits.language_frames }
    }

    /// A function of which nothing is known.
    pub(super) fn unknown(frames: &mut Frames) -> u64 {
        frames.address(&LanguageFrame::new("", GONE, NameOrigin::Lua))
    }

    /// A function of C that the program has in one of its modules.
    pub(super) fn native(&mut self, object: u64, place: (u64, &Memory), frames: &mut Frames) -> Option<u64> {
        let name = self.fields_of(place.0).name(object, place)?;
        Some(frames.address(&LanguageFrame::new(name, OF_C, NameOrigin::Lua)))
    }

    fn fields_of(&mut self, shared: u64) -> &mut Fields {
        if self.fields.len() >= MOST_STATES && !self.fields.contains_key(&shared) {
            self.fields.clear();
        }
        self.fields.entry(shared).or_default()
    }

    /// Whether the code has a name already, or is that of a function which a module has.
    pub(super) fn known(&mut self, proto: &Rc<Proto>, object: u64, place: (u64, &Memory)) -> bool {
        if self.known.get(&proto.address).is_some_and(|known| known.is_of(proto)) {
            return true;
        }
        if self.known.len() >= self.most {
            self.known.clear();
        }
        if proto.is_main() {
            self.insert(proto, MAIN.to_owned());
            return true;
        }
        let Some(name) = self.fields_of(place.0).name(object, place).map(str::to_owned) else { return false };
        self.insert(proto, name);
        true
    }

    /// The frame of a function; `name` is what its caller calls it, where it was not known.
    pub(super) fn frame(
        &mut self,
        proto: &Rc<Proto>,
        name: Option<String>,
        line: Option<u32>,
        frames: &mut Frames,
    ) -> u64 {
        if !self.known.get(&proto.address).is_some_and(|known| known.is_of(proto)) {
            self.insert(proto, name.unwrap_or_else(|| unnamed(proto)));
        }
        let Some(known) = self.known.get_mut(&proto.address) else { return Names::unknown(frames) };
        if known.frame == 0 {
            let file = file_of(&proto.chunk);
            let module = if proto.is_builtin() { BUILTIN.to_owned() } else { module_of(&proto.chunk) };
            let source = SourcePlace { file, first_line: proto.first_line(), line: None };
            known.frame =
                frames.address(&LanguageFrame { source, ..LanguageFrame::new(&known.name, &module, NameOrigin::Lua) });
        }
        line.map_or(known.frame, |line| frames.at_line(known.frame, line))
    }

    fn insert(&mut self, proto: &Rc<Proto>, name: String) {
        self.known.insert(proto.address, Known { proto: proto.clone(), name, frame: 0 });
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let names: usize = self.known.values().map(|known| known.name.capacity()).sum();
        let of = |fields: &Fields| {
            let names: usize = fields.names.values().map(|(name, _)| name.capacity()).sum();
            names + fields.names.capacity() * size_of::<(u64, String, u64)>() + size_of::<Fields>()
        };
        let fields: usize = self.fields.values().map(of).sum();
        let rows = self.known.capacity() * size_of::<(u64, Known)>();
        names + fields + rows
    }
}

impl Known {
    fn is_of(&self, proto: &Rc<Proto>) -> bool {
        Rc::ptr_eq(&self.proto, proto) || self.proto == *proto
    }
}

/// What a function is called in Lua's tracebacks that has no name.
fn unnamed(proto: &Proto) -> String {
    match proto.first_line() {
        Some(line) if !proto.is_builtin() => format!("function <{}:{line}>", module_of(&proto.chunk)),
        _ => "function".to_owned(),
    }
}

/// The path of a chunk's file, where it has one.
fn file_of(chunk: &str) -> &str {
    chunk.strip_prefix('@').unwrap_or("")
}

/// What a chunk is called wherever it is installed.
fn module_of(chunk: &str) -> String {
    if let Some(path) = chunk.strip_prefix('@') {
        let after = LIBRARIES.iter().filter_map(|folder| path.rfind(folder).map(|start| &path[start + folder.len()..]));
        let after = after.filter(|rest| !rest.is_empty()).min_by_key(|rest| rest.len());
        return after.unwrap_or_else(|| path.rsplit('/').next().unwrap_or(path)).to_owned();
    }
    if let Some(name) = chunk.strip_prefix('=') {
        return name.to_owned();
    }
    let line = chunk.lines().next().unwrap_or_default();
    let text: String = line.chars().filter(|own| !own.is_control()).take(TEXT_CHARACTERS).collect();
    let mark = if text.len() < chunk.len() { "..." } else { "" };
    format!("[string \"{text}{mark}\"]")
}
