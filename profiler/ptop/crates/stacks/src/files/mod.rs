//! Bytes of files whose place the target chooses: opened, decoded, cached and read within bounds.

pub(crate) mod brought_in;
pub(crate) mod cursor;
pub(crate) mod leb128;
pub(crate) mod pages;
pub(crate) mod reader;
pub(crate) mod regular_file;
pub(crate) mod source;
pub(crate) mod source_file;
pub(crate) mod stream;
pub(crate) mod window;
