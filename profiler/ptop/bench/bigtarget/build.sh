#!/bin/sh
# Builds a large C++ executable: about 264,000 functions with long names, symbols and DWARF 5, 400 MB.
#
#   build.sh [--quick] [--output FILE] [--units N] [--functions N] [--megabytes N]
#
# One unit is generated and compiled. The other units are copies of its object file in which the
# unit's number, always three digits, is replaced by another: every name keeps its length, so the
# object stays valid, and its strings, symbols and debug strings are all different. That is what
# makes a build take a minute instead of an hour.
#
# --megabytes: as many units as make an executable of about that size, 10 or more.
# --quick: 8 units of 600 functions (about 8 MB). The program runs until it is killed; its first
# argument is the number of threads (2), its second how long one call spins (60).
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
units=88
functions=3000
megabytes=
output=

while [ $# -gt 0 ]; do
  case $1 in
    --quick) units=8 functions=600 ;;
    --output) output=$2; shift ;;
    --units) units=$2; shift ;;
    --functions) functions=$2; shift ;;
    --megabytes) megabytes=$2; shift ;;
    *) sed -n '2,14s/^# \{0,1\}//p' "$0" >&2; exit 64 ;;
  esac
  shift
done
# A unit of 3,000 functions adds 5.43 MB.
[ -z "$megabytes" ] || units=$(((megabytes * 100 + 271) / 543)) functions=3000
[ "$units" -ge 1 ] && [ "$units" -le 1000 ] || { echo "build.sh: --units must be 1 to 1000" >&2; exit 64; }
: "${output:=$here/build/bigtarget-$units-$functions}"

cxx=${CXX:-}
for candidate in g++ clang++-14 clang++ c++; do
  [ -n "$cxx" ] || ! command -v "$candidate" >/dev/null 2>&1 || cxx=$candidate
done
[ -n "$cxx" ] || { echo "build.sh: no C++ compiler; install g++" >&2; exit 69; }

mkdir -p "$(dirname -- "$output")"
work=$output.parts
rm -rf "$work"
mkdir "$work"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

awk -v functions="$functions" -f "$here/unit.awk" >"$work/unit.cc"
awk -v units="$units" -f "$here/main.awk" >"$work/main.cc"
flags='-O2 -gdwarf-5 -fomit-frame-pointer'
# shellcheck disable=SC2086 # the flags are words
"$cxx" $flags -c "$work/main.cc" -o "$work/main.o" &
main=$!
# shellcheck disable=SC2086
"$cxx" $flags -c "$work/unit.cc" -o "$work/unit-000.o"
wait "$main"

unit=1
while [ "$unit" -lt "$units" ]; do
  number=$(printf %03d "$unit")
  LC_ALL=C sed "s/service_000/service_$number/g" "$work/unit-000.o" >"$work/unit-$number.o"
  unit=$((unit + 1))
done
# A link that is interrupted leaves no file that looks like a finished one.
"$cxx" -o "$work/linked" "$work/main.o" "$work"/unit-*.o -lpthread
mv "$work/linked" "$output"
ls -l "$output"
