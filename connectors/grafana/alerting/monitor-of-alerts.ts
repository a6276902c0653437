/** Alerts whose rule is not in the list, as one monitor for each name: sent by another ruler, or the rules cannot be read. */
import { timeOf } from '../times.ts';
import { messageOf, type Monitor, mutesOf } from './monitor-of-rule.ts';
import type { SentAlert } from './schema.ts';

export function monitorsOfAlerts(alerts: readonly SentAlert[]): Monitor[] {
  const byName = Map.groupBy(alerts, ({ labels }) => labels['alertname'] ?? '');
  return [...byName].map(([name, raised]) => tellAlerts(name, raised));
}

function tellAlerts(name: string, raised: readonly SentAlert[]): Monitor {
  const alerts = raised.map((alert) => {
    const since = timeOf(alert.startsAt);
    return {
      state: alert.status.state === 'suppressed' ? ('suppressed' as const) : ('active' as const),
      labels: alert.labels,
      ...(since !== undefined && { since }),
      ...mutesOf(alert),
    };
  });
  const labels = commonLabels(raised);
  const since = alerts.flatMap((alert) => alert.since ?? []).toSorted()[0];
  const message = messageOf(raised[0]?.annotations ?? {});
  return {
    id: `alertmanager/${name}`,
    name,
    kind: 'alertmanager',
    state: 'alert',
    ...(since !== undefined && { stateSince: since }),
    isSilenced: alerts.every(({ state }) => state === 'suppressed'),
    ...(labels['severity'] !== undefined && { severity: labels['severity'] }),
    ...(message !== undefined && { message }),
    notifies: [...new Set(alerts.flatMap(({ receivers }) => receivers))].toSorted(),
    labels,
    alerts,
  };
}

function commonLabels([first, ...others]: readonly SentAlert[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(first?.labels ?? {}).filter(([name, value]) => others.every(({ labels }) => labels[name] === value)),
  );
}
