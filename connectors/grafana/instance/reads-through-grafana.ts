/** Which of the two ways the backends are read: each at an address of its own, or all through one Grafana. */
import { Fault } from '../../../src/core/fault.ts';
import { dataSourceVariables, directVariables } from '../backends.ts';
import type { GrafanaContext } from '../client.ts';

/** @throws Fault `not_configured` while a variable of the other way is set: it would be ignored in silence. */
export function readsThroughGrafana({ config }: Pick<GrafanaContext, 'config'>): boolean {
  const isThrough = config.has('GRAFANA_URL');
  const other = (isThrough ? directVariables : dataSourceVariables).find((variable) => config.has(variable));
  if (other === undefined) return isThrough;
  if (isThrough) {
    const remedy = `GRAFANA_URL reads every backend through that Grafana, and ${other} belongs to a backend that is read at an address of its own: unset one of the two. To read both, name two sources in RUNNER_SOURCES_FILE.`;
    throw new Fault('not_configured', { variable: other }, remedy);
  }
  const remedy = `${other} names a data source of a Grafana: set GRAFANA_URL to its address, or unset ${other}.`;
  throw new Fault('not_configured', { variable: 'GRAFANA_URL' }, remedy);
}
