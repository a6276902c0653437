import type { Checks } from '../../../src/connector/connector.ts';
import type { manifest } from '../manifest.ts';
import { findNotSetUp, heldAfterRead } from '../open-backend.ts';
import { openTraces } from './client.ts';

const hourMs = 3_600_000;

export const traceChecks: Pick<Checks<typeof manifest>, 'traces_read'> = {
  traces_read: {
    async run(context) {
      const notSetUp = await findNotSetUp(context, 'traces', 'traces');
      if (notSetUp !== undefined) return notSetUp;
      const nowMs = context.clock.now();
      const client = openTraces(context);
      const { traces } = await client.search('{}', { fromMs: nowMs - hourMs, toMs: nowMs }, 1);
      const held = heldAfterRead(context, 'traces');
      const isThere = (traces ?? []).length > 0;
      if (isThere) return { status: 'ok', summary: 'Reads work; there are traces of the last hour.', held };
      return {
        status: 'degraded',
        summary: 'Reads are allowed, but no trace was written in the last hour.',
        remedy: `Check that something sends traces here; if it does, ${client.place}.`,
        held,
      };
    },
  },
};
