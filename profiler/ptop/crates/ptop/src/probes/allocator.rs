//! The functions with which programs ask for memory, and which of those that a
//! process has loaded it really calls.

use std::fs::File;
use std::os::unix::fs::MetadataExt;

use stacks::{Definer, Error, Limits, find_definers};

/// Where a function's size is passed; numbers as in the probe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Size {
    /// The first argument.
    First = 0,
    /// The second.
    Second = 1,
    /// The third.
    Third = 2,
    /// The first times the second.
    Product = 3,
    /// It gives memory back.
    None = 4,
}

/// What is known of a function by its name.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// Where its size is.
    pub size: Size,
    /// It may call another of them, so that its return must be seen.
    pub calls_others: bool,
    /// It returns an error, not the memory.
    pub returns_error: bool,
    /// It fails by an exception, which a return that is followed would break.
    pub throws: bool,
}

const fn plain(size: Size) -> Shape {
    Shape { size, calls_others: false, returns_error: false, throws: false }
}

const fn outer(size: Size) -> Shape {
    Shape { calls_others: true, ..plain(size) }
}

const fn throwing() -> Shape {
    Shape { throws: true, ..plain(Size::First) }
}

/// The standard's functions and those beside them: the loader decides whose are called.
const COMMON: [(&str, Shape); 9] = [
    ("malloc", plain(Size::First)),
    ("free", plain(Size::None)),
    ("calloc", plain(Size::Product)),
    ("realloc", outer(Size::Second)),
    ("aligned_alloc", outer(Size::Second)),
    ("posix_memalign", Shape { returns_error: true, ..outer(Size::Third) }),
    ("memalign", outer(Size::Second)),
    ("valloc", outer(Size::First)),
    ("pvalloc", outer(Size::First)),
];

/// C++ operators, where they are the allocator's own; elsewhere they call malloc.
const OPERATORS: [(&str, Shape); 12] = [
    ("_Znwm", throwing()),
    ("_Znam", throwing()),
    ("_ZnwmRKSt9nothrow_t", plain(Size::First)),
    ("_ZnamRKSt9nothrow_t", plain(Size::First)),
    ("_ZnwmSt11align_val_t", throwing()),
    ("_ZnamSt11align_val_t", throwing()),
    ("_ZdlPv", plain(Size::None)),
    ("_ZdaPv", plain(Size::None)),
    ("_ZdlPvm", plain(Size::None)),
    ("_ZdaPvm", plain(Size::None)),
    ("_ZdlPvSt11align_val_t", plain(Size::None)),
    ("_ZdaPvSt11align_val_t", plain(Size::None)),
];

/// Allocators under names of their own, as programs build them in: jemalloc (also as Rust programs do),
/// mimalloc and tcmalloc.
const PREFIXED: [(&str, Shape); 32] = [
    ("je_malloc", plain(Size::First)),
    ("je_calloc", plain(Size::Product)),
    ("je_realloc", outer(Size::Second)),
    ("je_aligned_alloc", outer(Size::Second)),
    ("je_posix_memalign", Shape { returns_error: true, ..outer(Size::Third) }),
    ("je_memalign", outer(Size::Second)),
    ("je_mallocx", plain(Size::First)),
    ("je_rallocx", outer(Size::Second)),
    ("je_free", plain(Size::None)),
    ("je_dallocx", plain(Size::None)),
    ("je_sdallocx", plain(Size::None)),
    ("_rjem_malloc", plain(Size::First)),
    ("_rjem_calloc", plain(Size::Product)),
    ("_rjem_realloc", outer(Size::Second)),
    ("_rjem_mallocx", plain(Size::First)),
    ("_rjem_rallocx", outer(Size::Second)),
    ("_rjem_free", plain(Size::None)),
    ("_rjem_sdallocx", plain(Size::None)),
    ("mi_malloc", outer(Size::First)),
    ("mi_zalloc", outer(Size::First)),
    ("mi_calloc", outer(Size::Product)),
    ("mi_realloc", outer(Size::Second)),
    ("mi_malloc_aligned", outer(Size::First)),
    ("mi_zalloc_aligned", outer(Size::First)),
    ("mi_realloc_aligned", outer(Size::Second)),
    ("mi_free", plain(Size::None)),
    ("tc_malloc", plain(Size::First)),
    ("tc_calloc", plain(Size::Product)),
    ("tc_realloc", outer(Size::Second)),
    ("tc_memalign", outer(Size::Second)),
    ("tc_posix_memalign", Shape { returns_error: true, ..outer(Size::Third) }),
    ("tc_free", plain(Size::None)),
];

/// One function to attach to.
#[derive(Debug)]
pub struct Function {
    /// Its name, as its file has it.
    pub name: &'static str,
    /// How it is called.
    pub shape: Shape,
    /// Where it starts in the file.
    pub offset: u64,
}

/// A file with functions to attach to.
#[derive(Debug)]
pub struct Allocator {
    /// The very file that the process has mapped.
    pub file: File,
    /// Its base name.
    pub module: String,
    /// Each address once.
    pub functions: Vec<Function>,
}

/// The allocators of a process, the standard one first. Empty when it has none that can be seen:
/// programs without libc's, and those of which nothing is left but their code.
///
/// # Errors
/// When the process cannot be read.
pub fn find_allocators(pid: u32) -> Result<Vec<Allocator>, Error> {
    let all: Vec<(&'static str, Shape)> = COMMON.iter().chain(&OPERATORS).chain(&PREFIXED).copied().collect();
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    Ok(choose(find_definers(pid, &names, &Limits::default())?, &all))
}

/// `definers` in the order in which the loader looks, each with a place for every name of `all`.
fn choose(definers: Vec<Definer>, all: &[(&'static str, Shape)]) -> Vec<Allocator> {
    let first = |name: usize| definers.iter().position(|definer| definer.offsets[name].is_some());
    let standard = first(0);
    let mut allocators = Vec::new();
    let chosen: Vec<Vec<usize>> = (0..definers.len())
        .map(|file| {
            let is_called = |name: &usize| {
                let is_first = first(*name) == Some(file);
                match *name {
                    name if name < COMMON.len() => is_first,
                    name if name < COMMON.len() + OPERATORS.len() => is_first && standard == Some(file),
                    // In the standard one's file they are what its functions are made of.
                    _ => definers[file].offsets[*name].is_some() && standard != Some(file),
                }
            };
            (0..all.len()).filter(is_called).collect()
        })
        .collect();
    for (definer, names) in definers.into_iter().zip(chosen) {
        let mut functions: Vec<Function> = Vec::new();
        for name in names {
            let Some(offset) = definer.offsets[name] else { continue };
            // Two names of one function are one function.
            if functions.iter().all(|function| function.offset != offset) {
                functions.push(Function { name: all[name].0, shape: all[name].1, offset });
            }
        }
        if !functions.is_empty() {
            allocators.push(Allocator { file: definer.file, module: definer.name, functions });
        }
    }
    allocators.sort_by_key(|allocator| !allocator.functions.iter().any(|function| function.name == "malloc"));
    allocators
}

/// Which file it is, whatever its name.
pub fn identity(file: &File) -> Option<(u64, u64)> {
    file.metadata().ok().map(|facts| (facts.dev(), facts.ino()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<(&'static str, Shape)> {
        COMMON.iter().chain(&OPERATORS).chain(&PREFIXED).copied().collect()
    }

    fn definer(name: &str, functions: &[(&str, u64)]) -> Definer {
        let of = |name: &str| functions.iter().find(|(one, _)| *one == name).map(|(_, offset)| *offset);
        Definer {
            file: File::open("/proc/self/exe").unwrap(),
            name: name.to_owned(),
            is_program: false,
            offsets: all().iter().map(|(name, _)| of(name)).collect(),
        }
    }

    fn chosen(definers: Vec<Definer>) -> Vec<String> {
        let list = |one: Allocator| {
            let module = one.module;
            one.functions.into_iter().map(move |function| format!("{module} {}", function.name)).collect::<Vec<_>>()
        };
        choose(definers, &all()).into_iter().flat_map(list).collect()
    }

    #[test]
    fn the_first_in_the_loaders_order_is_called() {
        let preloaded = definer("libjemalloc", &[("malloc", 1), ("free", 2), ("_Znwm", 3), ("je_malloc", 9)]);
        let cpp = definer("libstdc++", &[("_Znwm", 7)]);
        let libc = definer("libc", &[("malloc", 4), ("free", 5), ("calloc", 6)]);
        let names = chosen(vec![preloaded, cpp, libc]);
        assert_eq!(names, ["libjemalloc malloc", "libjemalloc free", "libjemalloc _Znwm", "libc calloc"]);
    }

    #[test]
    fn operators_of_others_call_malloc_and_do_not_count_twice() {
        let cpp = definer("libstdc++", &[("_Znwm", 7), ("_ZdlPv", 8)]);
        let libc = definer("libc", &[("malloc", 4), ("free", 5), ("memalign", 6), ("aligned_alloc", 6)]);
        assert_eq!(chosen(vec![cpp, libc]), ["libc malloc", "libc free", "libc aligned_alloc"]);
    }

    #[test]
    fn an_allocator_of_the_programs_own_counts_beside_libcs() {
        let program = definer("redis-server", &[("je_malloc", 1), ("je_free", 2)]);
        let libc = definer("libc", &[("malloc", 4), ("free", 5)]);
        let names = chosen(vec![program, libc]);
        assert_eq!(names, ["libc malloc", "libc free", "redis-server je_malloc", "redis-server je_free"]);
        assert_eq!(chosen(vec![]), Vec::<String>::new());
    }

    #[test]
    fn this_process_has_an_allocator() {
        let found = find_allocators(std::process::id()).unwrap();
        let names: Vec<&str> = found[0].functions.iter().map(|function| function.name).collect();
        assert!(["malloc", "free", "calloc", "realloc", "posix_memalign"].iter().all(|name| names.contains(name)));
        assert!(identity(&found[0].file).is_some());
    }
}
