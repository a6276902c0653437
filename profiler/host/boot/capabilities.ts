/** The five capabilities, by bit, and what is lost without each. */
export interface Capability {
  readonly name: string;
  readonly bit: number;
  readonly cost: string;
}

export const capabilities: readonly Capability[] = [
  { name: 'BPF', bit: 39, cost: 'no BPF program or map can be created, so nothing is measured' },
  { name: 'PERFMON', bit: 38, cost: 'no tracing program loads and no perf event opens, so nothing is measured' },
  {
    name: 'SYS_PTRACE',
    bit: 19,
    cost: 'executable, root, namespaces and memory of the target cannot be read, so no listed process is found, no stack is unwound and no function is named',
  },
  {
    name: 'DAC_READ_SEARCH',
    bit: 2,
    cost: 'executables and files of other users cannot be read, so their functions have no names',
  },
  {
    name: 'SYS_ADMIN',
    bit: 21,
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
