//! The BPF object of all probes, loaded with the programs and maps of some: of all that a capture wants, so that the
//! kernel's types are read and searched once, or of a single one, where the kernel refuses something of the group.

use std::rc::Rc;

use libbpf_rs::{Error, MapCore, MapHandle, Object, ObjectBuilder, OpenObject};

use super::load_error::{LoadError, errno_of};
use super::load_log;
use super::shared::Shared;
use crate::registry::{Manifest, OBJECT};

/// How often a refused probe is left out before each is loaded alone.
const TRIES: usize = 4;

/// One probe of a group, without programs that are not to be loaded.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a> {
    pub manifest: &'static Manifest,
    pub left_out: &'a [&'a str],
}

impl Part<'_> {
    fn loads(&self, program: &str) -> bool {
        self.manifest.programs.contains(&program) && !self.left_out.contains(&program)
    }
}

/// The object as it was loaded.
pub struct Group {
    pub(super) object: Object,
}

impl Group {
    /// The object, not yet loaded.
    ///
    /// # Errors
    /// When libbpf cannot read it.
    pub(super) fn open() -> Result<OpenObject, Error> {
        ObjectBuilder::default().open_memory(OBJECT)
    }

    /// Loads these probes without attaching anything. `sizes` overrides `max_entries` by map name; `shared` takes the
    /// place of the owner's maps.
    ///
    /// # Errors
    /// When the kernel refuses anything of them.
    pub(super) fn load(parts: &[Part<'_>], shared: Option<&Shared>, sizes: &[(&str, u32)]) -> Result<Group, Error> {
        let mut open = Group::open()?;
        for mut program in open.progs_mut() {
            let is_wanted = program.name().to_str().is_some_and(|name| parts.iter().any(|part| part.loads(name)));
            program.set_autoload(is_wanted);
        }
        for mut map in open.maps_mut() {
            let Some(name) = map.name().to_str() else { continue };
            if let Some(made) = shared.and_then(|shared| shared.find(name)) {
                map.reuse_fd(made)?;
                continue;
            }
            // Those with a point hold constants.
            let is_wanted = name.contains('.') || parts.iter().any(|part| part.manifest.maps.contains(&name));
            map.set_autocreate(is_wanted)?;
            if let Some((_, entries)) = sizes.iter().find(|(of, _)| name == *of) {
                map.set_max_entries(*entries)?;
            }
        }
        Ok(Group { object: open.load()? })
    }

    /// Loads as many of these probes as the kernel takes, each in its best way, which is without its fallbacks. `None`
    /// when it refuses the owner, memory, or too many: each by itself then reports why.
    pub fn load_most(manifests: &[&'static Manifest], sizes: &[(&str, u32)]) -> Option<Rc<Group>> {
        let mut left = manifests.to_vec();
        for _ in 0..TRIES {
            let parts: Vec<Part<'_>> =
                left.iter().map(|manifest| Part { manifest, left_out: manifest.fallback }).collect();
            let error = match Group::load(&parts, None, sizes) {
                Ok(group) => return Some(Rc::new(group)),
                Err(error) => error,
            };
            let log = load_log::take();
            let refused = left.iter().position(|manifest| is_about(&log, manifest));
            match refused.filter(|_| errno_of(&error) != Some(libc::ENOMEM)) {
                Some(refused) if !left[refused].is_owner() => left.remove(refused),
                _ => return None,
            };
        }
        None
    }

    /// A map by name.
    pub(super) fn map(&self, manifest: &Manifest, name: &str) -> Result<MapHandle, LoadError> {
        let found = self.object.maps().find(|map| map.name() == name);
        let map = found.ok_or_else(|| LoadError::mismatch(manifest, &format!("the object has no map {name}")))?;
        MapHandle::try_from(&map).map_err(|error| LoadError::from_bpf(manifest, "using a map", &error))
    }

    /// Whether every program of the probe is loaded, but for those to leave out.
    pub(super) fn has(&self, part: &Part<'_>) -> bool {
        let is_missing =
            |name: &str| !self.object.progs_mut().any(|program| program.name() == name && program.autoload());
        !part.manifest.programs.iter().any(|program| part.loads(program) && is_missing(program))
    }
}

/// Whether what libbpf said last names a program or a map of the probe.
fn is_about(log: &str, manifest: &Manifest) -> bool {
    let named = |kind: &str| {
        let (_, rest) = log.rsplit_once(kind)?;
        Some((log.len() - rest.len(), rest.split('\'').next()?))
    };
    let last = [named("prog '"), named("map '")].into_iter().flatten().max();
    last.is_some_and(|(_, name)| manifest.programs.contains(&name) || manifest.maps.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::super::load_log;
    use super::{Group, Part, is_about};
    use crate::registry::{Manifest, PROBES, owner};

    fn probe(id: &str) -> &'static Manifest {
        PROBES.iter().find(|probe| probe.id == id).expect("it is a probe")
    }

    #[test]
    fn the_probe_that_libbpf_named_last_is_the_refused_one() {
        let log = "libbpf: prog 'on_open': odd but fine\nlibbpf: prog 'on_check': failed to find kernel BTF type ID of \
                   'cap_capable': -3\nlibbpf: prog 'on_check': failed to prepare load attributes: -3\n";
        assert!(is_about(log, probe("capability_use")) && !is_about(log, probe("file_opens")));
        let log = "libbpf: prog 'on_open': odd but fine\nlibbpf: map 'transfers': failed to create: -E2BIG\n";
        assert!(is_about(log, probe("file_io")) && !is_about(log, probe("file_opens")));
        assert!(!PROBES.iter().any(|probe| is_about("libbpf: failed to load object\n", probe)));
    }

    /// A table of that many entries is more than any kernel makes.
    #[test]
    fn a_probe_that_the_kernel_refuses_takes_no_other_with_it() {
        load_log::capture();
        let all = [owner(), probe("file_io"), probe("file_opens"), probe("signals")];
        let group = Group::load_most(&all, &[("transfers", u32::MAX)]).expect("root may load the others");
        let has = |id: &str| group.has(&Part { manifest: probe(id), left_out: &[] });
        assert_eq!(["process_fork", "file_io", "file_opens", "signals"].map(has), [true, false, true, true]);
        let without_owner = Group::load_most(&all, &[("targets", u32::MAX)]);
        assert!(without_owner.is_none());
    }

    #[test]
    fn what_stands_in_is_loaded_when_it_is_asked_for() {
        let off_cpu = probe("off_cpu");
        let group = Group::load_most(&[owner(), off_cpu], &[("stack_events", 1)]).expect("root may load it");
        let has = |left_out: &[&str]| group.has(&Part { manifest: off_cpu, left_out });
        assert!(has(&["on_switch_before_5_18", "on_wakeup"]));
        assert!(!has(&["on_switch", "on_wakeup"]) && !has(&["on_switch_before_5_18", "needs_delays"]));
    }
}
