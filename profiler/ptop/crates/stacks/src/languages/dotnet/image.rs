//! An assembly's image in the target's memory: where its metadata lies, whether the file was mapped as it is or each
//! section at its place.

use crate::process::memory::Memory;

/// Sections of an image believed.
const SECTIONS: u16 = 96;
/// Data directory of the header of managed code.
const MANAGED: u64 = 14;
/// Bytes of metadata believed.
const METADATA_BYTES: u32 = 1 << 30;
/// "BSJB".
const SIGNATURE: u32 = 0x424a_5342;

/// Address and bytes of the metadata of the image at `base`.
pub(super) fn metadata(memory: &Memory, base: u64) -> Option<(u64, u32)> {
    let headers = base.wrapping_add(memory.u32(base.wrapping_add(0x3c))?.into());
    // "PE", then an optional header in 32 or 64 bits.
    (memory.u32(headers)? == 0x4550).then_some(())?;
    let sections = memory.u16(headers.wrapping_add(6))?.min(SECTIONS);
    let optional_bytes = memory.u16(headers.wrapping_add(20))?;
    let optional = headers.wrapping_add(24);
    let directories = match memory.u16(optional)? {
        0x10b => 96,
        0x20b => 112,
        _ => return None,
    };
    let table = optional.wrapping_add(optional_bytes.into());
    let managed = memory.u32(optional.wrapping_add(directories + MANAGED * 8))?;
    // Each section at its place, or the file as it is.
    let places = [Some(managed), in_file(memory, (table, sections), managed)];
    places.into_iter().flatten().enumerate().find_map(|(number, at)| {
        let header = base.wrapping_add(at.into());
        let (address, bytes) = (memory.u32(header.wrapping_add(8))?, memory.u32(header.wrapping_add(12))?);
        let place = if number == 0 { Some(address) } else { in_file(memory, (table, sections), address) };
        let metadata = base.wrapping_add(place?.into());
        (memory.u32(metadata)? == SIGNATURE && bytes <= METADATA_BYTES).then_some((metadata, bytes))
    })
}

/// The place in the file of what is at an address when sections are at theirs.
fn in_file(memory: &Memory, (table, count): (u64, u16), address: u32) -> Option<u32> {
    (0..u64::from(count)).find_map(|number| {
        let section = table.wrapping_add(number * 40);
        let start = memory.u32(section.wrapping_add(12))?;
        let (bytes, offset) = (memory.u32(section.wrapping_add(16))?, memory.u32(section.wrapping_add(20))?);
        let inside = address.checked_sub(start).filter(|inside| *inside < bytes)?;
        offset.checked_add(inside)
    })
}
