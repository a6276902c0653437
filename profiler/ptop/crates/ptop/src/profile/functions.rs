//! Functions by name and module, numbered in the order in which they appear.

use stacks::SymbolAt;

use super::layouts::Layouts;
use super::numbers::{self, Numbers};
use super::texts::{DistinctTexts, Text, Texts};

/// Memory the names of all functions shown may take, and those that cannot be read again; functions beyond the
/// latter are counted together.
const NAMES_BYTES: usize = 8 << 20;
/// Memory the names of files may take; functions beyond it have none.
const FILES_BYTES: usize = 1 << 20;
/// A function whose file is not known.
const NO_FILE: u32 = u32::MAX;
/// Name of everything without one: code without a symbol, or an unreadable module.
const UNKNOWN: &str = "[unknown]";
/// Name of everything that is counted together.
const OTHER: &str = "[other functions]";
/// Name of a function that is shown when the others' names take all the room.
const NO_ROOM: &str = "[name left out]";

/// Number of the function that stands for all those without a place of their own.
pub const OTHER_NUMBER: u32 = 0;

/// Bytes of all modules' names; more than there are.
const MODULES_BYTES: usize = 4 << 20;

/// Where a function's name is.
enum Named {
    Text(u32),
    /// Read again when it is shown: most functions of a large program never are.
    Symbol(SymbolAt),
}

struct Function {
    /// Hash of its name and module, by which it is known: that two of 100,000 have the same one has a chance of
    /// one to three thousand million.
    key: u64,
    name: Named,
    /// The address space in which the symbol is.
    layout: u16,
    module: u32,
    /// Where it is declared.
    file: u32,
    line: u32,
}

/// The table.
pub struct Functions {
    rows: Vec<Function>,
    texts: Texts,
    modules: DistinctTexts,
    files: DistinctTexts,
    /// Functions whose file had no place.
    pub places_cut: u64,
    numbers: Numbers,
    /// Addresses whose function had no place.
    pub cut: u64,
}

impl Functions {
    /// Only the entry for those that are counted together.
    pub fn new() -> Functions {
        let mut functions = Functions {
            rows: Vec::new(),
            texts: Texts::new(NAMES_BYTES),
            modules: DistinctTexts::new(MODULES_BYTES),
            files: DistinctTexts::new(FILES_BYTES),
            places_cut: 0,
            numbers: Numbers::default(),
            cut: 0,
        };
        functions.number(OTHER, "", None);
        functions
    }

    /// The number of a function. An empty name is an unknown function of its module. A name that can be read again
    /// in an address space is not kept.
    pub fn number(&mut self, name: &str, module: &str, symbol: Option<(u16, SymbolAt)>) -> u32 {
        let name = if name.is_empty() { UNKNOWN } else { name };
        let key = numbers::hash(&(name, module));
        if let Some(number) = self.numbers.find(&key, |number| self.rows[number as usize].key) {
            return number;
        }
        self.add(key, name, module, symbol).unwrap_or_else(|| {
            self.cut += 1;
            OTHER_NUMBER
        })
    }

    fn add(&mut self, key: u64, name: &str, module: &str, symbol: Option<(u16, SymbolAt)>) -> Option<u32> {
        let module = self.modules.number(module)?;
        let (layout, name) = match symbol {
            Some((layout, symbol)) => (layout, Named::Symbol(symbol)),
            None => (0, Named::Text(self.texts.push(name)?)),
        };
        let number = self.rows.len() as u32;
        self.rows.push(Function { key, name, layout, module, file: NO_FILE, line: 0 });
        self.numbers.insert(&key, number, |number| self.rows[number as usize].key);
        Some(number)
    }

    /// Takes note of where a function is declared. Of several places the first in the order of their
    /// names counts, whatever the order in which they are met.
    pub fn place(&mut self, number: u32, file: &str, line: u32) {
        if number == OTHER_NUMBER || file.is_empty() {
            return;
        }
        let known = &self.rows[number as usize];
        if known.file != NO_FILE && (self.files.get(known.file), known.line) <= (file, line) {
            return;
        }
        let Some(file) = self.files.number(file) else {
            self.places_cut += 1;
            return;
        };
        let function = &mut self.rows[number as usize];
        (function.file, function.line) = (file, line);
    }

    /// Where a function is declared: file and line, 0 when only the file is known.
    pub fn declared(&self, number: usize) -> Option<(Text, u32)> {
        let function = &self.rows[number];
        (function.file != NO_FILE).then(|| (self.files.share(function.file), function.line))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The module of one.
    pub fn module(&self, number: usize) -> &str {
        self.modules.get(self.rows[number].module)
    }

    /// As [`Functions::module`], to be kept.
    pub fn share_module(&self, number: usize) -> Text {
        self.modules.share(self.rows[number].module)
    }

    /// The names of some.
    pub fn names_of(&self, numbers: &[u32], layouts: &mut Layouts) -> FunctionNames {
        let mut names = FunctionNames { texts: Texts::new(NAMES_BYTES), places: Vec::new() };
        let mut symbols: Vec<(u16, SymbolAt, u32)> = Vec::new();
        for number in numbers {
            let function = &self.rows[*number as usize];
            match function.name {
                Named::Text(text) => names.add(*number, self.texts.get(text)),
                Named::Symbol(symbol) => symbols.push((function.layout, symbol, *number)),
            }
        }
        symbols.sort_unstable();
        for of_one in symbols.chunk_by(|left, right| left.0 == right.0) {
            let Some((target, _)) = layouts.in_epoch(of_one[0].0) else { continue };
            let mut wanted: Vec<SymbolAt> = of_one.iter().map(|(_, symbol, _)| *symbol).collect();
            target.symbol_names(&mut wanted, &mut |symbol, name| {
                if let Ok(at) = of_one.binary_search_by_key(&symbol, |(_, symbol, _)| *symbol) {
                    names.add(of_one[at].2, if name.is_empty() { UNKNOWN } else { name });
                }
            });
        }
        names.places.sort_unstable();
        names
    }

    /// Frees what only [`Functions::number`] and [`Functions::place`] need.
    pub fn freeze(&mut self) {
        self.numbers = Numbers::default();
        self.modules.freeze();
        self.files.freeze();
    }
}

/// Names of functions, by their numbers.
pub struct FunctionNames {
    texts: Texts,
    /// Sorted, with the number of the text; those without have no room.
    places: Vec<(u32, Option<u32>)>,
}

impl FunctionNames {
    fn add(&mut self, number: u32, name: &str) {
        self.places.push((number, self.texts.push(name)));
    }

    fn place(&self, number: u32) -> Option<u32> {
        let at = self.places.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        self.places[at].1
    }

    /// One of them.
    pub fn get(&self, number: u32) -> &str {
        self.place(number).map_or(NO_ROOM, |text| self.texts.get(text))
    }

    /// One of them, to be kept.
    pub fn share(&self, number: u32) -> Text {
        self.place(number).map_or_else(|| NO_ROOM.into(), |text| self.texts.share(text))
    }
}

#[cfg(test)]
mod tests {
    use super::{FILES_BYTES, Functions, Layouts, NAMES_BYTES, NO_ROOM, OTHER_NUMBER};

    #[test]
    fn a_function_is_its_name_in_its_module() {
        let mut functions = Functions::new();
        let (a, b) = (functions.number("main", "a", None), functions.number("main", "b", None));
        assert_ne!(a, b);
        assert_eq!(functions.number("main", "a", None), a);
        assert_eq!(functions.number("", "a", None), functions.number("", "a", None));
        let names = functions.names_of(&[3, a], &mut Layouts::new());
        assert_eq!((names.get(a), functions.module(a as usize)), ("main", "a"));
        assert_eq!((names.get(3), &*names.share(3), functions.module(3)), ("[unknown]", "[unknown]", "a"));
        assert_eq!((names.get(b), &*names.share(b)), (NO_ROOM, NO_ROOM));
    }

    #[test]
    fn of_several_places_of_a_function_one_is_shown_whatever_their_order() {
        for places in [[("b.h", 3), ("a.h", 9), ("a.h", 7)], [("a.h", 7), ("b.h", 3), ("a.h", 9)]] {
            let mut functions = Functions::new();
            let number = functions.number("f", "m", None);
            functions.place(number, "", 0);
            assert!(functions.declared(1).is_none());
            for (file, line) in places {
                functions.place(number, file, line);
            }
            let declared = functions.declared(1).map(|(file, line)| (file.to_string(), line));
            assert_eq!(declared, Some(("a.h".to_owned(), 7)));
        }
    }

    #[test]
    fn files_beyond_the_budget_are_counted() {
        let mut functions = Functions::new();
        let long = "n".repeat(FILES_BYTES / 4);
        for number in 0..6 {
            let function = functions.number(&format!("f{number}"), "m", None);
            functions.place(function, &format!("{number}{}", &long[2..]), 1);
        }
        assert_eq!(functions.places_cut, 2);
    }

    #[test]
    fn functions_beyond_the_budget_are_counted_together() {
        let mut functions = Functions::new();
        let long = "n".repeat(NAMES_BYTES / 8 - 10);
        let numbers: Vec<u32> = (0..10).map(|number| functions.number(&format!("{long}{number}"), "m", None)).collect();
        assert_eq!(numbers[..8], [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!((numbers[8], functions.cut), (OTHER_NUMBER, 2));
        assert_eq!(functions.number(&format!("{long}0"), "m", None), 1);
    }
}
