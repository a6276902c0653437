//! Where functions of a Go program begin and return, for programs that are attached to them. A return that is followed
//! by changing the stack breaks a goroutine, whose stack may be moved meanwhile; so the instructions that return are found.

use std::fs::File;

use super::{FUNCTION_BYTES, GoFunction, GoTable, RUNTIME_NAME_BYTES, short_name};
use crate::elf::Elf;
use crate::files::pages::{PageCache, Through};
use crate::files::source::Source;
use crate::types::arch::Arch;
use crate::types::limits::Limits;

/// Pages of the table that are remembered during the search, which goes through it once.
const PAGES: usize = 64;

/// A function's first instruction and those that return, as offsets in its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoCall {
    /// The first instruction.
    pub entry: u64,
    /// Each that returns.
    pub returns: Vec<u64>,
}

/// Functions of a Go program by their names, which are shorter than 40 bytes: for each name where it is called, or
/// `None` where the program has no such function. Nothing comes back of other programs, of those of Go before 1.18,
/// whose functions may not know their goroutine by a register, and where a function is not understood.
#[must_use]
pub fn find_go_calls(file: File, names: &[&str]) -> Option<Vec<Option<GoCall>>> {
    find_calls(&Source::file(file), Arch::NATIVE, names)
}

fn find_calls(source: &Source, arch: Arch, names: &[&str]) -> Option<Vec<Option<GoCall>>> {
    let headers = Limits::default().headers;
    let elf = Elf::parse(source, arch, headers)?;
    let table = GoTable::open(source, &elf, arch, headers).filter(GoTable::is_relative)?;
    let mut pages = PageCache::new(PAGES);
    let mut through = Through { module: 0, source, pages: &mut pages };
    let mut calls = Vec::with_capacity(names.len());
    for function in table.named(names, &mut through)? {
        calls.push(match function {
            Some(function) => Some(table.call(&function, &elf, &mut through)?),
            None => None,
        });
    }
    Some(calls)
}

impl GoTable {
    fn named(&self, names: &[&str], through: &mut Through<'_>) -> Option<Vec<Option<GoFunction>>> {
        let mut found = vec![None; names.len()];
        for index in 0..self.count {
            let (start, entry) = self.row(index, through)?;
            let mut bytes = [0; FUNCTION_BYTES];
            through.read(entry, &mut bytes)?;
            let Some(function) = self.function(start, &bytes) else { continue };
            let mut name = [0; RUNTIME_NAME_BYTES];
            let name = short_name(&function, through, &mut name);
            if let Some(place) = names.iter().position(|wanted| wanted.as_bytes() == name) {
                found[place] = Some(function);
            }
        }
        Some(found)
    }

    /// A function leaves its frame by one instruction, and returns by the next, before which nothing of the frame is left.
    fn call(&self, function: &GoFunction, elf: &Elf, through: &mut Through<'_>) -> Option<GoCall> {
        let mut has_frame = false;
        let mut addresses = Vec::new();
        for stretch in self.stretches(function, through)? {
            if has_frame && stretch.distance == 0 {
                addresses.push(stretch.start);
            }
            has_frame = stretch.distance > 0;
        }
        let returns: Option<Vec<u64>> = addresses
            .into_iter()
            .map(|address| {
                let (offset, _) = elf.offset_of(address)?;
                self.returns_at(offset, through).then_some(offset)
            })
            .collect();
        let (entry, _) = elf.offset_of(function.start)?;
        returns.filter(|returns| !returns.is_empty()).map(|returns| GoCall { entry, returns })
    }

    fn returns_at(&self, offset: u64, through: &mut Through<'_>) -> bool {
        let mut bytes = [0; 4];
        let instruction = match self.arch {
            Arch::X86_64 => &mut bytes[..1],
            Arch::Aarch64 => &mut bytes[..],
        };
        through.read(offset, instruction).is_some()
            && match self.arch {
                Arch::X86_64 => *instruction == [0xc3],
                // ret x30
                Arch::Aarch64 => *instruction == [0xc0, 0x03, 0x5f, 0xd6],
            }
    }
}
