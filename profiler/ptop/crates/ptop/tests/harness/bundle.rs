//! .NET programs in a single file: a host with the runtime in it, and behind it the program's files and a list of them.
//! The tests put a program of their own in the place of another.

/// Before the place of the list: SHA-256 of ".net core bundle".
const MARK: [u8; 32] = [
    0x8b, 0x12, 0x02, 0xb9, 0x6a, 0x61, 0x20, 0x38, 0x72, 0x7b, 0x93, 0x02, 0x14, 0xd7, 0xa0, 0x32, 0x13, 0xf5, 0xb9,
    0xe6, 0xef, 0xae, 0x33, 0x18, 0xee, 0x3b, 0x2d, 0xce, 0x24, 0xb3, 0x6a, 0xae,
];
/// Of a file in the list: its place, its length, its length when compressed, its kind.
const ENTRY_BYTES: usize = 25;

/// A single file.
pub struct Bundle {
    bytes: Vec<u8>,
    files: Vec<File>,
}

struct File {
    name: String,
    /// Where the list says where it is.
    entry: usize,
    start: usize,
    length: usize,
}

fn number(bytes: &[u8], at: usize) -> usize {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes")) as usize
}

/// A text with its length in front, in sevens of bits. Returns where it ends.
fn text(bytes: &[u8], mut at: usize) -> (String, usize) {
    let (mut length, mut shift) = (0, 0);
    loop {
        length |= usize::from(bytes[at] & 0x7f) << shift;
        shift += 7;
        at += 1;
        if bytes[at - 1] < 0x80 {
            break;
        }
    }
    (String::from_utf8(bytes[at..at + length].to_vec()).expect("a name"), at + length)
}

impl Bundle {
    pub fn of(bytes: Vec<u8>) -> Bundle {
        let mark = bytes.windows(MARK.len()).position(|window| window == MARK).expect("a single file");
        let list = number(&bytes, mark - 8);
        let count = u32::from_le_bytes(bytes[list + 8..list + 12].try_into().expect("four bytes"));
        // Behind the name of the whole, the places of two of the files, and flags.
        let mut at = text(&bytes, list + 12).1 + 40;
        let mut files = Vec::new();
        for _ in 0..count {
            let (name, end) = text(&bytes, at + ENTRY_BYTES);
            assert_eq!(number(&bytes, at + 16), 0, "{name} is compressed");
            files.push(File { name, entry: at, start: number(&bytes, at), length: number(&bytes, at + 8) });
            at = end;
        }
        Bundle { bytes, files }
    }

    fn file(&self, name: &str) -> &File {
        self.files.iter().find(|file| file.name == name).unwrap_or_else(|| panic!("no {name}"))
    }

    pub fn read(&self, name: &str) -> &[u8] {
        let File { start, length, .. } = *self.file(name);
        &self.bytes[start..start + length]
    }

    /// The whole with another content of a file.
    pub fn with(mut self, name: &str, content: &[u8]) -> Vec<u8> {
        let entry = self.file(name).entry;
        // Files are mapped, so that they begin where a page does.
        self.bytes.resize(self.bytes.len().next_multiple_of(4096), 0);
        let start = self.bytes.len() as u64;
        self.bytes.extend(content);
        self.bytes[entry..entry + 8].copy_from_slice(&start.to_le_bytes());
        self.bytes[entry + 8..entry + 16].copy_from_slice(&(content.len() as u64).to_le_bytes());
        self.bytes
    }
}
