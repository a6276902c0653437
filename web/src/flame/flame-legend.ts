/** What the colours of a drawing mean. */
import type { MeasuredFlame } from '../../../profiler/witness/say/flame/flame-graph.ts';
import { type Direction, glyphs } from './change.ts';
import { fillByModule, fillOf } from './flame-colours.ts';
import { isCompared } from './flame-paint.ts';
import type { FlameTree } from './flame-tree.ts';
import type { FlameWords } from './flame-words.ts';
import { splitKey } from './name-parts.ts';

export interface LegendEntry {
  /** Its number in a palette. */
  readonly fill: number;
  readonly text: string;
}

const shades: readonly [Exclude<Direction, 'same'>, number][] = [
  ['more', fillOf.more + 2],
  ['less', fillOf.less + 2],
  ['new', fillOf.more + 3],
  ['unseen', fillOf.less + 3],
];

/** Of two versions. Without verdicts there is nothing but grey. */
export function legendOfChanges({ legend }: FlameWords, hasVerdicts: boolean): readonly LegendEntry[] {
  if (!hasVerdicts) return [{ fill: fillOf.quiet, text: legend.unjudged }];
  return [
    { fill: fillOf.quiet, text: legend.quiet },
    ...shades.map(([name, fill]) => ({ fill, text: `${glyphs[name]} ${legend[name]}` })),
  ];
}

const mostModules = 10;

/** Of these nodes of one version: a colour for each module, those with the most nodes first. */
function legendOfModules(tree: FlameTree, nodes: readonly number[]): readonly LegendEntry[] {
  const fillAt = fillByModule(tree);
  const keyed = nodes.flatMap((node) => {
    const key = tree.frames[tree.frame[node] ?? -1]?.key;
    return key === undefined ? [] : [{ node, module: splitKey(key).module }];
  });
  return [...Map.groupBy(keyed, ({ module }) => module)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .flatMap(([module, [first]]) =>
      module === '' || first === undefined ? [] : [{ fill: fillAt(first.node), text: module }],
    )
    .slice(0, mostModules);
}

interface LegendOptions {
  readonly graph: MeasuredFlame;
  readonly words: FlameWords;
  readonly hasVerdicts: boolean;
}

/** Of a picture, which nobody can ask what a colour is. */
export function legendOf(
  { graph, words, hasVerdicts }: LegendOptions,
  drawn: readonly { readonly tree: FlameTree; readonly nodes: readonly number[] }[],
): readonly LegendEntry[] {
  if (isCompared(graph)) return legendOfChanges(words, hasVerdicts);
  const entries = drawn.flatMap(({ tree, nodes }) => legendOfModules(tree, nodes));
  return [...new Map(entries.map((entry) => [entry.text, entry])).values()].slice(0, mostModules);
}
