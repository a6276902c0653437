/** The five capabilities, by bit: what the collector does with each, and what is lost without it. */
export interface Capability {
  readonly name: string;
  readonly bit: number;
  /** What the kernel permits with it and not without; the reference page is made from this list. */
  readonly purpose: string;
  readonly cost: string;
}

export const capabilities: readonly Capability[] = [
  {
    name: 'BPF',
    bit: 39,
    purpose: 'to create the BPF programs and maps of the probes',
    cost: 'no BPF program or map can be created, so nothing is measured',
  },
  {
    name: 'PERFMON',
    bit: 38,
    purpose: 'to load programs that trace the kernel, and to open perf events on every CPU',
    cost: 'no tracing program loads and no perf event opens, so nothing is measured',
  },
  {
    name: 'SYS_PTRACE',
    bit: 19,
    purpose:
      'to read what the kernel shows of a process to its owner alone: executable, root folder, namespaces and memory of a target of another user',
    cost: 'executable, root, namespaces and memory of processes of other users cannot be read: the search for listed processes is refused, so no capture begins; of a process whose number is given, its stacks, the names of its functions and its executable stay unknown',
  },
  {
    name: 'DAC_READ_SEARCH',
    bit: 2,
    purpose: 'to open, for reading only, executables and libraries that other users made unreadable, for their symbols',
    cost: 'executables and files of other users cannot be read, so their functions have no names',
  },
  {
    name: 'SYS_ADMIN',
    bit: 21,
    purpose:
      'to open a mapped file as the mapping itself (map_files of /proc), which the kernel permits with no other of the five, so that a deleted or replaced executable is read and not its successor',
    cost: 'mapped files of the target that were deleted or replaced cannot be opened, so their functions have no names',
  },
];

const wanted = maskOf(capabilities);

export function maskOf(list: readonly Capability[]): bigint {
  let mask = 0n;
  for (const { bit } of list) mask |= 1n << BigInt(bit);
  return mask;
}

export function missingFrom(mask: bigint): Capability[] {
  return capabilities.filter(({ bit }) => ((mask >> BigInt(bit)) & 1n) === 0n);
}

/** Numbers of the capabilities in a mask that are none of the five. */
export function surplusIn(mask: bigint): number[] {
  const bits: number[] = [];
  for (let bit = 0; bit < 64; bit++) {
    if ((((mask & ~wanted) >> BigInt(bit)) & 1n) === 1n) bits.push(bit);
  }
  return bits;
}
