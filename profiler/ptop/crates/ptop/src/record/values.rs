//! Numbers and texts as the document holds them.

use std::fmt;
use std::ops::Deref;
use std::rc::Rc;

use serde::{Serialize, Serializer};

use crate::abi::{BLOCKS, LATENCY_BUCKETS};

/// The largest number that every reader of JSON holds exactly. Sums of bytes stop there: a target may ask for
/// more than exists, as often as it likes.
pub const MOST: u64 = (1 << 53) - 1;

/// Counts in the 12 equal parts of the measured window.
pub type Blocks = [u64; BLOCKS];

/// Arrays beyond 32 elements have no serialisation of their own.
pub fn as_list<S: Serializer>(values: &[u64; LATENCY_BUCKETS], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values)
}

/// A text that shares its memory with others.
#[derive(Clone)]
pub struct Text {
    all: Rc<String>,
    start: u32,
    end: u32,
}

impl Text {
    /// From one byte to another.
    pub fn part_of(all: &Rc<String>, start: u32, end: u32) -> Text {
        Text { all: Rc::clone(all), start, end }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text { all: Rc::new(text.to_owned()), start: 0, end: text.len() as u32 }
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.all[self.start as usize..self.end as usize]
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, formatter)
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}
