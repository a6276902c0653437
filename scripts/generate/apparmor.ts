/**
 * The AppArmor profiles of the Profiler: what container engines allow by default, and one rule more. Docker's targets
 * are unconfined processes of the host; those of a cluster have the default profile of containerd.
 */
import type { Page } from './page.ts';

export const apparmorFolder = 'deploy/apparmor';

interface Variant {
  readonly name: string;
  /** Profile of the processes that may be measured. */
  readonly target: string;
  readonly engine: string;
}

export const variants: readonly Variant[] = [
  { name: 'farol-profiler', target: 'unconfined', engine: 'Docker' },
  { name: 'farol-profiler-kubernetes', target: 'cri-containerd.apparmor.d', engine: 'containerd in Kubernetes' },
];

export function render(): Page[] {
  return variants.map((variant) => ({ path: `${apparmorFolder}/${variant.name}`, text: renderProfile(variant) }));
}

/** `name` is the profile's own; `target` that of the processes that may be measured. */
export function renderProfile({ name, target, engine }: Variant): string {
  return `# Generated from scripts/generate/apparmor.ts. Change that and run \`npm run generate\`.
# For the Profiler under ${engine}. Load it as root on every machine: apparmor_parser -r -W ${name}
#include <tunables/global>

profile ${name} flags=(attach_disconnected,mediate_deleted) {
  #include <abstractions/base>

  # What container engines allow every container by default.
  network,
  capability,
  file,
  umount,

  # Signals from the host, from the programs that stop a container, and within this profile.
  signal (receive) peer=unconfined,
  signal (receive) peer=runc,
  signal (receive) peer=crun,
  signal (send,receive) peer=${name},

  # Files of the kernel that no container may write or read.
  deny @{PROC}/* w,
  deny @{PROC}/{[^1-9],[^1-9][^0-9],[^1-9s][^0-9y][^0-9s],[^1-9][^0-9][^0-9][^0-9/]*}/** w,
  deny @{PROC}/sys/[^k]** w,
  deny @{PROC}/sys/kernel/{?,??,[^s][^h][^m]**} w,
  deny @{PROC}/sysrq-trigger rwklx,
  deny @{PROC}/kcore rwklx,
  deny mount,
  deny /sys/[^f]*/** wklx,
  deny /sys/f[^s]*/** wklx,
  deny /sys/fs/[^c]*/** wklx,
  deny /sys/fs/c[^g]*/** wklx,
  deny /sys/fs/cg[^r]*/** wklx,
  deny /sys/firmware/** rwklx,
  deny /sys/devices/virtual/powercap/** rwklx,
  deny /sys/kernel/security/** rwklx,

  # Processes of the same profile.
  ptrace (trace,read,tracedby,readby) peer=${name},

  # The one rule beyond the default: /proc/<pid>/exe and /proc/<pid>/ns of what is measured.
  ptrace (read) peer=${target},
}
`;
}
