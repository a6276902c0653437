/** Alert rules for Prometheus, a dashboard for Grafana, and the list of what the control plane measures. */
import { stringify } from 'yaml';
import { type MetricRow, metricTable } from '../../src/control/metrics/metric-table.ts';
import { alertRules } from './monitoring/alert-rules.ts';
import { renderDashboard } from './monitoring/dashboard.ts';
import { code, codes, type Page, renderTable, toPage } from './page.ts';

export const monitoringFolder = 'deploy/monitoring';

export function render(): Page[] {
  return [
    { path: `${monitoringFolder}/alerts.yaml`, text: renderAlerts() },
    { path: `${monitoringFolder}/dashboard.json`, text: renderDashboard() },
    toPage('metrics.md', 'src/control/metrics/metric-table.ts and scripts/generate/monitoring', [
      '# Metrics',
      'What the control plane serves to Prometheus on `FAROL_METRICS_PORT`. [Monitor the control plane](../guides/monitoring.md) says how to scrape it and has alerts and a dashboard. Agents and Profilers open no port: what they report is here and on the Fleet page.',
      renderTable(
        ['name', 'type', 'labels', 'what it says'],
        Object.values(metricTable).map(({ name, type, labels, help }: MetricRow) => [
          code(name),
          type,
          codes(labels),
          help,
        ]),
      ),
      'Every label has a closed set of values: no name of a person, an instance or an organization. Beside these there are the usual `process_*` and `nodejs_*` metrics of the client library, without the three gauges of it whose names end in `_total`.',
      '## Alerts',
      renderTable(
        ['alert', 'severity', 'what it says', 'what to do', 'more'],
        alertRules.map(({ name, severity, summary, action, documentation }) => [
          code(name),
          severity,
          summary.replaceAll(/\{\{.*?\}\}/gu, '…'),
          action,
          `[more](${linkFrom(documentation)})`,
        ]),
      ),
    ]),
  ];
}

/** From docs/reference. */
function linkFrom(documentation: string): string {
  return documentation.replace(/^docs\/reference\//u, '').replace(/^docs\//u, '../');
}

function renderAlerts(): string {
  const rules = alertRules.map(({ name, expr, for: pending, severity, summary, action, documentation }) => ({
    alert: name,
    expr,
    for: pending,
    labels: { severity },
    annotations: { summary, action, documentation },
  }));
  const notice =
    '# Generated from scripts/generate/monitoring/alert-rules.ts. Change that and run `npm run generate`.\n';
  return notice + stringify({ groups: [{ name: 'farol-control-plane', rules }] }, { lineWidth: 0 });
}
