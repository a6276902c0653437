import type { Checks } from '../../../src/connector/connector.ts';
import type { manifest } from '../manifest.ts';
import { skippedWithout } from '../skipped.ts';
import { openLogs } from './client.ts';

const hourMs = 3_600_000;

export const logChecks: Pick<Checks<typeof manifest>, 'logs_read'> = {
  logs_read: {
    async run(context) {
      if (!context.config.has('GRAFANA_LOGS_URL')) return skippedWithout('GRAFANA_LOGS_URL', 'logs');
      const nowMs = context.clock.now();
      const labels = await openLogs(context).listLabelNames({ fromMs: nowMs - hourMs, toMs: nowMs });
      const held = ['logs:read'];
      if (labels.length > 0) {
        return { status: 'ok', summary: `Reads work; lines of the last hour have ${labels.length} labels.`, held };
      }
      return {
        status: 'degraded',
        summary: 'Reads are allowed, but no line was written in the last hour.',
        remedy: 'Check that something sends logs here and that GRAFANA_LOGS_USER is the instance it sends to.',
        held,
      };
    },
  },
};
