/** Rules and alerts joined. Either may be missing: then half of the answer is returned, and it says what is missing. */
import { decodeCursor, encodeCursor } from '../../../src/connector/cursor.ts';
import { Fault } from '../../../src/core/fault.ts';
import type { GrafanaContext, GrafanaHandlers } from '../client.ts';
import { attempt, type Completeness, completeness } from '../completeness.ts';
import { monitorsOfAlerts } from './monitor-of-alerts.ts';
import { type Monitor, monitorsOfRules } from './monitor-of-rule.ts';
import { openRulers, type Ruler } from './rulers.ts';
import type { SentAlert } from './schema.ts';

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
        ...(page.length > 0 ? completeness(missing) : explainNone(missing, all.length, { after, context })),
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

interface RulerRead extends MonitorsRead {
  /** Alerts of rules above, and those of no rule. */
  readonly taken: readonly SentAlert[];
  readonly others: readonly SentAlert[];
}

/** @throws Fault when nothing can be read, and at once when the rate is limited or Grafana rejects the token of all. */
async function readMonitors(context: GrafanaContext): Promise<MonitorsRead> {
  const reads: RulerRead[] = [];
  const faults: { readonly words: string; readonly fault: Fault }[] = [];
  for (const ruler of openRulers(context)) {
    const read = await attempt(() => readRuler(ruler));
    if ('answer' in read) reads.push(read.answer);
    else if (
      read.fault.kind === 'rate_limited' ||
      (ruler.id === 'grafana' && read.fault.kind === 'credential_rejected')
    ) {
      throw read.fault;
    } else faults.push({ words: ruler.words, fault: read.fault });
  }
  const [first] = faults;
  if (reads.length === 0 && first !== undefined) throw first.fault;
  // Grafana may send an alert of its own also to the Alertmanager of a data source.
  const taken = new Set(reads.flatMap((read) => read.taken.map(({ fingerprint }) => fingerprint)));
  const others = reads.flatMap((read) => read.others).filter(({ fingerprint }) => !taken.has(fingerprint));
  return {
    monitors: [...reads.flatMap(({ monitors }) => monitors), ...monitorsOfAlerts(others)],
    missing: [
      ...reads.flatMap(({ missing }) => missing),
      ...faults.map(({ words, fault }) => `Monitors of ${words} are missing (${wordsOf(fault)}).`),
    ],
  };
}

/** @throws Fault when neither half can be read. */
async function readRuler(ruler: Ruler): Promise<RulerRead> {
  const rules = await attempt(() => ruler.readRules());
  if ('fault' in rules && rules.fault.kind === 'rate_limited') throw rules.fault;
  const alerts = await attempt(() => ruler.readAlerts());
  if ('fault' in rules) {
    if ('fault' in alerts) throw rules.fault;
    const whose = ruler.id === undefined ? '' : ` of ${ruler.words}`;
    const because = `Only raised alerts are returned: the rules${whose}, which hold every condition and its state, could not be read (${wordsOf(rules.fault)}).`;
    return { monitors: [], missing: [because], taken: [], others: alerts.answer ?? [] };
  }
  const { data, warnings } = rules.answer;
  const sent = 'fault' in alerts ? undefined : alerts.answer;
  const { monitors, others } = monitorsOfRules(data.groups, sent, ruler.id === undefined ? [] : [ruler.id]);
  const missing = [...(warnings ?? [])];
  if (data.groupNextToken !== undefined) missing.push(`More groups of rules of ${ruler.words} exist than it returns.`);
  const unknown = 'Who is notified and what is silenced is missing:';
  if ('fault' in alerts) missing.push(`${unknown} the Alertmanager could not be read (${wordsOf(alerts.fault)}).`);
  // A Grafana needs no Alertmanager beside its own, unless a data source has rules.
  else if (sent === undefined && monitors.length > 0) {
    missing.push(`${unknown} Grafana has no data source of the Alertmanager of ${ruler.words}.`);
  }
  return { monitors, missing, taken: (sent ?? []).filter((alert) => !others.includes(alert)), others };
}

function wordsOf({ kind, data, remedy }: Fault): string {
  const named = Object.values(data).map(String).join(', ');
  return `${kind}: ${named}. ${remedy}`.replace(/\.$/u, '');
}

function explainNone(
  missing: readonly string[],
  all: number,
  { after, context: { config } }: { readonly after: string | undefined; readonly context: GrafanaContext },
): Completeness {
  if (missing.length > 0) return completeness(missing);
  if (after !== undefined) return { complete: true, because: 'The previous page was the last.' };
  const none = 'The read was allowed and there is no alerting rule and no alert.';
  const hidden = config.has('GRAFANA_URL')
    ? 'Rules in folders that the service account may not see are omitted without notice.'
    : 'Rules that a Grafana instance manages itself are not included.';
  const because = all > 0 ? `The read was allowed; none of the ${all} monitors matches.` : `${none} ${hidden}`;
  return { complete: true, because };
}
