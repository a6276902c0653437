//! Functions by name and module, numbered in the order in which they appear.

use std::collections::BTreeMap;

use stacks::SymbolAt;

use super::function_names::FunctionNames;
use super::layouts::Layouts;
use super::numbers::{self, Numbers};
use super::texts::{DistinctTexts, Texts};
use crate::record::Text;

/// Memory that names may take which cannot be read later; functions beyond it are counted together.
const KEPT_BYTES: usize = 6 << 20;
/// Memory that the names of the functions listed may take, of all kinds together.
const LISTED_BYTES: usize = 6 << 20;
/// Memory the names of files may take; functions beyond it have none.
const FILES_BYTES: usize = 1 << 20;
/// A function whose file is not known.
const NO_FILE: u32 = u32::MAX;
/// Name of everything that is counted together.
const OTHER: &str = "[other functions]";

/// Number of the function that represents all those without a place of their own.
pub const OTHER_NUMBER: u32 = 0;

/// Bytes of all modules' names; more than there are.
const MODULES_BYTES: usize = 4 << 20;

/// Where a function's name is.
#[derive(Clone, Copy)]
enum Named {
    /// Nowhere.
    Nameless,
    /// Nowhere, but this distinguishes it.
    Code(u32),
    Text(u32),
    /// Read when it is shown: most functions of a large program never are.
    Symbol(SymbolAt),
}

struct Function {
    /// Hash of its name and module, by which it is known: that two of 100,000 have the same one has a chance of
    /// one to three thousand million. Of a symbol before [`Functions::unite`].
    key: u64,
    name: Named,
    /// The address space in which the symbol is.
    layout: u32,
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
    /// Left of those for names that are listed.
    listed_bytes: usize,
    /// Addresses whose function had no place, and those that had none themselves, as often as they were met.
    pub cut: u64,
}

impl Functions {
    /// Only the entry for those that are counted together.
    pub fn new() -> Functions {
        let mut functions = Functions {
            rows: Vec::new(),
            texts: Texts::new(KEPT_BYTES),
            modules: DistinctTexts::new(MODULES_BYTES),
            files: DistinctTexts::new(FILES_BYTES),
            places_cut: 0,
            numbers: Numbers::default(),
            listed_bytes: LISTED_BYTES,
            cut: 0,
        };
        functions.number(OTHER, "", None);
        functions
    }

    /// The number of a function, by its name or by the symbol that has it in an address space; without either it is
    /// the unknown function of its module.
    pub fn number(&mut self, name: &str, module: &str, symbol: Option<(u32, SymbolAt)>) -> u32 {
        let key = symbol.map_or_else(|| key_of(name, module), |symbol| numbers::hash(&(symbol, module)));
        self.number_of(key, module, |texts| {
            Some(match symbol {
                Some((layout, symbol)) => (layout, Named::Symbol(symbol)),
                None if name.is_empty() => (0, Named::Nameless),
                None => (0, Named::Text(texts.push(name)?)),
            })
        })
    }

    /// The number of a function without a name, by what distinguishes it from others of its module.
    pub fn number_nameless(&mut self, code: &str, module: &str) -> u32 {
        let key = numbers::hash(&(code, module, "code"));
        self.number_of(key, module, |texts| Some((0, Named::Code(texts.push(code)?))))
    }

    fn number_of(&mut self, key: u64, module: &str, named: impl FnOnce(&mut Texts) -> Option<(u32, Named)>) -> u32 {
        if let Some(number) = self.numbers.find(&key, |number| self.rows[number as usize].key) {
            return number;
        }
        self.add(key, module, named).unwrap_or_else(|| {
            self.cut += 1;
            OTHER_NUMBER
        })
    }

    fn add(&mut self, key: u64, module: &str, named: impl FnOnce(&mut Texts) -> Option<(u32, Named)>) -> Option<u32> {
        let module = self.modules.number(module)?;
        let (layout, name) = named(&mut self.texts)?;
        let number = self.rows.len() as u32;
        self.rows.push(Function { key, name, layout, module, file: NO_FILE, line: 0 });
        self.numbers.insert(&key, number, |number| self.rows[number as usize].key);
        Some(number)
    }

    /// Reads the names of all symbols, and finds those functions that are one by their names. Returns which number
    /// each function has from now on.
    pub fn unite(&mut self, layouts: &mut Layouts) -> Vec<u32> {
        let Functions { rows, modules, .. } = self;
        let symbols = symbols_of(rows, 0..rows.len() as u32);
        each_name(symbols, layouts, &mut |number, name| {
            let function = &mut rows[number as usize];
            function.key = key_of(name, modules.get(function.module));
            if name.is_empty() {
                function.name = Named::Nameless;
            }
        });
        self.numbers = Numbers::default();
        let mut united = Vec::with_capacity(self.rows.len());
        for number in 0..self.rows.len() as u32 {
            let key_of = |number: u32| self.rows[number as usize].key;
            let key = key_of(number);
            let known = self.numbers.find(&key, key_of);
            united.push(known.unwrap_or(number));
            let Some(known) = known else {
                self.numbers.insert(&key, number, key_of);
                continue;
            };
            let Function { file, line, .. } = self.rows[number as usize];
            if file != NO_FILE && self.comes_before(self.files.get(file), line, known) {
                (self.rows[known as usize].file, self.rows[known as usize].line) = (file, line);
            }
        }
        united
    }

    /// Takes note of where a function is declared. Of several places the first in the order of their
    /// names counts, whatever the order in which they are met.
    pub fn place(&mut self, number: u32, file: &str, line: u32) {
        if number == OTHER_NUMBER || file.is_empty() || !self.comes_before(file, line, number) {
            return;
        }
        let Some(file) = self.files.number(file) else {
            self.places_cut += 1;
            return;
        };
        let function = &mut self.rows[number as usize];
        (function.file, function.line) = (file, line);
    }

    /// Whether a place comes before the one that is known of a function.
    fn comes_before(&self, file: &str, line: u32, number: u32) -> bool {
        let known = &self.rows[number as usize];
        known.file == NO_FILE || (file, line) < (self.files.get(known.file), known.line)
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

    /// Whether it has a name of its own.
    pub fn has_name(&self, number: u32) -> bool {
        number != OTHER_NUMBER && !matches!(self.rows[number as usize].name, Named::Nameless | Named::Code(_))
    }

    /// The names of those that are listed.
    pub fn names_of(&mut self, numbers: &[u32], layouts: &mut Layouts) -> FunctionNames {
        let mut names = FunctionNames::new(self.listed_bytes, numbers.len());
        for number in numbers {
            match self.rows[*number as usize].name {
                Named::Nameless => names.add(*number, ""),
                Named::Code(code) => names.add_nameless(*number, self.texts.get(code)),
                Named::Text(text) => names.add(*number, self.texts.get(text)),
                Named::Symbol(_) => {}
            }
        }
        let symbols = symbols_of(&self.rows, numbers.iter().copied());
        each_name(symbols, layouts, &mut |number, name| names.add(number, name));
        self.listed_bytes -= names.seal();
        names
    }

    /// Frees what only [`Functions::number`] and [`Functions::place`] need.
    pub fn freeze(&mut self) {
        self.numbers = Numbers::default();
        self.modules.freeze();
        self.files.freeze();
    }
}

fn key_of(name: &str, module: &str) -> u64 {
    numbers::hash(&(name, module))
}

/// Symbols of those functions whose name is one, with the functions' numbers, by address space.
fn symbols_of(rows: &[Function], numbers: impl Iterator<Item = u32>) -> BTreeMap<u32, Vec<(SymbolAt, u32)>> {
    let mut symbols: BTreeMap<u32, Vec<_>> = BTreeMap::new();
    for number in numbers {
        let function = &rows[number as usize];
        if let Named::Symbol(symbol) = function.name {
            symbols.entry(function.layout).or_default().push((symbol, number));
        }
    }
    symbols
}

/// Calls `visit` with the number and name of each function; the name is empty when it cannot be read.
fn each_name(symbols: BTreeMap<u32, Vec<(SymbolAt, u32)>>, layouts: &mut Layouts, visit: &mut dyn FnMut(u32, &str)) {
    for (layout, mut symbols) in symbols {
        symbols.sort_unstable();
        match layouts.at(layout) {
            Some(target) => target.symbol_names(&symbols, &mut |number, name| visit(*number, name)),
            None => symbols.iter().for_each(|(_, number)| visit(*number, "")),
        }
    }
}

#[cfg(test)]
mod tests {
    use stacks::{Name, SymbolNames};

    use super::{FILES_BYTES, Functions, KEPT_BYTES, LISTED_BYTES, Layouts, OTHER_NUMBER};
    use crate::profile::function_names::NO_ROOM;
    use crate::profile::layouts::tests::member;

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
    fn functions_without_a_name_are_told_apart_where_something_does() {
        let mut functions = Functions::new();
        let numbers = [("3f2a1c7b+4a5e0", "a"), ("3f2a1c7b+4a700", "a"), ("3f2a1c7b+4a5e0", "b")]
            .map(|(code, module)| functions.number_nameless(code, module));
        let plain = functions.number("", "a", None);
        assert_eq!((numbers, plain), ([1, 2, 3], 4));
        assert_eq!(functions.number_nameless("3f2a1c7b+4a700", "a"), 2);
        let names = functions.names_of(&[1, 2, 4], &mut Layouts::new());
        assert_eq!(
            [1, 2, 4].map(|number| names.get(number)),
            ["[unknown 3f2a1c7b+4a5e0]", "[unknown 3f2a1c7b+4a700]", "[unknown]"]
        );
        assert!(!functions.has_name(1) && !functions.has_name(4));
    }

    #[inline(never)]
    fn inlined_as_well(number: usize) -> usize {
        std::hint::black_box(number) + 2
    }

    #[test]
    fn a_symbol_and_an_inlined_function_of_the_same_name_are_one() {
        let (own, mut layouts) = (std::process::id(), Layouts::new());
        layouts.notice(&[member(own, 0, 0)]);
        let (layout, target) = layouts.of(own, 5).expect("this process");
        let (mut symbol, mut name, mut module) = (None, String::new(), String::new());
        let address = inlined_as_well as *const () as u64;
        let mut take = |_: u64, found: &[Name]| {
            let last = found.last().expect("at least one");
            (symbol, module) = (last.symbol, last.module.clone());
        };
        target.symbolise_at(target.epoch(), &[address], SymbolNames::Later, &mut take).expect("one is sorted");
        let symbol = symbol.expect("the function has one");
        target.symbol_names(&[(symbol, ())], &mut |(), text| text.clone_into(&mut name));
        assert!(name.ends_with("inlined_as_well"), "{name}");

        let mut functions = Functions::new();
        let inlined = functions.number(&name, &module, None);
        let outer = functions.number("", &module, Some((layout, symbol)));
        let elsewhere = functions.number(&name, "another module", None);
        functions.place(inlined, "b.rs", 2);
        functions.place(outer, "a.rs", 9);
        assert_eq!(functions.unite(&mut layouts), [OTHER_NUMBER, inlined, inlined, elsewhere]);
        let declared = functions.declared(inlined as usize).map(|(file, line)| (file.to_string(), line));
        assert_eq!(declared, Some(("a.rs".to_owned(), 9)));
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
    fn names_beyond_the_room_of_all_lists_are_left_out() {
        let (mut functions, mut layouts) = (Functions::new(), Layouts::new());
        let long = "n".repeat(LISTED_BYTES / 4 - 10);
        let numbers: Vec<u32> = (0..3).map(|number| functions.number(&format!("{long}{number}"), "m", None)).collect();
        let first = functions.names_of(&numbers[..2], &mut layouts);
        assert!(numbers[..2].iter().all(|number| first.get(*number).starts_with(&long)));
        let second = functions.names_of(&numbers, &mut layouts);
        let left_out = numbers.iter().filter(|number| second.get(**number) == NO_ROOM).count();
        assert_eq!((left_out, &*second.share(numbers[2])), (1, NO_ROOM));
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
        let long = "n".repeat(KEPT_BYTES / 8 - 10);
        let numbers: Vec<u32> = (0..10).map(|number| functions.number(&format!("{long}{number}"), "m", None)).collect();
        assert_eq!(numbers[..8], [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!((numbers[8], functions.cut), (OTHER_NUMBER, 2));
        assert_eq!(functions.number(&format!("{long}0"), "m", None), 1);
    }
}
