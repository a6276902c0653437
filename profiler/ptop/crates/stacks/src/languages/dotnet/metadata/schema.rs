//! The columns of the tables of metadata, and how wide they are: ECMA-335, II.22 and II.24.2.6.

/// Tables up to the last that is needed, `NestedClass`.
pub(super) const TABLES: usize = 0x2a;

#[derive(Clone, Copy)]
enum Column {
    Two,
    Four,
    Text,
    Guid,
    Blob,
    /// A row of this table.
    Row(u8),
    /// A row of one of several tables.
    Coded(&'static Coded),
}

/// Tables of which one is meant, by so many bits.
struct Coded {
    bits: u32,
    tables: &'static [u8],
}

use Column::{Blob, Coded as C, Four, Guid, Row, Text, Two};

const TYPE: Coded = Coded { bits: 2, tables: &[0x02, 0x01, 0x1b] };
const CONSTANT: Coded = Coded { bits: 2, tables: &[0x04, 0x08, 0x17] };
const ATTRIBUTE: Coded = Coded {
    bits: 5,
    tables: &[
        0x06, 0x04, 0x01, 0x02, 0x08, 0x09, 0x0a, 0x00, 0x0e, 0x17, 0x14, 0x11, 0x1a, 0x1b, 0x20, 0x23, 0x26, 0x27,
        0x28, 0x2a, 0x2c, 0x2b,
    ],
};
const MARSHAL: Coded = Coded { bits: 1, tables: &[0x04, 0x08] };
const SECURITY: Coded = Coded { bits: 2, tables: &[0x02, 0x06, 0x20] };
const PARENT: Coded = Coded { bits: 3, tables: &[0x02, 0x01, 0x1a, 0x06, 0x1b] };
const SEMANTICS: Coded = Coded { bits: 1, tables: &[0x14, 0x17] };
const METHOD: Coded = Coded { bits: 1, tables: &[0x06, 0x0a] };
const FORWARDED: Coded = Coded { bits: 1, tables: &[0x04, 0x06] };
const IMPLEMENTATION: Coded = Coded { bits: 2, tables: &[0x26, 0x23, 0x27] };
const CONSTRUCTOR: Coded = Coded { bits: 3, tables: &[0x06, 0x0a] };
const SCOPE: Coded = Coded { bits: 2, tables: &[0x00, 0x1a, 0x23, 0x01] };

const COLUMNS: [&[Column]; TABLES] = [
    &[Two, Text, Guid, Guid, Guid],
    &[C(&SCOPE), Text, Text],
    &[Four, Text, Text, C(&TYPE), Row(0x04), Row(0x06)],
    &[Row(0x04)],
    &[Two, Text, Blob],
    &[Row(0x06)],
    &[Four, Two, Two, Text, Blob, Row(0x08)],
    &[Row(0x08)],
    &[Two, Two, Text],
    &[Row(0x02), C(&TYPE)],
    &[C(&PARENT), Text, Blob],
    &[Two, C(&CONSTANT), Blob],
    &[C(&ATTRIBUTE), C(&CONSTRUCTOR), Blob],
    &[C(&MARSHAL), Blob],
    &[Two, C(&SECURITY), Blob],
    &[Two, Four, Row(0x02)],
    &[Four, Row(0x04)],
    &[Blob],
    &[Row(0x02), Row(0x14)],
    &[Row(0x14)],
    &[Two, Text, C(&TYPE)],
    &[Row(0x02), Row(0x17)],
    &[Row(0x17)],
    &[Two, Text, Blob],
    &[Two, Row(0x06), C(&SEMANTICS)],
    &[Row(0x02), C(&METHOD), C(&METHOD)],
    &[Text],
    &[Blob],
    &[Two, C(&FORWARDED), Text, Row(0x1a)],
    &[Four, Row(0x04)],
    &[Four, Four],
    &[Four],
    &[Four, Two, Two, Two, Two, Four, Blob, Text, Text],
    &[Four],
    &[Four, Four, Four],
    &[Two, Two, Two, Two, Four, Blob, Text, Text, Blob],
    &[Four, Row(0x23)],
    &[Four, Four, Four, Row(0x23)],
    &[Four, Text, Blob],
    &[Four, Four, Text, Text, C(&IMPLEMENTATION)],
    &[Four, Four, Text, C(&IMPLEMENTATION)],
    &[Row(0x02), Row(0x02)],
];

/// How wide the columns are of one assembly, which depends on how much there is.
#[derive(Debug)]
pub(super) struct Widths {
    /// Of texts, GUIDs and blobs.
    heaps: [u32; 3],
    rows: [u32; TABLES],
}

impl Widths {
    pub(super) fn new(heaps: u8, rows: &[u32; TABLES]) -> Widths {
        let width = |bit: u8| if heaps >> bit & 1 == 1 { 4 } else { 2 };
        Widths { heaps: [width(0), width(1), width(2)], rows: *rows }
    }

    fn width(&self, column: Column) -> u32 {
        let fits = |table: u8, bits: u32| {
            let rows = self.rows.get(usize::from(table)).copied().unwrap_or(0);
            u64::from(rows) < 1 << (16 - bits)
        };
        let width = |is_small: bool| if is_small { 2 } else { 4 };
        match column {
            Two => 2,
            Four => 4,
            Text => self.heaps[0],
            Guid => self.heaps[1],
            Blob => self.heaps[2],
            Row(table) => width(fits(table, 0)),
            C(coded) => width(coded.tables.iter().all(|table| fits(*table, coded.bits))),
        }
    }

    /// Bytes of a row.
    pub(super) fn row(&self, table: usize) -> u32 {
        COLUMNS.get(table).map_or(0, |columns| columns.iter().map(|column| self.width(*column)).sum())
    }

    /// Offset and width of a column.
    pub(super) fn column(&self, table: usize, column: usize) -> Option<(u32, u32)> {
        let columns = COLUMNS.get(table)?;
        let before = columns.get(..column)?.iter().map(|column| self.width(*column)).sum();
        Some((before, self.width(*columns.get(column)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_what_they_point_into_needs() {
        let mut rows = [0; TABLES];
        let small = Widths::new(0, &rows);
        assert_eq!([0x00, 0x02, 0x06, 0x29].map(|table| small.row(table)), [10, 14, 14, 4]);
        assert_eq!(small.column(0x06, 3), Some((8, 2)));
        rows[0x08] = 0x1_0000;
        rows[0x01] = 0x4000;
        let large = Widths::new(0b101, &rows);
        assert_eq!([0x00, 0x02, 0x06, 0x29].map(|table| large.row(table)), [12, 20, 20, 4]);
        assert_eq!((large.column(0x02, 5), large.column(0x02, 6), large.column(0x2a, 0)), (Some((18, 2)), None, None));
    }
}
