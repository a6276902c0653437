//! What the runtime says of its own structures: `DotNetRuntimeContractDescriptor`, made for debuggers
//! (`docs/design/datacontracts/contract-descriptor.md` of the runtime's source). A text in JSON with the offsets, and
//! beside it the addresses of globals.

use super::json::Json;
use crate::process::memory::Memory;

/// "DNCCDAC" and a zero.
const MAGIC: u64 = 0x0043_4144_4343_4e44;
/// Longest text believed; that of version 10 has 11 KB.
const TEXT_BYTES: usize = 256 * 1024;
/// Globals believed; version 10 has 24.
const GLOBALS: u32 = 1024;

/// The text of the description at an address, and the addresses of the globals.
pub(super) fn read(memory: &Memory, address: u64) -> Option<(String, Vec<u64>)> {
    let word = |offset: u64| memory.u64(address.wrapping_add(offset));
    let half = |offset: u64| memory.u32(address.wrapping_add(offset));
    (word(0)? == MAGIC).then_some(())?;
    let text = memory.bytes(word(16)?, usize::try_from(half(12)?).ok()?, TEXT_BYTES)?;
    let count = half(24).filter(|count| *count <= GLOBALS)?;
    let globals = word(32)?;
    let globals =
        (0..u64::from(count)).map(|number| memory.u64(globals.wrapping_add(number * 8))).collect::<Option<_>>()?;
    Some((String::from_utf8(text).ok()?, globals))
}

/// The description.
pub(super) struct Contract<'a> {
    json: Json<'a>,
    globals: Vec<u64>,
}

impl<'a> Contract<'a> {
    pub(super) fn of(text: &'a str, globals: Vec<u64>) -> Option<Contract<'a>> {
        Some(Contract { json: Json::parse(text)?, globals })
    }

    /// The offset of a structure's field; `!` is its size.
    pub(super) fn field(&self, kind: &str, name: &str) -> Option<u64> {
        let field = self.json.get("types")?.get(kind)?.get(name)?;
        field.number().or_else(|| field.list()?.first()?.number())
    }

    /// The version of the rules by which a part of the structures is read.
    pub(super) fn rules(&self, part: &str) -> Option<u64> {
        self.json.get("contracts")?.get(part)?.number()
    }

    /// The value of a global.
    pub(super) fn global(&self, name: &str) -> Option<u64> {
        let value = self.json.get("globals")?.get(name)?;
        let value = value.list().and_then(<[_]>::first).unwrap_or(value);
        match value.list() {
            Some(index) => self.globals.get(usize::try_from(index.first()?.number()?).ok()?).copied(),
            None => value.number(),
        }
    }
}
