/** The few figures of one capture that a comparison of single captures asks for. */
import { isPool } from '../../bundle/keys/key-text.ts';
import { durationScale } from '../../bundle/record/duration-scale.ts';
import { type CaptureVector, histogramOf, spreadOf, valueOf, workRate } from '../../bundle/vector/capture-vector.ts';
import { describeSide, methodOf, type SideAxis } from '../comparable/comparable.ts';
import { leastEvents } from '../statistics/judge-rates.ts';
import type { FamilyKind } from '../statistics/judge-family.ts';
import { ln } from '../statistics/special-functions.ts';
import { measureMoments, measureRate, momentsOf } from '../statistics/measured-key.ts';
import { eventsOf, exact } from '../views/view-keys.ts';
import { type AxisView, views } from '../views/views.ts';

export interface FamilyFigure {
  /** Of the view. */
  readonly axis: string;
  /** `(total)` of all of it. */
  readonly key: string;
  readonly kind: FamilyKind;
  /** As of `FamilyValue`. */
  readonly value: number;
  readonly counting: number;
  /** Part of the sampled CPU time, of a function. */
  readonly share?: number | undefined;
  /** How it was measured: only what was measured alike is compared. */
  readonly method: string;
}

export interface FamilyCapture {
  readonly version: string;
  readonly instance: string;
  /** When its window began, milliseconds. */
  readonly start: number;
  /** What else would differ by itself: the machine. */
  readonly host: string;
  /** Natural logarithm of the units of work a second. */
  readonly work?: number | undefined;
  readonly figures: readonly FamilyFigure[];
}

export const totalFigure = '(total)';
/** Smaller functions are no figure; those from `dominantShare` on are asked for. */
const leastShare = 0.03;
/** Parts of a window that are compared with each other. */
const blocks = 12;

export function measureFamily(vector: CaptureVector): FamilyCapture {
  const { request, instance, window, host } = vector;
  const work = workRate([vector]);
  return {
    version: request.version,
    instance,
    start: Date.parse(window.start_wall),
    host: JSON.stringify([host.arch, host.kernel, host.cpu_model, host.online_cpus]),
    ...(work !== undefined && { work: ln(work) }),
    figures: ['cpu_time', 'response_time', 'network_bytes', 'file_io', functionsOf(vector)].flatMap((axis) =>
      measureAxis(vector, axis),
    ),
  };
}

/** By whom the time was spent for, where that is known. */
function functionsOf(vector: CaptureVector): string {
  const own = views.find(({ axis }) => axis === 'cpu_own');
  return own !== undefined && describeSide(own, [vector]).state === 'complete' ? 'cpu_own' : 'cpu_stacks';
}

function measureAxis(vector: CaptureVector, name: string): FamilyFigure[] {
  const view = views.find(({ axis }) => axis === name);
  if (view === undefined || describeSide(view, [vector]).state !== 'complete') return [];
  const axis = vector.axes.find((one) => one.axis === view.source);
  if (axis === undefined || axis.state === 'missing') return [];
  const side: SideAxis = { vector, axis };
  const method = methodOf(side);
  const ofSource = view.source === 'cpu_stacks' ? measureFunctions : measureTotal;
  const figures = (name === 'response_time' ? measurePorts : ofSource)(view, side);
  return figures.map((one) => ({ axis: name, ...one, method }));
}

type Figure = Omit<FamilyFigure, 'axis' | 'method'>;

function measurePorts({ keyOf }: AxisView, { axis: { columns } }: SideAxis): Figure[] {
  return columns.keys.flatMap((name, at) => {
    const key = keyOf(name);
    const histogram = key === undefined ? undefined : histogramOf(columns, at);
    if (key === undefined || histogram === undefined) return [];
    const moments = momentsOf(histogram, durationScale(histogram.length));
    const timed = valueOf(columns.timed, at) ?? moments.count;
    if (timed < leastEvents) return [];
    const [value, counting] = measureMoments(moments, timed);
    return [{ key, kind: 'response' as const, value, counting }];
  });
}

/** Everything that makes up the total of a view; none where nobody counted its events. */
function measureTotal(view: AxisView, side: SideAxis): Figure[] {
  const { columns } = side.axis;
  const isClock = view.axis === 'cpu_time';
  const { keyOf, column, isPart = (key: string): boolean => keyOf(key) !== undefined } = view;
  const amounts = column === undefined ? columns.amount : columns[column];
  const sum = { amount: 0, events: 0 };
  for (let at = 0; at < columns.keys.length; at += 1) {
    if (isPart(columns.keys[at] ?? '')) addKey(sum, columns, { own: valueOf(amounts, at) ?? 0, at, isClock });
  }
  const { amount, events } = sum;
  // `NaN` is not that many either.
  if (!(events >= leastEvents)) return [];
  const { values, counting } = measureRate({ amounts: [amount], events: [events] }, [secondsOf(side)]);
  const noise = Math.max(counting[0] ?? 0, isClock ? countingOfBlocks(side) : 0);
  return [{ key: totalFigure, kind: isClock ? 'cpu' : 'bytes', value: values[0] ?? 0, counting: noise }];
}

interface Added {
  readonly own: number;
  readonly at: number;
  readonly isClock: boolean;
}

function addKey(
  sum: { amount: number; events: number },
  columns: SideAxis['axis']['columns'],
  { own, at, isClock }: Added,
): void {
  sum.amount += own;
  sum.events += isClock ? exact : (eventsOf(columns, at) ?? (own > 0 ? Number.NaN : 0));
}

function measureFunctions(view: AxisView, side: SideAxis): Figure[] {
  const { columns, measured_hz: hz = 1 } = side.axis;
  const own = view.column === 'own' ? columns.own : undefined;
  const eventsAt = (at: number): number => (view.column === 'own' ? valueOf(own, at) : eventsOf(columns, at)) ?? 0;
  let samples = 0;
  for (let at = 0; at < columns.keys.length; at += 1) samples += eventsAt(at);
  return columns.keys.flatMap((key, at) => {
    const events = eventsAt(at);
    const share = events / Math.max(1, samples);
    if (isPool(key) || events < leastEvents || share < leastShare) return [];
    const amount = (view.column === 'own' ? events : (columns.amount[at] ?? 0)) / hz;
    const { values, counting } = measureRate({ amounts: [amount], events: [events], samples: [samples] }, [
      secondsOf(side),
    ]);
    return [{ key, kind: 'function' as const, value: values[0] ?? 0, counting: counting[0] ?? 0, share }];
  });
}

function secondsOf({ vector: { window } }: SideAxis): number {
  return Math.max(window.measured_ns / 1e9, 1e-9);
}

/** What happens to fall into a window: the parts of it say so. The clock itself is exact. */
function countingOfBlocks({ axis: { columns } }: SideAxis): number {
  const at = columns.keys.indexOf('total');
  const spread = at === -1 ? undefined : spreadOf(columns, at);
  return spread === undefined ? 0 : spread ** 2 / blocks;
}
