import type { Series } from '../../../../catalog/metrics.ts';
import { requireFewPoints, requireWindow } from '../../../../src/connector/window.ts';
import type { DatadogOperations } from '../../datadog-operations.ts';
import { openDatadog } from '../../client.ts';
import { present, tagsOf } from '../../wording.ts';
import { TimeseriesAnswer } from '../schema.ts';

/** Names of the queries in formulas; the catalog allows as many queries as there are letters. */
const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');

export const queryOperations = {
  'metrics.query': {
    guard: ({ stepSec }, { window }) => requireFewPoints(window, stepSec),
    async run({ query, stepSec, limit }, { window, ...context }) {
      const { fromMs, toMs } = requireWindow(window);
      const names = letters.slice(0, query.queries.length);
      const formulas = query.formulas ?? names;
      const attributes = {
        from: fromMs,
        to: toMs,
        ...(stepSec !== undefined && { interval: stepSec * 1000 }),
        queries: query.queries.map((text, at) => ({ data_source: 'metrics', name: names[at], query: text })),
        formulas: formulas.map((formula) => ({ formula })),
      };
      const body = { data: { type: 'timeseries_request', attributes } };
      const answer = await openDatadog(context).search(TimeseriesAnswer, '/api/v2/query/timeseries', body);
      const { series, takenSec } = tellSeries(answer, formulas.length > 1 ? formulas : []);
      const isPartial = answer.errors != null && answer.errors !== '';
      const nothing = 'The query was allowed, and no series that can be seen has points in this window.';
      return {
        data: { series: series.slice(0, limit), ...present({ stepSec: takenSec }) },
        complete: !isPartial,
        ...(isPartial && { because: `Datadog reported an error with its answer: ${printable(answer.errors ?? '')}` }),
        ...(!isPartial &&
          series.length === 0 && {
            because: `${nothing} A misspelt metric looks the same: compare it with metrics.list.`,
          }),
        truncated: series.length > limit,
      };
    },
  },
} satisfies DatadogOperations<'metrics.query'>;

/** One column of times for all series; a place without a value is left out of its series. */
function tellSeries(
  { data }: TimeseriesAnswer,
  formulas: readonly string[],
): { series: Series[]; takenSec: number | undefined } {
  const { times, values, series } = data?.attributes ?? {};
  const atSec = (times ?? []).map(secondsOf);
  const [first, second] = atSec;
  const told = (series ?? []).map((one, index): Series => {
    const points = (values?.[index] ?? []).flatMap((value, at): Series['points'] => {
      const sec = atSec[at];
      return value === null || sec === undefined ? [] : [[sec, value]];
    });
    const query = one.query_index == null ? undefined : formulas[one.query_index];
    return { labels: tagsOf(one.group_tags), points, ...present({ query, unit: unitOf(one.unit) }) };
  });
  const step = first === undefined || second === undefined ? undefined : Math.round(second - first);
  return { series: told.filter(({ points }) => points.length > 0), takenSec: step === 0 ? undefined : step };
}

/** Milliseconds in practice and in the vendor's example, seconds in its words. */
function secondsOf(time: number): number {
  return time > 100_000_000_000 ? time / 1000 : time;
}

/** The unit and, where it is a rate, what it is per. */
function unitOf(
  unit: readonly ({ readonly name?: string | null | undefined } | null | undefined)[] | null | undefined,
) {
  const [counted, per] = (unit ?? []).map((one) => one?.name ?? undefined);
  if (counted === undefined) return undefined;
  return per === undefined ? counted : `${counted}/${per}`;
}

function printable(text: string): string {
  return text.replaceAll(/\p{C}+/gu, ' ').slice(0, 300);
}
