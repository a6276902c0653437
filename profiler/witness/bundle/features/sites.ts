/** Which function an event is due to: a wait, a page fault, a request for memory. The same for all of them. */
import { isAllocatorLibrary, isLibrary, isOfCLibrary, isUnnamed } from '../keys/library-code.ts';
import { isOwnCode, type SampledCode, type TargetPrograms } from '../keys/own-code.ts';
import { isWaitPrimitive } from '../keys/wait-kinds.ts';

export interface Site<F> {
  /** Undefined where a stack shows no function. */
  readonly site: F | undefined;
  /** Whether no function further out, where the stack ends early, could be the site. */
  readonly isCertain: boolean;
  /** What it called, innermost first; the whole stack where no function is the target's own. */
  readonly beneath: readonly F[];
}

/** Root first, indexes into a table of functions. */
type Frames = readonly number[];

/**
 * The innermost function of the target's own code: what a developer can change. So too of page faults, although the
 * function that touched the memory is mostly one of the C library or of an allocator. A thread of a runtime has no own
 * function on its stack: then the innermost one that says what the thread is for. The reader judges each function
 * once, however many stacks have it.
 */
export function readSites<F extends SampledCode>(
  functions: readonly F[],
  programs: TargetPrograms,
): (frames: Frames) => Site<F> {
  const kinds = new Map<F, SiteKind>();
  const kindOf = (one: F): SiteKind => {
    const known = kinds.get(one) ?? siteKindOf(one, programs);
    kinds.set(one, known);
    return known;
  };
  return (frames) => {
    const innermost = frames.toReversed().flatMap((frame) => functions[frame] ?? []);
    const kindsOf = innermost.map(kindOf);
    const best = bestFirst.map((kind) => kindsOf.indexOf(kind)).find((found) => found !== -1) ?? 0;
    const site = innermost[best];
    const isOwn = kindsOf[best]?.startsWith('own') === true;
    const isWhole = threadRoots.test(innermost.at(-1)?.name ?? '');
    // What a runtime does for a program is short: a long stack of it alone is that of its compiler or its collector.
    const isOfRuntime = programs.runtimes.size > 0 && ofRuntime.has(kindsOf[best] ?? 'library');
    return { site, isCertain: isOwn || isWhole || isOfRuntime, beneath: isOwn ? innermost.slice(0, best) : innermost };
  };
}

/** A helper acts for its caller; a program without symbols exports the names of a few functions, which say more. */
const ownKinds = ['own', 'own unnamed', 'own main', 'own helper'] as const;
type OwnKind = (typeof ownKinds)[number];

/** `script`: code that a runtime loads, of a library. `native`: of a runtime, or of another library. `standard`: linked in. */
const foreignKinds = ['script', 'native', 'waiting', 'unnamed', 'allocator', 'standard'] as const;
type SiteKind = OwnKind | (typeof foreignKinds)[number] | 'library';
const bestFirst: readonly SiteKind[] = [...ownKinds, ...foreignKinds];

const ofRuntime: ReadonlySet<SiteKind> = new Set(['native', 'waiting', 'unnamed']);

function siteKindOf(one: SampledCode, programs: TargetPrograms): SiteKind {
  if (isOwnCode(one, programs)) return ownKindOf(one);
  if (isAllocatorLibrary(one)) return 'allocator';
  if (isLibrary(one)) return isOfCLibrary(one) ? 'library' : 'standard';
  if (isWaitPrimitive(one)) return 'waiting';
  if (!isNative(one, programs)) return 'script';
  return isUnnamed(one) ? 'unnamed' : 'native';
}

function ownKindOf(one: SampledCode): OwnKind {
  if (isUnnamed(one)) return 'own unnamed';
  if (one.name === 'main') return 'own main';
  return helpers.test(one.name) ? 'own helper' : 'own';
}

/** A program's wrappers of an allocator (`xmalloc`, `ngx_palloc`, `zcalloc_num`), and what PostgreSQL has for waiting. */
const helpers =
  /^(?:_*(?:[a-z]+_)?[a-z]{0,4}(?:m|c|re|p|pn|z)alloc(?:\d+|_\w+|array)?|_*(?:[a-z]+_)?memalign|ngx_(?:alloc|create_pool)|(?:MemoryContextAlloc|PGSemaphoreLock|LWLock|WaitLatch|WaitEventSetWait|ProcSleep)\w*)$/u;

/** Outermost functions of threads. */
const threadRoots =
  /^(?:_start|_*clone3?|start_thread|thread_start|_*libc_start_\w+|runtime\.(?:goexit|rt0_go|mstart\d?|mcall|systemstack\w*|morestack\w*|main))(?:\.abi0)?$/u;

/** Of a runtime itself, and not of the code that it runs. */
function isNative({ name, module }: SampledCode, { executables, runtimes }: TargetPrograms): boolean {
  if (executables.has(module)) return !goLibrary.test(name);
  return runtimes.has(module) || /\.so(?:\.|$)/u.test(module);
}

/** `net/http.(*persistConn).writeLoop`: of a package that is not part of the runtime of Go. */
const goLibrary = /^(?!runtime[./]|internal\/|syscall\.)[a-z][\w.-]*(?:\/[\w.-]+)*\.[\w(*]/u;
