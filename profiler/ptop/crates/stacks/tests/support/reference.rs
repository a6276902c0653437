//! `framehop` with every section resident: the second opinion.

use std::collections::BTreeMap;

use framehop::{ExplicitModuleSectionInfo, Module, Unwinder};
use object::{Object, ObjectSection, ObjectSegment, SegmentFlags};

#[cfg(target_arch = "aarch64")]
use framehop::aarch64::{CacheAarch64 as Cache, UnwindRegsAarch64 as Regs, UnwinderAarch64 as Engine};
#[cfg(target_arch = "x86_64")]
use framehop::x86_64::{CacheX86_64 as Cache, UnwindRegsX86_64 as Regs, UnwinderX86_64 as Engine};

pub(crate) struct Reference {
    engine: Engine<Vec<u8>>,
    cache: Cache,
}

impl Reference {
    /// Loads every executable file mapping of the process.
    pub(crate) fn open(pid: u32) -> Reference {
        let mut reference = Reference { engine: Engine::new(), cache: Cache::new() };
        let maps = std::fs::read_to_string(format!("/proc/{pid}/maps")).unwrap();
        let mut ends: BTreeMap<&str, u64> = BTreeMap::new();
        for line in maps.lines() {
            let fields: Vec<&str> = line.split_whitespace().collect();
            if let [range, _, _, _, _, path] = fields[..] {
                let (_, end) = range.split_once('-').unwrap();
                ends.insert(path, u64::from_str_radix(end, 16).unwrap());
            }
        }
        for line in maps.lines() {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let [range, flags, offset, _, _, path] = fields[..] else {
                continue;
            };
            if !flags.contains('x') || !(path.starts_with('/') || path == "[vdso]") {
                continue;
            }
            let (start, _) = range.split_once('-').unwrap();
            let hex = |text| u64::from_str_radix(text, 16).unwrap();
            reference.add(pid, path, hex(start), hex(offset), ends[path]);
        }
        reference
    }

    fn add(&mut self, pid: u32, path: &str, start: u64, offset: u64, end: u64) {
        let bytes = if path == "[vdso]" {
            use std::os::unix::fs::FileExt;
            let mut bytes = vec![0; (end - start) as usize];
            std::fs::File::open(format!("/proc/{pid}/mem")).unwrap().read_exact_at(&mut bytes, start).unwrap();
            bytes
        } else {
            std::fs::read(format!("/proc/{pid}/root{path}")).unwrap()
        };
        let Ok(file) = object::File::parse(&*bytes) else { return };
        let is_executable = |flags| matches!(flags, SegmentFlags::Elf { p_flags, .. } if p_flags.0 & 1 != 0);
        let Some(segment) = file.segments().find(|segment| {
            let (at, length) = segment.file_range();
            is_executable(segment.flags()) && at & !4095 <= offset && offset < at + length
        }) else {
            return;
        };
        let bias = start.wrapping_sub(segment.address().wrapping_sub(segment.file_range().0).wrapping_add(offset));
        let section = |name| {
            let section = file.section_by_name(name)?;
            let range = section.address()..section.address() + section.size();
            Some((range, section.data().unwrap().to_vec()))
        };
        let (frames, header) = (section(".eh_frame"), section(".eh_frame_hdr"));
        let info = ExplicitModuleSectionInfo {
            base_svma: 0,
            text_svma: section(".text").map(|(range, _)| range),
            eh_frame_svma: frames.as_ref().map(|(range, _)| range.clone()),
            eh_frame: frames.map(|(_, bytes)| bytes),
            eh_frame_hdr_svma: header.as_ref().map(|(range, _)| range.clone()),
            eh_frame_hdr: header.map(|(_, bytes)| bytes),
            ..Default::default()
        };
        self.engine.add_module(Module::new(path.to_owned(), start..end, bias, info));
    }

    /// Fills `out` with lookup addresses, leaf first; true when the walk reached a root.
    /// `values` are registers in perf's order.
    pub(crate) fn unwind(&mut self, values: &[u64], stack: &[u8], out: &mut Vec<u64>) -> bool {
        #[cfg(target_arch = "x86_64")]
        let (ip, sp, regs) = {
            let [ip, sp, bp] = [8, 7, 6].map(|index| values[index]);
            (ip, sp, Regs::new(ip, sp, bp))
        };
        #[cfg(target_arch = "aarch64")]
        let (ip, sp, regs) = {
            let [ip, sp, fp, lr] = [32, 31, 29, 30].map(|index| values[index]);
            (ip, sp, Regs::new(lr, sp, fp))
        };
        let mut read = |address: u64| {
            let at = address.checked_sub(sp).ok_or(())? as usize;
            let word = stack.get(at..at.checked_add(8).ok_or(())?).ok_or(())?;
            Ok(u64::from_le_bytes(word.try_into().unwrap()))
        };
        let mut frames = self.engine.iter_frames(ip, regs, &mut self.cache, &mut read);
        out.clear();
        while out.len() < 1024 {
            match frames.next() {
                Ok(Some(frame)) => out.push(frame.address_for_lookup()),
                Ok(None) => return true,
                Err(_) => return false,
            }
        }
        false
    }
}
