//! Functions by name and module, numbered in the order in which they appear.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Memory all names may take; functions beyond it are counted together.
const NAMES_BYTES: usize = 8 << 20;
/// Name of everything without one: code without a symbol, or an unreadable module.
const UNKNOWN: &str = "[unknown]";
/// Name of everything that is counted together.
const OTHER: &str = "[other functions]";

/// Number of the function that stands for all those without a place of their own.
pub const OTHER_NUMBER: u32 = 0;

struct Function {
    name: Box<str>,
    module: u32,
}

/// The table.
pub struct Functions {
    rows: Vec<Function>,
    modules: Vec<Box<str>>,
    /// By hash; a taken hash is passed on to the next number.
    numbers: HashMap<u64, u32>,
    bytes: usize,
    /// Addresses whose function had no place.
    pub cut: u64,
}

impl Functions {
    /// Only the entry for those that are counted together.
    pub fn new() -> Functions {
        let mut functions =
            Functions { rows: Vec::new(), modules: Vec::new(), numbers: HashMap::new(), bytes: 0, cut: 0 };
        functions.number(OTHER, "");
        functions
    }

    /// The number of a function. An empty name is an unknown function of its module.
    pub fn number(&mut self, name: &str, module: &str) -> u32 {
        let name = if name.is_empty() { UNKNOWN } else { name };
        let mut hasher = DefaultHasher::new();
        (name, module).hash(&mut hasher);
        let mut hash = hasher.finish();
        while let Some(number) = self.numbers.get(&hash) {
            if self.is(*number, name, module) {
                return *number;
            }
            hash = hash.wrapping_add(1);
        }
        if self.bytes + name.len() > NAMES_BYTES {
            self.cut += 1;
            return OTHER_NUMBER;
        }
        let number = self.rows.len() as u32;
        let module = self.module(module);
        self.bytes += name.len();
        self.rows.push(Function { name: name.into(), module });
        self.numbers.insert(hash, number);
        number
    }

    fn is(&self, number: u32, name: &str, module: &str) -> bool {
        let function = &self.rows[number as usize];
        *function.name == *name && *self.modules[function.module as usize] == *module
    }

    fn module(&mut self, module: &str) -> u32 {
        let known = self.modules.iter().rposition(|name| **name == *module);
        known.unwrap_or_else(|| {
            self.modules.push(module.into());
            self.modules.len() - 1
        }) as u32
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Name and module of one.
    pub fn name(&self, number: usize) -> (&str, &str) {
        let function = &self.rows[number];
        (&function.name, &self.modules[function.module as usize])
    }

    /// Frees what only [`Functions::number`] needs.
    pub fn freeze(&mut self) {
        self.numbers = HashMap::new();
    }
}

#[cfg(test)]
mod tests {
    use super::{Functions, NAMES_BYTES, OTHER_NUMBER};

    #[test]
    fn a_function_is_its_name_in_its_module() {
        let mut functions = Functions::new();
        let (a, b) = (functions.number("main", "a"), functions.number("main", "b"));
        assert_ne!(a, b);
        assert_eq!(functions.number("main", "a"), a);
        assert_eq!(functions.number("", "a"), functions.number("", "a"));
        assert_eq!(functions.name(a as usize), ("main", "a"));
        assert_eq!(functions.name(3), ("[unknown]", "a"));
    }

    #[test]
    fn functions_beyond_the_budget_are_counted_together() {
        let mut functions = Functions::new();
        let long = "n".repeat(NAMES_BYTES / 8 - 10);
        let numbers: Vec<u32> = (0..10).map(|number| functions.number(&format!("{long}{number}"), "m")).collect();
        assert_eq!(numbers[..8], [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!((numbers[8], functions.cut), (OTHER_NUMBER, 2));
        assert_eq!(functions.number(&format!("{long}0"), "m"), 1);
    }
}
