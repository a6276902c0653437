//! What is attached to the target's processes one by one, those that are forked in the window included, as soon as they
//! are seen.

use std::collections::HashMap;

use libbpf_rs::Link;

use super::detaching::Detaching;
use crate::bpf::LoadError;
use crate::target::Member;

/// Processes attached to, each by a few attachments; more processes are counted.
const MAX_PROCESSES: usize = 512;

/// From when on a process was attached to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    /// Before the window.
    Start,
    /// Some time after it had begun to run, or to run another program.
    Later,
    Never,
}

struct Watched {
    exec_ns: u64,
    links: Vec<Link>,
    since: Since,
}

/// The attachments of one probe.
#[derive(Default)]
pub struct Attached {
    /// By pid and start. An end is not waited for: what is attached to a process goes with the capture.
    watched: HashMap<(u32, u64), Watched>,
    detaching: Detaching,
    has_begun: bool,
    trouble: Option<LoadError>,
}

impl Attached {
    /// Holds what was attached to the canary.
    pub fn hold(&mut self, pid: u32, links: Vec<Link>) {
        self.watched.insert((pid, 0), Watched { exec_ns: 0, links, since: Since::Start });
    }

    /// Detaches everything.
    pub fn forget(&mut self) {
        self.watched.clear();
    }

    /// Attaches to the processes that are new, or run another program than before.
    pub fn notice(&mut self, members: &[Member], mut attach: impl FnMut(u32) -> Result<Vec<Link>, LoadError>) {
        for member in members.iter().filter(|member| member.pid != 0) {
            let known = self.watched.get(&(member.pid, member.start_ns));
            if known.is_none_or(|watched| watched.exec_ns != member.exec_ns) {
                self.watch(member, &mut attach);
            }
        }
        self.has_begun = true;
    }

    fn watch(&mut self, member: &Member, attach: &mut impl FnMut(u32) -> Result<Vec<Link>, LoadError>) {
        let key = (member.pid, member.start_ns);
        let attached = self.watched.values().filter(|watched| !watched.links.is_empty()).count();
        let has_room = attached < MAX_PROCESSES || self.watched.contains_key(&key);
        let links = match has_room.then(|| attach(member.pid)).transpose() {
            Ok(links) => links.unwrap_or_default(),
            Err(load_error) => {
                // One that ended meanwhile takes none of the others along.
                self.trouble = self.trouble.take().or(Some(load_error).filter(|_| !self.has_begun));
                Vec::new()
            }
        };
        let now = match (links.is_empty(), self.has_begun) {
            (true, _) => Since::Never,
            (false, false) => Since::Start,
            (false, true) => Since::Later,
        };
        let before = self.watched.remove(&key);
        // Some of its time as the program before, or as the one that it is now.
        let since = if before.as_ref().is_some_and(|before| before.since != now) { Since::Later } else { now };
        // What was attached to the program before goes with it.
        self.detaching.take(before.map(|before| before.links).unwrap_or_default());
        self.watched.insert(key, Watched { exec_ns: member.exec_ns, links, since });
    }

    /// Processes that were attached to from then on.
    pub fn count(&self, since: Since) -> u64 {
        self.watched.values().filter(|watched| watched.since == since).count() as u64
    }

    /// Why a process could not be attached to when the window opened.
    ///
    /// # Errors
    /// When one could not be.
    pub fn take_trouble(&mut self) -> Result<(), LoadError> {
        self.trouble.take().map_or(Ok(()), Err)
    }
}

impl Drop for Attached {
    fn drop(&mut self) {
        for (_, watched) in self.watched.drain() {
            self.detaching.take(watched.links);
        }
    }
}
