import type { Checks } from '../../../src/connector/connector.ts';
import type { manifest } from '../manifest.ts';
import { skippedWithout } from '../skipped.ts';
import { openTraces } from './client.ts';

const hourMs = 3_600_000;

export const traceChecks: Pick<Checks<typeof manifest>, 'traces_read'> = {
  traces_read: {
    async run(context) {
      if (!context.config.has('GRAFANA_TRACES_URL')) return skippedWithout('GRAFANA_TRACES_URL', 'traces');
      const nowMs = context.clock.now();
      const { traces } = await openTraces(context).search('{}', { fromMs: nowMs - hourMs, toMs: nowMs }, 1);
      const held = ['traces:read'];
      const isThere = (traces ?? []).length > 0;
      if (isThere) return { status: 'ok', summary: 'Reads work; there are traces of the last hour.', held };
      return {
        status: 'degraded',
        summary: 'Reads are allowed, but no trace was written in the last hour.',
        remedy: 'Check that something sends traces here and that GRAFANA_TRACES_USER is the instance it sends to.',
        held,
      };
    },
  },
};
