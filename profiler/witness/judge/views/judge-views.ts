/**
 * Verdicts for every view that counts amounts, all of them at once: the promise about false findings is on the whole
 * report. Without two occasions of each version there are none.
 */
import type { SideAxis } from '../comparable/comparable.ts';
import type { AxisView } from './views.ts';
import { isPool } from '../../bundle/keys/key-text.ts';
import { dominantShare, askedWeights } from '../statistics/judge-family.ts';
import type { Elasticities } from '../statistics/contrast.ts';
import { hasChanges, judgeRates, type RateAxis, type RateReport } from '../statistics/judge-rates.ts';
import { makeValues } from '../statistics/measured-key.ts';
import type { NoiseKind } from '../statistics/moderate.ts';
import type { RateVerdict, RateVerdicts } from '../statistics/rate-verdicts.ts';
import { meanOf } from '../statistics/sums.ts';
import { findTestable, type Testable } from '../statistics/testable.ts';
import { workRate } from '../../bundle/vector/capture-vector.ts';
import { groupByOccasion, leastOccasions } from '../captures/occasions.ts';
import { collectDurations } from './view-durations.ts';
import { collectRates, type Occasions, type ViewKeys } from './view-keys.ts';

export interface ComparedView {
  readonly view: AxisView;
  readonly before: readonly SideAxis[];
  readonly after: readonly SideAxis[];
  /** Only what one build of each version used is compared: the target's work says nothing about that. */
  readonly isOfBuild?: boolean | undefined;
}

export interface ViewVerdicts extends Pick<ViewKeys, 'keys' | 'names' | 'places'> {
  /** In the order of `keys`. */
  readonly verdicts: RateVerdicts;
  /** Of the whole view; undefined where it has no total. */
  readonly total: RateVerdict | undefined;
  readonly testable: Testable;
  readonly occasions: { readonly before: number; readonly after: number };
  /** Whether the target's work was counted in every capture. */
  readonly hasWork: boolean;
}

/** More work makes these wait for each other, beyond proportion. */
const crowded: Elasticities = [0, 2];
/** More work may lengthen these, or shorten them because less time is left to wait. */
const eitherWay: Elasticities = [-1, 1];
const elasticities: Readonly<Record<string, Elasticities>> = {
  locks: crowded,
  lock_latency: crowded,
  off_cpu: eitherWay,
  off_cpu_sites: eitherWay,
};

/**
 * Axes whose noise is not that of counting what is done for requests: sharing a processor, waiting, and pages that an
 * allocator or a garbage collector touches when it sees fit, which is like nothing else.
 */
const noises: Readonly<Record<string, NoiseKind | 'unlike others'>> = {
  cpu_own: 'cpu',
  cpu_within: 'unlike others',
  cpu_work: 'unlike others',
  cpu_stacks: 'cpu',
  cpu_time: 'cpu',
  fault_sites: 'unlike others',
  file_io_time: 'times',
  growth_sites: 'unlike others',
  locks: 'times',
  memory_faults: 'unlike others',
  memory_growth: 'unlike others',
  off_cpu: 'times',
  off_cpu_sites: 'times',
};

/** Undefined where the noise of the whole report is the only measure. */
export function noiseOf({ axis, kind }: AxisView): NoiseKind | undefined {
  if (kind === 'distribution') return 'times';
  const noise = noises[axis] ?? 'counts';
  return noise === 'unlike others' ? undefined : noise;
}

/** For each view in order; undefined for sets, and where a side has fewer than two occasions. */
export function judgeViews(compared: readonly ComparedView[], spacingMs: number): (ViewVerdicts | undefined)[] {
  const results = compared.map((): ViewVerdicts | undefined => undefined);
  for (const { own, report, read } of reportsOf(compared, spacingMs)) {
    for (const [index, found] of judgeRates(report).entries()) {
      const [one, facts] = [own[index], read[index]];
      if (one === undefined || facts === undefined) continue;
      const { hasTotal, ...rest } = facts;
      const verdicts = one.isOfBuild ? found.withoutWork() : found;
      // Behind the keys, or that of the only one.
      const total = hasTotal ? verdicts.at(verdicts.size - 1) : undefined;
      results[one.at] = { ...rest, verdicts, total };
    }
  }
  return results;
}

/** Of each view whether `judgeViews` would find that anything of it changed; undefined where it would judge nothing. */
export function findChangedViews(compared: readonly ComparedView[], spacingMs: number): (boolean | undefined)[] {
  const results = compared.map((): boolean | undefined => undefined);
  for (const { own, report } of reportsOf(compared, spacingMs)) {
    const changed = hasChanges(report);
    for (const [index, { at }] of own.entries()) results[at] = changed[index];
  }
  return results;
}

interface ViewsReport {
  /** Its axes are read when they are judged. */
  readonly report: RateReport;
  /** The view of each of its axes, with its place among all. */
  readonly own: readonly (Draft & { readonly at: number })[];
  /** What else is known of each axis that was read. */
  readonly read: readonly ReadAxis[];
}

type ReadAxis = Omit<ViewVerdicts, 'verdicts' | 'total'> & { readonly hasTotal: boolean };

/** Views that lost a replicate have other captures than the rest and are judged among themselves, at their part of the level. */
function reportsOf(compared: readonly ComparedView[], spacingMs: number): ViewsReport[] {
  const drafts = compared.flatMap((one, at) => {
    const found = draft(one, spacingMs);
    return found === undefined ? [] : [{ ...found, at }];
  });
  return [...Map.groupBy(drafts, ({ group }) => group).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const read: ReadAxis[] = [];
    const report: RateReport = {
      before: first.before.length,
      after: first.after.length,
      work: first.work,
      axes: readAxes(own, read),
      levelShare: own.length / drafts.length,
    };
    return [{ report, own, read }];
  });
}

/** One after another, because the sums of all of them take much memory. */
function* readAxes(own: readonly Draft[], read: ReadAxis[]): Generator<RateAxis> {
  const functions = own.some(({ view }) => view.axis === 'cpu_own') ? 'cpu_own' : 'cpu_stacks';
  for (const { view, before, after, work, isOfBuild } of own) {
    const collected = collectKeys(view, [...before, ...after]);
    const { keys, names, places, total } = collected;
    read.push({
      keys,
      names,
      places,
      hasTotal: total !== undefined,
      testable: findTestable(collected.events, meanSeconds([...before, ...after])),
      occasions: { before: before.length, after: after.length },
      hasWork: work !== undefined && !isOfBuild,
    });
    yield {
      keys: collected.measured,
      total: isOnlyKey(collected) ? undefined : total,
      noise: noiseOf(view),
      asked: askedOf(view.axis, collected, functions),
      elasticities: elasticities[view.axis] ?? (view.kind === 'distribution' ? eitherWay : undefined),
    };
  }
}

/** Keys that changed, in order. */
export function listChanged(judged: ViewVerdicts | undefined): string[] {
  return judged?.keys.filter((_, at) => judged.verdicts.stateAt(at) === 'changed') ?? [];
}

/** The figures that a release engineer asks for first, with their weights. `functions`: the axis of functions that are asked for. */
function askedOf(axis: string, keys: ViewKeys, functions: string): ReadonlyMap<number, number> | undefined {
  const { measured } = keys;
  const total = isOnlyKey(keys) ? 0 : measured.size;
  if (axis === 'cpu_time') return new Map([[total, askedWeights.cpu]]);
  if (axis === 'network_bytes' || axis === 'file_io') return new Map([[total, askedWeights.bytes / 2]]);
  if (axis === 'response_time') return shareWeight([...measured.events.keys()], askedWeights.response);
  if (axis !== functions) return undefined;
  let samples = 0;
  for (const some of measured.events) samples += some;
  const dominant = [...measured.events.keys()].filter(
    (at) => !isPool(keys.keys[at] ?? '') && (measured.events[at] ?? 0) >= dominantShare * samples,
  );
  return shareWeight(dominant, askedWeights.function);
}

function shareWeight(places: readonly number[], weight: number): ReadonlyMap<number, number> {
  return new Map(places.map((place) => [place, weight / places.length]));
}

/** A total that is one key is tested once. */
function isOnlyKey({ measured: { size, write }, total }: ViewKeys): boolean {
  if (size !== 1 || total === undefined) return false;
  const own = makeValues(total.values.length);
  write(0, own);
  return own.values.every((one, at) => one === total.values[at]);
}

type Draft = NonNullable<ReturnType<typeof draft>>;

function draft({ view, before, after, isOfBuild = false }: ComparedView, spacingMs: number) {
  if (view.kind === 'set') return undefined;
  const [a, b] = [groupByOccasion(before, spacingMs), groupByOccasion(after, spacingMs)];
  if (a.length < leastOccasions || b.length < leastOccasions) return undefined;
  const occasions = [...a, ...b];
  return {
    view,
    before: a,
    after: b,
    isOfBuild,
    work: isOfBuild ? occasions.map(processesOf) : workOf(occasions),
    group: occasions.map((some) => some.map(({ vector }) => vector.window.start_wall).join(' ')).join(', '),
  };
}

/**
 * How many processes ran the build, in place of their work: fewer of them do less. A difference then counts only as far
 * as it is one a second and one for each process.
 */
function processesOf(captures: Occasions[number]): number {
  let processes = 0;
  for (const { vector } of captures) processes += vector.initial_processes;
  return processes / captures.length;
}

/** Undefined where an occasion did not count its work. */
function workOf(occasions: Occasions): number[] | undefined {
  const works = occasions.map((captures) => workRate(captures.map(({ vector }) => vector)));
  return works.every((one) => one !== undefined) ? works : undefined;
}

/** Of the captures of all occasions. */
function meanSeconds(occasions: Occasions): number {
  return meanOf(occasions.flat().map(({ vector }) => vector.window.measured_ns / 1e9));
}

function collectKeys(view: AxisView, occasions: Occasions): ViewKeys {
  return view.kind === 'distribution' ? collectDurations(view, occasions) : collectRates(view, occasions);
}
