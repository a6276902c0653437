//! Rows of the record that are added up.

/// Sorts by key, and adds up rows that read alike.
pub fn merge_rows<T, K: Ord>(rows: &mut Vec<T>, key: impl Fn(&T) -> K, add: impl Fn(&mut T, &T)) {
    rows.sort_by_key(&key);
    rows.dedup_by(|later, first| {
        let same = key(later) == key(first);
        if same {
            add(first, later);
        }
        same
    });
}

/// Adds each of one to each of the other.
pub fn add_each<const N: usize, T: Copy + Into<u64>>(all: &mut [u64; N], part: &[T; N]) {
    for (all, part) in all.iter_mut().zip(part) {
        *all += (*part).into();
    }
}
