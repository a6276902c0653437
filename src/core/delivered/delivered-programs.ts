/**
 * Names and places of the delivered programs. Images, archives and the commands that a person pastes share them, so that
 * a command cannot name what no release holds.
 */
/** Of an image, of an archive and of the program that the archive starts. */
export const deliveredPrograms = {
  agent: 'farol-agent',
  profiler: 'farol-profiler',
  control: 'farol-control',
} as const;
export type ProgramKind = keyof typeof deliveredPrograms;

/** Where the program, its command line and its data are in an image. */
export const deliveredPaths = { program: '/opt/farol', bin: '/usr/local/bin', data: '/var/lib/farol' } as const;

/** Where a host without containers has the programs, the settings, the tokens and the data. */
export const hostPaths = {
  programs: '/opt/farol',
  settings: '/etc/farol',
  tokens: '/etc/credstore',
  data: '/var/lib',
} as const;

/** Group that alone may execute the collector; only the Profiler's user is in it. */
export const collectorGroup = 'farol';

/** User and group of every program in its image. */
export const deliveredUser = 9000;

/** The seccomp profile of the Profiler, as the archive of compose files has it. */
export const seccompFile = 'farol-profiler.seccomp.json';

/** What the collector may do, and its file alone. */
export const collectorCapabilities = ['BPF', 'PERFMON', 'SYS_PTRACE', 'DAC_READ_SEARCH', 'SYS_ADMIN'] as const;

/** The same as `setcap` reads it. */
export const fileCapabilities = `${collectorCapabilities.map((one) => `cap_${one.toLowerCase()}`).join(',')}=ep`;

/** The list of what may be measured, where only root can write. */
export const targetsFile = '/etc/farol/targets.json';

/** The version of images and archives, as their tag spells it. */
export function releaseTag(version: string): string {
  return `v${version}`;
}

/** Images that were loaded on a machine, and come from no registry, are named as if from this one. */
export function imageRegistry({ registry = 'localhost' }: Delivery): string {
  return registry;
}

export function imageName(program: string, delivery: Delivery): string {
  return `${imageRegistry(delivery)}/${program}:${releaseTag(delivery.version)}`;
}

/** In the folder in which the command is pasted. */
export function chartFile({ version }: Delivery): string {
  return `farol-${version}.tgz`;
}

export interface Delivery {
  /** Of this control plane; instances of the same version are offered. */
  readonly version: string;
  /** Registry and path before the name of an image, without a final slash; undefined: images are loaded on each machine. */
  readonly registry: string | undefined;
}
