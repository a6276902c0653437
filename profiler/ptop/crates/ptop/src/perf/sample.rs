//! What is in a sample of an event. The kernel wrote it, but a target chose much of what it says: every length is
//! checked against the record's own.

/// What the kernel says of the registers of a 64-bit thread.
const REGS_ABI_64: u64 = 2;
/// From here on the kernel's values in a chain say whose addresses follow.
const CONTEXT_MARKS: u64 = -4095_i64 as u64;

/// A sample as the kernel wrote it.
#[derive(Debug)]
pub struct UserSample<'a> {
    /// Thread group id in this process's pid namespace.
    pub pid: u32,
    /// Monotonic clock.
    pub time_ns: u64,
    /// Instruction pointer and return addresses that the kernel found by frame pointers.
    pub chain: &'a [u64],
    /// What a BPF program wrote, and up to 7 bytes behind it that mean nothing.
    pub raw: &'a [u8],
    /// User registers in mask order; empty when the thread had no 64-bit user state.
    pub registers: &'a [u64],
    /// Bytes from the stack pointer upwards.
    pub stack: &'a [u8],
}

/// The word at an offset.
pub fn word(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..at + 8).map(|part| u64::from_ne_bytes(part.try_into().unwrap_or_default()))
}

/// What samples of an event have, beside what all have.
#[derive(Debug, Clone, Copy)]
pub struct SampleShape {
    /// Number of user registers.
    pub registers: usize,
    /// Whether there is a chain of addresses.
    pub has_chain: bool,
}

/// Words of the sample at hand.
#[derive(Debug, Default)]
pub struct Words {
    registers: Vec<u64>,
    chain: Vec<u64>,
}

/// Reads the body of a sample. Layout: pid and tid, time, the number of addresses and the addresses, the raw part after
/// its size in 32 bits, register ABI and values, stack size, stack,
/// bytes of it that were copied. The raw part with its size takes whole words.
pub fn parse_sample<'a>(body: &'a [u8], shape: SampleShape, words: &'a mut Words) -> Option<UserSample<'a>> {
    let Words { registers, chain } = words;
    let pid = word(body, 0)? as u32;
    let time_ns = word(body, 8)?;
    let mut at = 16;
    chain.clear();
    if shape.has_chain {
        let count = word(body, at)?;
        for _ in 0..count {
            at += 8;
            let address = word(body, at)?;
            if address < CONTEXT_MARKS {
                chain.push(address);
            }
        }
        at += 8;
    }
    let raw_start = at + 4;
    let raw_bytes = word(body, at)? as u32 as usize;
    at = raw_start.checked_add(raw_bytes)?;
    let raw = body.get(raw_start..at)?;
    let abi = word(body, at)?;
    registers.clear();
    at += 8;
    if abi != 0 {
        for _ in 0..shape.registers {
            registers.push(word(body, at)?);
            at += 8;
        }
    }
    if abi != REGS_ABI_64 {
        registers.clear();
    }
    let room = word(body, at)? as usize;
    at += 8;
    let stack = if room == 0 {
        &[][..]
    } else {
        let area = body.get(at..at.checked_add(room)?)?;
        let copied = word(body, at + room)? as usize;
        &area[..copied.min(room)]
    };
    Some(UserSample { pid, time_ns, chain, raw, registers, stack })
}

#[cfg(test)]
mod tests {
    use super::{SampleShape, UserSample, Words, parse_sample};
    use crate::hostile::Random;

    const PLAIN: SampleShape = SampleShape { registers: 2, has_chain: false };
    const CHAINED: SampleShape = SampleShape { registers: 2, has_chain: true };

    fn body(words: &[u64]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_ne_bytes()).collect()
    }

    /// The size of the raw part, then its bytes: here four.
    const RAW: u64 = 4 | 0xabcd_ef01 << 32;

    #[test]
    fn a_sample_has_its_raw_part_its_registers_and_the_copied_part_of_its_stack() {
        let bytes = body(&[7 | 8 << 32, 99, RAW, 2, 11, 12, 16, 0xaaaa, 0xbbbb, 8]);
        let mut words = Words::default();
        let sample = parse_sample(&bytes, PLAIN, &mut words).expect("a whole sample");
        assert_eq!((sample.pid, sample.time_ns), (7, 99));
        assert_eq!(sample.raw, 0xabcd_ef01_u32.to_ne_bytes());
        assert_eq!(sample.registers, [11, 12]);
        assert_eq!(sample.stack, 0xaaaa_u64.to_ne_bytes());
    }

    #[test]
    fn a_chain_has_the_addresses_without_the_marks() {
        let mark = -512_i64 as u64;
        let bytes = body(&[7, 99, 3, mark, 21, 22, RAW, 2, 11, 12, 0]);
        let mut words = Words::default();
        let sample = parse_sample(&bytes, CHAINED, &mut words).expect("a whole sample");
        assert_eq!((sample.chain, sample.registers), (&[21, 22][..], &[11, 12][..]));
        assert!(parse_sample(&body(&[7, 99, u64::MAX, 21]), CHAINED, &mut words).is_none());
    }

    #[test]
    fn a_thread_without_user_state_has_neither() {
        let bytes = body(&[7, 99, RAW, 0, 0]);
        let mut words = Words::default();
        let sample = parse_sample(&bytes, PLAIN, &mut words).expect("a whole sample");
        assert!(sample.registers.is_empty() && sample.stack.is_empty());
    }

    #[test]
    fn lengths_that_do_not_fit_are_refused() {
        let mut words = Words::default();
        assert!(parse_sample(&body(&[7, 99, u64::from(u32::MAX), 2, 11, 12, 0]), PLAIN, &mut words).is_none());
        assert!(parse_sample(&body(&[7, 99, RAW, 2, 11]), PLAIN, &mut words).is_none());
        assert!(parse_sample(&body(&[7, 99, RAW, 2, 11, 12, u64::MAX, 0]), PLAIN, &mut words).is_none());
    }

    #[test]
    fn no_record_does_harm() {
        let mut random = Random::new();
        let (mut room, mut taken) = (Words::default(), 0);
        for turn in 0..200_000 {
            let shape = if turn % 2 == 0 { PLAIN } else { CHAINED };
            let words: Vec<u64> = (0..random.below(16)).map(|_| random.length()).collect();
            let bytes = body(&words);
            let cut = &bytes[..bytes.len() - random.below(8).min(bytes.len())];
            if let Some(sample) = parse_sample(cut, shape, &mut room) {
                let UserSample { chain, raw, registers, stack, .. } = sample;
                assert!(raw.len() + stack.len() + (registers.len() + chain.len()) * 8 <= cut.len());
                taken += 1;
            }
        }
        assert!(taken > 1000, "only {taken} looked like samples");
    }
}
