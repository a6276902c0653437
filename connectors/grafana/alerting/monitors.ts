/** Rules and alerts joined. Either may be missing: then half of the answer is returned, and it says what is missing. */
import { decodeCursor, encodeCursor } from '../../../src/connector/cursor.ts';
import { Fault } from '../../../src/core/fault.ts';
import { type GrafanaContext, type GrafanaHandlers, openBackend } from '../client.ts';
import { attempt, type Completeness, completeness } from '../completeness.ts';
import { monitorsOfAlerts } from './monitor-of-alerts.ts';
import { type Monitor, monitorsOfRules } from './monitor-of-rule.ts';
import type { z } from 'zod';
import { AlertsAnswer, RulesAnswer, type SentAlert } from './schema.ts';

/** The two reads behind monitors: rules of the ruler, alerts of the Alertmanager. Each has an address and a permission of its own. */
export function readRules(context: GrafanaContext): Promise<z.infer<typeof RulesAnswer>> {
  return openBackend(context, 'rules').get(RulesAnswer, '/api/v1/rules', { type: 'alert' });
}

/** `filter` is a matcher, such as `alertname="DiskFull"`. Async so that a missing address is a rejection like any other. */
export async function readAlerts(context: GrafanaContext, filter?: string): Promise<readonly SentAlert[]> {
  return openBackend(context, 'alerts').get(AlertsAnswer, '/api/v2/alerts', { filter });
}

export const monitorOperations: GrafanaHandlers<'monitors.list'> = {
  'monitors.list': {
    guard({ region }) {
      if (region === undefined) return;
      throw new Fault('invalid_arguments', { field: 'region' }, 'Leave it out: this source has no regions.');
    },
    async run({ namePrefix = '', states, labels = [], limit, cursor }, context) {
      const about = ['monitors.list', namePrefix, states, labels];
      const after = cursor === undefined ? undefined : decodeCursor(about, cursor);
      const { monitors: all, missing } = await readMonitors(context);
      const fits = ({ id, name, state, labels: has }: Monitor): boolean =>
        (after === undefined || id > after) &&
        name.startsWith(namePrefix) &&
        (states === undefined || states.includes(state)) &&
        labels.every(({ key, value }) => Object.hasOwn(has, key) && (value === undefined || has[key] === value));
      const left = all.filter(fits).toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const page = left.slice(0, limit);
      const last = page.at(-1);
      const isCut = left.length > limit;
      return {
        data: { monitors: page },
        ...(page.length > 0 ? completeness(missing) : explainNone(missing, all.length, after !== undefined)),
        truncated: isCut,
        ...(isCut && last !== undefined && { nextCursor: encodeCursor(about, last.id) }),
      };
    },
  },
};

interface MonitorsRead {
  readonly monitors: readonly Monitor[];
  readonly missing: readonly string[];
}

/** @throws Fault when neither half can be read, and at once when the rate is limited: asking on would make it worse. */
async function readMonitors(context: GrafanaContext): Promise<MonitorsRead> {
  const rules = await attempt(() => readRules(context));
  if ('fault' in rules && rules.fault.kind === 'rate_limited') throw rules.fault;
  const alerts = await attempt(() => readAlerts(context));
  if ('fault' in rules) {
    if ('fault' in alerts) throw rules.fault;
    const because = `Only raised alerts are returned: the rules, which hold every condition and its state, could not be read (${wordsOf(rules.fault)}).`;
    return { monitors: monitorsOfAlerts(alerts.answer), missing: [because] };
  }
  const { data, warnings } = rules.answer;
  const sent = 'fault' in alerts ? undefined : alerts.answer;
  const { monitors, others } = monitorsOfRules(data.groups, sent);
  const missing =
    'fault' in alerts
      ? [
          `Who is notified and what is silenced is missing: the Alertmanager could not be read (${wordsOf(alerts.fault)}).`,
        ]
      : [];
  return { monitors: [...monitors, ...monitorsOfAlerts(others)], missing: [...(warnings ?? []), ...missing] };
}

function wordsOf({ kind, data, remedy }: Fault): string {
  const named = Object.values(data).map(String).join(', ');
  return `${kind}: ${named}. ${remedy}`.replace(/\.$/u, '');
}

function explainNone(missing: readonly string[], all: number, isLater: boolean): Completeness {
  if (missing.length > 0) return completeness(missing);
  if (isLater) return { complete: true, because: 'The previous page was the last.' };
  const because =
    all > 0
      ? `The read was allowed; none of the ${all} monitors matches.`
      : 'The read was allowed and there is no alerting rule and no alert. Rules that a Grafana instance manages itself are not included.';
  return { complete: true, because };
}
