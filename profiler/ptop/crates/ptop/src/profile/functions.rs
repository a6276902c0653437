//! Functions by name and module, numbered in the order in which they appear.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// Memory all names may take; functions beyond it are counted together.
const NAMES_BYTES: usize = 8 << 20;
/// Memory the names of files may take; functions beyond it have none.
const FILES_BYTES: usize = 1 << 20;
/// A function whose file is not known.
const NO_FILE: u32 = u32::MAX;
/// Name of everything without one: code without a symbol, or an unreadable module.
const UNKNOWN: &str = "[unknown]";
/// Name of everything that is counted together.
const OTHER: &str = "[other functions]";

/// Number of the function that stands for all those without a place of their own.
pub const OTHER_NUMBER: u32 = 0;

struct Function {
    name: Rc<str>,
    module: u32,
    /// Where it is declared.
    file: u32,
    line: u32,
}

/// The table.
pub struct Functions {
    rows: Vec<Function>,
    modules: Vec<Rc<str>>,
    files: Vec<Rc<str>>,
    file_numbers: HashMap<u64, u32>,
    file_bytes: usize,
    /// Functions whose file had no place.
    pub places_cut: u64,
    /// By hash; a taken hash is passed on to the next number.
    numbers: HashMap<u64, u32>,
    bytes: usize,
    /// Addresses whose function had no place.
    pub cut: u64,
}

impl Functions {
    /// Only the entry for those that are counted together.
    pub fn new() -> Functions {
        let mut functions = Functions {
            rows: Vec::new(),
            modules: Vec::new(),
            files: Vec::new(),
            file_numbers: HashMap::new(),
            file_bytes: 0,
            places_cut: 0,
            numbers: HashMap::new(),
            bytes: 0,
            cut: 0,
        };
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
        self.rows.push(Function { name: name.into(), module, file: NO_FILE, line: 0 });
        self.numbers.insert(hash, number);
        number
    }

    /// Takes note of where a function is declared. Of several places the first in the order of their
    /// names counts, whatever the order in which they are met.
    pub fn place(&mut self, number: u32, file: &str, line: u32) {
        if number == OTHER_NUMBER || file.is_empty() {
            return;
        }
        let known = self.declared(number as usize);
        if known.is_some_and(|(known, at)| (&**known, at) <= (file, line)) {
            return;
        }
        let Some(file) = self.file(file) else {
            self.places_cut += 1;
            return;
        };
        let function = &mut self.rows[number as usize];
        (function.file, function.line) = (file, line);
    }

    /// Where a function is declared: file and line, 0 when only the file is known.
    pub fn declared(&self, number: usize) -> Option<(&Rc<str>, u32)> {
        let function = &self.rows[number];
        self.files.get(function.file as usize).map(|file| (file, function.line))
    }

    fn file(&mut self, name: &str) -> Option<u32> {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        let mut hash = hasher.finish();
        while let Some(number) = self.file_numbers.get(&hash) {
            if *self.files[*number as usize] == *name {
                return Some(*number);
            }
            hash = hash.wrapping_add(1);
        }
        if self.file_bytes + name.len() > FILES_BYTES {
            return None;
        }
        self.file_bytes += name.len();
        let number = self.files.len() as u32;
        self.files.push(name.into());
        self.file_numbers.insert(hash, number);
        Some(number)
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
    pub fn name(&self, number: usize) -> (&Rc<str>, &Rc<str>) {
        let function = &self.rows[number];
        (&function.name, &self.modules[function.module as usize])
    }

    /// Frees what only [`Functions::number`] needs.
    pub fn freeze(&mut self) {
        self.numbers = HashMap::new();
        self.file_numbers = HashMap::new();
    }
}

#[cfg(test)]
mod tests {
    use super::{FILES_BYTES, Functions, NAMES_BYTES, OTHER_NUMBER};

    #[test]
    fn a_function_is_its_name_in_its_module() {
        let mut functions = Functions::new();
        let (a, b) = (functions.number("main", "a"), functions.number("main", "b"));
        assert_ne!(a, b);
        assert_eq!(functions.number("main", "a"), a);
        assert_eq!(functions.number("", "a"), functions.number("", "a"));
        assert_eq!(functions.name(a as usize), (&"main".into(), &"a".into()));
        assert_eq!(functions.name(3), (&"[unknown]".into(), &"a".into()));
    }

    #[test]
    fn of_several_places_of_a_function_one_is_shown_whatever_their_order() {
        for places in [[("b.h", 3), ("a.h", 9), ("a.h", 7)], [("a.h", 7), ("b.h", 3), ("a.h", 9)]] {
            let mut functions = Functions::new();
            let number = functions.number("f", "m");
            functions.place(number, "", 0);
            assert_eq!(functions.declared(1), None);
            for (file, line) in places {
                functions.place(number, file, line);
            }
            assert_eq!(functions.declared(1), Some((&"a.h".into(), 7)));
        }
    }

    #[test]
    fn files_beyond_the_budget_are_counted() {
        let mut functions = Functions::new();
        let long = "n".repeat(FILES_BYTES / 4);
        for number in 0..6 {
            let function = functions.number(&format!("f{number}"), "m");
            functions.place(function, &format!("{number}{}", &long[2..]), 1);
        }
        assert_eq!(functions.places_cut, 2);
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
