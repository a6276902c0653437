//! Which of several files that define a function the process really calls: the
//! first in the order in which its dynamic loader looks, which the loader's own
//! list in the target's memory says. A program without a loader has its own.

use std::collections::HashMap;
use std::fs::File;

use crate::files::source::Source;
use crate::modules::lookup;
use crate::modules::module::Module;
use crate::process::mappings::{self, Line};
use crate::process::memory::Memory;
use crate::process::{MappedFile, Process};
use crate::types::arch::Arch;
use crate::types::arch::page_bytes;
use crate::types::error::Error;
use crate::types::limits::Limits;

/// Files read: a process with more has its allocator among the first.
const FILES: usize = 256;
/// Entries of the loader's list followed, so that one that goes in circles ends.
const LIST_ENTRIES: usize = 1024;
/// Program headers and entries of the dynamic section read from memory.
const HEADERS: u64 = 64;
const DYNAMIC_ENTRIES: u64 = 512;

const AT_NULL: u64 = 0;
const AT_PHDR: u64 = 3;
const AT_PHNUM: u64 = 5;
const PT_DYNAMIC: u32 = 2;
const PT_PHDR: u32 = 6;
const DT_NULL: u64 = 0;
const DT_DEBUG: u64 = 21;
const PROGRAM_HEADER_BYTES: u64 = 56;

/// A file of the target that defines some of the functions asked for.
#[derive(Debug)]
pub struct Definer {
    /// The very file that is mapped.
    pub file: File,
    /// Its base name.
    pub name: String,
    /// Whether it is the program itself, or a library.
    pub is_program: bool,
    /// For each name, where the function starts in the file.
    pub offsets: Vec<Option<u64>>,
}

/// The files of a process that define any of `names`, in the order in which its loader looks.
/// A library's functions count when it exports them; the program's own, exported or not.
///
/// # Errors
/// When `/proc/<pid>/maps` cannot be read, or no more files can be opened.
pub fn find_definers(pid: u32, names: &[&str], limits: &Limits) -> Result<Vec<Definer>, Error> {
    let process = Process::new(format!("/proc/{pid}").into());
    let mut files = mapped_files(&process, limits)?;
    let memory = Memory::new(process.memory());
    let order = process.auxiliary().map(|bytes| loader_order(&memory, &bytes)).unwrap_or_default();
    let place = |bias: u64| order.iter().position(|one| *one == bias);
    // What the loader does not list comes last, in the order of the addresses.
    files.sort_by_key(|file| (place(file.bias).unwrap_or(usize::MAX), file.start));
    let program = order.first().copied();
    let mut definers = Vec::new();
    for (number, file) in files.into_iter().enumerate() {
        let is_program = program.map_or(number == 0, |bias| bias == file.bias);
        let found = if is_program {
            lookup::find(&file.module, names, limits)
        } else {
            lookup::find_exported(&file.module, names, limits)
        };
        let offset = |found: &lookup::Found| file.module.elf.offset_of(found.address).map(|(offset, _)| offset);
        let offsets: Vec<Option<u64>> = found.iter().map(|found| found.as_ref().and_then(offset)).collect();
        let Source::File(opened) = &*file.module.source else { continue };
        if offsets.iter().any(Option::is_some) {
            let descriptor = opened.descriptor().map_err(|cause| process.error("map_files", cause))?;
            definers.push(Definer { file: descriptor, name: file.name, is_program, offsets });
        }
    }
    Ok(definers)
}

struct MappedModule {
    start: u64,
    bias: u64,
    name: String,
    module: Module,
}

/// Every file mapped as code, once.
fn mapped_files(process: &Process, limits: &Limits) -> Result<Vec<MappedModule>, Error> {
    struct Seen {
        start: u64,
        end: u64,
        offset: u64,
        device: String,
        inode: u64,
        path: String,
    }
    let mut seen: HashMap<(String, u64), Seen> = HashMap::new();
    let visit = |line: &Line<'_>| {
        let is_file = line.path.starts_with('/') && line.inode != 0;
        if is_file && seen.len() < FILES {
            let path = line.path.strip_suffix(" (deleted)").unwrap_or(line.path).to_owned();
            let (start, end, offset) = (line.start, line.end, line.offset);
            seen.entry((line.device.to_owned(), line.inode)).or_insert(Seen {
                start,
                end,
                offset,
                device: line.device.to_owned(),
                inode: line.inode,
                path,
            });
        }
    };
    mappings::read(process.maps()?, visit).map_err(|cause| process.error("maps", cause))?;
    let page = page_bytes();
    let open = |seen: Seen| {
        let mapped =
            MappedFile { start: seen.start, end: seen.end, device: &seen.device, inode: seen.inode, path: &seen.path };
        let module = Module::open(Source::file(process.open_mapped(&mapped)?), Arch::NATIVE, limits)?;
        let bias = module.elf.bias(seen.start, seen.offset, page)?;
        let name = seen.path.rsplit('/').next().unwrap_or("").to_owned();
        Some(MappedModule { start: seen.start, bias, name, module })
    };
    let mut files: Vec<MappedModule> = seen.into_values().filter_map(open).collect();
    files.sort_by_key(|file| file.start);
    Ok(files)
}

/// What to subtract from addresses in each loaded file, in the loader's order; empty without a loader's list.
fn loader_order(memory: &Memory, auxiliary: &[u8]) -> Vec<u64> {
    let mut order = Vec::new();
    let Some(mut entry) = loader_list(memory, auxiliary) else { return order };
    // struct link_map: address difference, name, dynamic section, next.
    while entry != 0 && order.len() < LIST_ENTRIES {
        let (Some(bias), Some(next)) = (memory.u64(entry), memory.u64(entry.wrapping_add(24))) else { break };
        order.push(bias);
        entry = next;
    }
    order
}

/// Where the loader's list starts: the program's dynamic section points to the loader's structure for debuggers.
fn loader_list(memory: &Memory, auxiliary: &[u8]) -> Option<u64> {
    let (mut headers, mut count) = (0, 0);
    for pair in auxiliary.chunks_exact(16) {
        let word = |at: usize| pair[at..at + 8].try_into().map_or(0, u64::from_le_bytes);
        match word(0) {
            AT_NULL => break,
            AT_PHDR => headers = word(8),
            AT_PHNUM => count = word(8),
            _ => {}
        }
    }
    let (mut own, mut dynamic) = (None, None);
    for number in 0..count.min(HEADERS) {
        let header = headers.wrapping_add(number * PROGRAM_HEADER_BYTES);
        let address = memory.u64(header.wrapping_add(16));
        match memory.u32(header)? {
            PT_PHDR => own = address,
            PT_DYNAMIC => dynamic = address,
            _ => {}
        }
    }
    let section = headers.wrapping_sub(own?).wrapping_add(dynamic?);
    for number in 0..DYNAMIC_ENTRIES {
        let entry = section.wrapping_add(number * 16);
        match memory.u64(entry)? {
            DT_NULL => break,
            DT_DEBUG => {
                let structure = memory.u64(entry.wrapping_add(8)).filter(|at| *at != 0)?;
                // struct r_debug: version, then the list.
                return memory.u64(structure.wrapping_add(8));
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{FileExt, MetadataExt};

    use super::*;

    fn own() -> u32 {
        std::process::id()
    }

    #[test]
    fn the_definition_that_is_called_comes_first() {
        let names = ["malloc", "free", "no_such_function"];
        let definers = find_definers(own(), &names, &Limits::default()).unwrap();
        let first = definers.iter().find(|one| one.offsets[0].is_some()).unwrap();
        assert!(first.name.starts_with("libc") || first.is_program, "{}", first.name);
        assert_eq!(first.offsets[2], None);
        let mut code = [0; 16];
        first.file.read_exact_at(&mut code, first.offsets[0].unwrap()).unwrap();
        // SAFETY: sixteen bytes of code of a function that exists.
        let running = unsafe { std::slice::from_raw_parts((libc::malloc as *const ()).cast::<u8>(), 16) };
        assert_eq!(code, running);
    }

    #[test]
    fn the_programs_own_functions_need_not_be_exported() {
        let memory = Memory::new(Some(File::open("/proc/self/mem").unwrap()));
        let order = loader_order(&memory, &std::fs::read("/proc/self/auxv").unwrap());
        assert!(order.len() > 1);
        let definers = find_definers(own(), &["main"], &Limits::default()).unwrap();
        let program = definers.iter().find(|one| one.is_program).unwrap();
        let inode = std::fs::metadata("/proc/self/exe").unwrap().ino();
        assert_eq!(program.file.metadata().unwrap().ino(), inode);
    }

    #[test]
    fn a_list_that_goes_in_circles_or_leads_nowhere_ends() {
        // A list whose only entry is its own next.
        let mut entry: Box<[u64; 5]> = Box::new([7; 5]);
        let at = entry.as_ptr() as u64;
        entry[3] = at;
        let debug: Box<[u64; 2]> = Box::new([1, at]);
        let dynamic: Box<[u64; 4]> = Box::new([DT_DEBUG, debug.as_ptr() as u64, DT_NULL, 0]);
        let header = |kind: u64, address: u64| [kind, 0, address, 0, 0, 0, 0];
        let mut headers = Vec::new();
        headers.extend(header(PT_PHDR.into(), 0));
        headers.extend(header(PT_DYNAMIC.into(), 0));
        let start = headers.as_ptr() as u64;
        // Both addresses are relative to the same bias, which the first header's own place gives.
        headers[9] = (dynamic.as_ptr() as u64).wrapping_sub(start);
        let mut auxiliary = Vec::new();
        for (kind, value) in [(AT_PHDR, start), (AT_PHNUM, 2), (AT_NULL, 0)] {
            auxiliary.extend(u64::to_le_bytes(kind));
            auxiliary.extend(u64::to_le_bytes(value));
        }
        let memory = Memory::new(Some(File::open("/proc/self/mem").unwrap()));
        assert_eq!(loader_order(&memory, &auxiliary).len(), LIST_ENTRIES);
        assert_eq!(loader_order(&memory, &auxiliary[..20]), [0; 0]);
        let wild: Vec<u8> =
            [AT_PHDR, u64::MAX - 100, AT_PHNUM, u64::MAX].iter().flat_map(|word| word.to_le_bytes()).collect();
        assert_eq!(loader_order(&memory, &wild), [0; 0]);
    }
}
