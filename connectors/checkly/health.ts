import type { Checks } from '../../src/connector/connector.ts';
import { openCheckly } from './client.ts';
import type { manifest } from './manifest.ts';
import { readResults } from './results.ts';

const hourSec = 3600;

export const checks = {
  checks_read: {
    async run(context) {
      const [first] = await openCheckly(context).listChecks(1, 1);
      const summary = first === undefined ? 'Checks can be listed, but there are none.' : 'Checks can be listed.';
      return { status: 'ok', summary, held: ['read of checks'] };
    },
  },

  results_read: {
    async run(context) {
      const client = openCheckly(context);
      const [first] = await client.listChecks(1, 1);
      if (first === undefined) {
        return { status: 'skipped', summary: 'There is no check whose results could be read.', affects: [] };
      }
      const toSec = Math.ceil(context.clock.now() / 1000);
      const question = { fromSec: toSec - hourSec, toSec, failedOnly: false, limit: 1 };
      await readResults(client, { checkId: first.id, question, place: undefined });
      return { status: 'ok', summary: `Results of ${first.name} can be listed.`, held: ['read of results'] };
    },
  },
} satisfies Checks<typeof manifest>;
