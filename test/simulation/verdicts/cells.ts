/** The conditions under which a report is simulated, and what it promises in each. */
import type { Change, Plan } from './simulated-report.ts';

export interface Cell {
  readonly name: string;
  readonly plan: Plan;
  /** Reports with any false finding, as a share: the most that may be measured. */
  readonly anyFalse?: number;
  /** Share of false ones among the findings, mean over the reports. */
  readonly falseShare?: number;
  /** Share of the planted changes that are found, at least. */
  readonly power?: number;
  /** Levels of the factors that the means are taken over. */
  readonly levels: Readonly<Record<string, string>>;
}

const sizes = [3, 8, 12, 30, 100, 400] as const;
/** All axes in one report, and each alone: a small target has few keys to learn its noise from. */
const compositions: readonly (readonly number[])[] = [sizes, ...sizes.map((size) => [size])];
/** Measured on 1,000 reports, so that the mean of all cells of a level keeps the promise of 0.05 and 0.10. */
const mostOfCell = { 2: 0.13, 3: 0.075 } as const;
export const promised = { 2: 0.1, 3: 0.05 } as const;
const neighbours = 0.35;

/** Axes as real targets have them: what they count, where their CPU time went, and what they waited for. */
const kinds = ['counts', 'cpu', 'times'] as const;
const mixtures: readonly (readonly number[])[] = [
  [12, 3, 12],
  [20, 5, 32],
  [39, 6, 45],
  [100, 30, 100],
];

interface Conditions {
  readonly captures: 2 | 3;
  readonly axes: readonly number[];
  readonly loadRatio: number;
  readonly independent: number;
  readonly tails: Plan['tails'];
  readonly kinds?: Plan['kinds'];
}

function conditions(): Conditions[] {
  const loads = [1, 1.5, 2].flatMap((loadRatio) =>
    [0, 0.25, 0.5].flatMap((independent) =>
      (['normal', 'heavy'] as const).map((tails) => ({ loadRatio, independent, tails })),
    ),
  );
  return ([3, 2] as const).flatMap((captures) =>
    compositions.flatMap((axes) => loads.map((load) => ({ captures, axes, ...load }))),
  );
}

function mixedConditions(): Conditions[] {
  return conditions()
    .filter(({ axes, independent }) => axes === sizes && independent === 0.25)
    .flatMap((one) => mixtures.map((axes) => ({ ...one, axes, kinds })));
}

function cellOf(scenario: string, one: Conditions, change?: Change): Cell {
  const levels = {
    scenario,
    captures: String(one.captures),
    axes: one.axes.map((size, at) => `${size}${one.kinds === undefined ? '' : ` ${one.kinds[at] ?? ''}`}`).join('+'),
    load: `×${one.loadRatio}`,
    independent: `${one.independent * 100} %`,
    tails: one.tails,
  };
  return {
    name: Object.values(levels).join(', '),
    plan: { ...one, correlation: neighbours, ...(change !== undefined && { change }) },
    anyFalse: mostOfCell[one.captures],
    falseShare: 0.075,
    levels,
  };
}

const five = { kind: 'few', count: 5, factor: 3 } as const;

/** Nothing changed, and five of twelve keys changed threefold. */
export function listPromises(): Cell[] {
  const cells: Cell[] = [];
  for (const one of conditions()) {
    cells.push(cellOf('nothing changed', one));
    const axis = one.axes.indexOf(12);
    if (axis !== -1) cells.push(cellOf('five of twelve ×3', one, { ...five, axis }));
  }
  for (const one of mixedConditions()) {
    cells.push(cellOf('nothing changed', one), cellOf('five counts ×3', one, { ...five, axis: 0 }));
  }
  return cells;
}

const plain: Omit<Conditions, 'axes'> = { captures: 3, loadRatio: 1, independent: 0.25, tails: 'normal' };
const dominant = { kind: 'dominant', axis: 0, factor: 3 } as const;
const doubled = { kind: 'part', factor: 2, least: 50 } as const;

/** What is planted, into which axes. */
function* plantings(change: Partial<Conditions> = {}): Generator<readonly [cell: Cell, power: number]> {
  const at = (axes: readonly number[]): Conditions => ({ ...plain, axes, ...change });
  yield [cellOf('the dominant one of three ×3', at(sizes), dominant), 0.95];
  yield [cellOf('the dominant one of three ×3', at([3]), dominant), 0.95];
  for (const [axis, size] of sizes.entries()) {
    yield [cellOf(`a tenth of ${size} ×2 (50 events and more)`, at(sizes), { ...doubled, axis }), 0.75];
  }
  for (const axes of mixtures) {
    const name = 'a tenth of the counts ×1.5 (50 events and more)';
    yield [cellOf(name, { ...at(axes), kinds }, { ...doubled, factor: 1.5, axis: 0 }), 0.65];
  }
}

/** Changes that three captures of each version have to find at equal load, where captures do not correlate. */
export function listPowers(): Cell[] {
  return [...plantings()].map(([{ plan, ...cell }, power]) => ({ ...cell, plan: { ...plan, correlation: 0 }, power }));
}

/**
 * The same under what the promise about false findings allows for, and smaller changes. Nothing is promised here: the
 * power of each and the states that planted changes get are what a reader should know. `wanted`: what would be reached
 * at equal load without correlation.
 */
export function listFurther(): (Cell & { readonly wanted: number })[] {
  const further = (note: string, change: Partial<Conditions>): (Cell & { wanted: number })[] =>
    [...plantings(change)].map(([cell, wanted]) => ({ ...cell, name: `${note}: ${cell.name}`, wanted }));
  const small = sizes.map((size, axis) => {
    const name = `a tenth of ${size} ×1.2 (50 events and more)`;
    const cell = cellOf(name, { ...plain, axes: sizes }, { ...doubled, factor: 1.2, axis });
    return { ...cell, name: `correlation 0.35: ${cell.name}`, wanted: 0.75 };
  });
  return [
    ...further('correlation 0.35', {}),
    ...further('correlation 0.35, other load', { loadRatio: 1.5 }),
    ...further('correlation 0.35, twice the load', { loadRatio: 2 }),
    ...further('correlation 0.35, two captures', { captures: 2 }),
    ...further('correlation 0.35, heavy tails', { tails: 'heavy' }),
    ...small,
  ];
}
