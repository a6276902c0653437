//! A name for code that its caller's code does not name, as after a tail call: what a variable or a field is called that
//! has a function of this code, of the functions on the stack, and of those that these have in turn.

use std::collections::VecDeque;

use super::layout::{UPVALUE_VALUE, function, kind, object};
use super::naming::variables;
use super::protos::{Proto, Protos, text};
use super::tables::rows;
use crate::process::memory::Memory;

/// Functions and tables in which is searched.
const MOST: usize = 192;

/// A place in which is searched, and what that is called.
enum Place {
    Function(u64),
    Table(String, u64),
}

pub(super) struct Search<'a> {
    wanted: u64,
    memory: &'a Memory,
    /// Values with their names.
    values: VecDeque<(String, u64)>,
    places: VecDeque<Place>,
    seen: Vec<u64>,
}

impl<'a> Search<'a> {
    pub(super) fn new(wanted: u64, memory: &'a Memory) -> Search<'a> {
        Search { wanted, memory, values: VecDeque::new(), places: VecDeque::new(), seen: Vec::new() }
    }

    /// Variables of a frame.
    pub(super) fn variables(&mut self, proto: &Proto, position: usize, slot: &dyn Fn(u64) -> Option<u64>) {
        let Some((_, described)) = proto.debug_bytes(self.memory) else { return };
        let named = variables(&described, position).into_iter().enumerate();
        for (number, name) in named.skip(proto.parameters().into()).filter(|(_, name)| !name.is_empty()) {
            self.values.extend(slot(number as u64).map(|value| (name, value)));
        }
    }

    /// A function, whose upvalues may be searched.
    pub(super) fn function(&mut self, function: u64) {
        self.place(function, Place::Function(function));
    }

    fn place(&mut self, address: u64, place: Place) {
        if self.seen.len() < MOST && !self.seen.contains(&address) {
            self.seen.push(address);
            self.places.push_back(place);
        }
    }

    /// The name, if there is one.
    pub(super) fn find(mut self, protos: &mut Protos) -> Option<String> {
        loop {
            while let Some((name, value)) = self.values.pop_front() {
                if let Some(found) = object(value, kind::FUNCTION) {
                    if protos.function(found, self.memory).and_then(|found| found.proto()) == Some(self.wanted) {
                        return Some(name);
                    }
                    self.place(found, Place::Function(found));
                } else if let Some(table) = object(value, kind::TABLE) {
                    self.place(table, Place::Table(name, table));
                }
            }
            match self.places.pop_front()? {
                Place::Function(function) => self.upvalues(function, protos),
                Place::Table(holder, table) => {
                    if let Some(found) = self.field(&holder, table, protos) {
                        return Some(found);
                    }
                }
            }
        }
    }

    fn upvalues(&mut self, address: u64, protos: &mut Protos) {
        let Some(function) = protos.function(address, self.memory) else { return };
        let proto = function.proto().and_then(|proto| protos.at(proto, self.memory));
        let Some((names, _)) = proto.and_then(|proto| proto.debug_bytes(self.memory)) else { return };
        for (number, name) in names.split(|byte| *byte == 0).take(function.upvalues.into()).enumerate() {
            let upvalue = self.memory.u64(address.wrapping_add(function::UPVALUE + 8 * number as u64));
            let value = upvalue.and_then(|upvalue| self.memory.u64(upvalue.wrapping_add(UPVALUE_VALUE)));
            let value = value.and_then(|value| self.memory.u64(value));
            let name = std::str::from_utf8(name).ok().filter(|name| !name.is_empty());
            self.values.extend(name.map(str::to_owned).zip(value));
        }
    }

    /// The field of a table that has a function of this code. What else is in tables is not searched.
    fn field(&self, holder: &str, table: u64, protos: &mut Protos) -> Option<String> {
        let found = rows(table, self.memory).into_iter().filter_map(|(key, value)| {
            let found = protos.function(object(value, kind::FUNCTION)?, self.memory)?;
            (found.proto() == Some(self.wanted)).then_some(())?;
            text(object(key, kind::TEXT)?, self.memory).filter(|name| !name.is_empty())
        });
        // The order of a table's rows differs from run to run.
        found.min().map(|name| format!("{holder}.{name}"))
    }
}
