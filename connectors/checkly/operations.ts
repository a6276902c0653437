/** Checks and their results in the words of the catalog. */
import { z } from 'zod';
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { continueAt, decodePlace } from '../../src/connector/cursor.ts';
import { openCheckly } from './client.ts';
import type { manifest } from './manifest.ts';
import { Place, readResults } from './results.ts';
import { hasTag, toCheck, toResult } from './to-answer.ts';
import { receivedIn } from '../../src/core/rows.ts';

const PageNumber = z.int().min(2);

/** With the window of the first page: one that is relative to now would move meanwhile. */
const Continued = z.strictObject({ fromSec: z.int(), toSec: z.int(), at: Place });
const toText = ({ fromSec, toSec, at }: z.infer<typeof Continued>): string => JSON.stringify({ fromSec, toSec, at });

export const operations = {
  'synthetics.listChecks': {
    async run({ tag, limit, cursor }, context) {
      const about = ['synthetics.listChecks', tag, limit];
      const page = cursor === undefined ? 1 : decodePlace(about, cursor, PageNumber);
      const client = openCheckly(context);
      const read = await client.listChecks(page, limit);
      const checks = read.filter((check) => tag === undefined || hasTag(check, tag));
      const received = receivedIn(read);
      // A page that came short is the last only if the one after it is empty.
      const goesOn = received >= limit || (received > 0 && receivedIn(await client.listChecks(page + 1, limit)) > 0);
      return {
        data: { checks: checks.map(toCheck) },
        complete: true,
        ...(checks.length === 0 && { because: explainNone(tag, { goesOn, page }) }),
        ...continueAt(about, { from: String(page), next: goesOn ? String(page + 1) : undefined }),
      };
    },
  },

  'synthetics.listResults': {
    async run({ checkId, window: asked, failedOnly, limit, cursor }, { window, ...context }) {
      if (window === undefined) throw new Error('the catalog demands a window');
      const about = ['synthetics.listResults', checkId, asked, failedOnly, limit];
      const from = cursor === undefined ? undefined : decodePlace(about, cursor, Continued);
      const { fromSec, toSec } = from ?? {
        fromSec: Math.floor(window.fromMs / 1000),
        toSec: Math.ceil(window.toMs / 1000),
      };
      const question = { fromSec, toSec, failedOnly, limit };
      const { results, next } = await readResults(openCheckly(context), { checkId, question, place: from?.at });
      const what = failedOnly ? 'failed result' : 'result';
      return {
        data: { results: results.map(toResult) },
        complete: true,
        ...(results.length === 0 && {
          because:
            next === undefined
              ? `The read was allowed, but the check has no ${what} in this window. Raw results are stored for 30 days.`
              : `There is no ${what} in the part that was read; continue with nextCursor.`,
        }),
        ...continueAt(about, { from: from && toText(from), next: next && toText({ fromSec, toSec, at: next }) }),
      };
    },
  },
} satisfies ConnectorOperations<typeof manifest>;

/** Checkly filters by no tag: a page may hold none that has it, and the next one some. */
function explainNone(tag: string | undefined, { goesOn, page }: { goesOn: boolean; page: number }): string {
  if (goesOn) return `No check of this page has the tag ${tag}; continue with nextCursor.`;
  const which = page > 1 ? 'no further check' : 'no check';
  return `The read was allowed, and the account has ${which}${tag === undefined ? '' : ` with the tag ${tag}`}.`;
}
