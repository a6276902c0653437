/** What each function of one version cost, and who called it, as far as vectors say. */
import { ln } from '../statistics/special-functions.ts';
import type { SideAxis } from '../comparable/comparable.ts';
import { type KeyNames, leftOut, namesBy } from '../../bundle/keys/key-names.ts';
import { leastEvents } from '../statistics/judge-rates.ts';
import { type Edges, valueOf, workRate } from '../../bundle/vector/capture-vector.ts';

export interface FunctionCost {
  readonly key: string;
  readonly module: string;
  /** Samples with the function on top of the stack, and anywhere on it, by occasion. */
  readonly self: number[];
  readonly total: number[];
  /** Seconds of CPU over all captures. */
  selfCost: number;
  totalCost: number;
  /** Samples by who is directly above or below it. Empty where the captures do not say it. */
  callers: ReadonlyMap<string, number>;
  callees: ReadonlyMap<string, number>;
  file: string | undefined;
  line: number | undefined;
}

export interface SideCosts {
  readonly functions: ReadonlyMap<string, FunctionCost>;
  readonly occasions: number;
  /** Measured. */
  readonly seconds: number;
  /** Units of work a second; undefined where they were not counted. */
  readonly workRate: number | undefined;
}

const moduleOf = /\((?<module>[^()]+)\)$/u;

/** `occasions`: captures of `cpu_stacks`. `keyOf`: as the comparison names functions. */
export function readCosts(
  occasions: readonly (readonly SideAxis[])[],
  keyOf: (key: string) => string | undefined,
): SideCosts {
  const names = namesBy(keyOf);
  const costs: FunctionCost[] = [];
  const reading = { names, byNumber: [], costs, occasions: occasions.length };
  let seconds = 0;
  for (const [at, captures] of occasions.entries()) {
    for (const capture of captures) {
      seconds += capture.vector.window.measured_ns / 1e9;
      readCapture(capture, { ...reading, at });
    }
  }
  const vectors = occasions.flat().map(({ vector }) => vector);
  return {
    functions: new Map(costs.map((one) => [one.key, one])),
    occasions: occasions.length,
    seconds: Math.max(seconds, 1e-9),
    workRate: workRate(vectors),
  };
}

interface Reading {
  readonly names: KeyNames;
  /** By the number of its name. */
  readonly byNumber: (FunctionCost | undefined)[];
  /** In the order in which they come first. */
  readonly costs: FunctionCost[];
  readonly at: number;
  readonly occasions: number;
}

function readCapture({ axis }: SideAxis, reading: Reading): void {
  const { names, byNumber } = reading;
  const numbers = names.numbersOf(axis.columns.keys);
  readFunctions(axis, numbers, reading);
  readCalls(axis.columns.edges, (index) => byNumber[numbers[index] ?? leftOut]);
}

function readFunctions(
  { columns, measured_hz: hz = Number.POSITIVE_INFINITY }: SideAxis['axis'],
  numbers: Int32Array,
  { names, byNumber, costs, at, occasions }: Reading,
): void {
  const perSample = 1 / hz;
  for (let index = 0; index < numbers.length; index += 1) {
    const number = numbers[index] ?? leftOut;
    if (number === leftOut) continue;
    let cost = byNumber[number];
    if (cost === undefined) {
      cost = byNumber[number] = makeCost(names.names[number] ?? '', occasions);
      costs.push(cost);
    }
    const self = columns.amount[index] ?? 0;
    const total = Math.max(self, valueOf(columns.inclusive, index) ?? 0);
    cost.self[at] = (cost.self[at] ?? 0) + self;
    cost.total[at] = (cost.total[at] ?? 0) + total;
    cost.selfCost += self * perSample;
    cost.totalCost += total * perSample;
    readPlace(cost, columns, index);
  }
}

/** As the last capture that knows it says. */
function readPlace(cost: FunctionCost, { places }: SideAxis['axis']['columns'], index: number): void {
  const file = places?.files[(places.file[index] ?? 0) - 1];
  if (file === undefined) return;
  cost.file = file;
  const line = places?.line[index] ?? 0;
  if (line > 0) cost.line = line;
}

/** `costOf`: of a function by the place of its key. */
function readCalls(edges: Edges | undefined, costOf: (index: number) => FunctionCost | undefined): void {
  for (let edge = 0; edge < (edges?.caller.length ?? 0); edge += 1) {
    const [caller, callee] = [costOf(edges?.caller[edge] ?? -1), costOf(edges?.callee[edge] ?? -1)];
    if (caller === undefined || callee === undefined || caller === callee) continue;
    const samples = edges?.samples[edge] ?? 0;
    callee.callers = addCall(callee.callers, caller.key, samples);
    caller.callees = addCall(caller.callees, callee.key, samples);
  }
}

/** What most functions have: few are among those whose calls are known. */
const noCalls: ReadonlyMap<string, number> = new Map();

function addCall(calls: ReadonlyMap<string, number>, key: string, samples: number): ReadonlyMap<string, number> {
  const own = calls instanceof Map && calls !== noCalls ? calls : new Map<string, number>();
  return own.set(key, (own.get(key) ?? 0) + samples);
}

function makeCost(key: string, occasions: number): FunctionCost {
  const zeros = (): number[] => Array<number>(occasions).fill(0);
  return {
    key,
    module: moduleOf.exec(key)?.groups?.['module'] ?? '',
    self: zeros(),
    total: zeros(),
    selfCost: 0,
    totalCost: 0,
    callers: noCalls,
    callees: noCalls,
    file: undefined,
    line: undefined,
  };
}

/** Functions that every occasion of one side saw often enough and no capture of the other side saw anywhere. */
export function onlyOn({ functions }: SideCosts, other: SideCosts, most: number): FunctionCost[] {
  return [...functions.values()]
    .filter(({ key, total }) => Math.min(...total) >= leastEvents && !isSeen(other.functions.get(key)))
    .toSorted((a, b) => b.totalCost - a.totalCost || (a.key < b.key ? -1 : 1))
    .slice(0, most);
}

function isSeen(cost: FunctionCost | undefined): boolean {
  return cost?.total.some((samples) => samples > 0) ?? false;
}

/** A function that comes and goes would be on one side only by chance so often, where each is as likely on as off. */
const mostByChance = 0.1;

/**
 * Modules in which being on one side only means something: few of their functions are often seen in one capture of a
 * version and never in another one.
 */
export function steadyModules(before: SideCosts, after: SideCosts): (module: string) => boolean {
  const irregular = new Map<string, Set<string>>();
  for (const { functions } of [before, after]) {
    for (const { key, module, total } of functions.values()) {
      if (Math.max(...total) < leastEvents || Math.min(...total) > 0) continue;
      irregular.set(module, (irregular.get(module) ?? new Set()).add(key));
    }
  }
  const ways = 2 ** (before.occasions + after.occasions) - 4;
  return (module) => (irregular.get(module)?.size ?? 0) / Math.max(1, ways) <= mostByChance;
}

/** Natural logarithm of the part of a difference that the load explains whether or not a cost follows it. */
export function differenceBeyondLoad(
  [before, after]: readonly [before: number, after: number],
  [a, b]: readonly [before: SideCosts, after: SideCosts],
): number {
  const perSecond = ln(after / b.seconds) - ln(before / a.seconds);
  if (a.workRate === undefined || b.workRate === undefined) return perSecond;
  const perWork = perSecond - ln(b.workRate / a.workRate);
  if (Math.sign(perSecond) !== Math.sign(perWork)) return 0;
  return Math.abs(perWork) < Math.abs(perSecond) ? perWork : perSecond;
}

/** Differences that nobody calls one, as a logarithm: those of so many samples, and never less than the first. */
const usual = ln(1.25);
const most = ln(2);
const deviations = 2;

/** Whether two costs, of so many samples each, may be the same one. */
export function isAlike(
  costs: readonly [before: number, after: number],
  sides: readonly [before: SideCosts, after: SideCosts],
  samples: readonly [before: number, after: number],
): boolean {
  const [x, y] = samples.map((count) => Math.max(1, count)) as [number, number];
  const noise = deviations * Math.sqrt(1 / x + 1 / y);
  return Math.abs(differenceBeyondLoad(costs, sides)) <= Math.min(most, Math.max(usual, noise));
}
