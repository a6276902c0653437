/** The order of the table of functions. */
import type { FlameFrame } from '../../../profiler/witness/say/flame/flame-graph.ts';
import type { Sorting } from '../reading/sorting.ts';
import { splitKey } from './name-parts.ts';

export const frameColumns = [
  'function',
  'module',
  'place',
  'selfBefore',
  'selfAfter',
  'totalBefore',
  'totalAfter',
  'change',
] as const;
export type FrameColumn = (typeof frameColumns)[number];

/** `served`: the largest difference of self time first; of one capture, the largest self time. */
export function sortFrames(
  frames: readonly FlameFrame[],
  { column, descending }: Sorting<FrameColumn>,
): readonly FlameFrame[] {
  if (column === 'function') return sortByText(frames, ({ key }) => splitKey(key).name, descending);
  if (column === 'module') return sortByText(frames, ({ key }) => splitKey(key).module, descending);
  if (column === 'place') return sortByText(frames, ({ place }) => place?.file ?? '', descending);
  const sign = descending || column === 'served' ? -1 : 1;
  const amount = amounts[column];
  return frames.toSorted((a, b) => sign * (amount(a) - amount(b)) || amounts.selfAfter(b) - amounts.selfAfter(a));
}

type AmountColumn = Exclude<FrameColumn, 'function' | 'module' | 'place'> | 'served';

const amounts: Readonly<Record<AmountColumn, (frame: FlameFrame) => number>> = {
  served: ({ before, after }) => Math.abs(after.self - (before?.self ?? 0)),
  selfBefore: ({ before }) => before?.self ?? 0,
  selfAfter: ({ after }) => after.self,
  totalBefore: ({ before }) => before?.total ?? 0,
  totalAfter: ({ after }) => after.total,
  change: ({ before, after }) => Math.abs(after.total - (before?.total ?? 0)),
};

function sortByText(
  frames: readonly FlameFrame[],
  textOf: (frame: FlameFrame) => string,
  descending: boolean,
): readonly FlameFrame[] {
  const sign = descending ? -1 : 1;
  return frames.toSorted((a, b) => sign * textOf(a).localeCompare(textOf(b)));
}
