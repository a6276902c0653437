#!/bin/sh
# Builds a large Go executable: functions with symbols, line tables and compressed DWARF, as `go build` leaves them.
#
#   build-go.sh --megabytes N --output FILE
#
# As build.sh does for C++: one unit, a package of 3,000 functions, is generated and compiled; the others are
# copies of its archive in which the package's number is replaced. All of them run. The program's first
# argument is the number of threads (2), its second how long one call spins (60). $GO is the compiler.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
megabytes=
units=
output=
go=${GO:-go}

while [ $# -gt 0 ]; do
  case $1 in
    --megabytes) megabytes=$2; shift ;;
    --units) units=$2; shift ;;
    --output) output=$2; shift ;;
    *) sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 64 ;;
  esac
  shift
done
# A unit adds 2.85 MB to the 2.24 of the runtime.
[ -n "$units" ] || units=$(((${megabytes:?--megabytes N} * 100 - 224 + 142) / 285))
[ "$units" -ge 1 ] && [ "$units" -le 1000 ] || { echo "build-go.sh: --units must be 1 to 1000" >&2; exit 64; }
: "${output:?--output FILE}"
command -v "$go" >/dev/null || { echo "build-go.sh: no Go compiler; set GO" >&2; exit 69; }

mkdir -p "$(dirname -- "$output")"
work=$(CDPATH='' cd -- "$(dirname -- "$output")" && pwd -P)/$(basename -- "$output").parts
rm -rf "$work"
mkdir "$work"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

awk -v unit=0 -v functions=3000 -f "$here/unit-go.awk" >"$work/unit.go"
awk -v units="$units" -f "$here/main-go.awk" >"$work/main.go"
# Its cache and its settings are not those of a person's own builds.
export GOCACHE="$work/cache" GOTOOLCHAIN=local GOPROXY=off GOFLAGS='' CGO_ENABLED=0
"$go" list -deps -export -f '{{if .Export}}packagefile {{.ImportPath}}={{.Export}}{{end}}' os strconv >"$work/packages"
"$go" tool compile -p bigtarget/service_000 -importcfg "$work/packages" -pack -o "$work/unit-000.a" "$work/unit.go"

unit=0
while [ "$unit" -lt "$units" ]; do
  number=$(printf %03d "$unit")
  [ "$unit" = 0 ] || LC_ALL=C sed "s/service_000/service_$number/g" "$work/unit-000.a" >"$work/unit-$number.a"
  echo "packagefile bigtarget/service_$number=$work/unit-$number.a" >>"$work/packages"
  unit=$((unit + 1))
done
"$go" tool compile -p main -importcfg "$work/packages" -pack -o "$work/main.a" "$work/main.go"
"$go" tool link -importcfg "$work/packages" -o "$work/linked" "$work/main.a"
mv "$work/linked" "$output"
ls -l "$output"
