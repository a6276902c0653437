//! Where a version of the runtime keeps what the walk needs. From .NET 10 on the runtime describes itself in its exported
//! data contract; the two versions before say less, and have theirs here, each as seen in running programs:
//! `src/coreclr/vm` of the releases 8.0 and 9.0, `codeman.h`, `method.hpp`, `methodtable.h`, `ceeload.h`,
//! `readytoruninfo.h`.

use super::contract::Contract;

/// Largest offset in a structure believed.
const OFFSET: u64 = 4096;

/// The rules by which what is described is read here, each with its version.
const RULES: [(&str, u64); 3] = [("ExecutionManager", 2), ("Loader", 1), ("RuntimeTypeSystem", 1)];

/// How the first byte of an assembly's image is found from its module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ImageBase {
    /// The module has it.
    Direct(u64),
    /// At the end of these pointers.
    Through([u64; 4]),
}

/// Offsets in the runtime's structures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    /// In `RangeSectionMap::RangeSectionFragment`: next, begin, end, section.
    pub(super) fragment: [u64; 4],
    /// In `RangeSection`: begin, end, flags, module of precompiled code, code heap.
    pub(super) section: [u64; 5],
    /// In `HeapList`: start, end, base of the map, map.
    pub(super) heap: [u64; 4],
    /// In `RealCodeHeader`: method, number of unwind infos, unwind infos.
    pub(super) header: [u64; 3],
    /// In `MethodDesc`: token's lower bits, place in its chunk, flags.
    pub(super) method: [u64; 3],
    /// In `DynamicMethodDesc`: its name.
    pub(super) dynamic_name: u64,
    /// Lower bits of a token that the method has; its chunk has the rest.
    pub(super) token_bits: u32,
    /// In `MethodDescChunk`: method table, token's upper bits; and its bytes.
    pub(super) chunk: [u64; 3],
    /// In `MethodTable`: its module, or before .NET 9 most often its module.
    pub(super) table_module: u64,
    /// Whether that may be another module than the type's, and the type's own in a slot of the table.
    pub(super) has_module_override: bool,
    pub(super) image: ImageBase,
    /// In `Module`: `ReadyToRunInfo`.
    pub(super) ready: u64,
    /// In `ReadyToRunInfo`: the one with the code, number of functions, functions, number of cold parts, cold parts,
    /// buckets of the map from entry to method.
    pub(super) ready_info: [u64; 6],
}

const NET_8: Layout = Layout {
    fragment: [0, 8, 16, 24],
    section: [0, 8, 16, 32, 40],
    heap: [16, 24, 32, 40],
    header: [24, 32, 36],
    method: [0, 2, 6],
    dynamic_name: 24,
    token_bits: 12,
    chunk: [0, 18, 24],
    table_module: 24,
    has_module_override: true,
    // Its PEAssembly, that one's PEImage, that one's loaded layout, and its base.
    image: ImageBase::Through([272, 8, 120, 8]),
    ready: 1152,
    ready_info: [40, 88, 80, 104, 96, 448],
};

const NET_9: Layout =
    Layout { dynamic_name: 32, has_module_override: false, image: ImageBase::Direct(288), ready: 984, ..NET_8 };

/// For single files of the first releases, which do not export the description. Those that do say the same.
const NET_10: Layout =
    Layout { image: ImageBase::Direct(224), ready: 704, ready_info: [40, 88, 80, 104, 96, 376], ..NET_9 };

impl Layout {
    /// That of a version, by what it says itself where it says enough.
    pub(super) fn of(major: u32, contract: Option<&Contract>) -> Option<Layout> {
        contract.and_then(Layout::described).or(match major {
            8 => Some(NET_8),
            9 => Some(NET_9),
            10 => Some(NET_10),
            _ => None,
        })
    }

    fn described(contract: &Contract) -> Option<Layout> {
        let field = |kind: &str, name: &str| contract.field(kind, name).filter(|offset| *offset <= OFFSET);
        let fragment = |name: &str| field("RangeSectionFragment", name);
        let section = |name: &str| field("RangeSection", name);
        let heap = |name: &str| field("CodeHeapListNode", name);
        let header = |name: &str| field("RealCodeHeader", name);
        let method = |name: &str| field("MethodDesc", name);
        let chunk = |name: &str| field("MethodDescChunk", name);
        let info = |name: &str| field("ReadyToRunInfo", name);
        // What is read here in a fixed form.
        let is_known = RULES.iter().all(|(part, version)| contract.rules(part) == Some(*version))
            && field("RuntimeFunction", "!")? == 12
            && [("BeginAddress", 0), ("UnwindData", 8)]
                .iter()
                .all(|(name, at)| field("RuntimeFunction", name) == Some(*at))
            && field("RangeSectionMap", "TopLevelData")? == 0
            && field("Bucket", "Values")? == 32
            && contract.global("MethodDescAlignment")? == 8;
        is_known.then_some(())?;
        Some(Layout {
            fragment: [
                fragment("Next")?,
                fragment("RangeBegin")?,
                fragment("RangeEndOpen")?,
                fragment("RangeSection")?,
            ],
            section: [
                section("RangeBegin")?,
                section("RangeEndOpen")?,
                section("Flags")?,
                section("R2RModule")?,
                section("HeapList")?,
            ],
            heap: [heap("StartAddress")?, heap("EndAddress")?, heap("MapBase")?, heap("HeaderMap")?],
            header: [header("MethodDesc")?, header("NumUnwindInfos")?, header("UnwindInfos")?],
            method: [method("Flags3AndTokenRemainder")?, method("ChunkIndex")?, method("Flags")?],
            dynamic_name: field("DynamicMethodDesc", "MethodName")?,
            token_bits: u32::try_from(contract.global("MethodDescTokenRemainderBitCount")?)
                .ok()
                .filter(|bits| *bits < 16)?,
            chunk: [chunk("MethodTable")?, chunk("FlagsAndTokenRange")?, chunk("!")?],
            table_module: field("MethodTable", "Module")?,
            has_module_override: false,
            image: ImageBase::Direct(field("Module", "Base")?),
            ready: field("Module", "ReadyToRunInfo")?,
            ready_info: [
                info("CompositeInfo")?,
                info("NumRuntimeFunctions")?,
                info("RuntimeFunctions")?,
                info("NumHotColdMap")?,
                info("HotColdMap")?,
                info("EntryPointToMethodDescMap")? + field("HashMap", "Buckets")?,
            ],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The part of what a runtime of version 10.0.9 says of itself.
    const SAID: &str = r#"{"types":{"MethodTable":{"!":64,"Module":24},"Module":{"Base":224,"ReadyToRunInfo":704},
        "MethodDesc":{"!":16,"ChunkIndex":2,"Slot":4,"Flags":6,"Flags3AndTokenRemainder":0},
        "MethodDescChunk":{"!":24,"MethodTable":0,"Next":8,"FlagsAndTokenRange":18},
        "DynamicMethodDesc":{"!":48,"MethodName":32},"HashMap":{"Buckets":16},"Bucket":{"!":64,"Keys":0,"Values":32},
        "ReadyToRunInfo":{"CompositeInfo":40,"NumRuntimeFunctions":88,"RuntimeFunctions":80,"NumHotColdMap":104,
        "HotColdMap":96,"EntryPointToMethodDescMap":360},
        "RuntimeFunction":{"!":12,"BeginAddress":0,"EndAddress":4,"UnwindData":8},"RangeSectionMap":{"TopLevelData":0},
        "RangeSectionFragment":{"RangeBegin":8,"RangeEndOpen":16,"RangeSection":24,"Next":0},
        "RangeSection":{"RangeBegin":0,"RangeEndOpen":8,"Flags":16,"HeapList":40,"R2RModule":32},
        "RealCodeHeader":{"MethodDesc":24,"GCInfo":16,"NumUnwindInfos":32,"UnwindInfos":36},
        "CodeHeapListNode":{"Next":0,"StartAddress":16,"EndAddress":24,"MapBase":32,"HeaderMap":40}},
        "globals":{"MethodDescTokenRemainderBitCount":["0xc","uint8"],"MethodDescAlignment":["0x8","uint64"]},
        "contracts":{"ExecutionManager":2,"Loader":1,"RuntimeTypeSystem":1}}"#;

    #[test]
    fn what_the_runtime_says_is_what_is_written_here() {
        let contract = Contract::of(SAID, Vec::new()).unwrap();
        assert_eq!(Layout::of(10, Some(&contract)), Some(NET_10));
        assert_eq!(Layout::of(12, Some(&contract)), Some(NET_10));
    }

    #[test]
    fn a_version_that_says_too_little_is_known_or_refused() {
        let less = SAID.replace("HotColdMap\":", "Other\":");
        let contract = Contract::of(&less, Vec::new()).unwrap();
        assert_eq!(Layout::of(9, Some(&contract)), Some(NET_9));
        assert_eq!([7, 11].map(|major| Layout::of(major, Some(&contract))), [None, None]);
        for (known, other) in
            [("\"RuntimeFunction\":{\"!\":12", "\"RuntimeFunction\":{\"!\":8"), ("Manager\":2", "Manager\":3")]
        {
            let said = SAID.replace(known, other);
            assert_eq!(Layout::of(11, Contract::of(&said, Vec::new()).as_ref()), None, "{other}");
        }
    }
}
