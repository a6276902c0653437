//! What Ruby's frames run: names, files and lines. Instructions and methods live as long as they can be called, so they are
//! read some time after the sample; that they are still the same is checked by the instruction that the frame was at.

use std::collections::HashMap;

use super::layout::{
    AROUND, BODY_CODE, BODY_LABEL, BODY_PATH, BODY_WORDS, DEFINITION_ISEQ, FINISH, FLAGS, FRAME_ISEQ, FRAME_PC,
    ISEQ_BODY, KIND_C_BLOCK, KIND_C_FUNCTION, KIND_DUMMY, KIND_MASK, KIND_METHOD, Layout, METHOD, METHOD_DEFINITION,
    METHOD_NAME, METHOD_OWNER,
};
use super::lines;
use super::names::Names;
use super::objects::Objects;
use crate::languages::copied::word_of;
use crate::languages::frames::{Frames, LanguageFrame, SourcePlace};
use crate::process::memory::Memory;
use crate::types::limits::Limits;
use crate::types::name::NameOrigin;

/// Module of the functions that are written in C, and of what is not known any more.
const RUBY: &str = "[ruby]";
/// Where a method's name begins in the label of a block in it.
const IN: &str = " in ";
/// Blocks around a block that are followed to its method.
const MOST_AROUND: usize = 16;
/// In a pointer to the variables around, the bits that say that they are a method's own.
const AROUND_BITS: u64 = 3;

/// A frame, as it was copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Row {
    iseq: u64,
    /// Address of the next instruction.
    pc: u64,
    method: u64,
    around: u64,
    flags: u64,
}

impl Row {
    /// `None` when its variables could not be read.
    pub(super) fn parse(frame: &[u8], beside: &[u8]) -> Option<Row> {
        Some(Row {
            iseq: word_of(frame, FRAME_ISEQ)?,
            pc: word_of(frame, FRAME_PC)?,
            method: word_of(beside, METHOD)?,
            around: word_of(beside, AROUND)?,
            flags: word_of(beside, FLAGS)?,
        })
    }

    /// Whether the interpreter was entered with it.
    pub(super) fn is_entry(self) -> bool {
        self.flags & FINISH != 0
    }

    fn kind(self) -> u64 {
        self.flags & KIND_MASK
    }

    /// Whether it runs instructions.
    pub(super) fn has_code(self) -> bool {
        self.iseq != 0 && !matches!(self.kind(), KIND_C_FUNCTION | KIND_C_BLOCK | KIND_DUMMY)
    }

    /// Address of the first of its instructions, if it has some.
    pub(super) fn code(self, objects: Objects<'_>) -> Option<u64> {
        let is_iseq = self.has_code() && objects.is_iseq(self.iseq);
        is_iseq.then(|| objects.word(objects.word(self.iseq, ISEQ_BODY)?, BODY_CODE))?
    }
}

/// What is known of a frame.
struct Found {
    function: String,
    file: String,
    first_line: Option<u32>,
    line: Option<u32>,
}

/// Frames met, with what they are reported as.
pub(super) struct Codes {
    layout: Layout,
    names: Names,
    /// With whether the line was read; `None` for frames that are not reported.
    known: HashMap<(Row, bool), Option<u64>>,
    most: usize,
}

impl Codes {
    pub(super) fn new(layout: Layout, names: Names, limits: &Limits) -> Codes {
        Codes { layout, names, known: HashMap::new(), most: limits.language_frames }
    }

    pub(super) fn objects<'a>(&'a self, memory: &'a Memory) -> Objects<'a> {
        Objects { memory, layout: &self.layout }
    }

    /// The address that represents the newest of these frames; with the line that runs, if that is asked for. `None` for a
    /// frame of Ruby's own that is no method.
    pub(super) fn frame(&mut self, rows: &[Row], with_line: bool, memory: &Memory, names: &mut Frames) -> Option<u64> {
        let (row, older) = rows.split_first()?;
        let row = *row;
        let key = (row, with_line);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        // A program that makes code without end: names stay, what leads to them is read again.
        if self.known.len() >= self.most {
            self.known.clear();
        }
        let address = if row.has_code() {
            let found = self.code_of((row, older), with_line, memory);
            let Some(found) = found else {
                // Not remembered: it may only have been moved.
                return Some(names.address(&LanguageFrame::new("", RUBY, NameOrigin::Ruby)));
            };
            let source = SourcePlace { file: &found.file, first_line: found.first_line, line: found.line };
            let frame = LanguageFrame::new(&found.function, module_of(&found.file), NameOrigin::Ruby);
            Some(names.address(&LanguageFrame { source, ..frame }))
        } else if row.kind() == KIND_C_FUNCTION {
            let name = self.c_function(row, memory);
            name.map(|name| names.address(&LanguageFrame::new(&name, RUBY, NameOrigin::Ruby)))
        } else {
            None
        };
        self.known.insert(key, address);
        address
    }

    /// `None` when what is there now is not what the frame ran.
    fn code_of(&self, (row, older): (Row, &[Row]), with_line: bool, memory: &Memory) -> Option<Found> {
        let objects = self.objects(memory);
        if !objects.is_iseq(row.iseq) {
            return None;
        }
        let body = objects.word(row.iseq, ISEQ_BODY)?;
        let (code, words) = (objects.word(body, BODY_CODE)?, memory.u32(body.wrapping_add(BODY_WORDS))?);
        let method = self.method_of((row, older), body, objects);
        let is_in_code = (code..=code.wrapping_add(u64::from(words) * 8)).contains(&row.pc);
        // Code that was made at run time notes the instruction only where something may ask for it.
        if !is_in_code && method.is_none() {
            return None;
        }
        let label = objects.text(objects.word(body, BODY_LABEL)?).filter(|label| !label.is_empty())?;
        let path = objects.word(body, BODY_PATH)?;
        // Of both paths the second is the real one, which what `eval` runs has not.
        let file = if objects.is_array(path) {
            let real = objects.item(path, 1).and_then(|real| objects.text(real));
            real.or_else(|| objects.text(objects.item(path, 0)?))?
        } else {
            objects.text(path)?
        };
        let line = if with_line && is_in_code { lines::line_before(objects, body, row.pc) } else { None };
        let first_line = lines::first_line(objects, body).filter(|line| *line > 0);
        let function = qualified(label, method, objects);
        // Read again: what was freed meanwhile may have been something else in between.
        (objects.word(body, BODY_CODE)? == code).then_some(Found { function, file, first_line, line })
    }

    /// The method that a frame is of, which has these very instructions or is around them. Of a block it is most often
    /// among the older frames, and else no longer on the stack.
    fn method_of(&self, (row, older): (Row, &[Row]), body: u64, objects: Objects<'_>) -> Option<u64> {
        let around = objects.word(body, self.layout.method_iseq)?;
        let is_around = |older: &&Row| older.kind() == KIND_METHOD && older.iseq == around;
        let method = if row.kind() == KIND_METHOD {
            row.method
        } else if let Some(older) = older.iter().find(is_around) {
            older.method
        } else {
            method_around(objects, row.around)?
        };
        let definition = objects.is_method(method).then(|| objects.word(method, METHOD_DEFINITION))??;
        let of_method = objects.word(definition, DEFINITION_ISEQ)?;
        (of_method == row.iseq || of_method == around).then_some(method)
    }

    fn c_function(&mut self, row: Row, memory: &Memory) -> Option<String> {
        let objects = Objects { memory, layout: &self.layout };
        if !objects.is_method(row.method) {
            return None;
        }
        let name = self.names.find(objects.word(row.method, METHOD_NAME)?, objects)?;
        let prefix = objects.class_prefix(objects.word(row.method, METHOD_OWNER)?).unwrap_or_default();
        Some(format!("{prefix}{name}"))
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.known.capacity() * (size_of::<((Row, bool), Option<u64>)>() + 1)
    }
}

/// The label with the class that its method is of, as Ruby itself writes it since 3.4.
fn qualified(label: String, method: Option<u64>, objects: Objects<'_>) -> String {
    let prefix = method.and_then(|method| objects.class_prefix(objects.word(method, METHOD_OWNER)?));
    let Some(prefix) = prefix else { return label };
    let at = label.rfind(IN).map_or(0, |at| at + IN.len());
    format!("{}{prefix}{}", &label[..at], &label[at..])
}

/// The method that a block is in, by the variables around it.
fn method_around(objects: Objects<'_>, around: u64) -> Option<u64> {
    let mut variables = around;
    for _ in 0..MOST_AROUND {
        variables &= !AROUND_BITS;
        if variables == 0 {
            return None;
        }
        let before = variables.wrapping_sub(FLAGS as u64);
        if objects.word(variables, 0)? & KIND_MASK == KIND_METHOD {
            return objects.word(before, METHOD as u64);
        }
        variables = objects.word(before, AROUND as u64)?;
    }
    None
}

/// The part of a file's path that does not depend on where the program was installed: what follows the folder of a gem or
/// of Ruby's own library, or the file's own name.
fn module_of(path: &str) -> &str {
    if let Some(rest) = path.rsplit_once("/gems/").and_then(|(_, rest)| Some(rest.split_once('/')?.1)) {
        return rest.strip_prefix("lib/").unwrap_or(rest);
    }
    for folder in ["/vendor_ruby/", "/site_ruby/", "/lib/ruby/"] {
        let Some((_, rest)) = path.rsplit_once(folder) else { continue };
        let is_version = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        return rest.split_once('/').filter(|(name, _)| is_version(name)).map_or(rest, |(_, rest)| rest);
    }
    path.rfind('/').map_or(path, |slash| &path[slash + 1..])
}

#[cfg(test)]
mod tests {
    use super::module_of;

    #[test]
    fn a_file_is_named_the_same_wherever_it_is_installed() {
        for (path, module) in [
            ("/usr/lib/ruby/3.1.0/json/common.rb", "json/common.rb"),
            ("/usr/lib/ruby/vendor_ruby/rack/utils.rb", "rack/utils.rb"),
            ("/usr/local/bundle/gems/rack-2.2.7/lib/rack/utils.rb", "rack/utils.rb"),
            ("/usr/local/lib/ruby/gems/3.3.0/gems/puma-6.4.2/lib/puma/server.rb", "puma/server.rb"),
            ("/usr/lib/ruby/site_ruby/3.1.0/x.rb", "x.rb"),
            ("/srv/releases/20241101/app/models/order.rb", "order.rb"),
            ("<internal:kernel>", "<internal:kernel>"),
            ("-e", "-e"),
            ("/lib/ruby/", ""),
            ("", ""),
        ] {
            assert_eq!(module_of(path), module, "{path}");
        }
    }
}
