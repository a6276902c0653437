//! From a method to the name of its class and its own. A method is believed when
//! what it points to points back: its constant pool's class has that pool.

use std::collections::HashMap;

use super::layout::{Layout, word_at};
use super::lines;
use super::pools::{class_name, name_of};
use crate::languages::frames::{Frames, LanguageFrame, SourcePlace};
use crate::process::memory::Memory;
use crate::types::name::NameOrigin;

/// Methods remembered; beyond them all are read again.
const METHODS: usize = 8192;

/// The names of methods.
pub(super) struct Names {
    /// The address that represents a method, and what the method pointed to when it was read.
    methods: HashMap<u64, (u64, u64)>,
}

impl Names {
    pub(super) fn new() -> Names {
        Names { methods: HashMap::new() }
    }

    /// The address that represents a method; `None` when this is no method.
    pub(super) fn address(
        &mut self,
        method: u64,
        layout: &Layout,
        memory: &Memory,
        frames: &mut Frames,
    ) -> Option<u64> {
        if method == 0 || method % 8 != 0 {
            return None;
        }
        let constant = layout.const_method.at(memory, method)? as u64;
        if let Some((known, address)) = self.methods.get(&method) {
            if *known == constant {
                return Some(*address);
            }
        }
        let Found { class, name, file } = read(constant, layout, memory)?;
        let function = format!("{class}.{name}");
        let first_line = lines::first_line(constant, layout, memory);
        let source = SourcePlace { file: file.as_deref().unwrap_or(""), first_line, line: None };
        let frame = LanguageFrame { source, ..LanguageFrame::new(&function, &class, NameOrigin::Java) };
        let address = frames.address(&frame);
        if self.methods.len() >= METHODS {
            self.methods.clear();
        }
        self.methods.insert(method, (constant, address));
        Some(address)
    }

    /// The line of a bytecode of a method whose address was asked for.
    pub(super) fn line(&self, method: u64, bytecode: u32, layout: &Layout, memory: &Memory) -> Option<u32> {
        let (constant, _) = self.methods.get(&method)?;
        lines::line_at(*constant, bytecode, layout, memory)
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.methods.capacity() * (size_of::<(u64, (u64, u64))>() + 1)
    }
}

/// What is said of a method.
struct Found {
    class: String,
    name: String,
    /// Source file of its class.
    file: Option<String>,
}

fn read(constant: u64, layout: &Layout, memory: &Memory) -> Option<Found> {
    let pool = layout.constants.at(memory, constant)? as u64;
    let index = layout.name_index.at(memory, constant)?;
    let class = layout.pool_class.at(memory, pool)? as u64;
    let name = name_of(pool, index, layout, memory)?;
    let own_class = class_name(class, layout, memory)?;
    let is_name = |name: &str| !name.is_empty() && !name.contains(|letter: char| letter.is_control());
    // A class that was redefined has another pool now: then both are at least pools of one class.
    let current = layout.class_pool.at(memory, class)? as u64;
    let is_pool = current == pool || word_at(layout.pool_class.offset).at(memory, current)? as u64 == class;
    (is_pool && is_name(&name) && is_name(&own_class)).then(|| Found {
        class: readable_class(&own_class),
        name,
        file: lines::file(class, current, layout, memory),
    })
}

/// The class as Java writes it, without what differs from run to run: numbers of lambdas, of generated
/// accessors, and addresses of hidden classes.
fn readable_class(internal: &str) -> String {
    let is_address = |text: &str| {
        let digits = text.strip_prefix("0x").unwrap_or(text);
        digits.len() >= 8 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let hidden = internal.rsplit_once(['/', '+']).filter(|(_, last)| is_address(last));
    let mut name = hidden.map_or(internal, |(before, _)| before).replace('/', ".");
    for mark in ["$$Lambda$", "GeneratedMethodAccessor", "GeneratedConstructorAccessor", "$Proxy"] {
        let Some(at) = name.find(mark) else { continue };
        let end = at + mark.len();
        let digits = name[end..].bytes().take_while(u8::is_ascii_digit).count();
        // A dollar before the number goes with it.
        let start = if mark.ends_with('$') { end - 1 } else { end };
        if digits > 0 {
            name.replace_range(start..end + digits, "");
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::readable_class;

    #[test]
    fn classes_are_called_the_same_in_every_run() {
        for (internal, readable) in [
            ("java/util/HashMap", "java.util.HashMap"),
            ("Main", "Main"),
            ("Main$Inner", "Main$Inner"),
            ("Main$$Lambda$14/0x0000000800c03000", "Main$$Lambda"),
            ("a/Main$$Lambda/0x00007f1c3c001000", "a.Main$$Lambda"),
            ("a/Main$$Lambda+0x00007f1c3c001000", "a.Main$$Lambda"),
            ("java/lang/invoke/LambdaForm$MH/0x0000000800c03000", "java.lang.invoke.LambdaForm$MH"),
            ("jdk/internal/reflect/GeneratedMethodAccessor12", "jdk.internal.reflect.GeneratedMethodAccessor"),
            ("com/sun/proxy/$Proxy7", "com.sun.proxy.$Proxy"),
            ("a/0x12", "a.0x12"),
        ] {
            assert_eq!(readable_class(internal), readable, "{internal}");
        }
    }
}
