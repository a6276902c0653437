/** Samples that count for other functions on one side, because a runtime says less there of its code. */
import { type Caveat, caveat } from './caveat.ts';
import { compareText } from '../../bundle/keys/key-text.ts';
import type { SideAxis } from './comparable.ts';

type Side = readonly SideAxis[];

/**
 * What inlined code costs is that of the function that contains it where a capture has the hint, and its own where it has
 * not: a function that seems new or gone may be neither.
 */
export function findHintCaveats(before: Side, after: Side): Caveat[] {
  const all = [...before, ...after];
  const hints = [...new Set(all.flatMap(({ axis }) => axis.hints ?? []))].toSorted(compareText);
  return hints.flatMap((hint) => {
    if (countWith(hint, all) === all.length) return [];
    const counted = [before, after].map((side) => `${countWith(hint, side)} of ${side.length} of ${versionOf(side)}`);
    return [
      caveat(
        `captures do not distinguish the same functions (${counted.join(', ')} have less detail): ${hint}`,
        'everything',
      ),
    ];
  });
}

function countWith(hint: string, side: Side): number {
  return side.filter(({ axis: { hints = [] } }) => hints.includes(hint)).length;
}

function versionOf(side: Side): string {
  return side[0]?.vector.request.version ?? '';
}
