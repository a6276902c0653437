/**
 * Which kind of work a function of a runtime or a library does, by the names that these give their functions. Functions
 * of the target's own code have none: what they are called is no evidence of what they do.
 */

export const workKinds = [
  'serialising',
  'regular-expression',
  'compression',
  'hashing',
  'exceptions',
  'garbage-collection',
  'allocation',
] as const;
export type WorkKind = (typeof workKinds)[number];

interface Names {
  readonly functions: RegExp;
  /** Libraries that do nothing else. */
  readonly modules?: RegExp;
}

/** In this order: what is one kind on behalf of another, such as throwing while parsing, is the first. */
const tables: Readonly<Record<WorkKind, Names>> = {
  // https://go.dev/src/encoding/json, v8/src/json, CPython Modules/_json.c and _pickle.c, php-src ext/json, jackson-core.
  serialising: {
    functions:
      /^v8::internal::(?:Json(?:Parser|Stringifier|Parse)|Builtin_Json|Value(?:Des|S)erializer)|^Builtins_Json|^(?:encoding\/(?:json|xml|gob|csv|asn1)|google\.golang\.org\/protobuf[\w/]*)\.|^(?:com\.fasterxml\.jackson|com\.google\.gson|com\.google\.protobuf|org\.yaml|jakarta\.json)\.|^java\.io\.Object(?:In|Out)putStream|^(?:<?serde_json|rapidjson|simdjson|nlohmann::json)|^System\.Text\.Json\.|^Newtonsoft\.Json\.|^(?:py_encode_basestring|scanstring_unicode|scan_once_unicode|_parse_object_unicode|_parse_array_unicode|encoder_listencode|encoder_call|_Pickler_|_Unpickler_|save(?:_dict|_list)?$|load_build|php_json_|php_var_(?:un)?serialize|generate_json|cParser_|JSON_parse_|cJSON_|yyjson_|json_(?:parse|dump|load|object|string)|xmlParse|xmlSAX2)/u,
  },
  // v8/src/regexp, java.util.regex, CPython Modules/_sre, Onigmo, PCRE2.
  'regular-expression': {
    functions:
      /^v8::internal::(?:\(anonymous namespace\)::)?(?:RegExp|Irregexp|NativeRegExp)|^Builtins_RegExp|^RegExp:|^java\.util\.regex\.|^regexp(?:\/syntax)?\.|^<?regex(?:_automata|_syntax)?::|^System\.Text\.RegularExpressions\.|^(?:sre_(?:ucs\d|lower|search|match)|_sre_SRE_|pattern_(?:match|search|sub)|onig_|match_at$|pcre2?_|php_pcre_|re_search|re_match|regexec)/u,
    modules: /^(?:libpcre|libonig|libre2|libhs)/u,
  },
  // zlib, zstd, lz4, brotli, snappy and what languages have of them.
  compression: {
    functions:
      /^(?:compress|klauspost\/compress)\/(?:flate|gzip|zlib|bzip2|lzw)\.|^github\.com\/klauspost\/compress\/|^java\.util\.zip\.(?:Def|Inf)later|^System\.IO\.Compression\.|^<?(?:flate2|miniz_oxide|brotli|zstd)::|^(?:deflate|inflate|longest_match|compress_block|fill_window|slide_hash|build_tree|insert_string|adler32|crc32|fizzle_matches|zng_|Cr_z_|ZSTD_|FSE_|HUF_|LZ4_|Brotli|snappy_)/u,
    modules: /^(?:libz|libz-ng|libzstd|liblz4|libbrotli(?:enc|dec|common)|libsnappy|libbz2|liblzma)(?:[-.]|$)/u,
  },
  // OpenSSL, Go's crypto, the JDK's providers, RustCrypto and ring.
  hashing: {
    functions:
      /^(?:crypto|vendor\/golang\.org\/x\/crypto|golang\.org\/x\/crypto)\/|^(?:javax\.crypto|sun\.security|java\.security|com\.sun\.crypto)\.|(?:^|::|<)(?:sha\d+|md5|md_5|blake[23]|aes|aes_gcm|chacha20|ring|rustls|hmac|digest|bcrypt|argon2|block_buffer)::|^System\.Security\.Cryptography\.|^(?:EVP_|SHA\d|sha\d+_|MD5_|md5_|aesni_|AES_|CRYPTO_|BN_|EC_|RSA_|ossl_|OPENSSL_|chacha|poly1305|bcrypt|argon2|PBKDF2|scrypt|_hashlib|_blake2|HMAC_|php_hash_)/u,
    modules:
      /^(?:libcrypto|libssl|libgcrypt|libgnutls|libnettle|libhogweed|libmbedcrypto|libsodium|_hashlib|_blake2|_md5|_sha)/u,
  },
  // The Itanium C++ ABI, hotspot/share/utilities/exceptions.cpp, CPython Python/errors.c, v8/src/execution/isolate.cc.
  exceptions: {
    functions:
      /^(?:_Unwind_|__cxa_(?:throw|rethrow|allocate_exception|begin_catch|end_catch)|__gxx_personality|uw_frame_state|uw_update_context|execute_cfa_program|search_object|_PyErr_|PyErr_|PyException_|PyTraceBack_|_PyTraceback_|traceback_new|BaseException_|IL_Throw|IL_Rethrow|rb_exc_|rb_raise|setup_exception|rb_longjmp|zend_throw_|zend_dispatch_try_catch)|^java\.lang\.(?:Throwable|Exception|RuntimeException|Error)\.|^java_lang_Throwable::|^(?:Exceptions|OptoRuntime::(?:handle_exception|rethrow)|SharedRuntime::(?:raw_exception|compute_compiled_exc))|^runtime\.(?:gopanic|gorecover|addOneOpenDeferFrame|printpanics|panicmem)|^v8::internal::(?:Isolate::(?:Throw|ReThrow|UnwindAndFindHandler|Capture\w*StackTrace)|ErrorUtils|CallSiteInfo|Messages?Formatter|MessageHandler)|^Builtins_(?:ErrorConstructor|ErrorCaptureStackTrace|ThrowHandler)|^System\.(?:Exception|Diagnostics\.StackTrace|Diagnostics\.StackFrame)|^(?:DispatchManagedException|SfiNext|RhThrowEx|ExceptionTracker)/u,
  },
  // Go's runtime/mgc*.go, hotspot/share/gc, v8/src/heap, CPython's gc module, Ruby's gc.c.
  'garbage-collection': {
    functions:
      /^runtime\.(?:gc[A-Z]|scan(?:object|block|stack|conservative|frame)|greyobject|markroot|mark(?:Bits|Root|root)|sweepone|\(\*(?:gcWork|gcControllerState|sweepLocked|gcBits|lfstack|pollDesc\)gc)|bgsweep|bgscavenge|wbBuf|tryDeferToSpanScan|spanQueue|wakeScavenger)|^(?:G1|ZMark|ZRelocate|ZGC|XMark|Shenandoah|PS(?:Par|Prom|Scav|Mark)|ParallelScavenge|ParCompaction|GCTask|MarkSweep|SerialHeap|DefNew|Serial(?:FullGC|BlockOff)|WorkerThread::|WorkGang|RootScan|OopStorage|CardTable|ReferenceProcessor|Weak(?:Processor|Handle)|StringDedup|VM_(?:G1|GC|Collect|Parallel))|^v8::internal::(?:Heap|MarkCompact|MarkingVisitor|Scavenger|Mark|Sweeper|Minor|ConcurrentMark|IncrementalMark|YoungGeneration|Evacuat|Local?Heap|BasicMark|Pretenuring)|^cppgc::|^(?:gc_collect_|_PyGC_|PyGC_|gc_run|deduce_unreachable|update_refs|subtract_refs|visit_(?:decref|reachable)|rb_gc_|gc_(?:mark|sweep|start|marks|step)|lazy_sweep|zend_gc_|SVR::|WKS::|erts_garbage|do_minor|garbage_collect|luaC_|lj_gc_)/u,
  },
  // What a program calls to have memory, and what that calls.
  allocation: {
    functions:
      /^(?:__libc_)?(?:malloc|calloc|realloc|free|cfree|memalign|posix_memalign|aligned_alloc)$|^__(?:GI___)?libc_(?:malloc|calloc|realloc|free)$|^(?:_int_(?:malloc|free|realloc|memalign)|sysmalloc|systrim|malloc_consolidate|unlink_chunk|tcache_|operator (?:new|delete)|je_|mi_|tc_|tcmalloc|_PyObject_(?:Malloc|Free|Alloc)|PyObject_(?:Malloc|Free)|pymalloc_|_PyMem_|zend_mm_|_emalloc|_efree|newobj_|rb_newobj|rb_class_new_instance|ngx_(?:palloc|pnalloc|pcalloc)|AllocSetAlloc|AllocSetFree|palloc|zmalloc|zfree)|^runtime\.(?:malloc|newobject|makeslice|growslice|memclr|nextFreeFast|\(\*m(?:cache|central|heap|span)\)|deductAssistCredit|persistentalloc|sysAlloc|sysUsed|sysFault|rawstring|rawbyteslice)|^(?:InstanceKlass::allocate|MemAllocator|OptoRuntime::new_|CollectedHeap::|ObjArrayAllocator|TypeArrayKlass)|^v8::internal::(?:Factory|FactoryBase<|LocalFactory|MainAllocator|HeapAllocator)|^alloc::raw_vec::|^__rust_(?:alloc|dealloc|realloc)|^(?:JIT_New|RhpNew|AllocateObject)/u,
    modules: /^(?:libjemalloc|libtcmalloc|libmimalloc)/u,
  },
};

/** Undefined of what these tables do not name. `module`: the file, the script, the class or the assembly. */
export function workKindOf(name: string, module: string): WorkKind | undefined {
  return workKinds.find((kind) => {
    const { functions, modules } = tables[kind];
    return functions.test(name) || modules?.test(module) === true;
  });
}
