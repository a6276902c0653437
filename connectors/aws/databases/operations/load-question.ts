/** What the vendor is asked for a load question: its names of dimensions, and the step. */
import type { ArgumentsOf, DataOf } from '../../../../catalog/index.ts';
import { maxPointsPerSeries } from '../../../../catalog/metrics.ts';
import type { ResolvedWindow } from '../../../../catalog/window.ts';
import { Fault } from '../../../../src/core/fault.ts';

type Arguments = ArgumentsOf<'databases.getLoad'>;
export type StepSec = DataOf<'databases.getLoad'>['stepSec'];

/**
 * Groups of dimensions by kind of engine; statements only with their literals taken out:
 * https://docs.aws.amazon.com/performance-insights/latest/APIReference/API_DimensionGroup.html
 */
const groups: Readonly<Record<Arguments['engineKind'], Partial<Record<Arguments['dimension'], string>>>> = {
  relational: {
    statement: 'db.sql_tokenized',
    waitEvent: 'db.wait_event',
    user: 'db.user',
    host: 'db.host',
    application: 'db.application',
    database: 'db',
    sessionType: 'db.session_type',
  },
  document: {
    statement: 'db.query_tokenized',
    waitEvent: 'db.wait_state',
    host: 'db.host',
    application: 'db.application',
    database: 'db',
  },
};

/** @throws Fault `invalid_arguments` for a dimension that engines of this kind do not have. */
export function groupOf({ engineKind, dimension }: Pick<Arguments, 'engineKind' | 'dimension'>): string {
  const group = groups[engineKind][dimension];
  if (group !== undefined) return group;
  throw new Fault(
    'invalid_arguments',
    { field: 'dimension' },
    `Ask for one of ${Object.keys(groups[engineKind]).join(', ')}: engines of the kind ${engineKind} have no other.`,
  );
}

const steps: readonly StepSec[] = [1, 60, 300, 3600, 86_400];
/** Enough for a curve, few enough to read. */
const aimedPoints = 300;

/** The step that was asked for, or the finest that does not give too many points. */
export function stepFor({ fromMs, toMs }: ResolvedWindow, wanted: StepSec | undefined): StepSec {
  const widthSec = (toMs - fromMs) / 1000;
  return wanted ?? steps.find((stepSec) => widthSec / stepSec <= aimedPoints) ?? 86_400;
}

/** @throws Fault `cap_exceeded` when a step is asked for that gives more points than anybody reads. */
export function checkPoints({ fromMs, toMs }: ResolvedWindow, stepSec: StepSec | undefined): void {
  if (stepSec === undefined) return;
  const points = Math.floor((toMs - fromMs) / 1000 / stepSec) + 1;
  if (points <= maxPointsPerSeries) return;
  throw new Fault(
    'cap_exceeded',
    { limit: `${maxPointsPerSeries} points per series`, estimate: `${points} points per series` },
    'Ask with a longer stepSec or a narrower window.',
  );
}
