//! Which runtime a file holds: what the file defines decides, because an executable has any name, and one name is
//! many programs'. A name helps only where a stripped runtime exports nothing, and to look into a file early.

use std::ops::Range;

use super::runtime::{Opening, Runtime};
use super::unread::{self, FAMILIES, Family};
use super::{dotnet, erlang, hotspot, luajit, perl, php, python, ruby, v8};
use crate::modules::lookup;
use crate::modules::module::Module;
use crate::types::limits::Limits;

/// A kind of runtime that is read.
pub(super) struct Kind {
    /// In one word.
    pub(super) language: &'static str,
    /// Symbols, one of which a file that holds it defines; or a section, with its point.
    pub(super) marks: &'static [&'static str],
    /// Whether a file of this base name is worth a look before any stack has led to it.
    pub(super) is_likely: fn(&str) -> bool,
    /// Functions in which programs run while it cannot be read; all of the file where there are none.
    pub(super) entries: &'static [&'static str],
    /// Opens it. The error is what [`super::RuntimeNote::problem`] says; empty when the file holds none after all.
    pub(super) open: fn(&Opening<'_>) -> Result<Box<dyn Runtime>, String>,
}

pub(super) const KINDS: &[Kind] = &[
    Kind {
        language: hotspot::LANGUAGE,
        marks: &["gHotSpotVMStructs"],
        is_likely: hotspot::is_likely,
        entries: &[],
        open: hotspot::open,
    },
    Kind {
        language: dotnet::LANGUAGE,
        marks: &[dotnet::MARK],
        is_likely: dotnet::is_likely,
        entries: &[],
        open: dotnet::open,
    },
    Kind { language: v8::LANGUAGE, marks: &["v8dbg_SmiTag"], is_likely: v8::is_likely, entries: &[], open: v8::open },
    Kind {
        language: python::LANGUAGE,
        marks: &["PyEval_EvalFrameEx", "_PyEval_EvalFrameDefault", ".PyRuntime"],
        is_likely: python::is_likely,
        entries: &["_PyEval_EvalFrameDefault", "PyEval_EvalFrameEx"],
        open: python::open,
    },
    Kind {
        language: ruby::LANGUAGE,
        marks: &["ruby_init"],
        is_likely: ruby::is_likely,
        entries: &[],
        open: ruby::open,
    },
    Kind {
        language: perl::LANGUAGE,
        marks: &["Perl_runops_standard"],
        is_likely: perl::is_likely,
        entries: &["perl_run", "Perl_runops_standard", "Perl_call_sv", "Perl_eval_sv"],
        open: perl::open,
    },
    Kind {
        language: php::LANGUAGE,
        marks: &["php_execute_script", "zend_execute_ex"],
        is_likely: php::is_likely,
        entries: &["php_execute_script", "zend_execute_scripts", "zend_call_function", "execute_ex"],
        open: php::open,
    },
    Kind {
        language: erlang::LANGUAGE,
        marks: &["enif_alloc"],
        is_likely: erlang::is_likely,
        entries: &[],
        open: erlang::open,
    },
    Kind {
        language: luajit::LANGUAGE,
        marks: &["luaJIT_setmode"],
        is_likely: luajit::is_likely,
        entries: &["lua_call", "lua_pcall", "lua_cpcall", "lua_resume"],
        open: luajit::open,
    },
];

/// What a file holds.
#[derive(Clone, Copy)]
pub(super) enum Held {
    Read(&'static Kind),
    Unread(&'static Family),
}

/// A note in [`Module::language`]: the file holds no runtime.
const NOTHING: u8 = u8::MAX;

/// What the module holds. `is_thorough` asks also what it does not export, which takes longer; what was found
/// is remembered with the module.
pub(super) fn look(
    kinds: &'static [Kind],
    module: &mut Module,
    name: &str,
    is_thorough: bool,
    limits: &Limits,
) -> Option<Held> {
    let number = match module.language {
        Some(known) if known != NOTHING || !is_thorough => known,
        _ => {
            let marks: Vec<(&str, usize)> = all_marks(kinds).collect();
            let by_mark = find_mark(module, &marks, is_thorough, limits);
            let number = by_mark.map_or(NOTHING, |number| number as u8);
            module.language = Some(number);
            number
        }
    };
    held(kinds, number.into()).or_else(|| unread::named(name).map(Held::Unread))
}

/// Marks with the number of what they mark: the kinds in their order, and then the families.
fn all_marks(kinds: &'static [Kind]) -> impl Iterator<Item = (&'static str, usize)> {
    let of_kinds =
        kinds.iter().enumerate().flat_map(|(number, kind)| kind.marks.iter().map(move |mark| (*mark, number)));
    let families = FAMILIES.iter().zip(kinds.len()..).map(|(family, number)| (family.mark, number));
    of_kinds.chain(families.filter(|(mark, _)| !mark.is_empty()))
}

fn held(kinds: &'static [Kind], number: usize) -> Option<Held> {
    match kinds.get(number) {
        Some(kind) => Some(Held::Read(kind)),
        None => FAMILIES.get(number - kinds.len()).map(Held::Unread),
    }
}

/// The number with the first mark that the module has.
fn find_mark(module: &Module, marks: &[(&str, usize)], is_thorough: bool, limits: &Limits) -> Option<usize> {
    let names: Vec<&str> = marks.iter().map(|(mark, _)| *mark).collect();
    let find = if is_thorough { lookup::find } else { lookup::find_exported };
    let mut has: Vec<bool> = find(module, &names, limits).iter().map(Option::is_some).collect();
    module.elf.visit_named(&module.source, limits.headers, &mut |_, section| {
        if let Some(at) = names.iter().position(|name| name.as_bytes() == section) {
            has[at] = true;
        }
    });
    has.iter().position(|has| *has).map(|at| marks[at].1)
}

/// Where a program runs that a runtime interprets or calls, at link-time addresses.
pub(super) enum Inside {
    /// In all that is in its file.
    File,
    /// In these functions and what they call.
    Functions(Vec<Range<u64>>),
}

impl Held {
    pub(super) fn language(self) -> &'static str {
        match self {
            Held::Read(kind) => kind.language,
            Held::Unread(family) => family.word,
        }
    }

    /// Whether its kind is read at all, so that it may open later.
    pub(super) fn is_read(self) -> bool {
        matches!(self, Held::Read(_))
    }

    /// Opens it. The error is a text for people.
    pub(super) fn open(self, opening: &Opening<'_>) -> Result<Box<dyn Runtime>, String> {
        match self {
            Held::Read(kind) => (kind.open)(opening),
            Held::Unread(family) => Err(family.problem()),
        }
    }

    /// Where what it runs is to be found in the file, which may be that of a program with an interpreter in it.
    pub(super) fn inside(self, opening: &Opening<'_>) -> Inside {
        let (entries, is_its_own) = match self {
            Held::Read(kind) => (kind.entries, (kind.is_likely)(opening.name)),
            Held::Unread(family) => (family.entries, unread::named(opening.name).is_some()),
        };
        if is_its_own {
            return Inside::File;
        }
        let found = lookup::find(opening.module, entries, opening.limits);
        let functions: Vec<Range<u64>> =
            found.iter().flatten().map(|one| one.address..one.address.saturating_add(one.bytes.max(1))).collect();
        if functions.is_empty() { Inside::File } else { Inside::Functions(functions) }
    }
}
