//! The wanted addresses of one module, in the order of the file.

use super::naming::Wanted;

/// Each by its number in this order.
pub(super) struct Linked<'a> {
    /// Addresses as the file in use has them, sorted.
    addresses: Vec<u64>,
    /// Which of all addresses each is.
    indices: Vec<u32>,
    all: &'a [u64],
    /// By how much that file's addresses are above the module's.
    shift: u64,
}

impl<'a> Linked<'a> {
    /// From link-time addresses of the module, with the numbers that they have among `all`.
    pub(super) fn new(mut linked: Vec<(u64, u32)>, all: &'a [u64]) -> Linked<'a> {
        linked.sort_unstable();
        let (addresses, indices) = linked.into_iter().unzip();
        Linked { addresses, indices, all, shift: 0 }
    }

    pub(super) fn count(&self) -> u32 {
        self.addresses.len() as u32
    }

    pub(super) fn addresses(&self) -> &[u64] {
        &self.addresses
    }

    pub(super) fn at(&self, number: u32) -> Wanted {
        let number = number as usize;
        let linked = self.addresses[number].wrapping_sub(self.shift);
        Wanted { linked, address: self.all[self.indices[number] as usize] }
    }

    /// Turns to another file with the same code.
    pub(super) fn shift(&mut self, shift: u64) {
        for address in &mut self.addresses {
            *address = address.wrapping_add(shift);
        }
        self.shift = shift;
    }

    /// Forgets all but those to keep.
    pub(super) fn retain(&mut self, mut is_kept: impl FnMut(Wanted) -> bool) {
        let kept: Vec<bool> = (0..self.count()).map(|number| is_kept(self.at(number))).collect();
        let (mut of_addresses, mut of_indices) = (kept.iter(), kept.iter());
        self.addresses.retain(|_| of_addresses.next().copied().unwrap_or(true));
        self.indices.retain(|_| of_indices.next().copied().unwrap_or(true));
    }
}
