//! Samples in a file, read one at a time so that they do not count as memory of an engine.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use stacks::{Arch, Registers};

/// One sample: perf's register values and the stack copy.
#[derive(Default)]
pub(crate) struct Recorded {
    /// Registers in the order of perf's mask.
    pub(crate) values: Vec<u64>,
    /// Bytes from the stack pointer upwards.
    pub(crate) stack: Vec<u8>,
}

impl Recorded {
    /// The registers as the crate takes them.
    pub(crate) fn registers(&self) -> Result<Registers, stacks::Error> {
        Registers::from_perf(Arch::NATIVE, Arch::NATIVE.perf_mask(), &self.values)
    }
}

/// Appends samples to a file.
pub(crate) struct Writer(BufWriter<File>);

impl Writer {
    /// Creates the file.
    pub(crate) fn create(path: &Path) -> io::Result<Writer> {
        File::create(path).map(|file| Writer(BufWriter::new(file)))
    }

    /// Appends one sample.
    pub(crate) fn add(&mut self, registers: &[u8], stack: &[u8]) -> io::Result<()> {
        self.0.write_all(&(stack.len() as u64).to_ne_bytes())?;
        self.0.write_all(registers)?;
        self.0.write_all(stack)
    }
}

/// All samples of a file, for code that reads few of them many times.
#[allow(dead_code, reason = "of use to tests")]
pub(crate) fn read_all(path: &Path) -> io::Result<Vec<Recorded>> {
    let (mut reader, mut all, mut sample) = (Reader::open(path)?, Vec::new(), Recorded::default());
    while reader.next(&mut sample)? {
        all.push(std::mem::take(&mut sample));
    }
    Ok(all)
}

/// Reads samples from a file.
pub(crate) struct Reader(BufReader<File>);

impl Reader {
    /// Opens the file.
    pub(crate) fn open(path: &Path) -> io::Result<Reader> {
        File::open(path).map(|file| Reader(BufReader::new(file)))
    }

    /// Reads the next sample into `sample`; false at the end.
    pub(crate) fn next(&mut self, sample: &mut Recorded) -> io::Result<bool> {
        let mut word = [0; 8];
        match self.0.read_exact(&mut word) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
            other => other?,
        }
        sample.stack.resize(u64::from_ne_bytes(word) as usize, 0);
        sample.values.clear();
        for _ in 0..Arch::NATIVE.perf_mask().count_ones() {
            self.0.read_exact(&mut word)?;
            sample.values.push(u64::from_ne_bytes(word));
        }
        self.0.read_exact(&mut sample.stack)?;
        Ok(true)
    }
}
