//! Generic code, closures, collections and caught panics as rustc emits them.
use std::collections::BTreeMap;
use std::hint::black_box;

#[inline(never)]
fn fold(words: &BTreeMap<u64, String>, depth: u32) -> u64 {
    let sum: u64 = words.iter().map(|(key, word)| key.wrapping_mul(word.len() as u64)).fold(0, u64::wrapping_add);
    if depth == 0 { sum } else { fold(words, depth - 1).wrapping_add(sum) }
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let words: BTreeMap<u64, String> = (0..200).map(|n| (n * 7919 % 1009, "w".repeat(n as usize % 30))).collect();
    loop {
        black_box(fold(black_box(&words), 20));
        let caught = std::panic::catch_unwind(|| {
            assert!(black_box(fold(black_box(&words), 2)) == 1, "always");
        });
        black_box(caught.is_err());
    }
}
