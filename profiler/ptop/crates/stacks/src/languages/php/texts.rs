//! Texts of the engine, and what is made of them.

use crate::process::memory::Memory;

/// Bytes of one text that are read.
const TEXT_BYTES: usize = 1024;
/// What a text is, among the values of the engine: the low bits of what it says of itself.
const KIND: u32 = 6;
const KIND_MASK: u32 = 0xf;
/// The folder that libraries are installed in: what follows is the same everywhere.
const LIBRARIES: &str = "/vendor/";
/// Before the place of a function without a name.
const CLOSURE: &str = "{closure:";

/// The text at `address`, cut at a bound. `None` when there is none.
pub(super) fn read(memory: &Memory, address: u64) -> Option<String> {
    // `Zend/zend_types.h`, `_zend_string`: references, kind, hash, length, and the bytes.
    let mut head = [0; 24];
    memory.read_exact(address, &mut head).filter(|()| address != 0)?;
    let word = |at: usize| head[at..at + 8].iter().rev().fold(0, |value: u64, byte| value << 8 | u64::from(*byte));
    let (kind, length) = ((word(0) >> 32) as u32, word(16));
    if kind & KIND_MASK != KIND || length > i64::MAX as u64 {
        return None;
    }
    let length = usize::try_from(length).ok()?.min(TEXT_BYTES);
    let text = memory.utf8(address.wrapping_add(24), length, TEXT_BYTES)?;
    // What follows a zero belongs to a class without a name: where it is, which the file says already.
    let end = text.find('\0').unwrap_or(text.len());
    let shown = |one: char| if one.is_control() { char::REPLACEMENT_CHARACTER } else { one };
    Some(text[..end].chars().map(shown).collect())
}

/// The part of a file's path that does not depend on where the program was installed: what follows the folder of
/// libraries, or the file's own name.
pub(super) fn module_of(path: &str) -> &str {
    let library = path.rfind(LIBRARIES).map(|at| &path[at + LIBRARIES.len()..]);
    library.filter(|rest| !rest.is_empty()).unwrap_or_else(|| {
        let file = path.rfind('/').map_or(0, |slash| slash + 1);
        if file < path.len() { &path[file..] } else { path }
    })
}

/// The file, where text of it became code as the program ran: `/srv/page.php(12) : eval()'d code`.
pub(super) fn evaluated_in(path: &str) -> Option<&str> {
    let (file, what) = path.split_once(") : ")?;
    let (file, line) = file.rsplit_once('(')?;
    let is_made = what.contains("eval()'d code") || what.contains("runtime-created function");
    (is_made && !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())).then_some(file)
}

/// The name of a function without one, which says since 8.4 where it is: `{closure:/srv/page.php:12}`. Of the path there
/// stays what is the same everywhere.
pub(super) fn closure(name: &str) -> String {
    let Some((place, line)) =
        name.strip_prefix(CLOSURE).and_then(|rest| rest.strip_suffix('}')).and_then(|place| place.rsplit_once(':'))
    else {
        return name.to_owned();
    };
    // One within another: the innermost has the path.
    let depth = place.matches(CLOSURE).count();
    let inner = place.get(depth * CLOSURE.len()..).filter(|_| place.starts_with(&CLOSURE.repeat(depth)));
    let Some(inner) = inner else { return name.to_owned() };
    let (path, behind) = inner.find(".php:").map_or((inner, ""), |at| inner.split_at(at + 4));
    let path = if path.contains('/') { module_of(path) } else { path };
    format!("{CLOSURE}{}{path}{behind}:{line}}}", CLOSURE.repeat(depth))
}
