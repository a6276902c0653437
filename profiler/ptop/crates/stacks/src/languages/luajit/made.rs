//! A machine that the tests make: objects in this process's own memory, where they stay.

use std::fs::File;

use super::layout::{KIND, TEXT, TEXT_LENGTH, UPVALUE_VALUE, function, global, kind, proto, table, thread};
use super::names::Names;
use super::protos::Protos;
use super::sample::Sample;
use super::walk::{Cursor, Place, Runs, Walk};
use crate::languages::copied::CopiedFrames;
use crate::languages::frames::Frames;
use crate::process::memory::Memory;
use crate::types::limits::Limits;
use crate::types::registers::Registers;

/// Instructions: their number, and where they have A, B, C and D.
pub(super) const UGET: u32 = 45;
pub(super) const GGET: u32 = 54;
pub(super) const TGETS: u32 = 57;
pub(super) const CALL: u32 = 66;
pub(super) const FUNCF: u32 = 89;

pub(super) fn ad(op: u32, a: u32, d: u32) -> u32 {
    op | a << 8 | d << 16
}

pub(super) fn abc(op: u32, a: u32, b: u32, c: u32) -> u32 {
    op | a << 8 | c << 16 | b << 24
}

pub(super) fn value(object: u64, kind: u8) -> u64 {
    (!u64::from(kind) & 0x1_ffff) << 47 | object
}

/// An object of this process, for good.
pub(super) fn object(bytes: usize, words: &[(u64, u64)]) -> u64 {
    let mut object = vec![0_u64; bytes.div_ceil(8)];
    for (at, word) in words {
        object[*at as usize / 8] |= word << (at % 8 * 8);
    }
    Box::leak(object.into_boxed_slice()).as_ptr() as u64
}

fn headed(kind: u8, bytes: usize, words: &[(u64, u64)]) -> u64 {
    object(bytes, &[words, &[(KIND as u64, kind.into())]].concat())
}

pub(super) fn text(text: &str) -> u64 {
    let mut words = vec![(TEXT_LENGTH, text.len() as u64)];
    words.extend(text.bytes().enumerate().map(|(at, byte)| (TEXT + at as u64, byte.into())));
    headed(kind::TEXT, TEXT as usize + text.len() + 1, &words)
}

pub(super) fn made_table(rows: &[(u64, u64)], metatable: u64) -> u64 {
    let count = rows.len().next_power_of_two();
    let mut nodes = vec![(0, 0); 0];
    for number in 0..count {
        let (key, value) =
            rows.get(number).map_or((u64::MAX, u64::MAX), |(key, value_)| (value(*key, kind::TEXT), *value_));
        nodes.extend([(24 * number as u64, value), (24 * number as u64 + 8, key)]);
    }
    let nodes = object(24 * count, &nodes);
    let words = [(table::NODES, nodes), (table::MASK, count as u64 - 1), (table::METATABLE, metatable)];
    headed(kind::TABLE, 64, &words)
}

/// Code, with names of upvalues and variables as they are written there.
pub(super) struct Code<'a> {
    pub(super) instructions: &'a [u32],
    /// Objects that the instructions mean by 0, 1, …
    pub(super) objects: &'a [u64],
    pub(super) parameters: u64,
    pub(super) upvalues: &'a [&'a str],
    /// Name, first instruction from the one before, how many.
    pub(super) variables: &'a [(&'a str, u8, u8)],
    pub(super) chunk: &'a str,
    pub(super) lines: (u64, &'a [u8]),
}

impl Default for Code<'_> {
    fn default() -> Self {
        let (instructions, chunk) = (&[FUNCF, 0][..], "@/srv/app/x.lua");
        Code { instructions, objects: &[], parameters: 0, upvalues: &[], variables: &[], chunk, lines: (7, &[]) }
    }
}

impl Code<'_> {
    pub(super) fn make(&self) -> u64 {
        let mut tail: Vec<u8> = self.instructions.iter().flat_map(|one| one.to_le_bytes()).collect();
        let lines = tail.len();
        tail.extend(self.lines.1);
        let upvalues = tail.len();
        self.upvalues.iter().for_each(|name| tail.extend([name.as_bytes(), &[0]].concat()));
        let variables = tail.len();
        for (name, begin, count) in self.variables {
            tail.extend([name.as_bytes(), &[0, *begin, *count]].concat());
        }
        tail.push(0);
        let whole = proto::BYTES + tail.len();
        let mut backwards: Vec<(u64, u64)> = Vec::new();
        let count = self.objects.len() as u64;
        backwards.extend(self.objects.iter().enumerate().map(|(at, object)| ((count - 1 - at as u64) * 8, *object)));
        let constants = object(8 * self.objects.len() + 8, &backwards) + 8 * count;
        let words = [
            (proto::PARAMETERS as u64, self.parameters),
            (proto::INSTRUCTIONS as u64, self.instructions.len() as u64),
            (proto::CONSTANTS as u64, constants),
            (proto::OBJECTS as u64, count),
            (proto::WHOLE as u64, whole as u64),
            (proto::UPVALUES as u64, self.upvalues.len() as u64),
            (proto::CHUNK as u64, text(self.chunk)),
            (proto::FIRST_LINE as u64, self.lines.0),
            (proto::LINES as u64, 100),
        ];
        let mut words = words.to_vec();
        words.extend(tail.iter().enumerate().map(|(at, byte)| ((proto::BYTES + at) as u64, (*byte).into())));
        let made = headed(kind::PROTO, whole, &words);
        let at = |offset: usize| made + (proto::BYTES + offset) as u64;
        let pointers = [(proto::LINE_TABLE, lines), (proto::UPVALUE_NAMES, upvalues), (proto::VARIABLES, variables)];
        for (place, offset) in pointers {
            let empty = place == proto::LINE_TABLE && self.lines.1.is_empty();
            write(made + place as u64, if empty { 0 } else { at(offset) });
        }
        made
    }
}

/// Writes to an object that was made.
pub(super) fn write(address: u64, word: u64) {
    // SAFETY: of this process, for good, and whole words of it.
    unsafe { *(address as *mut u64) = word }
}

/// A function of Lua, or with a `fast` number one of C.
pub(super) fn made_function(code: u64, fast: u64, env: u64, upvalues: &[u64]) -> u64 {
    let mut words = vec![
        (function::FAST as u64, fast),
        (function::UPVALUES as u64, upvalues.len() as u64),
        (function::ENV as u64, env),
        (function::CODE as u64, code + proto::BYTES as u64),
    ];
    for (number, held) in upvalues.iter().enumerate() {
        let upvalue = object(48, &[(16, *held)]);
        write(upvalue + UPVALUE_VALUE, upvalue + 16);
        words.push((function::UPVALUE + 8 * number as u64, upvalue));
    }
    headed(kind::FUNCTION, 40 + 8 * upvalues.len(), &words)
}

/// Where the instruction behind a number of the code is.
pub(super) fn next(code: u64, number: u64) -> u64 {
    code + proto::BYTES as u64 + 4 * (number + 1)
}

/// A stack of Lua: words, the first of which are what every stack begins with.
pub(super) struct Made {
    pub(super) words: Vec<u64>,
    pub(super) address: u64,
    pub(super) globals: u64,
}

impl Made {
    pub(super) fn new() -> Made {
        Made { words: vec![0, 0], address: object(4096, &[]), globals: made_table(&[], 0) }
    }

    /// Begins a frame, and returns its base. What leads to the one before is of a kind, or where that goes on.
    pub(super) fn frame(&mut self, function: u64, link: impl FnOnce(u64) -> u64) -> u64 {
        let base = self.address + 8 * (self.words.len() as u64 + 2);
        self.words.extend([value(function, kind::FUNCTION), link(base)]);
        base
    }

    /// The first frame, which C called.
    pub(super) fn first(&mut self, function: u64) -> u64 {
        let bottom = self.address + 16;
        self.frame(function, |base| (base - bottom) | 1)
    }

    /// Frames that are reported from a base, innermost first, and how far that was.
    pub(super) fn report(
        &self,
        place: Place,
        runs: &Runs,
        registers: &Registers,
    ) -> (Vec<(String, String, Option<u32>)>, Cursor) {
        let memory = Memory::new(Some(File::open("/proc/self/mem").unwrap()));
        let shared = object(1024, &[]);
        let main = headed(kind::THREAD, 96, &[(thread::GLOBAL, shared), (thread::ENV, self.globals)]);
        write(shared + global::MAIN_THREAD, main);
        let own = [
            (thread::GLOBAL, shared),
            (thread::BASE, place.base),
            (thread::STACK, self.address),
            (thread::STACK_END, self.address + 4096),
        ];
        let running = headed(kind::THREAD, 96, &own);
        let mut head = vec![0; (global::JIT_BASE + 8 - global::VMSTATE) as usize];
        head[..8].copy_from_slice(&u64::MAX.to_le_bytes());
        head[(global::CURRENT - global::VMSTATE) as usize..][..8].copy_from_slice(&running.to_le_bytes());
        head.extend((0..96).step_by(8).flat_map(|at| memory.u64(running + at).unwrap().to_le_bytes()));
        let rows: Vec<u8> = self.words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut sample = Sample::default();
        sample.begin(Some(&CopiedFrames {
            head: &head,
            rows: &rows,
            address: self.address,
            is_whole: true,
            thread: 1,
        }));
        let Some(running) = sample.running else { return (Vec::new(), Cursor::Lost) };
        let (mut protos, mut names) = (Protos::default(), Names::new(&Limits::default()));
        let (mut frames, mut out) = (Frames::new(&Limits::default()), Vec::new());
        let (sample, protos, names) = (&sample, &mut protos, &mut names);
        let mut walk = Walk { sample, protos, names, frames: &mut frames, memory: &memory, thread: running };
        let cursor = match if place.next.is_some() { Some(Ok(place)) } else { walk.newest(runs, registers) } {
            Some(Ok(place)) => walk.report(place, 0, &mut out),
            Some(Err(base)) => Cursor::At { thread: running.address, base },
            None => Cursor::Lost,
        };
        let shown = out.iter().map(|address| {
            let frame = frames.get(*address).unwrap();
            (frame.function.to_owned(), frame.module.to_owned(), frame.source.line)
        });
        (shown.collect(), cursor)
    }
}
