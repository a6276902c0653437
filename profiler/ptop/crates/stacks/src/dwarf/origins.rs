//! What the entries of functions say about them: the name, and where they are
//! declared. An entry may refer to another one for that, and that one again, in
//! any unit; they are read round by round, each round in the order of the file.

use std::ops::RangeInclusive;

use super::abbreviations::Abbreviations;
use super::budget::Budget;
use super::entries::{Entries, WALK_WINDOW};
use super::forms::{self, Value};
use super::sections::Sections;
use super::texts::{Scope, TextId, Texts};
use super::unit::{TextTable, Unit};
use super::units;
use crate::files::reader::Reader;

/// References followed from one entry.
const MOST_ROUNDS: usize = 6;
/// Bytes read at an entry; more where entries lie close together.
const WINDOW: RangeInclusive<usize> = 512..=16 * 1024;

/// A file by its number in a line table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FileNumber {
    /// Offset of the table.
    pub(super) table: u64,
    pub(super) number: u32,
}

/// A function that something is to be known about.
pub(super) struct Asked {
    pub(super) entry: u64,
    pub(super) is_name_wanted: bool,
    /// What its entry says, where it was read already.
    pub(super) says: Option<Declaration>,
}

/// What one entry says of its function's declaration.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Declaration {
    name: Option<Value>,
    linkage: Option<Value>,
    file: Option<u32>,
    line: u32,
    /// The entry that says more.
    more: Option<u64>,
}

impl Declaration {
    /// Takes note of an attribute, if it is one of these.
    pub(super) fn take(&mut self, name: u16, value: Value) {
        match (name, value) {
            (0x03, value) => self.name = self.name.or(Some(value)),
            (0x6e | 0x2007, value) => self.linkage = self.linkage.or(Some(value)),
            (0x3a, Value::Number(number)) => self.file = u32::try_from(number).ok(),
            (0x3b, Value::Number(number)) => self.line = u32::try_from(number).unwrap_or(0),
            (0x31 | 0x47, Value::Entry(other)) => self.more = Some(other),
            _ => {}
        }
    }

    /// Reads the entry at `offset`.
    fn read(
        sections: &Sections<'_>,
        reader: &mut Reader<'_>,
        table: &mut Abbreviations,
        (unit, offset): (&Unit, u64),
    ) -> Option<Declaration> {
        table.load(&sections.abbreviations, unit.abbreviations, unit.encoding)?;
        reader.seek(offset)?;
        let abbreviation = table.find(reader.uleb()?)?;
        let mut says = Declaration::default();
        for attribute in table.attributes(&abbreviation) {
            says.take(attribute.name, forms::read(reader, *attribute, unit.encoding, unit.start)?);
        }
        Some(says)
    }
}

/// What is known about one function.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Origin {
    /// As the linker sees it.
    pub(super) linkage: Option<TextId>,
    /// As the source says it, without what encloses it.
    pub(super) name: Option<TextId>,
    /// What encloses it, where the name does not say it.
    pub(super) scope: Option<TextId>,
    pub(super) file: Option<FileNumber>,
    pub(super) line: u32,
}

/// Units by place: those of the batch, and those found since.
pub(super) struct Known<'a> {
    pub(super) batch: &'a [Unit],
    pub(super) others: Vec<Unit>,
}

impl Known<'_> {
    pub(super) fn unit(&self, entry: u64) -> Option<&Unit> {
        let find = |units: &[Unit]| {
            let index = units.partition_point(|unit| unit.end <= entry);
            units.get(index).filter(|unit| unit.entries <= entry).map(|_| index)
        };
        find(self.batch).map(|index| &self.batch[index]).or_else(|| find(&self.others).map(|index| &self.others[index]))
    }
}

/// An entry to read, and whose it is.
struct Pending {
    entry: u64,
    function: u32,
}

/// Reads the sorted, unique entries `asked`; the result is in their order.
pub(super) fn resolve(
    sections: &Sections<'_>,
    asked: &[Asked],
    known: &mut Known<'_>,
    texts: &mut Texts,
    budget: &mut Budget,
) -> Vec<Origin> {
    let mut origins = vec![Origin::default(); asked.len()];
    let mut pending: Vec<Pending> =
        asked.iter().zip(0..).map(|(asked, function)| Pending { entry: asked.entry, function }).collect();
    let mut table = Abbreviations::new();
    let mut text_table = TextTable::new(sections);
    // The entry that gave the name, for those whose name does not say what encloses it.
    let mut unscoped: Vec<Pending> = Vec::new();
    for _ in 0..MOST_ROUNDS {
        pending.sort_unstable_by_key(|pending| (pending.entry, pending.function));
        find_units(sections, &pending, known, budget);
        let mut reader = sections.info.reader(WINDOW);
        let mut next = Vec::new();
        for Pending { entry, function } in std::mem::take(&mut pending) {
            let Some(unit) = known.unit(entry) else { continue };
            let (asked, origin) = (&asked[function as usize], &mut origins[function as usize]);
            let read = asked.says.filter(|_| asked.entry == entry);
            let read = read.or_else(|| Declaration::read(sections, &mut reader, &mut table, (unit, entry)));
            let Some(says) = read else { continue };
            let mut to = Here { unit, text_table: &mut text_table, texts, is_name_wanted: asked.is_name_wanted };
            if to.add(&says, origin) {
                unscoped.push(Pending { entry, function });
            }
            next.extend(says.more.filter(|_| !to.is_known(origin)).map(|entry| Pending { entry, function }));
            if budget.is_late() {
                break;
            }
        }
        budget.bytes_read += reader.bytes_read();
        pending = next;
        if pending.is_empty() {
            break;
        }
    }
    unscoped.retain(|pending| origins[pending.function as usize].linkage.is_none());
    let mut scopes = Scopes { sections, table, text_table, texts };
    scopes.find(unscoped, known, &mut origins, budget);
    origins
}

/// Makes the units of all pending entries known.
fn find_units(sections: &Sections<'_>, pending: &[Pending], known: &mut Known<'_>, budget: &mut Budget) {
    let mut unknown: Vec<u64> = pending.iter().map(|pending| pending.entry).collect();
    unknown.retain(|entry| known.unit(*entry).is_none());
    unknown.dedup();
    if !unknown.is_empty() {
        known.others.extend(units::containing(sections, &unknown, budget));
        known.others.sort_unstable_by_key(|unit| unit.start);
        known.others.dedup_by_key(|unit| unit.start);
    }
}

/// What adding to an origin needs.
struct Here<'a, 'b> {
    unit: &'a Unit,
    text_table: &'a mut TextTable<'b>,
    texts: &'a mut Texts,
    is_name_wanted: bool,
}

impl Here<'_, '_> {
    /// Adds what an entry says and was not known. True when it gave a name that lacks what encloses it.
    fn add(&mut self, says: &Declaration, origin: &mut Origin) -> bool {
        // A definition away from its declaration may say only in which line it is.
        if origin.file.is_none() {
            origin.file = says.file.zip(self.unit.lines).map(|(number, table)| FileNumber { table, number });
        }
        if origin.line == 0 {
            origin.line = says.line;
        }
        if !self.is_name_wanted {
            return false;
        }
        if origin.linkage.is_none() {
            origin.linkage = says.linkage.and_then(|value| self.text(value));
        }
        let name = says.name.filter(|_| origin.name.is_none());
        if let Some(name) = name {
            origin.name = self.text(name);
        }
        name.is_some() && is_scoped(self.unit.language)
    }

    fn text(&mut self, value: Value) -> Option<TextId> {
        self.text_table.text(value, self.unit).map(|text| self.texts.want(text))
    }

    /// Whether no further entry can add anything.
    fn is_known(&self, origin: &Origin) -> bool {
        let is_named = origin.linkage.is_some() || !self.is_name_wanted;
        is_named && origin.file.is_some() && origin.line != 0
    }
}

/// C++: functions that are not visible to the linker carry only the last part of their name.
fn is_scoped(language: u16) -> bool {
    matches!(language, 0x04 | 0x1a | 0x21 | 0x2b | 0x3a)
}

/// What finding scopes needs.
struct Scopes<'a, 'b> {
    sections: &'a Sections<'b>,
    table: Abbreviations,
    text_table: TextTable<'a>,
    texts: &'a mut Texts,
}

impl Scopes<'_, '_> {
    /// Walks the units of functions whose name lacks what encloses them.
    fn find(&mut self, mut wanted: Vec<Pending>, known: &Known<'_>, origins: &mut [Origin], budget: &mut Budget) {
        wanted.sort_unstable_by_key(|pending| (pending.entry, pending.function));
        let mut reader = self.sections.info.reader(WALK_WINDOW);
        let mut rest = wanted.as_slice();
        while let Some(first) = rest.first() {
            let Some(unit) = known.unit(first.entry) else {
                rest = &rest[1..];
                continue;
            };
            let (here, after) = rest.split_at(rest.partition_point(|pending| pending.entry < unit.end));
            rest = after;
            if self.table.load(&self.sections.abbreviations, unit.abbreviations, unit.encoding).is_some() {
                // What was found before a unit became malformed stays; the others keep the short name.
                let done = self.find_in(unit, &mut reader, here, origins, budget);
                budget.malformed += u64::from(done.is_err());
            }
        }
        budget.bytes_read += reader.bytes_read();
    }

    fn find_in(
        &mut self,
        unit: &Unit,
        reader: &mut Reader<'_>,
        wanted: &[Pending],
        origins: &mut [Origin],
        budget: &mut Budget,
    ) -> Result<(), ()> {
        let Scopes { table, text_table, texts, .. } = self;
        let mut rest = wanted;
        let mut entries = Entries::new(reader, table, unit).ok_or(())?;
        // By depth, the name of what opened it.
        let mut path: Vec<Option<Scope>> = Vec::new();
        let mut last = unit.entries;
        while let Some(entry) = entries.next()? {
            let Some(next) = rest.first() else { return Ok(()) };
            if !budget.take_info(entry.offset - last) {
                return Err(());
            }
            last = entry.offset;
            path.truncate(entry.depth);
            if entry.offset > next.entry {
                // An offset at which no entry begins.
                rest = &rest[rest.partition_point(|pending| pending.entry < entry.offset)..];
            }
            let here = rest.partition_point(|pending| pending.entry <= entry.offset);
            if here > 0 && path.iter().any(Option::is_some) {
                let scope = path.iter().flatten().copied().collect::<Vec<Scope>>();
                let scope = texts.want_scope(scope);
                for pending in &rest[..here] {
                    origins[pending.function as usize].scope = Some(scope);
                }
            }
            rest = &rest[here..];
            let scope = match entry.abbreviation.tag {
                // Namespaces, classes, structures, unions.
                tag @ (0x39 | 0x02 | 0x13 | 0x17) if entry.abbreviation.has_children => {
                    let mut name = None;
                    entries.read(&entry, &mut |attribute, value| {
                        if attribute == 0x03 {
                            name = text_table.text(value, unit).map(|text| texts.want(text));
                        }
                    })?;
                    Some(name.map_or(if tag == 0x39 { Scope::Anonymous } else { Scope::Unnamed }, Scope::Named))
                }
                _ => {
                    entries.skip(&entry)?;
                    None
                }
            };
            if entry.abbreviation.has_children {
                path.resize(entry.depth, None);
                path.push(scope);
            }
        }
        Ok(())
    }
}
