#!/bin/sh
# Makes the seeds again: small files of every kind that the parsers know. Needs gcc, its cross compiler for
# aarch64, clang-14, objcopy and xz. What fuzzing found was added by hand, as regression-*; so were the recordings (examples/record_process.rs) and the records.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p seeds/module seeds/unwind_program seeds/maps seeds/perf_map seeds/mangled_name
find seeds -mindepth 2 -type f ! -name 'regression-*' ! -path 'seeds/process/*' ! -path 'seeds/record/*' -delete

cat >"$work/small.c" <<'C'
static inline __attribute__((always_inline)) int twice(int value) { volatile int result = value * 2; return result; }
static inline __attribute__((always_inline)) int around(int value) { return twice(value) + twice(value + 1); }
__attribute__((noinline)) int called(int value, int *out) { int many[64]; for (int n = 0; n < 64; n++) many[n] = around(value + n); *out = many[value & 63]; return many[1]; }
int small(int value) { int out; if (value > 3) return called(value, &out) + out; return around(value); }
C

# Bytes that choose addresses; the first says which architecture.
choices() { printf "\\$1"; for n in 1 2 3 4 5 6 7 10 20 30 40 50 60 70 1 12 23 34 45 56 67 100 110 120 130 140 150 1 2 3 4; do printf "\\$n"; done; }
module() { { choices "$3"; cat "$2"; } >"seeds/module/$1"; }
library() { compiler=$1; out=$2; shift 2; "$compiler" -O2 -shared -fPIC -nostdlib -Wl,-z,noseparate-code -Wl,-z,max-page-size=4096 "$@" -o "$work/$out" "$work/small.c"; }

library gcc dwarf5 -gdwarf-5
module dwarf-5 "$work/dwarf5" 0
library gcc dwarf4 -gdwarf-4 -fdebug-types-section
module dwarf-4 "$work/dwarf4" 0
library gcc dwarf2 -gdwarf-2 -gstrict-dwarf
module dwarf-2 "$work/dwarf2" 0
library gcc zlib -g -Wl,--compress-debug-sections=zlib
module compressed-zlib "$work/zlib" 0
library gcc gnuzlib -g -Wl,--compress-debug-sections=zlib-gnu
module compressed-zlib-gnu "$work/gnuzlib" 0
library clang-14 clang -g
module clang "$work/clang" 0
library clang-14 split -g -gsplit-dwarf=single
module split "$work/split" 0
library gcc list -Wl,--no-eh-frame-hdr
module no-lookup-table "$work/list" 0
library aarch64-linux-gnu-gcc arm -g
module arm64 "$work/arm" 1
objcopy --only-keep-debug "$work/dwarf5" "$work/full"
objcopy -S --remove-section .comment "$work/full" "$work/mini" 2>/dev/null || cp "$work/full" "$work/mini"
library gcc plain
cp "$work/plain" "$work/symbols"
xz --check=crc32 -k "$work/symbols"
xz --check=none -k -S .raw "$work/symbols"
for kind in xz raw; do
  strip -o "$work/stripped" "$work/plain"
  objcopy --add-section .gnu_debugdata="$work/symbols.$kind" "$work/stripped" "$work/debugdata"
  module "minidebuginfo-$kind" "$work/debugdata" 0
done

programs() { name=$1; first=$2; shift 2; { choices "$first"; printf "$@"; } >"seeds/unwind_program/$name"; }
programs plain-x86 0 '\016\020\001\016\030\371\017\003\167\010\006\371\220\001\206\002\015\006\371\007\020'
programs plain-arm64 1 '\055\016\040\235\004\236\003\371\007\036\371\014\035\020'
programs expressions 0 '\017\013\167\010\200\000\077\032\073\052\063\044\042\371\026\006\004\022\023\160\000\371\020\006\003\167\010\006'
programs remembered 0 '\012\016\020\102\013\012\016\040\013\371\056\020\054\057\006\001\371\005\006\002\306\006\006'

{ choices 0; printf '7f0000001000-7f0000004000 r-xp 00001000 00:00 @\n7f0000004000-7f0000005000 rw-p 00004000 00:00 @\n7ffe00000000-7ffe00021000 rwxp 00000000 00:00 0 [stack]\nffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]\n'; } >seeds/maps/usual
{ choices 0; printf '7f0000001000-7f0000002000 r-xp 00001000 00:00 @ (deleted)\n7f0000002000-7f0000003000 r-xp 00002000 fd:01 77 /lib/gone.so\n7f0000003000-7f0000004000 r-xp 00000000 00:00 0 [vdso]\n0-1 r-xp 0 0:0 0\n'; } >seeds/maps/odd
{ choices 0; printf '7f0000001000 400 LazyCompile:*handle /srv/app.js:12\n7f0000001400 40 py::f:/x.py\n7f0000001400 100 _ZN4acme7service6handleERKNS_7RequestEl\n0x7f0000002000 0x1000 void net.Shop::run(int)\nffffffffffffff00 1000 end\n'; } >seeds/perf_map/usual
{ choices 0; printf '_ZN4acme7service6handleERKNS_7RequestEl'; } >seeds/mangled_name/c++
{ choices 0; printf '_ZNSt6vectorISt4pairIiSsESaIS1_EE17_M_realloc_insertIJS1_EEEvN9__gnu_cxx17__normal_iteratorIPS1_S3_EEDpOT_'; } >seeds/mangled_name/templates
{ choices 0; printf '_RNvMs0_NtCs1234_4core3fmtNtB5_9Formatter3pad'; } >seeds/mangled_name/rust
{ choices 0; printf '_ZN4core6FnOnce9call_once32_$u7b$$u7b$vtable.shim$u7d$$u7d$17h3762bf1c1a0fe0b9E.llvm.77'; } >seeds/mangled_name/rust-legacy
