/** Which of the two ways the backends are read: each at an address of its own, or all through one Grafana. */
import { Fault } from '../../../src/core/fault.ts';
import type { GrafanaContext } from '../client.ts';

const ofDirect = [
  'GRAFANA_METRICS_URL',
  'GRAFANA_METRICS_USER',
  'GRAFANA_METRICS_TOKEN',
  'GRAFANA_METRICS_TENANT',
  'GRAFANA_LOGS_URL',
  'GRAFANA_LOGS_USER',
  'GRAFANA_LOGS_TOKEN',
  'GRAFANA_LOGS_TENANT',
  'GRAFANA_TRACES_URL',
  'GRAFANA_TRACES_USER',
  'GRAFANA_TRACES_TOKEN',
  'GRAFANA_TRACES_TENANT',
  'GRAFANA_ALERTS_URL',
  'GRAFANA_ALERTS_USER',
  'GRAFANA_ALERTS_TOKEN',
  'GRAFANA_ALERTS_TENANT',
  'GRAFANA_API_URL',
  'GRAFANA_API_TOKEN',
  'GRAFANA_STACK',
] as const;

const ofDataSources = [
  'GRAFANA_METRICS_DATASOURCE',
  'GRAFANA_LOGS_DATASOURCE',
  'GRAFANA_TRACES_DATASOURCE',
  'GRAFANA_ALERTS_DATASOURCE',
] as const;

/** @throws Fault `not_configured` while a variable of the other way is set: it would be ignored in silence. */
export function readsThroughGrafana({ config }: Pick<GrafanaContext, 'config'>): boolean {
  const isThrough = config.has('GRAFANA_URL');
  const other = (isThrough ? ofDirect : ofDataSources).find((variable) => config.has(variable));
  if (other === undefined) return isThrough;
  if (isThrough) {
    const remedy = `GRAFANA_URL reads every backend through that Grafana, and ${other} belongs to a backend that is read at an address of its own: unset one of the two. To read both, name two sources in RUNNER_SOURCES_FILE.`;
    throw new Fault('not_configured', { variable: other }, remedy);
  }
  const remedy = `${other} names a data source of a Grafana: set GRAFANA_URL to its address, or unset ${other}.`;
  throw new Fault('not_configured', { variable: 'GRAFANA_URL' }, remedy);
}
