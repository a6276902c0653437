//! Functions by name and module, numbered in the order in which they appear.

use std::collections::HashMap;

/// Functions listed under their own name; further ones are counted together.
const MAX_FUNCTIONS: usize = 16_384;
/// Name of everything without one: code without a symbol, or an unreadable module.
const UNKNOWN: &str = "[unknown]";
/// Name of everything beyond the table.
const OTHER: &str = "[other functions]";

/// The table. Number 0 is [`OTHER`].
pub struct Functions {
    numbers: HashMap<(Box<str>, u32), u32>,
    modules: HashMap<Box<str>, u32>,
    names: Vec<(Box<str>, u32)>,
    /// Names that had no place.
    pub cut: u64,
}

impl Functions {
    /// Only the entry for those beyond the table.
    pub fn new() -> Functions {
        let mut functions = Functions { numbers: HashMap::new(), modules: HashMap::new(), names: Vec::new(), cut: 0 };
        functions.number(OTHER, "");
        functions
    }

    /// The number of a function. An empty name is an unknown function of its module.
    pub fn number(&mut self, name: &str, module: &str) -> u32 {
        let name = if name.is_empty() { UNKNOWN } else { name };
        let next_module = self.modules.len() as u32;
        let module = *self.modules.entry(module.into()).or_insert(next_module);
        let key = (Box::from(name), module);
        if let Some(number) = self.numbers.get(&key) {
            return *number;
        }
        if self.names.len() >= MAX_FUNCTIONS {
            self.cut += 1;
            return 0;
        }
        let number = self.names.len() as u32;
        self.names.push(key.clone());
        self.numbers.insert(key, number);
        number
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Name and module of each, by number.
    pub fn into_names(self) -> Vec<(String, String)> {
        let mut modules = vec![""; self.modules.len()];
        for (module, number) in &self.modules {
            modules[*number as usize] = module;
        }
        self.names.iter().map(|(name, module)| (name.to_string(), modules[*module as usize].to_owned())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Functions;

    #[test]
    fn a_function_is_its_name_in_its_module() {
        let mut functions = Functions::new();
        let (a, b) = (functions.number("main", "a"), functions.number("main", "b"));
        assert_ne!(a, b);
        assert_eq!(functions.number("main", "a"), a);
        assert_eq!(functions.number("", "a"), functions.number("", "a"));
        let names = functions.into_names();
        assert_eq!(names[a as usize], ("main".to_owned(), "a".to_owned()));
        assert_eq!(names[3], ("[unknown]".to_owned(), "a".to_owned()));
    }

    #[test]
    fn functions_beyond_the_table_are_counted_together() {
        let mut functions = Functions::new();
        for number in 0..super::MAX_FUNCTIONS + 10 {
            functions.number(&format!("f{number}"), "m");
        }
        assert_eq!(functions.number("one more", "m"), 0);
        assert_eq!((functions.len(), functions.cut), (super::MAX_FUNCTIONS, 12));
    }
}
