import type { Checks } from '../../../src/connector/connector.ts';
import type { manifest } from '../manifest.ts';
import { skippedWithout } from '../skipped.ts';
import { listChecks } from './checks.ts';

export const syntheticsChecks: Pick<Checks<typeof manifest>, 'synthetics_read'> = {
  synthetics_read: {
    async run(context) {
      if (!context.config.has('GRAFANA_SM_URL')) return skippedWithout('GRAFANA_SM_URL', 'synthetic checks');
      const checks = await listChecks(context);
      return {
        status: 'ok',
        summary: `Reads work; there are ${checks.length} checks. The vendor shows no scope for this token: it can write too, but this connector does not.`,
        held: ['synthetic monitoring access token'],
        excess: ['write to checks, probes and tokens of Synthetic Monitoring'],
      };
    },
  },
};
