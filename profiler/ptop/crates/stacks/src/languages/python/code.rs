//! Names of code objects. They live as long as the functions they belong to, so they can be read some
//! time after the sample; that it is still the same one is checked by its name's address, which the
//! sample brought along.

use std::collections::HashMap;

use super::layout::{LineTable, Offsets};
use super::merge::PythonEntry;
use super::text;
use super::{lines, older_lines};
use crate::languages::frames::{Frames, LanguageFrame, SourcePlace};
use crate::process::memory::Memory;
use crate::types::limits::Limits;
use crate::types::name::NameOrigin;

/// Module of what belongs to no file: code whose name cannot be read any more.
const GONE: &str = "[python]";
/// Name of the placeholder for frames that were too many.
const MORE: &str = "[more Python frames]";
/// Name of the type of code objects.
const TYPE_NAME: &str = "code";
/// Folders that libraries are installed in, whatever the machine: what follows is the same everywhere.
const LIBRARIES: [&str; 2] = ["site-packages", "dist-packages"];
/// Files whose own name says nothing without the folder's.
const NAMED_BY_FOLDER: [&str; 2] = ["__init__.py", "__main__.py"];

/// Where an object that holds bytes has their number, and where they begin, in every version.
const BYTES_LENGTH: u64 = 16;
const BYTES_CONTENT: u64 = 32;
/// Bytes of a table of lines that are read: one of 64 KiB has some 20,000 instructions.
const MOST_LINE_BYTES: usize = 64 * 1024;
const INSTRUCTION_BYTES: u64 = 2;

/// What a code object says of itself.
struct Found {
    function: String,
    file: String,
    first_line: u32,
    line: Option<u32>,
}

impl Found {
    fn frame(&self) -> LanguageFrame<'_> {
        let Found { function, file, first_line, line } = self;
        let source = SourcePlace { file, first_line: Some(*first_line), line: *line };
        LanguageFrame { source, ..LanguageFrame::new(function, module_of(file), NameOrigin::Python) }
    }
}

/// Code objects met, with the frames they are reported as.
pub(super) struct Codes {
    offsets: Offsets,
    /// Address of the type of code objects, once it is known.
    kind: Option<u64>,
    known: HashMap<PythonEntry, u64>,
    most: usize,
}

impl Codes {
    pub(super) fn new(offsets: Offsets, kind: Option<u64>, limits: &Limits) -> Codes {
        Codes { offsets, kind, known: HashMap::new(), most: limits.language_frames }
    }

    /// The address that represents frames of this code.
    pub(super) fn frame(&mut self, entry: PythonEntry, memory: &Memory, names: &mut Frames) -> u64 {
        if let Some(address) = self.known.get(&entry) {
            return *address;
        }
        // A program that makes code without end: names stay, what leads to them is looked up again.
        if self.known.len() >= self.most {
            self.known.clear();
        }
        let anywhere = PythonEntry { instruction: 0, ..entry };
        let found = if entry.code == PythonEntry::MORE {
            names.address(&LanguageFrame::new(MORE, GONE, NameOrigin::Python))
        } else if let Some(found) = self.read(entry, memory) {
            let address = names.address(&found.frame());
            // Later the process may have ended, and with it what tells the line of another instruction.
            self.known.insert(anywhere, names.address(&Found { line: None, ..found }.frame()));
            address
        } else {
            let known = self.known.get(&anywhere).copied();
            return known.unwrap_or_else(|| names.address(&LanguageFrame::new("", GONE, NameOrigin::Python)));
        };
        self.known.insert(entry, found);
        found
    }

    /// `None` when what is there now is not the code object of the sample.
    fn read(&mut self, entry: PythonEntry, memory: &Memory) -> Option<Found> {
        let word = |offset: u32| memory.u64(entry.code.wrapping_add(offset.into()));
        let kind = word(self.offsets.object_type)?;
        if !self.is_code(kind, memory) || entry.name == 0 || word(self.offsets.code_name)? != entry.name {
            return None;
        }
        let function = text::read(memory, &self.offsets, entry.name).filter(|name| !name.is_empty())?;
        let file = text::read(memory, &self.offsets, word(self.offsets.code_file)?)?;
        let first_line = memory.u32(entry.code.wrapping_add(self.offsets.code_line.into()))?;
        let line = self.line(entry, first_line, memory);
        // Read again: what was freed meanwhile may have been something else in between.
        (word(self.offsets.code_name)? == entry.name).then_some(Found { function, file, first_line, line })
    }

    /// The line of the entry's instruction.
    fn line(&self, entry: PythonEntry, first_line: u32, memory: &Memory) -> Option<u32> {
        // Of frames that are objects, the place in the code comes plus one: instructions in 3.10, bytes before.
        let instruction = match self.offsets.lines {
            LineTable::Locations => {
                let first = entry.code.wrapping_add(self.offsets.code_instructions.into());
                entry.instruction.checked_sub(first)? / INSTRUCTION_BYTES
            }
            LineTable::Ranges => entry.instruction.checked_sub(1)?,
            LineTable::Changes => entry.instruction.checked_sub(1)? / INSTRUCTION_BYTES,
        };
        let table = memory.u64(entry.code.wrapping_add(self.offsets.code_lines.into()))?;
        let bytes = memory.u64(table.wrapping_add(BYTES_LENGTH))?;
        let mut table_bytes = vec![0; usize::try_from(bytes).ok()?.min(MOST_LINE_BYTES)];
        memory.read_exact(table.wrapping_add(BYTES_CONTENT), &mut table_bytes)?;
        let line_at = match self.offsets.lines {
            LineTable::Locations => lines::line_at,
            LineTable::Ranges => older_lines::line_in_ranges,
            LineTable::Changes => older_lines::line_in_changes,
        };
        line_at(&table_bytes, first_line, instruction)
    }

    fn is_code(&mut self, kind: u64, memory: &Memory) -> bool {
        if let Some(known) = self.kind {
            return kind == known;
        }
        let name = memory.u64(kind.wrapping_add(self.offsets.type_name.into()));
        let is_code = name.and_then(|name| memory.c_string(name, 16)).is_some_and(|name| name == TYPE_NAME);
        if is_code {
            self.kind = Some(kind);
        }
        is_code
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.known.capacity() * (size_of::<(PythonEntry, u64)>() + 1)
    }
}

/// The part of a file's path that does not depend on where the program was installed: what follows the folder of
/// libraries, or the file's own name.
fn module_of(path: &str) -> &str {
    let after =
        |start: usize, folder: &str| path[start + folder.len()..].strip_prefix('/').filter(|rest| !rest.is_empty());
    for folder in LIBRARIES {
        if let Some(rest) = path.rfind(folder).and_then(|start| after(start, folder)) {
            return rest;
        }
    }
    if let Some(rest) = after_standard_library(path) {
        return rest;
    }
    let file = path.rfind('/').map_or(0, |slash| slash + 1);
    if !NAMED_BY_FOLDER.contains(&&path[file..]) || file < 2 {
        return &path[file..];
    }
    &path[path[..file - 1].rfind('/').map_or(0, |slash| slash + 1)..]
}

/// What follows `lib/python3.12/`, or the archive `lib/python312.zip/`.
fn after_standard_library(path: &str) -> Option<&str> {
    let (_, rest) = path.rsplit_once("/lib/python3").or_else(|| path.rsplit_once("/lib64/python3"))?;
    let (version, rest) = rest.split_once('/')?;
    let digits = version.strip_suffix(".zip").unwrap_or(version);
    let is_version =
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b't');
    (is_version && !rest.is_empty()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::module_of;

    #[test]
    fn a_file_is_named_the_same_wherever_it_is_installed() {
        for (path, module) in [
            ("/usr/lib/python3.11/json/encoder.py", "json/encoder.py"),
            ("/opt/v/lib/python3.12/site-packages/django/db/models/query.py", "django/db/models/query.py"),
            ("/usr/lib/python3/dist-packages/yaml/__init__.py", "yaml/__init__.py"),
            ("/usr/lib/python312.zip/os.py", "os.py"),
            ("/srv/releases/20241101/orders/views.py", "views.py"),
            ("/srv/releases/20241101/orders/__init__.py", "orders/__init__.py"),
            ("__main__.py", "__main__.py"),
            ("/__init__.py", "__init__.py"),
            ("<frozen importlib._bootstrap>", "<frozen importlib._bootstrap>"),
            ("<string>", "<string>"),
            ("/x/site-packages/", ""),
            ("/x/lib/python3/", ""),
            ("", ""),
        ] {
            assert_eq!(module_of(path), module, "{path}");
        }
    }
}
