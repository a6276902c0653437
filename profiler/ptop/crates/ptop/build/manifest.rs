//! `probe.toml`, read strictly: an unknown key, an empty sentence or an unknown
//! axis fails the build.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::axes::AXES;
use crate::link::Declared;

const CAPABILITIES: [&str; 5] = ["BPF", "PERFMON", "SYS_PTRACE", "DAC_READ_SEARCH", "SYS_ADMIN"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub id: String,
    axis: String,
    required: bool,
    semantics: u32,
    #[serde(default)]
    on_request: bool,
    needs: Vec<String>,
    capabilities: Vec<String>,
    mount: String,
    cost: String,
    absent: String,
    fix: String,
    /// Programs that are loaded only where the kernel refuses the probe without them.
    #[serde(default)]
    fallback: Vec<String>,
    attach: Attach,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Attach {
    kind: String,
    symbol: String,
}

impl Manifest {
    /// Reads and checks the manifest of one probe folder.
    pub fn read(folder: &Path) -> Manifest {
        let name = folder.file_name().and_then(|name| name.to_str()).expect("probe folders have plain names");
        let path = folder.join("probe.toml");
        let text = fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("probe {name} has no readable manifest {}: {error}", path.display()));
        let manifest: Manifest =
            basic_toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(manifest.id == name, "{}: id is {:?}, the folder is {name:?}", path.display(), manifest.id);
        assert!(AXES.contains(&manifest.axis.as_str()), "{}: unknown axis {:?}", path.display(), manifest.axis);
        assert!(manifest.semantics > 0, "{}: semantics begins at 1", path.display());
        for capability in &manifest.capabilities {
            assert!(CAPABILITIES.contains(&capability.as_str()), "{}: {capability:?} is not granted", path.display());
        }
        let texts = [&manifest.mount, &manifest.cost, &manifest.absent, &manifest.fix];
        let named = [&manifest.attach.kind, &manifest.attach.symbol];
        assert!(texts.iter().chain(&named).all(|text| !text.trim().is_empty()), "{}: a text is empty", path.display());
        manifest
    }

    /// Appends the Rust expression of this probe to the registry.
    pub fn write_entry(&self, number: usize, declared: &Declared, registry: &mut String) {
        for program in &self.fallback {
            assert!(declared.programs.contains(program), "probe {}: fallback {program:?} is no program", self.id);
        }
        writeln!(
            registry,
            "    Manifest {{ id: {:?}, axis: {:?}, required: {}, semantics: {}, on_request: {}, needs: &{:?}, capabilities: &{:?}, mount: {:?}, cost: {:?}, \
             absent: {:?}, fix: {:?}, attach: Attach {{ kind: {:?}, symbol: {:?} }}, \
             programs: &{:?}, maps: &{:?}, fallback: &{:?}, number: {number} }},",
            self.id,
            self.axis,
            self.required,
            self.semantics,
            self.on_request,
            self.needs,
            self.capabilities,
            self.mount,
            self.cost,
            self.absent,
            self.fix,
            self.attach.kind,
            self.attach.symbol,
            declared.programs,
            declared.maps,
            self.fallback,
        )
        .expect("writing to a string");
    }
}
