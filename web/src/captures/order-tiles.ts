/** Which figures of a capture come first, and which measured and saw nothing. */
import type { CaptureOverview } from '../../../src/control/api/api.ts';

type Axis = CaptureOverview['axes'][number];

/** What a person asks first. Others follow in the order in which they are served. */
const first = [
  'cpu_time',
  'cpu_stacks',
  'off_cpu',
  'locks',
  'memory',
  'allocations',
  'file_io',
  'files',
  'network',
  'syscalls',
];

interface OrderedTiles {
  readonly shown: readonly Axis[];
  /** Ids of axes that were measured completely, saw nothing and say nothing else. */
  readonly empty: readonly string[];
}

export function orderTiles(axes: readonly Axis[]): OrderedTiles {
  const place = ({ axis }: Axis): number => (first.includes(axis) ? first.indexOf(axis) : first.length);
  const shown = axes.filter((axis) => !isEmpty(axis)).toSorted((a, b) => place(a) - place(b));
  return { shown, empty: axes.filter(isEmpty).map(({ axis }) => axis) };
}

function isEmpty({ state, keys, total, hints = [] }: Axis): boolean {
  return state === 'complete' && hints.length === 0 && (keys ?? total?.value) === 0;
}
