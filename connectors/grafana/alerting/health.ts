import type { Checks } from '../../../src/connector/connector.ts';
import type { manifest } from '../manifest.ts';
import { attempt } from '../completeness.ts';
import { skippedWithout } from '../skipped.ts';
import { readAlerts, readRules } from './monitors.ts';

export const alertingChecks: Pick<Checks<typeof manifest>, 'rules_read' | 'alerts_read'> = {
  rules_read: {
    async run(context) {
      const read = await attempt(() => readRules(context));
      if ('answer' in read) {
        const count = read.answer.data.groups.length;
        return { status: 'ok', summary: `Reads work; there are ${count} groups of rules.`, held: ['rules:read'] };
      }
      if (context.config.has('GRAFANA_ALERTS_URL')) throw read.fault;
      // Rules lie at the address of the metrics, which every set-up has: without the other half, nobody asked for monitors.
      const { kind } = read.fault;
      return {
        status: 'skipped',
        summary: `Rules cannot be read here (${kind}), and GRAFANA_ALERTS_URL is not set: monitors are not set up.`,
        fault: read.fault,
        remedy: `To read monitors: ${read.fault.remedy}`,
        missing: ['rules:read'],
      };
    },
  },

  alerts_read: {
    async run(context) {
      const isSet = context.config.has('GRAFANA_ALERTS_URL');
      if (!isSet) return skippedWithout('GRAFANA_ALERTS_URL', 'notifications and silences');
      // A name that nobody gives: whether the read is allowed matters here, and not how many there are.
      await readAlerts(context, 'alertname="farol_health_check"');
      return { status: 'ok', summary: 'Reads work.', held: ['alerts:read'] };
    },
  },
};
