/**
 * Which captures of two sides count, by what they measured: those of another architecture do not where there are others,
 * and a baseline is shown by its latest capture that measured most.
 */
import { type Caveat, caveat } from './caveat.ts';
import type { CaptureRef, Diff } from '../../diff/diff.ts';
import { compareText } from '../../bundle/keys/key-text.ts';
import type { CaptureVector } from '../../bundle/vector/capture-vector.ts';

export interface ComparedCapture {
  readonly ref: CaptureRef;
  readonly vector: CaptureVector;
}

interface Captured {
  readonly vector: CaptureVector;
}

/** Those of the architecture of the newer version's head; a side without any stays as it is, and is then refused. */
export function ofOneArchitecture<T extends Captured>(side: readonly T[], head: Captured | undefined): readonly T[] {
  const same = side.filter(({ vector }) => vector.host.arch === head?.vector.host.arch);
  return same.length === 0 ? side : same;
}

/** Names the captures of a side that are missing from `counted`. */
function explainArchitecture(side: readonly Captured[], counted: readonly Captured[]): Caveat[] {
  const others = side.filter((one) => !counted.includes(one));
  if (others.length === 0) return [];
  const which = [...new Set(others.map(({ vector }) => vector.host.arch))].toSorted(compareText).join(' and ');
  return [sayLeftOut(side, others.length, `measured on another architecture (${which})`)];
}

/** The captures that remain are whole, and a verdict says on how many occasions it rests: it is not limited otherwise. */
export function sayLeftOut(side: readonly Captured[], captures: number, why: string): Caveat {
  const version = side[0]?.vector.request.version ?? '';
  const some = `${captures} of ${side.length} ${side.length === 1 ? 'capture' : 'captures'} of ${version}`;
  return caveat(`${some} ${captures === 1 ? 'is' : 'are'} left out: ${why}`, 'nothing');
}

export interface CountedCaptures {
  readonly baseline: ComparedCapture;
  readonly baselineReplicates: readonly ComparedCapture[];
  readonly headReplicates: readonly ComparedCapture[];
  /** Heads of the baseline's version that were passed over. */
  readonly skipped: Diff['baseline_choice']['skipped'];
  readonly caveats: readonly Caveat[];
}

/** Each side begins with its head; the others are in order of time. */
export function countCaptures(
  [first, ...older]: readonly [ComparedCapture, ...ComparedCapture[]],
  [head, ...newer]: readonly [ComparedCapture, ...ComparedCapture[]],
): CountedCaptures {
  const [before, after] = [ofOneArchitecture([first, ...older], head), ofOneArchitecture([head, ...newer], head)];
  const [own = first, ...others] = before;
  const { baseline, replicates, skipped } = chooseBaseline(own, others);
  return {
    baseline,
    baselineReplicates: replicates,
    headReplicates: after.filter((one) => one !== head),
    skipped,
    caveats: [...explainArchitecture([first, ...older], before), ...explainArchitecture([head, ...newer], after)],
  };
}

interface ChosenBaseline {
  readonly baseline: ComparedCapture;
  readonly replicates: readonly ComparedCapture[];
  readonly skipped: Diff['baseline_choice']['skipped'];
}

/** `replicates`: in order of time. A head that is skipped still counts for what it measured. */
function chooseBaseline(head: ComparedCapture, replicates: readonly ComparedCapture[]): ChosenBaseline {
  let best = head;
  for (const one of replicates) {
    const measured = completeOf(one).length;
    if (measured > completeOf(head).length && measured >= completeOf(best).length) best = one;
  }
  if (best === head) return { baseline: head, replicates, skipped: [] };
  const own = new Set(completeOf(head));
  const lost = completeOf(best).filter((axis) => !own.has(axis));
  const why = `it did not measure ${lost.join(', ')} completely, as another capture of the version did`;
  return {
    baseline: best,
    replicates: [head, ...replicates.filter((one) => one !== best)],
    skipped: [{ version: head.ref.version, request_id: head.ref.request_id, why }],
  };
}

function completeOf({ vector }: Captured): string[] {
  return vector.axes.flatMap(({ axis, state }) => (state === 'complete' ? [axis] : []));
}
