//! Functions without a name, told apart by where their code begins.

use std::fmt::Write as _;

use super::naming::{Naming, Wanted};
use crate::elf::separate::{build_id, hex};
use crate::modules::module::Reading;
use crate::target::Target;

/// Bytes of a build id that are shown: of a few builds of one module no two begin with the same.
const SHOWN_BYTES: usize = 4;

impl Target {
    /// Hands over addresses of a module that found no name, in the order of the file, with what tells their functions
    /// apart: where unwind entries say that the code begins, in the build that the module is.
    pub(super) fn tell_apart(&mut self, number: u16, nameless: &[Wanted], naming: &mut Naming<'_>) {
        if nameless.is_empty() {
            return;
        }
        let Some(module) = self.modules.opened(number) else {
            return nameless.iter().for_each(|wanted| naming.give_code(*wanted, ""));
        };
        let build = build_id(&module.source, &module.elf, self.limits.headers);
        let build = build.map(|id| hex(&id[..id.len().min(SHOWN_BYTES)]));
        let mut reading = Reading {
            module: number,
            pages: &mut self.pages,
            scratch: &mut self.scratch,
            entry_bytes: self.limits.unwind_entry_bytes,
        };
        let (mut around, mut text) = (0..0, String::new());
        for wanted in nameless {
            text.clear();
            if let Some(build) = &build {
                if !around.contains(&wanted.linked) {
                    around = module.code_around(wanted.linked, &mut reading).unwrap_or(0..0);
                }
                if !around.is_empty() {
                    // Writing to a text does not fail.
                    let _ = write!(text, "{build}+{:x}", around.start);
                }
            }
            naming.give_code(*wanted, &text);
        }
        module.give_back(false);
    }
}
