/** How the nodes of a tree are coloured and worded. */
import type { MeasuredFlame } from '../../../profiler/witness/say/flame/flame-graph.ts';
import { formatAligned } from '../reading/format-number.ts';
import { directionOf, formatShare, glyphs, type QuietRule, signedPercent } from './change.ts';
import { fillByChange, fillByModule, fillOf, type FillRule } from './flame-colours.ts';
import { type FlameSideName, type FlameTree, keyOf, sideOf } from './flame-tree.ts';
import type { FlameWords } from './flame-words.ts';
import { splitKey } from './name-parts.ts';

export interface FlamePaint {
  readonly fillAt: FillRule;
  /** Sign where the node is coloured, percentage where there is room for so many letters, name. */
  readonly labelOf: (node: number, letters: number) => string;
  /** One sentence, for the line under the drawing and for screen readers. */
  readonly describe: (node: number) => string;
}

/** In fewer the percentage would leave no room for the name. */
const lettersForPercent = 20;

interface PaintOptions {
  readonly graph: MeasuredFlame;
  readonly side: FlameSideName;
  readonly isQuiet: QuietRule;
  readonly words: FlameWords;
  readonly locale: string;
}

/** Whether directions are shown: two versions that can be compared. */
export function isCompared({ before, not_comparable: reason }: MeasuredFlame): boolean {
  return before !== undefined && reason === undefined;
}

export function paintTree(tree: FlameTree, { graph, side, isQuiet, words, locale }: PaintOptions): FlamePaint {
  const compares = isCompared(graph);
  const fillAt = compares ? fillByChange(tree, isQuiet) : fillByModule(tree);
  const names = tree.frames.map(({ key }) => splitKey(key).name);
  const { version, total } = sideOf(graph, side);
  const show = (value: number): string => formatAligned(value, locale);
  const amountsOf = (node: number) => ({ before: tree.before[node] ?? 0, after: tree.after[node] ?? 0 });

  const labelOf = (node: number, letters: number): string => {
    const name = names[tree.frame[node] ?? -1];
    if (name === undefined) return words.whole(version, show(total));
    if (!compares) return name;
    const amounts = amountsOf(node);
    const percent = letters < lettersForPercent ? undefined : signedPercent(amounts, locale);
    const sign = fillAt(node) === fillOf.quiet ? [] : [glyphs[directionOf(amounts)]];
    return [...sign, ...(percent === undefined ? [] : [percent]), name].join(' ');
  };

  const describe = (node: number): string => {
    const key = keyOf(tree, node);
    if (key === undefined) return words.whole(version, show(total));
    const amounts = amountsOf(node);
    const value = amounts[side];
    const facts = [words.frame(key, show(value), formatShare(total === 0 ? 0 : value / total, locale), version)];
    if (compares) {
      const direction = directionOf(amounts);
      const percent = signedPercent(amounts, locale);
      facts.push(words.was(show(amounts.before), show(amounts.after)));
      if (percent !== undefined) facts.push(percent);
      facts.push(
        fillAt(node) === fillOf.quiet ? words.quiet : `${glyphs[direction]} ${words.directions[direction]}`.trim(),
      );
    }
    return facts.join(' · ');
  };

  return { fillAt, labelOf, describe };
}
