/** Figures over lines. What they would read is estimated from the index first, because Loki reads every line it counts. */
import type { DataOf } from '../../../catalog/index.ts';
import type { ResolvedWindow } from '../../../catalog/window.ts';
import { Fault } from '../../../src/core/fault.ts';
import type { GrafanaHandlers } from '../client.ts';
import { completeness } from '../completeness.ts';
import { toSeries } from '../../../src/connector/promql.ts';
import { requireFewPoints, requireWindow, widthSec } from '../../../src/connector/window.ts';
import { timeOfSeconds } from '../times.ts';
import { type LogsClient, openLogs, rangeOf } from './client.ts';
import { explainNoLines } from './explain-no-lines.ts';
import { guardFigureQuery, reachOf, selectorsOf, widestRangeSec } from './logql.ts';
import type { LogAnswer } from './schema.ts';

type Row = DataOf<'logs.aggregate'>['rows'][number];

/** Of one question, by the index: 100 GiB. */
const mostBytes = 100 * 2 ** 30;

export const aggregateOperations: GrafanaHandlers<'logs.aggregate'> = {
  'logs.aggregate': {
    guard({ query, stepSec }, { window }) {
      const width = widthSec(requireWindow(window));
      if (stepSec !== undefined && stepSec > width) {
        const remedy = 'Make the step no longer than the window, or leave it out for one value.';
        throw new Fault('invalid_arguments', { field: 'stepSec' }, remedy);
      }
      requireFewPoints(window, stepSec);
      guardFigureQuery(query.text, stepSec === undefined ? 1 : Math.ceil(width / stepSec));
    },
    async run({ query: { text }, stepSec, limit }, { window, ...context }) {
      const client = openLogs(context);
      const asked = requireWindow(window);
      const bytes = await boundBytes(client, text, asked);
      const answer =
        stepSec === undefined
          ? await client.countAt(text, asked.toMs)
          : await countBySteps(client, text, asked, stepSec);
      const { rows, missing } = toRows(answer, stepSec);
      return {
        data: { rows: rows.slice(0, limit) },
        ...(rows.length > 0 || missing.length > 0
          ? explain(text, { missing, stepSec, window: asked })
          : await explainNoLines(client, asked)),
        truncated: rows.length > limit,
        cost: { estimatedBytes: bytes },
      };
    },
  },
};

/** @throws Fault `cap_exceeded` when the index knows of more than may be read. */
async function boundBytes(client: LogsClient, text: string, { fromMs, toMs }: ResolvedWindow): Promise<number> {
  const { beforeSec, afterSec } = reachOf(text);
  const range = rangeOf({ fromMs: Math.max(0, fromMs - beforeSec * 1000), toMs: toMs + afterSec * 1000 });
  let bytes = 0;
  for (const selector of selectorsOf(text)) bytes += await client.estimateBytes(selector, range);
  if (bytes <= mostBytes) return bytes;
  throw new Fault(
    'cap_exceeded',
    { limit: `${mostBytes} bytes of log lines`, estimate: `${bytes} bytes` },
    'Narrow the window, the ranges of the query or its selectors.',
  );
}

/** Each value looks back from its instant, so that the first step ends, and is evaluated, one step after the window begins. */
function countBySteps(
  client: LogsClient,
  text: string,
  { fromMs, toMs }: ResolvedWindow,
  stepSec: number,
): Promise<LogAnswer> {
  return client.countOver(text, { fromMs: fromMs + stepSec * 1000, toMs }, stepSec);
}

function toRows(
  { data, warnings }: LogAnswer,
  stepSec: number | undefined,
): { rows: Row[]; missing: readonly string[] } {
  if (data.resultType === 'streams') {
    const remedy = 'This query returns lines. Count over them, or use logs.search.';
    throw new Fault('invalid_arguments', { field: 'query.text' }, remedy);
  }
  const { series, missing } = toSeries({ status: 'success', data, ...(warnings && { warnings }) });
  const rows = series.flatMap(({ labels, points }) =>
    points.map(([atSec, value]) => ({
      ...(stepSec !== undefined && { time: timeOfSeconds(atSec - stepSec) }),
      group: labels,
      values: { value },
    })),
  );
  return { rows, missing };
}

interface About {
  readonly missing: readonly string[];
  readonly stepSec: number | undefined;
  readonly window: ResolvedWindow;
}

/** A range that differs from what was asked for counts other lines than the caller may think, and a rest that fills no step is not counted. */
function explain(text: string, { missing: told, stepSec, window }: About) {
  const restSec = stepSec === undefined ? 0 : ((window.toMs - window.fromMs) % (stepSec * 1000)) / 1000;
  const rest = `The last ${restSec} s of the window fill no step of ${stepSec} s and are not counted: request them separately.`;
  const missing = restSec === 0 ? told : [...told, rest];
  const range = widestRangeSec(text);
  const wanted = stepSec ?? widthSec(window);
  if (range === 0 || range === wanted) return completeness(missing);
  const because = `Each value counts the ${range} s before its instant, as the range of the query says, not the ${wanted} s of ${stepSec === undefined ? 'the window' : 'a step'}.`;
  const whole = completeness(missing);
  return { ...whole, because: whole.because === undefined ? because : `${whole.because} ${because}` };
}
