#!/bin/sh
# Builds a large Rust executable: functions with symbols and line tables (debuginfo=line-tables-only).
#
#   build-rust.sh --megabytes N --output FILE
#
# As build.sh does for C++: one unit, a crate of 3,000 functions, is generated and compiled; the others are
# copies of its object file in which the crate's number is replaced. All of them run. The program's first
# argument is the number of threads (2), its second how long one call spins (60).
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
megabytes=
units=
output=

while [ $# -gt 0 ]; do
  case $1 in
    --megabytes) megabytes=$2; shift ;;
    --units) units=$2; shift ;;
    --output) output=$2; shift ;;
    *) sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 64 ;;
  esac
  shift
done
# A unit adds 5.97 MB to the 4.46 of the standard library.
[ -n "$units" ] || units=$(((${megabytes:?--megabytes N} * 100 - 446 + 298) / 597))
[ "$units" -ge 1 ] && [ "$units" -le 1000 ] || { echo "build-rust.sh: --units must be 1 to 1000" >&2; exit 64; }
: "${output:?--output FILE}"
command -v rustc >/dev/null || { echo "build-rust.sh: no Rust compiler; install rustc" >&2; exit 69; }

mkdir -p "$(dirname -- "$output")"
work=$output.parts
rm -rf "$work"
mkdir "$work"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

awk -v functions=3000 -f "$here/unit-rust.awk" >"$work/unit.rs"
awk -v units="$units" -f "$here/main-rust.awk" >"$work/main.rs"
flags='--edition 2024 -C opt-level=2 -C debuginfo=line-tables-only -C codegen-units=1 -C panic=abort'
# shellcheck disable=SC2086 # the flags are words
rustc $flags --crate-type lib --emit "obj=$work/unit-000.o" "$work/unit.rs"

unit=1
while [ "$unit" -lt "$units" ]; do
  number=$(printf %03d "$unit")
  LC_ALL=C sed "s/service_000/service_$number/g" "$work/unit-000.o" >"$work/unit-$number.o"
  unit=$((unit + 1))
done
# The linker takes their names from a file.
ls "$work"/unit-*.o >"$work/objects"
# A link that is interrupted leaves no file that looks like a finished one.
# shellcheck disable=SC2086
rustc $flags --crate-name main -C "link-arg=@$work/objects" -o "$work/linked" "$work/main.rs"
mv "$work/linked" "$output"
ls -l "$output"
