//! Links the probes' objects into one, and reads from each what is its own. One object is loaded several times as
//! fast as one for each probe: the kernel's types are read and searched once.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use libbpf_rs::{Linker, ObjectBuilder};

/// The probe that the engine belongs to: what the engine loses counts as lost by it.
pub const OWNER: &str = "process_fork";

/// What one probe's object declares; with the owner's are the engine's.
pub struct Declared {
    pub id: String,
    pub programs: Vec<String>,
    pub maps: Vec<String>,
}

impl Declared {
    /// Names of its programs and maps.
    pub fn read(id: &str, object: &Path) -> Declared {
        let bytes = fs::read(object).expect("the object was just written");
        let open = ObjectBuilder::default().open_memory(&bytes);
        let open = open.unwrap_or_else(|error| panic!("the object of probe {id} cannot be read: {error}"));
        let text = |name: &std::ffi::OsStr| name.to_str().expect("names in C are ASCII").to_owned();
        let programs = open.progs().map(|program| text(program.name())).collect();
        // Those with a point are libbpf's own, for constants.
        let maps = open.maps().map(|map| text(map.name())).filter(|name| !name.contains('.')).collect();
        Declared { id: id.to_owned(), programs, maps }
    }

    /// Adds what an object of the engine declares.
    pub fn add(&mut self, engine: Declared) {
        let is_new = |map: &String| !self.maps.contains(map);
        let maps: Vec<String> = engine.maps.into_iter().filter(is_new).collect();
        self.maps.extend(maps);
        self.programs.extend(engine.programs);
    }
}

/// Links them. A program or a map that two probes call the same stops the build; maps of headers are weak, and merged.
pub fn link(objects: &[impl AsRef<Path>], linked: &Path) {
    let done = Linker::new(linked).and_then(|mut linker| {
        objects.iter().try_for_each(|object| linker.add_file(object.as_ref()))?;
        linker.link()
    });
    done.unwrap_or_else(|error| {
        panic!("the probes cannot be linked into one object (a name that two of them use is named above): {error}")
    });
}

/// A map that several probes have must be the engine's, which is loaded first.
pub fn check(all: &[Declared], owner: usize) {
    let owner = &all[owner];
    let mut seen: HashSet<&str> = HashSet::new();
    for probe in all.iter().filter(|one| one.id != OWNER) {
        for map in probe.maps.iter().filter(|map| !owner.maps.contains(map)) {
            let id = &probe.id;
            assert!(
                seen.insert(map),
                "map {map} of probe {id} is another's too: engine/maps.bpf.c must include its header"
            );
        }
    }
}
