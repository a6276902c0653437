//! Lines of scripts. V8 keeps where a function begins as a place in its script's text, so the ends of lines before it
//! are counted there: each text once, piece by piece, as far as somebody asks.

use std::collections::HashMap;

use super::heap::{Characters, Heap, small_integer};

/// Characters counted at once. How many lines end before each such piece is remembered.
const PIECE: usize = 4096;
/// Scripts remembered; beyond them all are forgotten.
const SCRIPTS: usize = 128;
/// Characters of a script believed: of what is behind, lines are not known.
const MOST_CHARACTERS: usize = 8 << 20;
/// Characters read of all scripts together.
const MOST_READ: usize = 64 << 20;
/// First lines of scripts inside a file believed.
const MOST_OFFSET: i32 = 1 << 24;

struct Counted {
    text: Characters,
    /// Of each piece, the lines that end before it.
    before: Vec<u32>,
}

/// What was counted, by script.
#[derive(Default)]
pub(super) struct Lines {
    scripts: HashMap<u64, Counted>,
    read: usize,
}

impl Lines {
    /// The line of a place in a script's text, from 1. `None` when the text cannot be read or is too long.
    pub(super) fn line(&mut self, script: u64, place: usize, heap: &mut Heap<'_>) -> Option<u32> {
        let source = heap.word(script, heap.layout.script_source)?;
        let text = heap.characters(source).filter(|text| place <= text.length.min(MOST_CHARACTERS))?;
        if self.scripts.get(&script).is_none_or(|known| known.text != text) {
            if self.scripts.len() >= SCRIPTS {
                self.scripts.clear();
            }
            self.scripts.insert(script, Counted { text, before: vec![0] });
        }
        let counted = self.scripts.get_mut(&script)?;
        while counted.before.len() <= place / PIECE {
            let from = (counted.before.len() - 1) * PIECE;
            let ends = ends_within(&text, from, from + PIECE, heap, &mut self.read)?;
            let before = counted.before.last()? + ends;
            counted.before.push(before);
        }
        let from = place / PIECE * PIECE;
        let before = *counted.before.get(place / PIECE)?;
        let ends = ends_within(&text, from, place, heap, &mut self.read)?;
        // A script may be a part of a file: in the version's own order, that line follows the name.
        let offset = heap.word(script, heap.layout.script_name + 8).and_then(small_integer);
        let offset = offset.filter(|offset| (0..MOST_OFFSET).contains(offset)).unwrap_or(0);
        Some(1 + before + ends + offset as u32)
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let pieces: usize = self.scripts.values().map(|counted| counted.before.capacity() * 4).sum();
        self.scripts.capacity() * (size_of::<(u64, Counted)>() + 1) + pieces
    }
}

/// Lines that end at a character of `from..to`. A carriage return before a line feed ends none by itself.
fn ends_within(text: &Characters, from: usize, to: usize, heap: &Heap<'_>, read: &mut usize) -> Option<u32> {
    // With the one behind, if there is one.
    let until = (to + 1).min(text.length);
    *read += until.checked_sub(from)?;
    if *read > MOST_READ {
        return None;
    }
    let characters = heap.read_range(text, from..until)?;
    let is_end = |at: &usize| match characters[*at] {
        LINE_FEED | LINE_SEPARATOR | PARAGRAPH_SEPARATOR => true,
        CARRIAGE_RETURN => characters.get(at + 1) != Some(&LINE_FEED),
        _ => false,
    };
    let count = characters.len().min(to - from);
    Some((0..count).filter(is_end).count() as u32)
}

const LINE_FEED: u16 = 0x0a;
const CARRIAGE_RETURN: u16 = 0x0d;
const LINE_SEPARATOR: u16 = 0x2028;
const PARAGRAPH_SEPARATOR: u16 = 0x2029;
