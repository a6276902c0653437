//! Which pages of a file reading has brought into the page cache: one bit for each.

const WORD_SHIFT: u32 = u64::BITS.trailing_zeros();
/// Words of bits: 4 GiB of pages of the usual size. All pages beyond are as one.
const MOST_WORDS: usize = 1 << 14;
const LAST_PAGE: u64 = ((MOST_WORDS as u64) << WORD_SHIFT) - 1;
/// Pages between two others that are given back with them, so that scattered pages are few requests.
const GAP_PAGES: u64 = 16;

/// A set of pages that takes room up to its last one.
pub(crate) struct BroughtIn {
    page_bytes: u64,
    words: Vec<u64>,
}

impl BroughtIn {
    /// Of pages of that size, a power of two.
    pub(crate) fn new(page_bytes: u64) -> BroughtIn {
        BroughtIn { page_bytes, words: Vec::new() }
    }

    /// Remembers the pages of a range.
    pub(crate) fn note(&mut self, offset: u64, bytes: u64) {
        let (first, end) = self.pages(offset, bytes);
        for page in first..end {
            let word = (page >> WORD_SHIFT) as usize;
            if word >= self.words.len() {
                self.words.resize(word + 1, 0);
            }
            self.words[word] |= 1 << (page % u64::from(u64::BITS));
        }
    }

    /// Forgets the pages of a range and names each run of them: its offset and its bytes, which are 0 where it goes on
    /// to the end of the file.
    pub(crate) fn take(&mut self, offset: u64, bytes: u64, mut each: impl FnMut(u64, u64)) {
        let (first, end) = self.pages(offset, bytes);
        let page_bytes = self.page_bytes;
        let mut name = |(from, to): (u64, u64)| {
            each(from * page_bytes, if to > LAST_PAGE { 0 } else { (to - from) * page_bytes });
        };
        let mut run: Option<(u64, u64)> = None;
        for (index, word) in self.words.iter_mut().enumerate().skip((first >> WORD_SHIFT) as usize) {
            let base = (index as u64) << WORD_SHIFT;
            if base >= end {
                break;
            }
            let mut taken = *word & ones_below(end - base) & !ones_below(first.saturating_sub(base));
            *word &= !taken;
            while taken != 0 {
                let page = base + u64::from(taken.trailing_zeros());
                taken &= taken - 1;
                run = match run {
                    Some((from, to)) if page - to <= GAP_PAGES => Some((from, page + 1)),
                    other => {
                        other.into_iter().for_each(&mut name);
                        Some((page, page + 1))
                    }
                };
            }
        }
        run.into_iter().for_each(&mut name);
    }

    /// Heap bytes held.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }

    /// The first page of a range and the one behind its last.
    fn pages(&self, offset: u64, bytes: u64) -> (u64, u64) {
        let page = |at: u64| at.min(LAST_PAGE);
        let last = offset.saturating_add(bytes.saturating_sub(1)) / self.page_bytes;
        (page(offset / self.page_bytes), if bytes == 0 { 0 } else { page(last) + 1 })
    }
}

/// A word whose lowest bits are set, so many of them.
fn ones_below(count: u64) -> u64 {
    if count >= u64::from(u64::BITS) { u64::MAX } else { (1 << count) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(of: &mut BroughtIn, offset: u64, bytes: u64) -> Vec<(u64, u64)> {
        let mut runs = Vec::new();
        of.take(offset, bytes, |at, length| runs.push((at / 4096, length / 4096)));
        runs
    }

    #[test]
    fn what_was_noted_is_named_once_in_runs() {
        let mut pages = BroughtIn::new(4096);
        pages.note(4095, 2);
        pages.note(64 * 4096, 4096);
        pages.note(126 * 4096 + 1, 4 * 4096);
        pages.note(9000, 0);
        assert_eq!(taken(&mut pages, 0, 4096), [(0, 1)]);
        assert_eq!(taken(&mut pages, 0, u64::MAX), [(1, 1), (64, 1), (126, 5)]);
        assert_eq!(taken(&mut pages, 0, u64::MAX), []);
    }

    #[test]
    fn a_small_gap_is_given_back_as_well_but_what_lies_outside_the_range_stays() {
        let mut pages = BroughtIn::new(4096);
        for page in [3, 19, 40, 41, 58, 70] {
            pages.note(page * 4096, 1);
        }
        assert_eq!(taken(&mut pages, 19 * 4096, 40 * 4096), [(19, 1), (40, 19)]);
        assert_eq!(taken(&mut pages, 0, u64::MAX), [(3, 1), (70, 1)]);
    }

    #[test]
    fn room_is_bounded_and_what_lies_far_behind_is_given_back_up_to_the_end() {
        let mut pages = BroughtIn::new(4096);
        pages.note(u64::MAX - 5, u64::MAX);
        pages.note(1 << 40, 1 << 40);
        assert!(pages.memory_bytes() <= MOST_WORDS * 8);
        assert_eq!(taken(&mut pages, 0, u64::MAX), [(LAST_PAGE, 0)]);
        assert_eq!(taken(&mut pages, 0, u64::MAX), []);
    }
}
