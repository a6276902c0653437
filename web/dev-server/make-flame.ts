/** Flame graphs written as stacks: what the control plane answers, made by its own merge. */
import type { MeasuredFlame } from '../../profiler/witness/say/flame/flame-graph.ts';
import { mergeStacks } from '../../profiler/witness/say/flame/merge-stacks.ts';
import { packStacks } from '../../profiler/witness/say/flame/pack-stacks.ts';

/** Functions root first, `a>b>c`, each with the module after an `@` unless it is the program's own; CPU ms/s. */
export type WrittenStack = readonly [path: string, before: number, after: number];

interface Sides {
  readonly program?: string;
  /** Undefined makes the graph of one capture, of the newer amounts. */
  readonly before?: { readonly version: string; readonly captures: number } | undefined;
  readonly after?: { readonly version: string; readonly captures: number };
}

const round = (value: number): number => Math.round(value * 1e4) / 1e4;

export function makeFlame(written: readonly WrittenStack[], sides: Sides = {}): MeasuredFlame {
  const { program = 'app', before, after = { version: '2.0.0', captures: 1 } } = sides;
  const keyOf = (name: string): string => {
    const [own = '', module = program] = name.split('@');
    return `${own} (${module})`;
  };
  const split = written.map(([path, ...amounts]) => ({ path: path.split('>').map(keyOf), amounts }));
  const keys = [...new Set(split.flatMap(({ path }) => path))].toSorted();
  const ranks = new Map(keys.map((key, rank) => [key, rank]));
  const stacks = split.flatMap(({ path, amounts }) => {
    const frames = path.map((key) => ranks.get(key) ?? 0);
    return ([0, 1] as const)
      .map((side) => ({ frames, weight: amounts[side], side }))
      .filter(({ weight }) => weight > 0);
  });
  const used = before === undefined ? stacks.filter(({ side }) => side === 1) : stacks;
  const packed = ([0, 1] as const).map((side) => {
    const own = used.filter((one) => one.side === side);
    return packStacks(own, { side, functions: keys.length });
  });
  const { nodes, self, total } = mergeStacks(packed, keys.length, Number.POSITIVE_INFINITY);
  const costOf = (rank: number, side: 0 | 1) => ({
    self: round(self[side][rank] ?? 0),
    total: round(total[side][rank] ?? 0),
  });
  const describe = (side: 0 | 1, { version, captures }: { version: string; captures: number }) => {
    const rate = used.reduce((all, one) => all + (one.side === side ? one.weight : 0), 0);
    const samples = Math.round(rate * 6 * captures);
    return { version, captures, total: round(rate), samples, ends_early: 0, unlisted: 0 };
  };
  return {
    state: 'measured',
    unit: 'CPU ms/s',
    complete: true,
    ...(before !== undefined && { before: describe(0, before) }),
    after: describe(1, after),
    frames: keys.map((key, rank) => ({
      key,
      ...(rank % 3 !== 0 && { place: { file: `src/${key.split(/[:( ]/u)[0]}.rs`, line: 10 + rank } }),
      ...(before !== undefined && { before: costOf(rank, 0) }),
      after: costOf(rank, 1),
    })),
    nodes: {
      frame: nodes.frame,
      parent: nodes.parent,
      ...(before !== undefined && { before: nodes.before.map(round) }),
      after: nodes.after.map(round),
    },
    cut: 0,
  };
}

/** A graph of about that many nodes: the largest that is answered is drawn by a measurement. */
export function makeLargeFlame(nodes: number): MeasuredFlame {
  let seed = 1;
  const random = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 2 ** 32;
  };
  // No more functions than a bundle lists, and each calls a few of them much more often than the others.
  const nameOf = (one: number): string => `library::module_${one % 90}::work_${one}@lib${one % 12}.so`;
  const made = new Set<string>();
  const stacks: WrittenStack[] = [];
  while (made.size < nodes) {
    let path = 'main';
    let caller = 1;
    const depth = 15 + Math.floor(random() * 45);
    for (let level = 0; level < depth && made.size < nodes; level++) {
      caller = (Math.imul(caller, 31) + level * 7 + Math.floor(random() ** 5 * 5)) % 4000;
      path += `>${nameOf(Math.abs(caller))}`;
      made.add(path);
    }
    const amount = 0.02 + random() * 0.1;
    stacks.push([path, amount, amount * (random() < 0.6 ? 1 : 0.3 + 3 * random())]);
  }
  return makeFlame(stacks, { before: { version: '1.9.0', captures: 3 }, after: { version: '2.0.0', captures: 3 } });
}
