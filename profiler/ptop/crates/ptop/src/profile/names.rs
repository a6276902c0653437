//! The functions at each sampled address: the one that holds the code, and those
//! whose calls were inlined there.

use stacks::SymbolNames;

use super::fold::Frame;
use super::functions::{Functions, OTHER_NUMBER};
use super::layouts::{Layouts, parts_of};
use crate::record::cpu_stacks::SourceDetail;

/// Functions listed at all addresses together; beyond it an address is its innermost function alone.
const MAX_LISTED: usize = 262_144;

/// Each frame's functions, and whether they have names.
pub struct Names {
    /// By number.
    pub functions: Functions,
    /// What debug information said about all frames.
    pub detail: SourceDetail,
    /// By frame, where its functions begin in `listed`, and how many there are.
    spans: Vec<(u32, u8)>,
    /// Functions of frames, of each the outermost first.
    listed: Vec<u32>,
    /// By frame, the line at which its innermost function stands, 0 when it is not known.
    lines: Vec<u32>,
}

impl Names {
    /// No frame has a name yet.
    pub fn new(frames: usize) -> Names {
        Names {
            functions: Functions::new(),
            detail: SourceDetail::default(),
            spans: vec![(0, 1); frames],
            listed: vec![OTHER_NUMBER],
            lines: vec![0; frames],
        }
    }

    /// Looks up every frame, each address space in one pass.
    pub fn look_up(frames: Vec<Frame>, layouts: &mut Layouts) -> Names {
        let mut names = Names::new(frames.len());
        layouts.close();
        // By address space and address, as symbolise wants them.
        let mut order: Vec<u32> = (1..frames.len() as u32).collect();
        order.sort_unstable_by_key(|number| {
            let frame = frames[*number as usize];
            (frame.layout, frame.address)
        });
        let layout_of = |number: u32| frames[number as usize].layout;
        let group = |group: &[u32]| (layout_of(group[0]), group.len());
        let groups: Vec<_> = order.chunk_by(|a, b| layout_of(*a) == layout_of(*b)).map(group).collect();
        let addresses: Vec<u64> = order.iter().map(|number| frames[*number as usize].address).collect();
        drop(frames);
        let (mut addresses, mut order) = (addresses.as_slice(), order.as_slice());
        for (layout, count) in groups {
            let (these, numbers);
            (these, addresses) = addresses.split_at(count);
            (numbers, order) = order.split_at(count);
            let (number, epoch) = parts_of(layout);
            let Some(target) = layouts.at(number) else { continue };
            target.forget_rules();
            let done = target.symbolise_at(epoch, these, SymbolNames::Later, &mut |address, found| {
                let Ok(place) = these.binary_search(&address) else { return };
                names.take(numbers[place] as usize, number, found);
            });
            // Sorted and unique by construction, which is all that symbolise asks.
            debug_assert!(done.is_ok());
            if let Ok(report) = done {
                names.detail.addresses_with_line += report.with_line;
                names.detail.addresses_elsewhere += report.debug_elsewhere;
                names.detail.cut += report.debug_cut;
            }
        }
        let united = names.functions.unite(layouts);
        for function in &mut names.listed {
            *function = united[*function as usize];
        }
        names.functions.freeze();
        names.detail.cut += names.functions.places_cut;
        names
    }

    /// Takes the functions at a frame of an address space, the innermost first.
    fn take(&mut self, frame: usize, space: u32, found: &[stacks::Name]) {
        let Some(innermost) = found.first() else { return };
        let start = self.listed.len();
        for name in found.iter().rev() {
            let symbol = name.symbol.map(|symbol| (space, symbol));
            let number = if name.code.is_empty() {
                self.functions.number(&name.function, &name.module, symbol)
            } else {
                self.functions.number_nameless(&name.code, &name.module)
            };
            self.functions.place(number, &name.file, name.first_line.unwrap_or(0));
            self.listed.push(number);
        }
        if self.listed.len() > MAX_LISTED {
            self.detail.cut += found.len() as u64 - 1;
            self.listed.swap_remove(start);
            self.listed.truncate(start + 1);
        }
        self.detail.addresses_inlined += u64::from(found.len() > 1);
        self.spans[frame] = (start as u32, (self.listed.len() - start) as u8);
        self.lines[frame] = innermost.line.unwrap_or(0);
    }

    /// A frame's functions, the outermost first; at least one.
    pub fn at(&self, frame: u32) -> &[u32] {
        let (start, count) = self.spans[frame as usize];
        &self.listed[start as usize..start as usize + usize::from(count)]
    }

    /// A frame's innermost function.
    pub fn innermost(&self, frame: u32) -> u32 {
        self.at(frame).last().copied().unwrap_or(OTHER_NUMBER)
    }

    /// The line of a frame's innermost function, 0 when it is not known.
    pub fn line(&self, frame: u32) -> u32 {
        self.lines[frame as usize]
    }

    /// Whether the function that holds a frame's code has a name.
    pub fn is_named(&self, frame: u32) -> bool {
        self.at(frame).first().is_some_and(|function| self.functions.has_name(*function))
    }
}

#[cfg(test)]
pub mod tests {
    use stacks::{Name, NameOrigin};

    use super::{Frame, Layouts, Names, SourceDetail};
    use crate::profile::layouts::tests::member;

    /// A function at an address, with the line that runs.
    pub fn name(function: &str, line: u32) -> Name {
        Name {
            function: function.to_owned(),
            module: "m".to_owned(),
            line: Some(line),
            origin: NameOrigin::DebugInfo,
            module_offset: 0,
            file: "m.c".to_owned(),
            first_line: Some(line / 10 * 10),
            symbol: None,
            code: String::new(),
        }
    }

    /// Names of frames, each with its functions, the innermost first.
    pub fn names_of(frames: &[&[(&str, u32)]]) -> Names {
        let mut names = Names::new(frames.len());
        for (number, functions) in frames.iter().enumerate() {
            let functions: Vec<Name> = functions.iter().map(|(function, line)| name(function, *line)).collect();
            names.take(number, 0, &functions);
        }
        names
    }

    fn name_of(names: &mut Names, function: u32) -> String {
        names.functions.names_of(&[function], &mut Layouts::new()).get(function).to_owned()
    }

    #[test]
    fn the_outermost_function_of_an_address_comes_first() {
        let mut names = names_of(&[&[], &[("inner", 3), ("middle", 12), ("outer", 25)], &[("outer", 21)]]);
        assert_eq!((names.at(0), names.at(1), names.at(2)), (&[0][..], &[1, 2, 3][..], &[1][..]));
        assert_eq!((names.innermost(1), names.line(1), names.is_named(1)), (3, 3, true));
        assert!(!names.is_named(0));
        assert_eq!(name_of(&mut names, 3), "inner");
        let declared = names.functions.declared(1);
        assert_eq!(declared.map(|(file, line)| (file.to_string(), line)), Some(("m.c".to_owned(), 20)));
        assert_eq!(names.detail, SourceDetail { addresses_inlined: 1, ..SourceDetail::default() });
    }

    #[test]
    fn a_function_without_a_name_is_shown_by_its_code_and_does_not_count_as_named() {
        let mut names = Names::new(4);
        for (frame, code) in [(1, "3f2a1c7b+10"), (2, "3f2a1c7b+20"), (3, "")] {
            names.take(frame, 0, &[Name { code: code.to_owned(), ..name("", 0) }]);
        }
        let shown = [1, 2, 3].map(|frame| name_of(&mut names, frame));
        assert_eq!(shown, ["[unknown 3f2a1c7b+10]", "[unknown 3f2a1c7b+20]", "[unknown]"]);
        assert!((1..4).all(|frame| !names.is_named(frame)));
    }

    #[inline(never)]
    fn first_of_two(number: usize) -> usize {
        std::hint::black_box(number) + 1
    }

    #[inline(never)]
    fn second_of_two(number: usize) -> usize {
        std::hint::black_box(number) * 3
    }

    #[test]
    fn addresses_of_one_symbol_are_one_function_with_its_name() {
        let (own, mut layouts) = (std::process::id(), Layouts::new());
        layouts.notice(&[member(own, 0, 0)]);
        let (layout, _) = layouts.of(own, 5).expect("this process");
        let (first, second) = (first_of_two as *const () as u64, second_of_two as *const () as u64);
        let frames = [0, first, first + 1, second].map(|address| Frame { layout, address });
        let mut names = Names::look_up(frames.to_vec(), &mut layouts);
        let [first, same, second] = [1, 2, 3].map(|frame| *names.at(frame).first().expect("at least one"));
        assert_eq!((first, first == second), (same, false));
        let texts = names.functions.names_of(&[first, second], &mut layouts);
        assert!(texts.get(first).ends_with("first_of_two"), "{}", texts.get(first));
        assert!(texts.get(second).ends_with("second_of_two"), "{}", texts.get(second));
        assert_eq!((names.is_named(1), names.is_named(3), names.is_named(0)), (true, true, false));
    }

    #[test]
    fn beyond_the_list_an_address_is_its_innermost_function() {
        let mut names = Names::new(2);
        names.listed.resize(super::MAX_LISTED - 1, 0);
        names.take(1, 0, &[name("inner", 3), name("middle", 12), name("outer", 25)]);
        let innermost = names.innermost(1);
        assert_eq!(name_of(&mut names, innermost), "inner");
        assert_eq!((names.at(1).len(), names.detail.cut), (1, 2));
    }
}
