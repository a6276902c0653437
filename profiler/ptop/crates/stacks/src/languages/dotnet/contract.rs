//! What the runtime says of its own structures: `DotNetRuntimeContractDescriptor`, made for debuggers
//! (`docs/design/datacontracts/contract-descriptor.md` of the runtime's source). A text in JSON with the offsets, and
//! beside it the addresses of globals.

use serde_json::Value;

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
pub(super) struct Contract {
    json: Value,
    globals: Vec<u64>,
}

/// A number, or a text that is one.
fn number(value: &Value) -> Option<u64> {
    let text = || {
        let text = value.as_str()?;
        text.strip_prefix("0x").map_or_else(|| text.parse().ok(), |hex| u64::from_str_radix(hex, 16).ok())
    };
    value.as_u64().or_else(text)
}

impl Contract {
    pub(super) fn of(text: &str, globals: Vec<u64>) -> Option<Contract> {
        Some(Contract { json: serde_json::from_str(text).ok()?, globals })
    }

    /// The offset of a structure's field; `!` is its size.
    pub(super) fn field(&self, kind: &str, name: &str) -> Option<u64> {
        let field = self.json.get("types")?.get(kind)?.get(name)?;
        number(field).or_else(|| number(field.as_array()?.first()?))
    }

    /// The version of the rules by which a part of the structures is read.
    pub(super) fn rules(&self, part: &str) -> Option<u64> {
        number(self.json.get("contracts")?.get(part)?)
    }

    /// The value of a global.
    pub(super) fn global(&self, name: &str) -> Option<u64> {
        let value = self.json.get("globals")?.get(name)?;
        let value = value.as_array().and_then(|pair| pair.first()).unwrap_or(value);
        match value.as_array() {
            Some(index) => self.globals.get(usize::try_from(number(index.first()?)?).ok()?).copied(),
            None => number(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Contract;

    #[test]
    fn the_descriptions_values_are_read() {
        let text = r#"{"types":{"Thread":{"Id":16,"Handle":[304,"GCHandle"],"!":8}},"contracts":{"Thread":1},
            "globals":{"Bits":["0xc","uint8"],"Map":[[1],"pointer"],"Wide":[[7],"pointer"]}}"#;
        let contract = Contract::of(text, vec![5, 6]).unwrap();
        assert_eq!(
            ["Id", "Handle", "!", "None"].map(|name| contract.field("Thread", name)),
            [Some(16), Some(304), Some(8), None]
        );
        assert_eq!(contract.rules("Thread"), Some(1));
        assert_eq!(["Bits", "Map", "Wide"].map(|name| contract.global(name)), [Some(12), Some(6), None]);
    }

    #[test]
    fn what_is_no_description_has_no_values() {
        let deep = "[".repeat(100_000);
        assert!(["", "{", "{\"a\":1,}", &deep].iter().all(|text| Contract::of(text, Vec::new()).is_none()));
        let other = Contract::of("[1]", Vec::new()).unwrap();
        assert_eq!((other.field("Thread", "Id"), other.rules("Thread"), other.global("Map")), (None, None, None));
    }
}
