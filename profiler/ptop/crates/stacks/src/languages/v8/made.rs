//! A heap that the tests make: objects, one after the other, in a file that plays the target's memory.

use std::fs::File;
use std::os::unix::fs::FileExt;

use super::functions::Known;
use super::layout::{Markers, Types};
use super::*;
use crate::languages::frames::{Frames, LanguageFrame};
use crate::process::memory::Memory;
use crate::types::limits::Limits;

/// Where objects are put; addresses below are no objects.
pub(super) const HEAP: u64 = 0x10_0000;
pub(super) const ONE_BYTE: u16 = 0x28;
pub(super) const TWO_BYTES: u16 = 0x20;

/// The layout of V8 13.
pub(super) fn layout() -> Layout {
    Layout {
        instance_type: 12,
        function_shared: 32,
        shared_name: 24,
        shared_script: 40,
        script_source: 8,
        script_name: 16,
        string_length: 12,
        string_characters: 16,
        cons: [16, 24],
        sliced: [16, 24],
        thin_actual: 16,
        external_resource: 16,
        stream_header: 32,
        code_start: 40,
        code_bytes: 56,
        code_flags: 52,
        code_kind_mask: 15,
        code_kind_baseline: 10,
        array_data: 16,
        deopt_shared: 7,
        deopt_inlining: Some([3, 8]),
        scope_words: 5,
        types: Types {
            map: 272,
            functions: 2065..=2081,
            shared: 282,
            wrapper: Some(195),
            script: 167,
            scope: 280,
            code: 187,
            stream: 192,
            bytecode: 186,
            feedback: Some(266),
            interpreter_data: Some(188),
            arrays: vec![205, 193, 199],
            bytes: vec![217, 196],
            non_string: 128,
        },
        markers: Markers { entry: [1, 2], wasm: vec![4], wasm_adaptors: vec![7], regexp: Some(31), last: 31 },
    }
}

/// Memory into which objects are put, one after the other.
pub(super) struct Made {
    file: File,
    pub(super) next: u64,
    map: u64,
    /// As the version says, or is taken to have.
    pub(super) scope_words: u64,
}

impl Made {
    pub(super) fn new() -> Made {
        static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("stacks-v8-{}-{number}", std::process::id()));
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&path).unwrap();
        std::fs::remove_file(path).unwrap();
        let mut made = Made { file, next: HEAP, map: 0, scope_words: layout().scope_words };
        // The map of maps is its own.
        made.map = HEAP + 1;
        let map = made.object(&[made.map, 0, 0]);
        made.write(map + 11, &272_u16.to_le_bytes());
        made
    }

    pub(super) fn write(&self, address: u64, bytes: &[u8]) {
        self.file.write_all_at(bytes, address).unwrap();
    }

    /// An object of these words.
    pub(super) fn object(&mut self, words: &[u64]) -> u64 {
        let at = self.next;
        self.write(at, &words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>());
        self.next += (words.len() as u64 * 8).next_multiple_of(64) + 64;
        at + 1
    }

    pub(super) fn map(&mut self, kind: u16) -> u64 {
        let map = self.object(&[self.map, 0, 0]);
        self.write(map + 11, &kind.to_le_bytes());
        map
    }

    pub(super) fn of_kind(&mut self, kind: u16, words: &[u64]) -> u64 {
        let map = self.map(kind);
        self.object(&[&[map], words].concat())
    }

    pub(super) fn string(&mut self, kind: u16, length: u32, words: &[u64]) -> u64 {
        self.of_kind(kind, &[&[u64::from(length) << 32], words].concat())
    }

    pub(super) fn text(&mut self, text: &str) -> u64 {
        let mut bytes = text.as_bytes().to_vec();
        bytes.resize(text.len().next_multiple_of(8), 0);
        let words: Vec<u64> = bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect();
        self.string(ONE_BYTE, text.len() as u32, &words)
    }

    pub(super) fn script(&mut self, name: u64) -> u64 {
        self.of_kind(167, &[0, name])
    }

    pub(super) fn shared(&mut self, data: u64, name: u64, script: u64) -> u64 {
        self.of_kind(282, &[data, 0, name, 0, script, 0])
    }

    pub(super) fn read(&self, string: u64, most: usize) -> Option<String> {
        let memory = self.memory();
        let layout = layout();
        Heap { memory: &memory, layout: &layout, maps: &mut Maps::default() }.text(string, most)
    }

    pub(super) fn memory(&self) -> Memory {
        Memory::new(Some(self.file.try_clone().unwrap()))
    }

    pub(super) fn name(&self, shared: u64) -> Option<(String, String)> {
        self.described(shared, |frame| (frame.function.to_owned(), frame.module.to_owned()))
    }

    pub(super) fn place(&self, shared: u64) -> Option<(String, Option<u32>)> {
        self.described(shared, |frame| (frame.source.file.to_owned(), frame.source.first_line))
    }

    pub(super) fn described<T>(&self, shared: u64, tell: impl Fn(LanguageFrame<'_>) -> T) -> Option<T> {
        let (memory, limits) = (self.memory(), Limits::default());
        let layout = Layout { scope_words: self.scope_words, ..layout() };
        let mut names = Frames::new(&limits);
        let mut maps = Maps::default();
        let heap = Heap { memory: &memory, layout: &layout, maps: &mut maps };
        let mut naming = Naming { heap, names: &mut names, moment: 0, name_bytes: limits.name_bytes };
        let Some(Known::Script(address)) = Functions::default().describe(shared, &mut naming) else {
            return None;
        };
        names.get(address).map(tell)
    }
}
