/** Functions that act for their caller, and say nothing of a program or of a runtime. */
import type { SampledCode } from './own-code.ts';

/** Of the C and C++ libraries, and what the kernel maps. */
const modules = /^(?:ld|libc|libpthread|librt|libdl|libm|libgcc_s|libstdc\+\+|libc\+\+|linux-vdso|\[.*\])(?:[-.]|$)/u;
/** Of standard libraries that are linked into a program, and of what asks the kernel in Go. */
const functions =
  /^(?:<?(?:std|core|alloc|parking_lot|parking_lot_core)::|absl::|AbslInternal|uv_(?:cond|mutex|rwlock|sem|thread)_|__|(?:internal\/)?(?:runtime\/)?syscall[./]|runtime\.(?:u|nano)sleep\b|operator (?:new|delete)|os::(?:malloc|realloc|\w*(?:commit|reserve)_memory)\b|AllocateHeap\b|Arena::|\[(?!unknown [\da-f]+\+))/u;

const allocators = /^lib(?:jemalloc|tcmalloc\w*|mimalloc)[-.]/u;

type NamedCode = Pick<SampledCode, 'name' | 'module'>;

export function isLibrary(code: NamedCode): boolean {
  return isOfCLibrary(code) || functions.test(code.name);
}

export function isOfCLibrary({ module }: NamedCode): boolean {
  return modules.test(module);
}

/** Of an allocator with a library of its own, which has threads too. */
export function isAllocatorLibrary({ module }: NamedCode): boolean {
  return allocators.test(module);
}

/** A function that is known by its place alone. */
export function isUnnamed({ name }: NamedCode): boolean {
  return name.startsWith('[unknown ');
}
