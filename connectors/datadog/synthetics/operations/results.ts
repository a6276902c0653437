/**
 * The vendor gives the newest 150 results of a window and no further page: the next one is asked for by
 * its end. Results of browser tests have a path of their own, which the id does not tell.
 */
import { z } from 'zod';
import type { ResolvedWindow } from '../../../../catalog/window.ts';
import { requireWindow } from '../../../../src/connector/window.ts';
import type { DatadogOperations } from '../../datadog-operations.ts';
import { continueAt, decodePlace } from '../../../../src/connector/cursor.ts';
import { Fault } from '../../../../src/core/fault.ts';
import { type Datadog, openDatadog } from '../../client.ts';
import { type ResultAnswer, ResultsAnswer } from '../schema.ts';
import { type Result, tellResult } from '../to-result.ts';

const mostOfVendor = 150;
/** Answers read for one question; more than one only where results that passed are left out. */
const mostPages = 5;
const withoutResults: readonly string[] = ['mobile', 'network'];

/** What was told last: its time, and the results of that very moment. */
const Place = z.strictObject({
  fromMs: z.number().min(0),
  toMs: z.number().min(0),
  told: z.array(z.string()),
  isBrowser: z.boolean(),
});
type Place = z.infer<typeof Place>;

interface ResultPage {
  /** Newest first. */
  readonly results: readonly ResultAnswer[];
  readonly isBrowser: boolean;
}

export const resultOperations = {
  'synthetics.listResults': {
    guard({ checkType }) {
      if (checkType === undefined || !withoutResults.includes(checkType)) return;
      throw new Fault(
        'invalid_arguments',
        { field: 'checkType' },
        'Ask for a test of another type: this source returns results of API and browser tests only.',
      );
    },
    async run(args, { window, ...context }) {
      const { checkId, checkType, failedOnly, limit, cursor } = args;
      const datadog = openDatadog(context);
      const about = ['synthetics.listResults', { ...args, cursor: undefined }];
      const from = cursor === undefined ? undefined : decodePlace(about, cursor, Place);
      let at: Place | undefined = from ?? startOf(window, checkType);
      const rows: Result[] = [];
      for (let pages = 0; at !== undefined && pages < mostPages && rows.length < limit; pages += 1) {
        const isSure = checkType !== undefined || from !== undefined || pages > 0;
        const page: ResultPage = await (isSure ? readAt : readEither)(datadog, checkId, at);
        const { taken, left } = take(page, at, { rows, limit, failedOnly });
        const isLast = page.results.length < mostOfVendor && left === 0;
        at = isLast ? undefined : after(taken, { ...at, isBrowser: page.isBrowser });
      }
      return {
        data: { results: rows },
        complete: true,
        ...(rows.length === 0 && { because: emptyBecause(at, failedOnly) }),
        ...continueAt(about, { from: from && JSON.stringify(from), next: at && JSON.stringify(at) }),
      };
    },
  },
} satisfies DatadogOperations<'synthetics.listResults'>;

function startOf(window: ResolvedWindow | undefined, checkType: string | undefined): Place {
  return { ...requireWindow(window), told: [], isBrowser: checkType === 'browser' };
}

interface Wanted {
  /** Grows by what is told. */
  readonly rows: Result[];
  readonly limit: number;
  readonly failedOnly: boolean;
}

/** As much of a page as there is room for; `left` is the number of results that found none. */
function take(
  page: ResultPage,
  at: Place,
  { rows, limit, failedOnly }: Wanted,
): { taken: ResultAnswer[]; left: number } {
  const all = unseen(page.results, at);
  const taken: ResultAnswer[] = [];
  for (const one of all) {
    if (rows.length === limit) break;
    taken.push(one);
    const told = tellResult(one);
    if (!failedOnly || told.state === 'failed') rows.push(told);
  }
  return { taken, left: all.length - taken.length };
}

/** Without a type: the interface of API tests first, and that of browser tests when it knows nothing. */
async function readEither(datadog: Datadog, checkId: string, at: Place): Promise<ResultPage> {
  const ofApi = await readAt(datadog, checkId, at).catch((error: unknown) => {
    if (error instanceof Fault && error.kind === 'not_found_or_hidden') return undefined;
    throw error;
  });
  if (ofApi !== undefined && ofApi.results.length > 0) return ofApi;
  try {
    return await readAt(datadog, checkId, { ...at, isBrowser: true });
  } catch (error) {
    if (ofApi !== undefined && error instanceof Fault && error.kind === 'not_found_or_hidden') return ofApi;
    throw error;
  }
}

async function readAt(datadog: Datadog, checkId: string, { fromMs, toMs, isBrowser }: Place): Promise<ResultPage> {
  const path = `/api/v1/synthetics/tests/${isBrowser ? 'browser/' : ''}${encodeURIComponent(checkId)}/results`;
  const query = { from_ts: String(Math.floor(fromMs)), to_ts: String(Math.ceil(toMs)) };
  const { results } = await datadog.get(ResultsAnswer, path, query);
  return { results: (results ?? []).toSorted((a, b) => b.check_time - a.check_time), isBrowser };
}

/** The end of a window may be part of it: what was told of that moment is not told again. */
function unseen(results: readonly ResultAnswer[], { toMs, told }: Place): readonly ResultAnswer[] {
  return results.filter((one) => one.check_time <= toMs && !told.includes(one.result_id));
}

/** @throws Fault `upstream_changed` when a full answer holds nothing that was not told: it would be walked for ever. */
function after(taken: readonly ResultAnswer[], at: Place): Place {
  const last = taken.at(-1);
  if (last === undefined) {
    const remedy = 'Datadog returns the same results repeatedly: report it, and narrow the window meanwhile.';
    throw new Fault('upstream_changed', { path: 'the end of the window of results' }, remedy);
  }
  const ofMoment = taken.filter((one) => one.check_time === last.check_time).map((one) => one.result_id);
  const before = last.check_time === at.toMs ? at.told : [];
  return { ...at, toMs: last.check_time, told: [...before, ...ofMoment] };
}

function emptyBecause(at: Place | undefined, failedOnly: boolean): string {
  if (at !== undefined) return 'Nothing failed in the part that was read; continue with nextCursor.';
  return failedOnly
    ? 'The read was allowed: no result of this test in the window failed.'
    : 'The read was allowed: this test has no results in the window. It may be paused, or the window may be older than the stored results.';
}
