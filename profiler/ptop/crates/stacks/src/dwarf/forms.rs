//! Values of attributes, in every form of DWARF 2 to 5.

use crate::files::reader::Reader;

/// The form whose value is in the abbreviation.
pub(super) const IMPLICIT_CONST: u16 = 0x21;
const INDIRECT: u16 = 0x16;

/// One attribute.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attribute {
    pub(super) name: u16,
    pub(super) form: u16,
    /// The value of a form whose value is in the table.
    pub(super) constant: i64,
}

/// What the size of values depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Encoding {
    pub(super) version: u16,
    /// Whether offsets take eight bytes.
    pub(super) is_64: bool,
}

/// Where a string lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Text {
    /// In `.debug_info` itself.
    Info(u64),
    /// In `.debug_str`.
    Strings(u64),
    /// In `.debug_line_str`.
    LineStrings(u64),
}

/// A value, as far as naming needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// A number, an offset into a section, a flag.
    Number(u64),
    Address(u64),
    /// A place in the unit's table of addresses.
    AddressIndex(u64),
    /// A place in the unit's table of range lists.
    RangeListIndex(u64),
    /// Another entry, by its offset in `.debug_info`.
    Entry(u64),
    Text(Text),
    /// A place in the unit's table of strings.
    TextIndex(u64),
    /// Something that is of no use here, or lies in another file.
    Other,
}

/// Bytes of a form whose values all have the same length.
pub(super) fn fixed_bytes(form: u16, encoding: Encoding) -> Option<u32> {
    let offset = if encoding.is_64 { 8 } else { 4 };
    Some(match form {
        0x19 | IMPLICIT_CONST => 0,
        0x0b | 0x0c | 0x11 | 0x25 | 0x29 => 1,
        0x05 | 0x12 | 0x26 | 0x2a => 2,
        0x27 | 0x2b => 3,
        0x06 | 0x13 | 0x1c | 0x28 | 0x2c => 4,
        0x01 | 0x07 | 0x14 | 0x20 | 0x24 => 8,
        0x1e => 16,
        0x10 if encoding.version <= 2 => 8,
        0x0e | 0x10 | 0x17 | 0x1d | 0x1f | 0x1f20 | 0x1f21 => offset,
        _ => return None,
    })
}

/// Moves behind a value.
pub(super) fn skip(reader: &mut Reader<'_>, form: u16, encoding: Encoding) -> Option<()> {
    if let Some(bytes) = fixed_bytes(form, encoding) {
        return reader.skip(bytes.into());
    }
    match form {
        0x0a => {
            let count = reader.u8()?;
            reader.skip(count.into())
        }
        0x03 => {
            let count = reader.u16()?;
            reader.skip(count.into())
        }
        0x04 => {
            let count = reader.u32()?;
            reader.skip(count.into())
        }
        0x09 | 0x18 => {
            let count = reader.uleb()?;
            reader.skip(count)
        }
        0x08 => reader.skip_string(),
        0x0d | 0x0f | 0x15 | 0x1a | 0x1b | 0x22 | 0x23 | 0x1f01 | 0x1f02 => reader.uleb().map(|_| ()),
        INDIRECT => {
            let form = u16::try_from(reader.uleb()?).ok().filter(|form| ![INDIRECT, IMPLICIT_CONST].contains(form))?;
            skip(reader, form, encoding)
        }
        _ => None,
    }
}

/// Reads a value. `unit` is where the unit begins, which references are relative to.
pub(super) fn read(reader: &mut Reader<'_>, attribute: Attribute, encoding: Encoding, unit: u64) -> Option<Value> {
    let is_64 = encoding.is_64;
    let entry = |offset: u64| Some(Value::Entry(unit.checked_add(offset)?));
    Some(match attribute.form {
        0x01 => Value::Address(reader.u64()?),
        0x0b | 0x0c => Value::Number(reader.u8()?.into()),
        0x05 => Value::Number(reader.u16()?.into()),
        0x06 => Value::Number(reader.u32()?.into()),
        0x07 => Value::Number(reader.u64()?),
        0x0d => Value::Number(reader.sleb()? as u64),
        0x0f => Value::Number(reader.uleb()?),
        0x17 => Value::Number(reader.offset(is_64)?),
        0x19 => Value::Number(1),
        IMPLICIT_CONST => Value::Number(attribute.constant as u64),
        0x11 => entry(reader.u8()?.into())?,
        0x12 => entry(reader.u16()?.into())?,
        0x13 => entry(reader.u32()?.into())?,
        0x14 => entry(reader.u64()?)?,
        0x15 => entry(reader.uleb()?)?,
        0x10 => Value::Entry(if encoding.version <= 2 { reader.u64()? } else { reader.offset(is_64)? }),
        0x08 => {
            let at = reader.position();
            reader.skip_string()?;
            Value::Text(Text::Info(at))
        }
        0x0e => Value::Text(Text::Strings(reader.offset(is_64)?)),
        0x1f => Value::Text(Text::LineStrings(reader.offset(is_64)?)),
        0x1a | 0x1f02 => Value::TextIndex(reader.uleb()?),
        0x25 => Value::TextIndex(reader.u8()?.into()),
        0x26 => Value::TextIndex(reader.u16()?.into()),
        0x27 => Value::TextIndex(reader.u24()?.into()),
        0x28 => Value::TextIndex(reader.u32()?.into()),
        0x1b | 0x1f01 => Value::AddressIndex(reader.uleb()?),
        0x29 => Value::AddressIndex(reader.u8()?.into()),
        0x2a => Value::AddressIndex(reader.u16()?.into()),
        0x2b => Value::AddressIndex(reader.u24()?.into()),
        0x2c => Value::AddressIndex(reader.u32()?.into()),
        0x23 => Value::RangeListIndex(reader.uleb()?),
        INDIRECT => {
            let form = u16::try_from(reader.uleb()?).ok().filter(|form| ![INDIRECT, IMPLICIT_CONST].contains(form))?;
            return read(reader, Attribute { form, ..attribute }, encoding, unit);
        }
        form => {
            skip(reader, form, encoding)?;
            Value::Other
        }
    })
}
