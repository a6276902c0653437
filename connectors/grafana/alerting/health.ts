import type { Checks, Finding } from '../../../src/connector/connector.ts';
import { attempt } from '../completeness.ts';
import { readsThroughGrafana } from '../instance/reads-through-grafana.ts';
import type { manifest } from '../manifest.ts';
import { skippedWithout } from '../skipped.ts';
import { openRulers, type Ruler } from './rulers.ts';

/** A name that nobody gives: whether the read is allowed matters here, and not how many there are. */
const nobodys = 'alertname="farol_health_check"';

export const alertingChecks: Pick<Checks<typeof manifest>, 'rules_read' | 'alerts_read'> = {
  rules_read: {
    async run(context) {
      const rulers = openRulers(context);
      const read = await attempt(() => countGroups(rulers));
      if ('answer' in read) {
        return {
          status: 'ok',
          summary: `Reads work; there are ${read.answer} groups of rules.`,
          held: readsThroughGrafana(context) ? ['alert.rules:read', 'alert.rules.external:read'] : ['rules:read'],
        };
      }
      if (readsThroughGrafana(context) || context.config.has('GRAFANA_ALERTS_URL')) throw read.fault;
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
      const [first, ofDataSource] = openRulers(context);
      if (!readsThroughGrafana(context)) {
        if (!context.config.has('GRAFANA_ALERTS_URL')) {
          return skippedWithout('GRAFANA_ALERTS_URL', 'notifications and silences');
        }
        await first?.readAlerts(nobodys);
        return { status: 'ok', summary: 'Reads work.', held: ['alerts:read'] };
      }
      await first?.readAlerts(nobodys);
      return readAlertsOfDataSource(ofDataSource);
    },
  },
};

async function countGroups(rulers: readonly Ruler[]): Promise<number> {
  let groups = 0;
  for (const ruler of rulers) groups += (await ruler.readRules()).data.groups.length;
  return groups;
}

/** One that Grafana does not have is a choice: its own Alertmanager answers for its own rules. */
async function readAlertsOfDataSource(ruler: Ruler | undefined): Promise<Finding> {
  const held = ['alert.instances:read'];
  if ((await ruler?.readAlerts(nobodys)) === undefined) {
    return {
      status: 'ok',
      summary: 'Reads of the Alertmanager of Grafana work; it has no data source of another.',
      held,
    };
  }
  return {
    status: 'ok',
    summary: 'Reads of the Alertmanager of Grafana and of its data source work.',
    held: [...held, 'alert.instances.external:read'],
  };
}
