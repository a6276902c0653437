//! The table in each of its layouts, made by hand; those of real programs of
//! both architectures against their symbols; and tables that lie.

use std::fs::File;

use object::{Object, ObjectSection, ObjectSymbol};

use super::*;
use crate::cfi::rule::{Address, Rule, Value};

const TEXT: u64 = 0x1000;

/// Functions at 0x1000, 0x1040 and 0x1080, the last ending at 0x10c0: the second moves the stack pointer by 24 at
/// its fourth byte, the third is the outermost.
const FUNCTIONS: [(u32, &str, &[u8]); 3] = [
    (0, "main.main", &[2, 0x40, 0]),
    (0x40, "main.(*Orders).total", &[2, 4, 48, 0x3c, 0]),
    (0x80, "runtime.goexit", &[2, 0x40, 0]),
];
const END: u32 = 0xc0;

/// The table as a file that holds nothing else.
fn made(layout: Layout) -> (GoTable, Source) {
    let is_relative = matches!(layout, Layout::V18 | Layout::V20);
    let mut names = vec![0];
    let mut changes = vec![0];
    let mut entries: Vec<Vec<u8>> = Vec::new();
    let mut places = Vec::new();
    for (start, name, of) in FUNCTIONS {
        places.push((names.len() as u32, changes.len() as u32));
        names.extend(name.bytes().chain([0]));
        changes.extend(of);
        let mut entry = Vec::new();
        if is_relative {
            entry.extend(start.to_le_bytes());
        } else {
            entry.extend((TEXT + u64::from(start)).to_le_bytes());
        }
        entries.push(entry);
    }
    let (head, key) = (if layout == Layout::V2 { 16 } else { 72 }, if is_relative { 8 } else { 16 });
    let list = head + names.len() + changes.len();
    let list = list.next_multiple_of(8);
    let rows_end = list + key * FUNCTIONS.len() + key;
    let (names_at, changes_at) = (head, head + names.len());
    let list = if layout == Layout::V2 { 16 } else { list };
    let mut file = vec![0; 4096];
    let mut next = rows_end.max(1024);
    // In the oldest layout offsets count from the table's start, and the list comes first.
    let names_at = if layout == Layout::V2 { 2048 } else { names_at };
    let changes_at = if layout == Layout::V2 { 3072 } else { changes_at };
    file[names_at..names_at + names.len()].copy_from_slice(&names);
    file[changes_at..changes_at + changes.len()].copy_from_slice(&changes);
    for (index, entry) in entries.iter_mut().enumerate() {
        let (name, change) = places[index];
        let (name, change) =
            if layout == Layout::V2 { (name + names_at as u32, change + changes_at as u32) } else { (name, change) };
        entry.extend(name.to_le_bytes());
        entry.extend([0; 8]);
        entry.extend(change.to_le_bytes());
        entry.extend([0; 12]);
        entry.extend(vec![
            0;
            match layout {
                Layout::V2 => 0,
                Layout::V16 | Layout::V18 => 4,
                Layout::V20 => 8,
            }
        ]);
        entry.extend([0; 4]);
        file[next..next + entry.len()].copy_from_slice(entry);
        let from = if layout == Layout::V2 { 0 } else { list };
        let row = list + index * key;
        let start = FUNCTIONS[index].0;
        if is_relative {
            file[row..row + 4].copy_from_slice(&start.to_le_bytes());
            file[row + 4..row + 8].copy_from_slice(&((next - from) as u32).to_le_bytes());
        } else {
            file[row..row + 8].copy_from_slice(&(TEXT + u64::from(start)).to_le_bytes());
            file[row + 8..row + 16].copy_from_slice(&((next - from) as u64).to_le_bytes());
        }
        next += 64;
    }
    let behind = list + FUNCTIONS.len() * key;
    if is_relative {
        file[behind..behind + 4].copy_from_slice(&END.to_le_bytes());
    } else {
        file[behind..behind + 8].copy_from_slice(&(TEXT + u64::from(END)).to_le_bytes());
    }
    let table = GoTable {
        layout,
        arch: Arch::X86_64,
        start: 0,
        end: file.len() as u64,
        functions: list as u64,
        names: if layout == Layout::V2 { 0 } else { names_at as u64 },
        changes: if layout == Layout::V2 { 0 } else { changes_at as u64 },
        count: FUNCTIONS.len() as u64,
        quantum: 1,
        text: if is_relative { TEXT } else { 0 },
    };
    (table, Source::Memory(file.into()))
}

fn name_at(table: &GoTable, source: &Source, address: u64) -> Option<String> {
    let mut pages = PageCache::new(8);
    let mut name = String::new();
    let mut through = Through { module: 0, source, pages: &mut pages };
    table.name(address, 200, &mut through, &mut name).then_some(name)
}

/// Distance to the frame address, and what is saved where.
type Shape = (i32, Vec<(usize, Option<i32>)>);

fn rule_at(table: &GoTable, source: &Source, address: u64) -> Option<Shape> {
    let mut pages = PageCache::new(8);
    let mut out = Vec::new();
    let mut through = Through { module: 0, source, pages: &mut pages };
    if table.rule(address, &mut through, &mut out) == GoRule::Nothing {
        return None;
    }
    let rule = Rule::decode(&out).unwrap();
    let Address::Register(_, distance) = rule.cfa else { panic!("an expression") };
    let item = |(register, value): (usize, Value<'_>)| match value {
        Value::At(offset) => (register, Some(offset)),
        other => {
            assert_eq!(other, Value::Undefined);
            (register, None)
        }
    };
    Some((distance, rule.items().map(item).collect()))
}

const LAYOUTS: [Layout; 4] = [Layout::V2, Layout::V16, Layout::V18, Layout::V20];

#[test]
fn every_layout_names_its_functions() {
    for layout in LAYOUTS {
        let (table, source) = made(layout);
        let names = [0xfff, 0x1000, 0x103f, 0x1040, 0x107f, 0x1080, 0x10bf, 0x10c0, u64::MAX];
        let names = names.map(|address| name_at(&table, &source, address));
        let [before, main, end, total, last, exit, exit_end, behind, far] = &names;
        assert_eq!((before, behind, far), (&None, &None, &None), "{layout:?}");
        assert_eq!((main.as_deref(), end.as_deref()), (Some("main.main"), Some("main.main")), "{layout:?}");
        assert_eq!(total.as_deref(), Some("main.(*Orders).total"), "{layout:?}");
        assert_eq!((total, exit), (last, exit_end), "{layout:?}");
    }
}

#[test]
fn every_layout_says_how_to_leave_a_frame() {
    for layout in LAYOUTS {
        let (table, source) = made(layout);
        assert_eq!(rule_at(&table, &source, 0x1040), Some((8, vec![(16, Some(-8))])), "{layout:?}");
        assert_eq!(rule_at(&table, &source, 0x1044), Some((32, vec![(6, Some(-16)), (16, Some(-8))])), "{layout:?}");
        assert_eq!(rule_at(&table, &source, 0x1081), Some((0, vec![(16, None)])), "{layout:?}");
        assert_eq!(rule_at(&table, &source, 0x10c0), None, "{layout:?}");
    }
}

#[test]
fn on_aarch64_the_return_address_lies_at_the_stack_pointer_once_there_is_a_frame() {
    let (table, source) = made(Layout::V20);
    let table = GoTable { arch: Arch::Aarch64, ..table };
    assert_eq!(rule_at(&table, &source, 0x1040), Some((0, vec![])));
    assert_eq!(rule_at(&table, &source, 0x1044), Some((24, vec![(30, Some(-24))])));
}

#[test]
fn tables_that_lie_end_every_search() {
    let mut state = 88_172_645_463_325_252_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for round in 0..2000 {
        let (table, source) = made(LAYOUTS[round % 4]);
        let Source::Memory(mut bytes) = source else { panic!("made in memory") };
        for _ in 0..8 {
            let at = next() as usize % bytes.len();
            bytes[at] = next() as u8;
        }
        let count = if round % 3 == 0 { next() } else { table.count };
        let table = GoTable { count: count.min(1 << 40), ..table };
        let source = Source::Memory(bytes);
        for address in (0xff0..0x10e0).step_by(9).chain([0, u64::MAX, next()]) {
            let name = name_at(&table, &source, address);
            assert!(name.is_none_or(|name| name.len() <= 3 * 200));
            rule_at(&table, &source, address);
        }
    }
}

fn program(name: &str) -> std::path::PathBuf {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../.farol/go-programs").join(name);
    assert!(path.exists(), "{} is missing: run ./farol test", path.display());
    path
}

#[test]
fn real_programs_of_both_architectures_have_the_names_of_their_symbols() {
    for (name, arch) in [("x86_64", Arch::X86_64), ("aarch64", Arch::Aarch64)] {
        let path = program(name);
        let source = Source::file(File::open(&path).unwrap());
        let elf = Elf::parse(&source, arch, 1000).unwrap();
        let table = GoTable::open(&source, &elf, arch, 1000).expect("its table is understood");
        let bytes = std::fs::read(&path).unwrap();
        let parsed = object::File::parse(&*bytes).unwrap();
        let text = parsed.section_by_name(".text").unwrap();
        let (mut seen, mut ruled) = (0, 0);
        for symbol in
            parsed.symbols().filter(|symbol| symbol.size() > 0 && symbol.section_index() == Some(text.index()))
        {
            let expected = symbol.name().unwrap();
            let expected = expected.strip_suffix(".abi0").unwrap_or(expected);
            // Types that a generic function was made for are dots in the table; the linker spells its own names otherwise.
            if expected.contains('[') || !expected.contains('.') || expected.contains(':') {
                continue;
            }
            for address in [symbol.address(), symbol.address() + symbol.size() - 1] {
                assert_eq!(name_at(&table, &source, address).as_deref(), Some(expected), "{name} {address:x}");
            }
            seen += 1;
            ruled += u32::from(rule_at(&table, &source, symbol.address()).is_some());
        }
        assert!(seen > 1000, "{name}: {seen}");
        assert!(ruled * 100 > seen * 95, "{name}: {ruled} of {seen}");
    }
}

#[test]
fn the_start_of_the_code_is_found_however_the_program_is_linked() {
    for name in ["stripped", "pie", "external"] {
        let source = Source::file(File::open(program(name)).unwrap());
        let elf = Elf::parse(&source, Arch::NATIVE, 1000).unwrap();
        let table = GoTable::open(&source, &elf, Arch::NATIVE, 1000);
        let table = table.unwrap_or_else(|| panic!("{name}: its table is not understood"));
        let mut shifted = GoTable { text: table.text + 0x110, ..table };
        assert!(!shifted.leads_to_functions(&source, &elf), "{name}: a wrong start must not be believed");
        shifted.text = table.text;
        assert!(shifted.leads_to_functions(&source, &elf));
    }
}
