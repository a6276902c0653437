/** Stacks of one capture in two columns of numbers: as objects those of twenty captures take more than a gigabyte. */

export interface PackedStacks {
  /** Which side the stacks are of: 0 is the older one. */
  readonly side: 0 | 1;
  /** Root first, one stack after the other. */
  readonly frames: Uint16Array | Uint32Array;
  /** Stack i has the frames from `starts[i]` to before `starts[i + 1]`. */
  readonly starts: Uint32Array;
  readonly weights: Float64Array;
  /** By the number that a frame has: the rank of its function. The order of ranks is the order of callees. */
  readonly ranks: Uint32Array;
}

export interface WeighedStack {
  /** Root first. */
  readonly frames: readonly number[];
  readonly weight: number;
}

/** `functions`: how many numbers frames have; a frame beyond them is left out. They are ranks until others are given. */
export function packStacks(
  stacks: readonly WeighedStack[],
  { side, functions }: { readonly side: 0 | 1; readonly functions: number },
): PackedStacks {
  let total = 0;
  for (const { frames } of stacks) total += frames.length;
  const packed = functions <= 0x1_0000 ? new Uint16Array(total) : new Uint32Array(total);
  const starts = new Uint32Array(stacks.length + 1);
  let at = 0;
  for (const [index, { frames }] of stacks.entries()) {
    for (const frame of frames) if (frame < functions) packed[at++] = frame;
    starts[index + 1] = at;
  }
  return {
    side,
    frames: packed,
    starts,
    weights: Float64Array.from(stacks, ({ weight }) => weight),
    ranks: Uint32Array.from({ length: functions }, (_, rank) => rank),
  };
}
