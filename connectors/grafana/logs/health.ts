import type { Checks } from '../../../src/connector/connector.ts';
import type { manifest } from '../manifest.ts';
import { findNotSetUp, heldAfterRead } from '../open-backend.ts';
import { openLogs } from './client.ts';

const hourMs = 3_600_000;

export const logChecks: Pick<Checks<typeof manifest>, 'logs_read'> = {
  logs_read: {
    async run(context) {
      const notSetUp = await findNotSetUp(context, 'logs', 'logs');
      if (notSetUp !== undefined) return notSetUp;
      const nowMs = context.clock.now();
      const client = openLogs(context);
      const labels = await client.listLabelNames({ fromMs: nowMs - hourMs, toMs: nowMs });
      const held = heldAfterRead(context, 'logs');
      if (labels.length > 0) {
        return { status: 'ok', summary: `Reads work; lines of the last hour have ${labels.length} labels.`, held };
      }
      return {
        status: 'degraded',
        summary: 'Reads are allowed, but no line was written in the last hour.',
        remedy: `Check that something sends logs here; if it does, ${client.place}.`,
        held,
      };
    },
  },
};
