#!/bin/sh
# Starts OpenTelemetry's profiler ($1) with a sink ($3), prints its processor time so far once it samples, and ends it $2
# seconds later. Runs in a mount namespace of its own.
set -eu
profiler=$1 seconds=$2 sink=$3

# It finds tracepoints in tracefs alone.
[ -e /sys/kernel/tracing/events ] || mount -t tracefs nodev /sys/kernel/tracing

# It attaches to bpf_ksym_add to learn of new symbols of the kernel, and gives up where a kernel that has the function has
# no kprobes. It does without on a kernel that does not list the function.
if [ ! -e /sys/kernel/tracing/kprobe_events ] && [ ! -e /sys/bus/event_source/devices/kprobe ]; then
  symbols=$(mktemp)
  grep -v ' bpf_ksym_add$' /proc/kallsyms >"$symbols"
  mount --bind "$symbols" /proc/kallsyms
  rm -f "$symbols"
fi

# It asks for locked memory without a limit, which needs CAP_SYS_RESOURCE, and gives up without. Since Linux 5.11 this limit
# does not count memory of BPF: the call is answered with success and changes nothing.
unlimited='true'
if ! prlimit --memlock=unlimited true 2>/dev/null; then
  # shellcheck disable=SC2016
  unlimited='
    my %calls = (x86_64 => [302, 317], aarch64 => [261, 277]);
    my ($prlimit, $seccomp) = @{$calls{(POSIX::uname())[4]} or die "unknown machine\n"};
    my @filter = (
      [0x20, 0, 0, 0], [0x15, 0, 5, $prlimit],   # the number of the call
      [0x20, 0, 0, 24], [0x15, 0, 3, 8],         # RLIMIT_MEMLOCK
      [0x20, 0, 0, 32], [0x15, 1, 0, 0],         # a new limit
      [0x06, 0, 0, 0x00050000],                  # SECCOMP_RET_ERRNO with 0
      [0x06, 0, 0, 0x7fff0000],                  # SECCOMP_RET_ALLOW
    );
    my $code = join "", map { pack "SCCL", @$_ } @filter;
    syscall($seccomp, 1, 0, pack("Sx6P", scalar @filter, $code)) == 0 or die "seccomp: $!\n";'
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
perl -MPOSIX -e "$unlimited"'; exec @ARGV or die "$ARGV[0]: $!\n"' "$profiler" -collection-agent "$sink" -disable-tls \
  -samples-per-second 99 -reporter-interval 1s -send-error-frames 2>"$log" &
pid=$!
until grep -q 'Attached sched monitor' "$log"; do
  if ! kill -0 "$pid" 2>/dev/null; then
    # Its reason alone: what comes before are its versions and offsets.
    sed -nE 's/.*level=(ERROR|FATAL) msg="?(.*[^"])"?$/\2/p' "$log" | grep . >&2 || cat "$log" >&2
    exit 1
  fi
  sleep 0.2
done
cut -d' ' -f14,15 "/proc/$pid/stat"
sleep "$seconds"
kill -TERM "$pid"
wait "$pid"
