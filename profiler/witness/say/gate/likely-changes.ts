/** Costs that likely rose, of captures that are too few for a verdict. */
import type { AxisDiff, Change } from '../../diff/diff.ts';
import { relatedOf, totalKey } from '../../diff/read-diff.ts';
import type { Verdict } from '../../diff/verdict.ts';
import { english } from '../summary/phrases.ts';
import { sayIncrease } from './capped-changes.ts';

/** Of these single captures are asked. More traffic may be what was wanted. */
const costs: ReadonlySet<string> = new Set(['cpu_time', 'cpu_own', 'cpu_stacks', 'response_time', 'file_io']);

/** One a line, with its odds. `withProvisional`: also what two occasions of each version showed, which is surer. */
export function listLikely(axes: readonly AxisDiff[], withProvisional: boolean): string[] {
  return axes
    .filter(({ axis }) => costs.has(axis))
    .flatMap((axis) =>
      rowsOf(axis).flatMap(({ key, change, verdict }) => {
        const certainty = change === 'changed' ? sayCertainty(verdict, withProvisional) : undefined;
        const increase = verdict && sayIncrease(verdict);
        return certainty === undefined || increase === undefined
          ? []
          : [`${certainty}: ${axis.axis}: ${key}${increase}`];
      }),
    );
}

function rowsOf(axis: AxisDiff): Pick<Change, 'key' | 'change' | 'verdict'>[] {
  const { changes, totals } = axis;
  const own = changes.filter((change) => relatedOf(axis, change)?.kind !== 'moved');
  return totals?.change === undefined
    ? own
    : [...own, { key: totalKey, change: totals.change, verdict: totals.verdict }];
}

function sayCertainty(verdict: Verdict | undefined, withProvisional: boolean): string | undefined {
  if (verdict?.level === 'likely') return english.likely(verdict.odds ?? 1, verdict.earlier ?? 0);
  return withProvisional && verdict?.level === 'provisional' ? verdict.level : undefined;
}
