/**
 * Where rules and alerts are read: one ruler and one Alertmanager, each at its address; or, through a Grafana, its own
 * two and those of data sources. https://grafana.com/docs/grafana/latest/alerting/fundamentals/alert-rules/
 */
import type { z } from 'zod';
import { type GrafanaContext, openDirect, openGrafana } from '../client.ts';
import { createDataSourceFinder } from '../instance/data-sources.ts';
import { readsThroughGrafana } from '../instance/reads-through-grafana.ts';
import { AlertsAnswer, RulesAnswer, type SentAlert } from './schema.ts';

export interface Ruler {
  /** What its monitors begin with; undefined for the only one. */
  readonly id?: string;
  /** What an answer calls it when it is missing. */
  readonly words: string;
  readRules(): Promise<z.infer<typeof RulesAnswer>>;
  /** `filter` is a matcher, such as `alertname="DiskFull"`. Undefined where Grafana has no data source of an Alertmanager. */
  readAlerts(filter?: string): Promise<readonly SentAlert[] | undefined>;
}

/** Without a data source of metrics there are no rules but those of Grafana. @throws Fault `not_configured` where the way is not clear. */
export function openRulers(context: GrafanaContext): readonly Ruler[] {
  if (!readsThroughGrafana(context)) return [direct(context)];
  return [ofGrafana(context), ofDataSources(context)];
}

function direct(context: GrafanaContext): Ruler {
  return {
    words: 'the ruler',
    readRules: () => openDirect(context, 'rules').get(RulesAnswer, '/api/v1/rules', { type: 'alert' }),
    // Async so that a missing address is a rejection like any other.
    readAlerts: async (filter) => openDirect(context, 'alerts').get(AlertsAnswer, '/api/v2/alerts', { filter }),
  };
}

function ofGrafana(context: GrafanaContext): Ruler {
  const { get } = openGrafana(context);
  return {
    id: 'grafana',
    words: 'Grafana itself',
    readRules: () => get(RulesAnswer, '/api/prometheus/grafana/api/v1/rules'),
    readAlerts: (filter) => get(AlertsAnswer, '/api/alertmanager/grafana/api/v2/alerts', { filter }),
  };
}

function ofDataSources(context: GrafanaContext): Ruler {
  const { get } = openGrafana(context);
  const find = createDataSourceFinder(context);
  return {
    id: 'datasource',
    words: 'the data source of the metrics',
    async readRules() {
      const uid = await find('metrics');
      if (uid === undefined) return { status: 'success', data: { groups: [] } };
      return get(RulesAnswer, `/api/prometheus/${uid}/api/v1/rules`, { type: 'alert' });
    },
    async readAlerts(filter) {
      const uid = await find('alerts');
      if (uid === undefined) return undefined;
      return get(AlertsAnswer, `/api/alertmanager/${uid}/api/v2/alerts`, { filter });
    },
  };
}
