/** What some executables had of a capture in which others ran as well: CPU time and functions, and nothing else. */
import {
  type AxisColumns,
  type CaptureVector,
  type MeasuredVector,
  noPresence,
  noSpread,
  type Numbers,
} from './capture-vector.ts';

/** Axes of which the part of an executable may be known. */
export const separableAxes: ReadonlySet<string> = new Set(['cpu_time', 'cpu_stacks']);
/** Part of an axis that may belong to no known executable. */
const mostUnknown = 0.01;

/** `wanted`: SHA-256 of executables. Its work is unknown: a target's work is counted over all of its processes. */
export function takeBuilds(vector: CaptureVector, wanted: ReadonlySet<string>): CaptureVector {
  const { work: _, ...facts } = vector;
  const builds = vector.builds.filter(({ exe_sha256: hash }) => wanted.has(hash));
  const isWhole = builds.length === vector.builds.length;
  let initial = 0;
  for (const build of builds) initial += build.initial;
  return {
    ...facts,
    builds,
    initial_processes: initial,
    axes: vector.axes
      .filter(({ axis }) => separableAxes.has(axis))
      .map((axis) => (axis.state === 'missing' || isWhole ? axis : takeOfAxis(axis, wanted))),
  };
}

function takeOfAxis(whole: MeasuredVector, wanted: ReadonlySet<string>): CaptureVector['axes'][number] {
  const { builds = [], columns, ...facts } = whole;
  const { byBuild } = columns;
  const { axis, probes } = facts;
  const missing = (why: string) => ({ state: 'missing' as const, axis, probes, why: [why] });
  if (byBuild === undefined) return missing('the parts of its builds were not measured');
  const own = byBuild.filter((_, at) => wanted.has(builds[at] ?? ''));
  const [amount, unknown] = [sumOf(own, columns.keys.length), byBuild.at(-1) ?? new Float64Array()];
  const [all, nobodys] = [totalOf(byBuild), totalOf([unknown])];
  if (nobodys > all * mostUnknown) {
    return missing(`no executable is known for ${Math.round((100 * nobodys) / all)} % of it`);
  }
  return { ...facts, columns: pick(columns, amount) };
}

/** Keys of which these executables had something. */
function pick(columns: AxisColumns, amount: Numbers): AxisColumns {
  const places = [...amount.keys()].filter((at) => (amount[at] ?? 0) > 0);
  const of = (column: Numbers): Numbers => Float64Array.from(places, (at) => column[at] ?? 0);
  return {
    keys: places.map((at) => columns.keys[at] ?? ''),
    units: Uint8Array.from(places, (at) => columns.units[at] ?? 0),
    amount: of(amount),
    // Where each unit is an event, or a sample, the amount says how many there were.
    ...(columns.events !== undefined && { events: of(amount) }),
    ...(columns.samples !== undefined && { samples: of(amount) }),
    presence: new Uint16Array(places.length).fill(noPresence),
    spread: new Uint16Array(places.length).fill(noSpread),
    ...(columns.places !== undefined && {
      places: {
        files: columns.places.files,
        file: Uint32Array.from(places, (at) => columns.places?.file[at] ?? 0),
        line: Uint32Array.from(places, (at) => columns.places?.line[at] ?? 0),
      },
    }),
  };
}

function sumOf(columns: readonly Numbers[], length: number): Float64Array {
  const sum = new Float64Array(length);
  for (const column of columns) for (const [at, value] of column.entries()) sum[at] = (sum[at] ?? 0) + numberOf(value);
  return sum;
}

function totalOf(columns: readonly Numbers[]): number {
  let total = 0;
  for (const column of columns) for (const value of column) total += numberOf(value);
  return total;
}

/** A key without parts has `NaN`. */
function numberOf(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}
