//! Where V8 keeps what: the constants that an executable exports for debuggers,
//! read once. They name fields by their types, which change between versions, so
//! each field lists the names it has had; what no version exports is recognised
//! by the types of the objects instead.

use std::ops::RangeInclusive;

use crate::languages::runtime::Opening;
use crate::modules::lookup;

/// What every constant's name starts with.
const PREFIX: &str = "v8dbg_";

/// A constant and the names it has had.
type Names = &'static [&'static str];

const TAGGED_BYTES: Names = &["TaggedSize"];
const INSTANCE_TYPE: Names = &["class_Map__instance_type__uint16_t"];
const FUNCTION_SHARED: Names = &["class_JSFunction__shared__SharedFunctionInfo"];
const SHARED_NAME: Names = &[
    "class_SharedFunctionInfo__name_or_scope_info__Tagged_NameOrScopeInfoT_",
    "class_SharedFunctionInfo__name_or_scope_info__Tagged_Object_",
    "class_SharedFunctionInfo__name_or_scope_info__Object",
];
const SHARED_SCRIPT: Names = &[
    "class_SharedFunctionInfo__script__Tagged_HeapObject_",
    "class_SharedFunctionInfo__script_or_debug_info__HeapObject",
];
const SCRIPT_SOURCE: Names = &["class_Script__source__Object"];
const SCRIPT_NAME: Names = &["class_Script__name__Object"];
const STRING_LENGTH: Names = &["class_String__length__int32_t"];
const STRING_CHARACTERS: Names = &["class_SeqOneByteString__chars__char"];
const CONS_FIRST: Names = &["class_ConsString__first__String"];
const CONS_SECOND: Names = &["class_ConsString__second__String"];
const SLICED_PARENT: Names = &["class_SlicedString__parent__String"];
const SLICED_OFFSET: Names = &["class_SlicedString__offset__SMI"];
const THIN_ACTUAL: Names = &["class_ThinString__actual__String"];
const EXTERNAL_RESOURCE: Names = &["class_ExternalString__resource__Object"];
const STREAM_HEADER: Names = &["class_InstructionStream__instruction_start__uintptr_t"];
const CODE_START: Names = &["class_Code__instruction_start__Address"];
const CODE_BYTES: Names = &["class_Code__instruction_size__int"];
const CODE_FLAGS: Names = &["class_Code__flags__uint32_t"];
const CODE_KIND_MASK: Names = &["CodeKindFieldMask"];
const CODE_KIND_BASELINE: Names = &["CodeKindBaseline"];
const ARRAY_DATA: Names = &["class_FixedArray__data__uintptr_t"];
const DEOPT_SHARED: Names =
    &["DeoptimizationDataWrappedSharedFunctionInfoIndex", "DeoptimizationDataSharedFunctionInfoIndex"];
const DEOPT_LITERALS: Names = &["DeoptimizationDataLiteralArrayIndex"];
const DEOPT_POSITIONS: Names = &["DeoptimizationDataInliningPositionsIndex"];
const SCOPE_FIRST: Names = &["scopeinfo_idx_first_vars"];
const TYPE_MAP: Names = &["type_Map__MAP_TYPE"];
const TYPE_FUNCTION: Names = &["type_JSFunction__JS_FUNCTION_TYPE"];
const TYPE_LAST_FUNCTION: Names = &["LastJSFunctionType"];
const TYPE_SHARED: Names = &["type_SharedFunctionInfo__SHARED_FUNCTION_INFO_TYPE"];
const TYPE_WRAPPER: Names = &["type_SharedFunctionInfoWrapper__SHARED_FUNCTION_INFO_WRAPPER_TYPE"];
const TYPE_SCRIPT: Names = &["type_Script__SCRIPT_TYPE"];
const TYPE_SCOPE: Names = &["type_ScopeInfo__SCOPE_INFO_TYPE"];
const TYPE_CODE: Names = &["type_Code__CODE_TYPE"];
const TYPE_STREAM: Names = &["type_InstructionStream__INSTRUCTION_STREAM_TYPE"];
const TYPE_BYTECODE: Names = &["type_BytecodeArray__BYTECODE_ARRAY_TYPE"];
const TYPE_FEEDBACK: Names = &["type_FeedbackVector__FEEDBACK_VECTOR_TYPE"];
const TYPE_INTERPRETER_DATA: Names = &["type_InterpreterData__INTERPRETER_DATA_TYPE"];
const TYPE_ARRAY: Names = &["type_FixedArray__FIXED_ARRAY_TYPE"];
const TYPE_PROTECTED_ARRAY: Names = &["type_ProtectedFixedArray__PROTECTED_FIXED_ARRAY_TYPE"];
const TYPE_TRUSTED_ARRAY: Names = &["type_TrustedFixedArray__TRUSTED_FIXED_ARRAY_TYPE"];
const TYPE_WEAK_ARRAY: Names = &["type_WeakFixedArray__WEAK_FIXED_ARRAY_TYPE"];
const TYPE_TRUSTED_WEAK_ARRAY: Names = &["type_TrustedWeakFixedArray__TRUSTED_WEAK_FIXED_ARRAY_TYPE"];
const TYPE_BYTES: Names = &["type_ByteArray__BYTE_ARRAY_TYPE"];
const TYPE_TRUSTED_BYTES: Names = &["type_TrustedByteArray__TRUSTED_BYTE_ARRAY_TYPE"];
const FIRST_NON_STRING: Names = &["FirstNonstringType"];
const FRAME_ENTRY: Names = &["frametype_EntryFrame"];
const FRAME_CONSTRUCT_ENTRY: Names = &["frametype_ConstructEntryFrame"];
const FRAME_WASM: Names = &["frametype_WasmFrame"];
const FRAME_WASM_SEGMENT: Names = &["frametype_WasmSegmentStartFrame"];
const FRAME_WASM_ADAPTORS: [Names; 4] = [
    &["frametype_JsToWasmFrame"],
    &["frametype_WasmToJsFrame"],
    &["frametype_WasmToJsFunctionFrame"],
    &["frametype_CWasmEntryFrame"],
];
const FRAME_REGEXP: Names = &["frametype_IrregexpFrame"];
const FRAME_LAST: Names = &["frametype_NativeFrame"];

/// Functions of other kinds (classes, constructors of the language) follow the plain one in the list of
/// types; what V8 11 has, which does not export the last.
const FUNCTION_TYPES: u16 = 15;
/// Words before the local variables of a scope, where the version does not say.
pub(super) const SCOPE_WORDS: u64 = 3;
/// V8 11 does not export where a code object's flags and size lie.
const OLD_CODE_START: u64 = 40;
const OLD_CODE_FLAGS: u64 = 48;
const OLD_CODE_BYTES: u64 = 56;

/// Types of heap objects.
pub(super) struct Types {
    pub(super) map: u16,
    pub(super) functions: RangeInclusive<u16>,
    pub(super) shared: u16,
    /// What newer versions put around a shared function.
    pub(super) wrapper: Option<u16>,
    pub(super) script: u16,
    pub(super) scope: u16,
    pub(super) code: u16,
    pub(super) stream: u16,
    pub(super) bytecode: u16,
    /// What a function that ran several times has noted about itself.
    pub(super) feedback: Option<u16>,
    pub(super) interpreter_data: Option<u16>,
    /// Arrays of tagged values, weak ones included.
    pub(super) arrays: Vec<u16>,
    /// Arrays of bytes.
    pub(super) bytes: Vec<u16>,
    /// The first type that is no string.
    pub(super) non_string: u16,
}

/// Types of frames.
pub(super) struct Markers {
    pub(super) entry: [u64; 2],
    pub(super) wasm: Vec<u64>,
    /// Between scripts and WebAssembly.
    pub(super) wasm_adaptors: Vec<u64>,
    pub(super) regexp: Option<u64>,
    pub(super) last: u64,
}

/// Offsets in objects, from their first byte, and numbers.
pub(super) struct Layout {
    pub(super) instance_type: u64,
    pub(super) function_shared: u64,
    pub(super) shared_name: u64,
    pub(super) shared_script: u64,
    pub(super) script_source: u64,
    pub(super) script_name: u64,
    pub(super) string_length: u64,
    pub(super) string_characters: u64,
    pub(super) cons: [u64; 2],
    pub(super) sliced: [u64; 2],
    pub(super) thin_actual: u64,
    pub(super) external_resource: u64,
    pub(super) stream_header: u64,
    pub(super) code_start: u64,
    pub(super) code_bytes: u64,
    pub(super) code_flags: u64,
    pub(super) code_kind_mask: u32,
    pub(super) code_kind_baseline: u32,
    pub(super) array_data: u64,
    /// Places in an optimised code's array: the function; the literals, the inlining.
    pub(super) deopt_shared: u64,
    pub(super) deopt_inlining: Option<[u64; 2]>,
    pub(super) scope_words: u64,
    pub(super) types: Types,
    pub(super) markers: Markers,
}

/// The constants of one executable.
struct Constants {
    names: Vec<String>,
    values: Vec<Option<u32>>,
}

impl Constants {
    fn read(opening: &Opening<'_>, wanted: &[Names]) -> Constants {
        let names: Vec<String> =
            wanted.iter().flat_map(|names| names.iter()).map(|name| format!("{PREFIX}{name}")).collect();
        let texts: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut found = lookup::find_exported(opening.module, &texts, opening.limits);
        if found.iter().all(Option::is_none) {
            found = lookup::find(opening.module, &texts, opening.limits);
        }
        let value =
            |found: &Option<lookup::Found>| opening.memory.u32(found.as_ref()?.address.wrapping_add(opening.bias));
        let values = found.iter().map(value).collect();
        Constants { names, values }
    }

    fn find(&self, names: Names) -> Option<u32> {
        names.iter().find_map(|name| {
            let at = self.names.iter().position(|known| known.strip_prefix(PREFIX) == Some(name))?;
            self.values.get(at).copied().flatten()
        })
    }

    fn get(&self, names: Names) -> Result<u32, String> {
        self.find(names).ok_or_else(|| format!("the executable does not export {PREFIX}{}", names[0]))
    }

    /// An offset in an object: small, or it is none.
    fn offset(&self, names: Names) -> Result<u64, String> {
        self.get(names).and_then(|offset| {
            if offset < 256 { Ok(offset.into()) } else { Err(format!("{PREFIX}{} is out of range", names[0])) }
        })
    }

    fn small(&self, names: Names) -> Option<u64> {
        self.offset(names).ok()
    }

    fn kind(&self, names: Names) -> Result<u16, String> {
        self.get(names)
            .and_then(|kind| u16::try_from(kind).map_err(|_| format!("{PREFIX}{} is out of range", names[0])))
    }

    fn kinds(&self, names: &[Names]) -> Vec<u16> {
        names.iter().filter_map(|names| self.kind(names).ok()).collect()
    }
}

impl Layout {
    /// Reads the constants. The error says which one is missing.
    pub(super) fn read(opening: &Opening<'_>) -> Result<Layout, String> {
        let constants = Constants::read(opening, ALL);
        let tagged = constants.get(TAGGED_BYTES)?;
        if tagged != 8 {
            return Err(format!("its pointers are compressed to {tagged} bytes, which is not understood"));
        }
        let c = &constants;
        Ok(Layout {
            instance_type: c.offset(INSTANCE_TYPE)?,
            function_shared: c.offset(FUNCTION_SHARED)?,
            shared_name: c.offset(SHARED_NAME)?,
            shared_script: c.offset(SHARED_SCRIPT)?,
            script_source: c.offset(SCRIPT_SOURCE)?,
            script_name: c.offset(SCRIPT_NAME)?,
            string_length: c.offset(STRING_LENGTH)?,
            string_characters: c.offset(STRING_CHARACTERS)?,
            cons: [c.offset(CONS_FIRST)?, c.offset(CONS_SECOND)?],
            sliced: [c.offset(SLICED_PARENT)?, c.offset(SLICED_OFFSET)?],
            thin_actual: c.offset(THIN_ACTUAL)?,
            external_resource: c.offset(EXTERNAL_RESOURCE)?,
            stream_header: c.offset(STREAM_HEADER)?,
            code_start: c.small(CODE_START).unwrap_or(OLD_CODE_START),
            code_bytes: c.small(CODE_BYTES).unwrap_or(OLD_CODE_BYTES),
            code_flags: c.small(CODE_FLAGS).unwrap_or(OLD_CODE_FLAGS),
            code_kind_mask: c.get(CODE_KIND_MASK)?,
            code_kind_baseline: c.get(CODE_KIND_BASELINE)?,
            array_data: c.offset(ARRAY_DATA)?,
            deopt_shared: c.offset(DEOPT_SHARED)?,
            deopt_inlining: c.small(DEOPT_LITERALS).zip(c.small(DEOPT_POSITIONS)).map(|(a, b)| [a, b]),
            scope_words: c.small(SCOPE_FIRST).unwrap_or(SCOPE_WORDS),
            types: types(c)?,
            markers: Markers {
                entry: [c.offset(FRAME_ENTRY)?, c.offset(FRAME_CONSTRUCT_ENTRY)?],
                wasm: [FRAME_WASM, FRAME_WASM_SEGMENT].iter().filter_map(|names| c.small(names)).collect(),
                wasm_adaptors: FRAME_WASM_ADAPTORS.iter().filter_map(|names| c.small(names)).collect(),
                regexp: c.small(FRAME_REGEXP),
                last: c.offset(FRAME_LAST)?.max(c.small(FRAME_REGEXP).unwrap_or(0)),
            },
        })
    }
}

fn types(c: &Constants) -> Result<Types, String> {
    let function = c.kind(TYPE_FUNCTION)?;
    let last = c.kind(TYPE_LAST_FUNCTION).unwrap_or(function.saturating_add(FUNCTION_TYPES));
    Ok(Types {
        map: c.kind(TYPE_MAP)?,
        functions: function..=last,
        shared: c.kind(TYPE_SHARED)?,
        wrapper: c.kind(TYPE_WRAPPER).ok(),
        script: c.kind(TYPE_SCRIPT)?,
        scope: c.kind(TYPE_SCOPE)?,
        code: c.kind(TYPE_CODE)?,
        stream: c.kind(TYPE_STREAM)?,
        bytecode: c.kind(TYPE_BYTECODE)?,
        feedback: c.kind(TYPE_FEEDBACK).ok(),
        interpreter_data: c.kind(TYPE_INTERPRETER_DATA).ok(),
        arrays: c.kinds(&[
            TYPE_ARRAY,
            TYPE_PROTECTED_ARRAY,
            TYPE_TRUSTED_ARRAY,
            TYPE_WEAK_ARRAY,
            TYPE_TRUSTED_WEAK_ARRAY,
        ]),
        bytes: c.kinds(&[TYPE_BYTES, TYPE_TRUSTED_BYTES]),
        non_string: c.kind(FIRST_NON_STRING)?,
    })
}

const ALL: &[Names] = &[
    TAGGED_BYTES,
    INSTANCE_TYPE,
    FUNCTION_SHARED,
    SHARED_NAME,
    SHARED_SCRIPT,
    SCRIPT_SOURCE,
    SCRIPT_NAME,
    STRING_LENGTH,
    STRING_CHARACTERS,
    CONS_FIRST,
    CONS_SECOND,
    SLICED_PARENT,
    SLICED_OFFSET,
    THIN_ACTUAL,
    EXTERNAL_RESOURCE,
    STREAM_HEADER,
    CODE_START,
    CODE_BYTES,
    CODE_FLAGS,
    CODE_KIND_MASK,
    CODE_KIND_BASELINE,
    ARRAY_DATA,
    DEOPT_SHARED,
    DEOPT_LITERALS,
    DEOPT_POSITIONS,
    SCOPE_FIRST,
    TYPE_MAP,
    TYPE_FUNCTION,
    TYPE_LAST_FUNCTION,
    TYPE_SHARED,
    TYPE_WRAPPER,
    TYPE_SCRIPT,
    TYPE_SCOPE,
    TYPE_CODE,
    TYPE_STREAM,
    TYPE_BYTECODE,
    TYPE_FEEDBACK,
    TYPE_INTERPRETER_DATA,
    TYPE_ARRAY,
    TYPE_PROTECTED_ARRAY,
    TYPE_TRUSTED_ARRAY,
    TYPE_WEAK_ARRAY,
    TYPE_TRUSTED_WEAK_ARRAY,
    TYPE_BYTES,
    TYPE_TRUSTED_BYTES,
    FIRST_NON_STRING,
    FRAME_ENTRY,
    FRAME_CONSTRUCT_ENTRY,
    FRAME_WASM,
    FRAME_WASM_SEGMENT,
    FRAME_WASM_ADAPTORS[0],
    FRAME_WASM_ADAPTORS[1],
    FRAME_WASM_ADAPTORS[2],
    FRAME_WASM_ADAPTORS[3],
    FRAME_REGEXP,
    FRAME_LAST,
];
