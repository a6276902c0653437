import type { DataOf } from '../../../../catalog/index.ts';
import { Fault } from '../../../../src/core/fault.ts';
import type { AlertPolicy, Condition, OpenAlert } from '../schema.ts';
import { ask } from '../../ask.ts';
import { type GcpContext, type GcpOperations, projectOf } from '../../context.ts';
import { outcomeOf, readList } from '../../paging.ts';
import { noneOf, present, seconds, timeOf } from '../../wording.ts';

type Told = DataOf<'monitors.list'>['monitors'][number];
type Alert = NonNullable<Told['alerts']>[number];

const maxAlertPages = 5;

export const monitorOperations: GcpOperations<'monitors.list'> = {
  'monitors.list': {
    guard({ region }) {
      if (region === undefined) return;
      throw new Fault('invalid_arguments', { field: 'region' }, 'Leave it out: alerting policies have no regions.');
    },
    async run(args, context) {
      const { namePrefix, states, labels } = args;
      let open: OpenRead | undefined;
      const list = await readList({
        operation: 'monitors.list',
        args,
        read: async ({ pageToken }) => {
          const answer = await ask(context, 'monitoring.projects.alertPolicies.list', {
            path: { project: projectOf(context) },
            query: { pageSize: String(args.limit), pageToken },
          });
          open ??= await readOpenAlerts(context);
          const { alerts, notes } = open;
          return {
            rows: answer.alertPolicies.map((one) => tell(one, alerts)),
            nextPageToken: answer.nextPageToken,
            notes,
          };
        },
        keep: (one) =>
          (namePrefix === undefined || one.name.startsWith(namePrefix)) &&
          (states === undefined || states.includes(one.state)) &&
          (labels ?? []).every(
            ({ key, value }) => Object.hasOwn(one.labels, key) && (value === undefined || one.labels[key] === value),
          ),
        empty: noneOf(
          'alerting policies',
          projectOf(context),
          namePrefix !== undefined || states !== undefined || labels !== undefined,
        ),
      });
      return { data: { monitors: [...list.rows] }, ...outcomeOf(list) };
    },
  },
};

interface OpenRead {
  /** By the name of the policy; undefined when they could not be read. */
  readonly alerts: ReadonlyMap<string, readonly OpenAlert[]> | undefined;
  readonly notes: readonly string[];
}

/** Policies are worth having without their state, when open alerts may not be read. */
async function readOpenAlerts(context: GcpContext): Promise<OpenRead> {
  const alerts = new Map<string, OpenAlert[]>();
  let pageToken: string | undefined;
  try {
    for (let pages = 0; pages < maxAlertPages; pages += 1) {
      const answer = await ask(context, 'monitoring.projects.alerts.list', {
        path: { project: projectOf(context) },
        query: { filter: 'state = "OPEN"', pageSize: '1000', pageToken },
      });
      for (const one of answer.alerts) {
        const policy = one.policy?.name ?? '';
        alerts.set(policy, [...(alerts.get(policy) ?? []), one]);
      }
      pageToken = answer.nextPageToken === '' ? undefined : answer.nextPageToken;
      if (pageToken === undefined) return { alerts, notes: [] };
    }
    return { alerts, notes: ['There are more open alerts than were read; a state may be wrong.'] };
  } catch (error) {
    if (!(error instanceof Fault) || (error.kind !== 'permission_missing' && error.kind !== 'not_found_or_hidden')) {
      throw error;
    }
    return {
      alerts: undefined,
      notes: [`States are unknown: open alerts could not be read (${error.kind}, monitoring.alerts.list).`],
    };
  }
}

function tell(policy: AlertPolicy, alerts: OpenRead['alerts']): Told {
  const [first] = policy.conditions;
  const documentation = policy.documentation?.content ?? policy.documentation?.subject;
  return {
    id: policy.name,
    name: policy.displayName ?? policy.name,
    kind: kindOf(first),
    notifies: policy.notificationChannels,
    labels: policy.userLabels,
    ...stateOf(policy, alerts),
    ...present({
      isEnabled: policy.enabled,
      severity: policy.severity,
      condition: conditionText(policy),
      threshold: first?.conditionThreshold?.thresholdValue,
      holdsForSec: holdsFor(first),
      message: documentation,
      createdAt: timeOf(policy.creationRecord?.mutateTime),
      modifiedAt: timeOf(policy.mutationRecord?.mutateTime),
      createdBy: policy.creationRecord?.mutatedBy,
    }),
  };
}

/** The vendor tells no state of a policy: it is in alert while it has an open alert. */
function stateOf({ name, validity }: AlertPolicy, alerts: OpenRead['alerts']): Pick<Told, 'state'> & Partial<Told> {
  const isInvalid = (validity?.code ?? 0) !== 0;
  if (isInvalid) return { state: 'unknown', stateReason: validity?.message ?? 'The policy is not valid.' };
  if (alerts === undefined) return { state: 'unknown' };
  const open = alerts.get(name) ?? [];
  const [since] = open.flatMap(({ openTime }) => timeOf(openTime) ?? []).toSorted();
  return { state: open.length > 0 ? 'alert' : 'ok', ...present({ stateSince: since }), alerts: open.map(tellAlert) };
}

const kinds = {
  conditionThreshold: 'threshold',
  conditionAbsent: 'absence',
  conditionMatchedLog: 'log match',
  conditionMonitoringQueryLanguage: 'mql',
  conditionPrometheusQueryLanguage: 'promql',
  conditionSql: 'sql',
} as const;

function kindOf(condition: Condition | undefined): string {
  const [, kind] = Object.entries(kinds).find(([name]) => condition?.[name as keyof typeof kinds] !== undefined) ?? [];
  return kind ?? 'unknown';
}

function conditionText({ conditions, combiner }: AlertPolicy): string | undefined {
  const texts = conditions.flatMap((one) => {
    const { conditionThreshold: limit } = one;
    if (limit !== undefined) {
      return [limit.filter, limit.comparison, limit.thresholdValue].flatMap((part) => part ?? []).join(' ');
    }
    return (
      one.conditionAbsent?.filter ??
      one.conditionMatchedLog?.filter ??
      one.conditionMonitoringQueryLanguage?.query ??
      one.conditionPrometheusQueryLanguage?.query ??
      one.conditionSql?.query ??
      []
    );
  });
  return texts.length === 0 ? undefined : texts.join(` ${combiner ?? 'OR'} `);
}

function holdsFor(condition: Condition | undefined): number | undefined {
  const held = seconds(
    condition?.conditionThreshold?.duration ??
      condition?.conditionAbsent?.duration ??
      condition?.conditionMonitoringQueryLanguage?.duration ??
      condition?.conditionPrometheusQueryLanguage?.duration,
  );
  return held === undefined ? undefined : Math.round(held);
}

function tellAlert({ metric, resource, openTime }: OpenAlert): Alert {
  return {
    state: 'active',
    labels: { ...resource?.labels, ...metric?.labels },
    ...present({ since: timeOf(openTime) }),
    silencedBy: [],
    receivers: [],
  };
}
