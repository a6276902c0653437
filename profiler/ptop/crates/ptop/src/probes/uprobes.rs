//! Attaches to the functions of an allocator, in the way that the kernel can.

use std::path::Path;

use libbpf_rs::{Link, UprobeMultiOpts, UprobeOpts};

use super::allocator::{Function, Size};
use crate::bpf::{LoadError, Loaded};

/// Bits of the cookie, as in the probe.
const CALLS_OTHERS: u64 = 1 << 24;
const RETURNS_ERROR: u64 = 1 << 25;

/// How the kernel attaches; the first it can do is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Many functions at once, and each call decides whether its return is followed.
    Session,
    /// Many functions at once.
    Multi,
    /// One by one.
    Single,
}

impl Way {
    /// The best first.
    pub const ALL: [Way; 3] = [Way::Session, Way::Multi, Way::Single];

    /// Programs that are of no use to it.
    pub fn left_out(self) -> &'static [&'static str] {
        match self {
            Way::Session => &["on_one_call", "on_one_return"],
            Way::Multi => &["on_one_call", "on_one_return", "on_session"],
            Way::Single => &["on_call", "on_return", "on_session"],
        }
    }

    /// As the record names it.
    pub fn kind(self) -> &'static str {
        match self {
            Way::Session => "uprobe.session",
            Way::Multi => "uprobe.multi",
            Way::Single => "uprobe",
        }
    }
}

/// Functions to attach to: offset in the file and cookie.
#[derive(Default)]
pub struct Wanted {
    /// Each call.
    all: Vec<(usize, u64)>,
    /// Each return.
    followed: Vec<(usize, u64)>,
    /// Each call, which decides about its return.
    session: Vec<(usize, u64)>,
}

impl Wanted {
    /// Adds a function, which is counted under that number.
    pub fn add(&mut self, way: Way, function: &Function, number: u32) {
        let one = (function.offset as usize, cookie(function, number));
        let gives = function.shape.size != Size::None;
        if function.shape.calls_others {
            self.all.push(one);
            self.followed.push(one);
        } else if !gives || function.shape.throws {
            self.all.push(one);
        } else if way == Way::Session {
            self.session.push(one);
        } else {
            // Followed for its failures alone: it opens no call that others could be inside of.
            self.all.push((one.0, one.1 | CALLS_OTHERS));
            self.followed.push((one.0, one.1 | CALLS_OTHERS));
        }
    }

    /// Attaches to them in a process.
    ///
    /// # Errors
    /// When the kernel refuses.
    pub fn attach(
        &self,
        loaded: &Loaded,
        way: Way,
        pid: i32,
        path: &Path,
        links: &mut Vec<Link>,
    ) -> Result<(), LoadError> {
        let failed = |error: &libbpf_rs::Error| {
            LoadError::from_bpf(loaded.manifest(), "attaching to the target's allocator", error)
        };
        if way == Way::Single {
            for (program, retprobe, list) in
                [("on_one_return", true, &self.followed), ("on_one_call", false, &self.all)]
            {
                let program = loaded.program(program)?;
                for (offset, cookie) in list {
                    let options = UprobeOpts { cookie: *cookie, retprobe, ..UprobeOpts::default() };
                    let link = program.attach_uprobe_with_opts(pid, path, *offset, options);
                    links.push(link.map_err(|error| failed(&error))?);
                }
            }
            return Ok(());
        }
        // Returns first: a call seen only at its entry would stay open.
        for (program, retprobe, session, list) in [
            ("on_return", true, false, &self.followed),
            ("on_call", false, false, &self.all),
            ("on_session", false, true, &self.session),
        ] {
            if list.is_empty() {
                continue;
            }
            let (offsets, cookies) = list.iter().copied().unzip();
            let options = UprobeMultiOpts { offsets, cookies, retprobe, session, ..UprobeMultiOpts::default() };
            let link = loaded.program(program)?.attach_uprobe_multi_with_opts(pid, path, "", options);
            links.push(link.map_err(|error| failed(&error))?);
        }
        Ok(())
    }
}

fn cookie(function: &Function, number: u32) -> u64 {
    let shape = function.shape;
    u64::from(number)
        | u64::from(shape.size as u32) << 16
        | if shape.calls_others { CALLS_OTHERS } else { 0 }
        | if shape.returns_error { RETURNS_ERROR } else { 0 }
}
