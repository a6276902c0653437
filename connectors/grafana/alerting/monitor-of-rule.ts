/** A rule and the alerts it has raised, as one monitor. */
import type { DataOf } from '../../../catalog/index.ts';
import { timeOf } from '../times.ts';
import type { Group, Rule, RuleAlert, SentAlert } from './schema.ts';

export type Monitor = DataOf<'monitors.list'>['monitors'][number];
type Alert = NonNullable<Monitor['alerts']>[number];

export interface Told {
  readonly monitors: readonly Monitor[];
  /** Alerts that belong to no rule of the list. */
  readonly others: readonly SentAlert[];
}

/**
 * `sent` is undefined when the Alertmanager could not be asked: then nothing is said of receivers and silences. `of`
 * keeps the ids of several rulers apart.
 */
export function monitorsOfRules(
  groups: readonly Group[],
  sent: readonly SentAlert[] | undefined,
  of: readonly string[] = [],
): Told {
  const taken = new Set<SentAlert>();
  const seen = new Map<string, number>();
  const monitors = groups.flatMap(({ file, name: group, rules }) =>
    rules
      .filter(({ type }) => type === 'alerting')
      .map((rule) => {
        const id = [...of, file, group, rule.name].join('/');
        const times = (seen.get(id) ?? 0) + 1;
        seen.set(id, times);
        return tellRule(times === 1 ? id : `${id}#${times}`, rule, { sent, taken });
      }),
  );
  return { monitors, others: (sent ?? []).filter((alert) => !taken.has(alert)) };
}

interface Sent {
  readonly sent: readonly SentAlert[] | undefined;
  /** Collects those that a rule has raised. */
  readonly taken: Set<SentAlert>;
}

function tellRule(id: string, rule: Rule, { sent, taken }: Sent): Monitor {
  const labels = rule.labels ?? {};
  const raised = (rule.alerts ?? []).filter(isRaised).map((alert) => {
    const match = sent?.find((one) => !taken.has(one) && isOf(alert, one));
    if (match !== undefined) taken.add(match);
    return tellAlert(alert, match);
  });
  const since = raised
    .map((alert) => alert.since ?? '')
    .filter((time) => time !== '')
    .toSorted()[0];
  const message = messageOf(rule.annotations ?? {});
  const firing = raised.filter(({ state }) => state !== 'pending');
  return {
    id,
    name: rule.name,
    kind: rule.type,
    ...stateOf(rule),
    ...(rule.state !== undefined && { providerState: rule.state }),
    ...(since !== undefined && { stateSince: since }),
    ...(sent !== undefined && firing.length > 0 && { isSilenced: firing.every(({ state }) => state === 'suppressed') }),
    ...(labels['severity'] !== undefined && { severity: labels['severity'] }),
    ...(rule.query !== undefined && { condition: rule.query }),
    ...(rule.duration !== undefined && { holdsForSec: Math.round(rule.duration) }),
    ...(message !== undefined && { message }),
    notifies: [...new Set([...receiverOf(rule), ...raised.flatMap(({ receivers }) => receivers)])].toSorted(),
    labels: { alertname: rule.name, ...labels },
    alerts: raised,
  };
}

/** The Alertmanager's copy may have labels more, which the ruler adds to all that it sends. */
function isOf({ labels }: RuleAlert, { labels: theirs }: SentAlert): boolean {
  return Object.entries(labels).every(([name, value]) => theirs[name] === value);
}

function tellAlert(alert: RuleAlert, match: SentAlert | undefined): Alert {
  const since = timeOf(alert.activeAt);
  const sentState = match?.status.state === 'suppressed' ? 'suppressed' : 'active';
  return {
    state: /^pending/iu.test(alert.state) ? 'pending' : sentState,
    labels: alert.labels,
    ...(since !== undefined && { since }),
    ...(typeof alert.value === 'string' && alert.value !== '' && { value: alert.value }),
    ...mutesOf(match),
  };
}

export function mutesOf(alert: SentAlert | undefined): Pick<Alert, 'silencedBy' | 'receivers'> {
  const { silencedBy = [], inhibitedBy = [], mutedBy = [] } = alert?.status ?? {};
  return {
    silencedBy: [...silencedBy, ...inhibitedBy, ...mutedBy],
    receivers: (alert?.receivers ?? []).map(({ name }) => name),
  };
}

export function messageOf(annotations: Readonly<Record<string, string>>): string | undefined {
  return annotations['summary'] ?? annotations['description'] ?? annotations['message'];
}

/** Grafana lists every instance of a rule, also the quiet ones: `Normal`, and `Normal (NoData)` with the reason. */
function isRaised({ state }: RuleAlert): boolean {
  return !/^normal/iu.test(state);
}

const states: Readonly<Record<string, Monitor['state']>> = {
  inactive: 'ok',
  pending: 'pending',
  firing: 'alert',
  recovering: 'alert',
  nodata: 'no_data',
};

function stateOf({
  state = '',
  health,
  lastError = '',
  isPaused,
}: Rule): Pick<Monitor, 'state' | 'stateReason' | 'isEnabled'> {
  // Grafana does not evaluate a rule that is paused.
  const enabled = isPaused === true ? { isEnabled: false } : {};
  if (health === 'err' || health === 'error') {
    const stateReason = `The rule could not be evaluated: ${lastError.slice(0, 300)}`.trim();
    return { state: 'unknown', stateReason, ...enabled };
  }
  const known = states[state] ?? 'unknown';
  return { state: known === 'ok' && health === 'nodata' ? 'no_data' : known, ...enabled };
}

/** The contact point that a rule of Grafana names itself. */
function receiverOf({ notificationSettings }: Rule): string[] {
  const receiver = notificationSettings?.receiver;
  return receiver === undefined ? [] : [receiver];
}
