/** Sampled functions with whole stacks, as tests need them. */
import type { CollectorAxes } from '../profiler/witness/bundle/record/collector-record.ts';
import { ran, sampled } from './made-capture.ts';

type Sampled = NonNullable<CollectorAxes['cpu_stacks']>;

/** Names root first, joined by " > ", and how many samples had that stack. `changeOf`: what is else known of a function. */
export function sampledStacks(
  counts: Readonly<Record<string, number>>,
  changeOf: (name: string) => Partial<Sampled['functions'][number]> = () => ({}),
): Sampled {
  const ways = Object.entries(counts).map(([way, count]) => ({ way: way.split(' > '), count }));
  const names = [...new Set(ways.flatMap(({ way }) => way))];
  const sumOf = (isOne: (way: readonly string[], name: string) => boolean, name: string): number =>
    ways.filter(({ way }) => isOne(way, name)).reduce((sum, { count }) => sum + count, 0);
  const functions = names.map((name) => ({
    ...ran(
      name,
      sumOf((way) => way.at(-1) === name, name),
      sumOf((way) => way.includes(name), name),
    ),
    ...changeOf(name),
  }));
  const stacks = ways.map(({ way, count }) => ({ frames: way.map((name) => names.indexOf(name)), count }));
  return { ...sampled(functions), stacks };
}
