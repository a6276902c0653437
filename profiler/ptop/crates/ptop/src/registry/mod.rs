//! The probes this program was built with. The list is made by the build script
//! from the manifests under `probes/`; there is no other way to add one.

mod axes;

pub use axes::AXES;

/// Where a probe's programs attach.
#[derive(Debug)]
pub struct Attach {
    /// Mechanism, for example `tp_btf`.
    pub kind: &'static str,
    /// Kernel symbols or event, separated by commas.
    pub symbol: &'static str,
}

/// One probe's declaration, from its `probe.toml`.
#[derive(Debug)]
pub struct Manifest {
    /// Folder name and stable identifier.
    pub id: &'static str,
    /// Axis it contributes to.
    pub axis: &'static str,
    /// Without a required probe its axis is missing.
    pub required: bool,
    /// Version of what its keys and counts mean: with equal ones two captures can be compared.
    pub semantics: u32,
    /// Its axis costs so much that it is measured only when it is named.
    pub on_request: bool,
    /// Probes without which this one measures nothing.
    pub needs: &'static [&'static str],
    /// Linux capabilities, without the `CAP_` prefix.
    pub capabilities: &'static [&'static str],
    /// File system it needs mounted, or `none`.
    pub mount: &'static str,
    /// What it costs the host, one phrase.
    pub cost: &'static str,
    /// What is not known without it, one sentence.
    pub absent: &'static str,
    /// What the operator does about it, one sentence.
    pub fix: &'static str,
    /// Where it attaches.
    pub attach: Attach,
    /// Its BPF programs, by names that no other probe uses.
    pub programs: &'static [&'static str],
    /// Its maps; those that `process_fork` has as well are shared by all.
    pub maps: &'static [&'static str],
    /// Of the programs, those that replace others that the kernel refuses.
    pub fallback: &'static [&'static str],
    /// Its place in [`PROBES`], by which its programs know their counters.
    pub number: u32,
}

impl Manifest {
    /// Whether it makes the maps that all others share.
    pub fn is_owner(&self) -> bool {
        self.number == OWNER
    }

    /// Its maps but for those that the owner makes for all.
    pub fn own_maps(&self) -> Vec<&'static str> {
        let is_own = |map: &&str| self.is_owner() || !owner().maps.contains(map);
        self.maps.iter().copied().filter(is_own).collect()
    }
}

/// ELF headers are read in place, so the bytes must be aligned for them.
#[repr(C, align(8))]
struct Aligned<T: ?Sized>(T);

/// The probe that makes the maps all others share.
pub fn owner() -> &'static Manifest {
    &PROBES[OWNER as usize]
}

const OWNER: u32 = include!(concat!(env!("OUT_DIR"), "/owner.rs"));

/// Every probe, in the order of their names.
pub static PROBES: &[Manifest] = include!(concat!(env!("OUT_DIR"), "/registry.rs"));

/// The BPF object of all probes.
pub static OBJECT: &[u8] = &Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/probes.bpf.o"))).0;

/// Its SHA-256: captures with the same value measured the same way.
pub const BPF_SHA256: &str = env!("PTOP_BPF_SHA256");

/// Axes that are measured when none is named.
pub fn default_axes() -> Vec<&'static str> {
    let is_default = |axis: &str| !PROBES.iter().any(|probe| probe.axis == axis && probe.on_request);
    AXES.into_iter().filter(|axis| is_default(axis)).collect()
}

#[cfg(test)]
mod tests {
    use super::{AXES, PROBES, default_axes};

    #[test]
    fn what_costs_much_is_measured_on_request_only() {
        let left_out: Vec<&str> = AXES.into_iter().filter(|axis| !default_axes().contains(axis)).collect();
        assert_eq!(left_out, ["allocations"]);
    }

    #[test]
    fn every_axis_has_a_required_probe_and_every_need_is_a_probe() {
        for axis in AXES {
            assert!(PROBES.iter().any(|probe| probe.axis == axis && probe.required), "{axis}");
        }
        for need in PROBES.iter().flat_map(|probe| probe.needs) {
            assert!(PROBES.iter().any(|probe| probe.id == *need), "{need}");
        }
    }

    #[test]
    fn the_page_of_each_probe_names_its_hooks_and_its_cost() {
        for probe in PROBES {
            let path = format!("{}/../../probes/{}/README.md", env!("CARGO_MANIFEST_DIR"), probe.id);
            let page = std::fs::read_to_string(&path).expect(&path);
            // The first letter is a capital there.
            assert!(page.contains(&probe.cost[1..]), "{path} lacks the cost of the manifest");
            for symbol in probe.attach.symbol.split(',').map(str::trim) {
                assert!(page.contains(symbol), "{path} lacks {symbol}");
            }
        }
    }
}
