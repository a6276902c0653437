//! What the collector read of a live process while it walked and named a few
//! samples, recorded by `examples/record_process.rs`: the mappings, and of each file and of the
//! memory the bytes that were read and no others. Put into a directory it is that
//! process again, and any word of it can be made to lie.
//!
//! Layout, little endian: for each part its kind (a byte), the length of its name
//! (two bytes), the name, an offset (eight bytes), the length of its content (four
//! bytes), the content. Kinds: `m` the mappings, `f` bytes of the file of that
//! name, `s` a sample: registers (their number is the offset), then the stack; `p`
//! frames of a Python interpreter, of all samples: two words each, see [`placed`].

use std::collections::BTreeSet;
use std::fs::File;
use std::os::unix::fs::{FileExt, MetadataExt};

use stacks::{Arch, Brought, Limits, PythonEntry, Registers, Sample, Target};

use crate::entries::{Reached, StandIn, Taken, exercise};

/// Bytes of one patch of an input.
pub(crate) const PATCH_BYTES: usize = 14;
/// Patches of one input that are applied.
const PATCHES: usize = 256;

/// Where the stack pointer is among the registers of a sample.
const STACK_POINTER: usize = 7;
/// What marks a function of a language in a printed name.
const LANGUAGES: [&str; 3] = ["origin: Java", "origin: JavaScript", "origin: Python"];

/// A recorded process in its directory.
pub struct Capsule {
    process: StandIn,
    places: Vec<Place>,
    /// Words of all places together.
    words: u64,
    samples: Vec<Taken>,
}

/// Recorded bytes.
struct Place {
    file: File,
    offset: u64,
    content: Vec<u8>,
    is_memory: bool,
}

impl Capsule {
    /// Puts a recording into a directory.
    ///
    /// # Panics
    /// When the recording is not one.
    #[must_use]
    pub fn open(recording: &[u8]) -> Capsule {
        let mut capsule = Capsule { process: StandIn::new(), places: Vec::new(), words: 0, samples: Vec::new() };
        let mut maps = Vec::new();
        let mut python = Vec::new();
        let mut rest = recording;
        while !rest.is_empty() {
            let (kind, name, offset, content) = part(&mut rest).expect("a whole recording");
            match kind {
                b'm' => maps = content.to_vec(),
                b's' => capsule.samples.push(sample(content, offset as usize)),
                b'p' => python = words(content),
                _ => {
                    let file = capsule.process.file(name);
                    file.write_all_at(content, offset).unwrap();
                    capsule.words += content.len() as u64 / 8;
                    let is_memory = name == "mem";
                    capsule.places.push(Place { file, offset, content: content.to_vec(), is_memory });
                }
            }
        }
        for sample in &mut capsule.samples {
            sample.python = placed(&python, sample.values[STACK_POINTER]);
        }
        let maps = String::from_utf8(maps).expect("mappings are text");
        let maps: String = maps.lines().map(|line| capsule.with_inode(line) + "\n").collect();
        capsule.process.put("maps", maps.as_bytes());
        capsule
    }

    /// The line of a mapping with the inode that the file has here.
    fn with_inode(&self, line: &str) -> String {
        let mut fields: Vec<&str> = line.split_whitespace().collect();
        let [.., _, path] = fields[..] else { return line.to_owned() };
        let mut bounds = fields[0].split('-').map(|bound| u64::from_str_radix(bound, 16).unwrap());
        if let (Some(start), Some(end), true) = (bounds.next(), bounds.next(), path.starts_with('/')) {
            self.process.link(start, end, path);
        }
        let inode = std::fs::metadata(self.process.path(path));
        let inode = inode.map_or(0, |data| data.ino()).to_string();
        if fields.len() == 6 {
            fields[4] = &inode;
        }
        fields.join(" ")
    }

    /// How each sample ends and which functions of languages it has: what a recording must keep when it is made
    /// smaller.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "of a developer's tool")]
    pub fn fingerprint(&self) -> Vec<String> {
        let mut target = Target::open_at(&self.process.directory, Arch::X86_64, Limits::default()).unwrap();
        let mut texts = Vec::new();
        let mut addresses = BTreeSet::new();
        for Taken { values, stack, python } in &self.samples {
            let regs = Registers::from_perf(Arch::X86_64, Arch::X86_64.perf_mask(), values).unwrap();
            let mut out = Vec::new();
            let outcome = target.unwind_with(&Sample { regs, stack, chain: &[] }, Brought { python, heap: None, stack: &[] }, &mut out);
            texts.push(format!("{outcome} {}", out.len()));
            addresses.extend(out);
        }
        let addresses: Vec<u64> = addresses.into_iter().collect();
        let is_of_a_language = |text: &String| LANGUAGES.iter().any(|origin| text.contains(origin));
        let mut add = |text: String| texts.extend(Some(text).filter(is_of_a_language));
        target.symbolise(&addresses, &mut |_, name| add(format!("{name:?}"))).unwrap();
        texts
    }

    /// Overwrites words as `data` says, lets `visit` look at the process, and puts them back.
    pub(crate) fn patched(&mut self, data: &[u8], visit: impl FnOnce(&StandIn, &[Taken])) {
        let mut samples = self.samples.clone();
        let mut patched: Vec<(usize, usize)> = Vec::new();
        for patch in data.chunks_exact(PATCH_BYTES).take(PATCHES) {
            let number = |at: usize, count: usize| {
                patch[at..at + count].iter().rev().fold(0_u64, |value, byte| value << 8 | u64::from(*byte))
            };
            let (kind, position, value) = (patch[0], number(1, 5), number(6, 8));
            if kind >= 0xd0 {
                patch_sample(&mut samples, position, value);
                continue;
            }
            let Some((place, at)) = self.locate(position % self.words.max(1)) else { continue };
            let here = &self.places[place];
            let current = u64::from_le_bytes(here.content[at..at + 8].try_into().unwrap());
            let word = match kind % 6 {
                0 => value,
                1 => current.wrapping_add_signed(i64::from(value as i16)),
                2 => current ^ 1 << (value % 64),
                // A word from elsewhere: mostly a pointer to something of another kind.
                3 => self.locate(value % self.words.max(1)).map_or(0, |(place, at)| {
                    u64::from_le_bytes(self.places[place].content[at..at + 8].try_into().unwrap())
                }),
                // A pointer to something that was read, perhaps to itself.
                4 => self.locate(value % self.words.max(1)).map_or(0, |(place, at)| {
                    let place = &self.places[place];
                    if place.is_memory { place.offset + at as u64 + (value >> 60) } else { here.offset + at as u64 }
                }),
                _ => value & 0xffff,
            };
            here.file.write_all_at(&word.to_le_bytes(), here.offset + at as u64).unwrap();
            patched.push((place, at));
        }
        visit(&self.process, &samples);
        for (place, at) in patched {
            let place = &self.places[place];
            place.file.write_all_at(&place.content[at..at + 8], place.offset + at as u64).unwrap();
        }
    }

    /// The place that holds the word with this number, and where in it.
    fn locate(&self, mut word: u64) -> Option<(usize, usize)> {
        for (index, place) in self.places.iter().enumerate() {
            let words = place.content.len() as u64 / 8;
            if word < words {
                return Some((index, word as usize * 8));
            }
            word -= words;
        }
        None
    }
}

fn patch_sample(samples: &mut [Taken], position: u64, value: u64) {
    let count = samples.len().max(1);
    let Some(Taken { values, stack, python }) = samples.get_mut(position as usize % count) else { return };
    let at = (position >> 8) as usize;
    if at % 8 == 1 && !python.is_empty() {
        let count = python.len();
        let entry = &mut python[at / 16 % count];
        *(if at & 8 == 0 { &mut entry.code } else { &mut entry.name }) = value;
    } else if at % 4 == 0 {
        let count = values.len();
        values[at / 4 % count] = value;
    } else if stack.len() >= 8 {
        let at = at / 4 % (stack.len() / 8) * 8;
        stack[at..at + 8].copy_from_slice(&value.to_le_bytes());
    }
}

/// Kind, name, offset and content of the next part.
fn part<'a>(rest: &mut &'a [u8]) -> Option<(u8, &'a str, u64, &'a [u8])> {
    let mut take = |count: usize| {
        let (taken, left) = rest.split_at_checked(count)?;
        *rest = left;
        Some(taken)
    };
    let kind = take(1)?[0];
    let name = take(2).and_then(|bytes| bytes.try_into().ok()).map(u16::from_le_bytes)?;
    let name = std::str::from_utf8(take(name.into())?).ok()?;
    let offset = take(8).and_then(|bytes| bytes.try_into().ok()).map(u64::from_le_bytes)?;
    let length = take(4).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes)?;
    Some((kind, name, offset, take(length as usize)?))
}

/// The part as the layout has it.
#[allow(dead_code, reason = "of use to what records")]
#[must_use]
pub fn written(kind: u8, name: &str, offset: u64, content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![kind];
    bytes.extend((name.len() as u16).to_le_bytes());
    bytes.extend(name.bytes());
    bytes.extend(offset.to_le_bytes());
    bytes.extend((content.len() as u32).to_le_bytes());
    bytes.extend(content);
    bytes
}

/// `count` registers, then the stack.
fn sample(content: &[u8], count: usize) -> Taken {
    let (values, stack) = content.split_at(count * 8);
    Taken { values: words(values), stack: stack.to_vec(), python: Vec::new() }
}

/// Frames of a Python interpreter: the address of a code object and that of its name; or one and the distance from the
/// sample's stack pointer to where C code entered the interpreter.
#[must_use]
pub fn placed(python: &[u64], stack_pointer: u64) -> Vec<PythonEntry> {
    let entry = |pair: &[u64]| match pair[0] {
        PythonEntry::C_CODE => PythonEntry { code: pair[0], name: stack_pointer.wrapping_add(pair[1]), instruction: 0 },
        // Some way into its instructions, which begin within 200 bytes in every version.
        code => PythonEntry { code, name: pair[1], instruction: code.wrapping_add(208) },
    };
    python.chunks_exact(2).map(entry).collect()
}

fn words(bytes: &[u8]) -> Vec<u64> {
    bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect()
}

/// A recorded process of which words were overwritten: the structures of language runtimes, and everything else
/// that such a process has.
pub fn patched(process: &mut Capsule, data: &[u8], reached: &mut Reached) {
    process.patched(data, |process, samples| exercise(process, Arch::X86_64, samples, &[], reached));
}
