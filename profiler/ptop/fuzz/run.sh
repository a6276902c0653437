#!/bin/sh
# Fuzzes one target: ./run.sh TARGET [SECONDS]. Needs no nightly compiler: the coverage of libFuzzer is asked of
# the compiler's back end. New inputs stay in corpus/ (not in the repository); what crashes, in artifacts/.
# With cargo-fuzz installed, `cargo fuzz run --sanitizer none TARGET` does the same.
set -eu
cd "$(dirname "$0")"
target=${1:?which of: $(sed -n 's/^name = "\(.*\)"$/\1/p' Cargo.toml | tail -n +2 | tr '\n' ' ')}
seconds=${2:-600}
shift "$(($# > 1 ? 2 : 1))"
coverage='-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing'
host=$(rustc -vV | sed -n 's/^host: //p')
# With a target named, build scripts and macros are not instrumented.
RUSTFLAGS="$coverage" cargo build --locked --release --quiet --target "$host" --bin "$target"
# Recorded processes have no seeds: an input is what is overwritten.
mkdir -p "corpus/$target" "artifacts/$target"
set -- "$@" "corpus/$target"
[ ! -d "seeds/$target" ] || set -- "$@" "seeds/$target"
exec "target/$host/release/$target" -artifact_prefix="artifacts/$target/" \
  -max_total_time="$seconds" -timeout=30 -rss_limit_mb=1024 -print_final_stats=1 "$@"
