/** From the three kinds of alarm to monitors. */
import type { CompositeAlarm, DescribeAlarmsOutput, LogAlarm, MetricAlarm } from '@aws-sdk/client-cloudwatch';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { distinct, known, timeOf } from '../../members.ts';

export type Monitor = DataOf<'monitors.list'>['monitors'][number];

export const stateOf = { OK: 'ok', ALARM: 'alert', INSUFFICIENT_DATA: 'no_data' } as const;

export function toMonitors({ MetricAlarms, CompositeAlarms, LogAlarms }: DescribeAlarmsOutput): Monitor[] {
  return [
    ...(MetricAlarms ?? []).map(fromMetricAlarm),
    ...(CompositeAlarms ?? []).map(fromCompositeAlarm),
    ...(LogAlarms ?? []).map(fromLogAlarm),
  ];
}

function fromMetricAlarm(alarm: MetricAlarm): Monitor {
  return {
    ...common(alarm, 'MetricAlarm'),
    ...known({
      condition: conditionOf(alarm),
      threshold: alarm.Threshold,
      holdsForSec: holdsForSec(alarm),
    }),
  };
}

function fromCompositeAlarm(alarm: CompositeAlarm): Monitor {
  return {
    ...common(alarm, 'CompositeAlarm'),
    isSilenced: alarm.ActionsSuppressedBy !== undefined,
    ...known({ condition: alarm.AlarmRule }),
  };
}

function fromLogAlarm(alarm: LogAlarm): Monitor {
  const { QueryString, AggregationExpression } = alarm.ScheduledQueryConfiguration ?? {};
  const { ComparisonOperator, Threshold, QueryResultsToAlarm, QueryResultsToEvaluate } = alarm;
  return {
    ...common(alarm, 'LogAlarm'),
    ...known({
      condition: words([
        AggregationExpression,
        ComparisonOperator,
        Threshold,
        QueryString === undefined ? undefined : `of ${QueryString}`,
        QueryResultsToAlarm === undefined
          ? undefined
          : `in ${QueryResultsToAlarm} of ${QueryResultsToEvaluate ?? QueryResultsToAlarm} results`,
      ]),
      threshold: Threshold,
    }),
  };
}

type Alarm = Pick<
  MetricAlarm,
  | 'AlarmArn'
  | 'AlarmName'
  | 'AlarmDescription'
  | 'StateValue'
  | 'StateReason'
  | 'StateTransitionedTimestamp'
  | 'StateUpdatedTimestamp'
  | 'ActionsEnabled'
  | 'AlarmActions'
  | 'OKActions'
  | 'InsufficientDataActions'
  | 'AlarmConfigurationUpdatedTimestamp'
>;

function common(alarm: Alarm, kind: string): Monitor {
  const { StateValue } = alarm;
  return {
    id: need(alarm.AlarmArn, 'AlarmArn'),
    name: need(alarm.AlarmName, 'AlarmName'),
    kind,
    state: StateValue === undefined ? 'unknown' : stateOf[StateValue],
    notifies: distinct([
      ...(alarm.AlarmActions ?? []),
      ...(alarm.OKActions ?? []),
      ...(alarm.InsufficientDataActions ?? []),
    ]),
    labels: {},
    ...known({
      providerState: StateValue,
      stateReason: alarm.StateReason,
      stateSince: timeOf(alarm.StateTransitionedTimestamp ?? alarm.StateUpdatedTimestamp),
      isEnabled: alarm.ActionsEnabled,
      message: alarm.AlarmDescription,
      modifiedAt: timeOf(alarm.AlarmConfigurationUpdatedTimestamp),
    }),
  };
}

/** In the vendor's own words and order, because an alarm on a metric has no text of its own. */
function conditionOf(alarm: MetricAlarm): string | undefined {
  const query = alarm.EvaluationCriteria?.PromQLCriteria?.Query;
  if (query !== undefined) return query;
  return words([measuredBy(alarm), alarm.ComparisonOperator, bound(alarm), periodsOf(alarm)]);
}

function measuredBy({ Statistic, ExtendedStatistic, Namespace, MetricName, Dimensions, Metrics }: MetricAlarm): string {
  if (MetricName !== undefined) return measure({ Statistic, ExtendedStatistic, Namespace, MetricName, Dimensions });
  return (Metrics ?? [])
    .map(({ Id = '', Expression, MetricStat }) => {
      const { Metric = {}, Stat } = MetricStat ?? {};
      return `${Id} = ${Expression ?? measure({ ...Metric, ExtendedStatistic: Stat })}`;
    })
    .join('; ');
}

type Measured = Pick<MetricAlarm, 'Statistic' | 'ExtendedStatistic' | 'Namespace' | 'MetricName' | 'Dimensions'>;

function measure({ Statistic, ExtendedStatistic, Namespace = '', MetricName = '', Dimensions = [] }: Measured): string {
  const of = Dimensions.map(({ Name = '', Value = '' }) => `${Name}=${Value}`).join(', ');
  return [Statistic ?? ExtendedStatistic ?? '', Namespace, MetricName, of === '' ? '' : `(${of})`]
    .filter((part) => part !== '')
    .join(' ');
}

/** A number, or the id of the band that an anomaly detector draws. */
function bound({ Threshold, ThresholdMetricId }: MetricAlarm): string | undefined {
  return ThresholdMetricId ?? (Threshold === undefined ? undefined : String(Threshold));
}

function periodsOf({ Period, EvaluationPeriods, DatapointsToAlarm }: MetricAlarm): string | undefined {
  if (EvaluationPeriods === undefined) return undefined;
  const of = Period === undefined ? 'periods' : `periods of ${Period} s`;
  return `for ${DatapointsToAlarm ?? EvaluationPeriods} of ${EvaluationPeriods} ${of}`;
}

function holdsForSec(alarm: MetricAlarm): number | undefined {
  const { Metrics, EvaluationPeriods, DatapointsToAlarm = EvaluationPeriods } = alarm;
  const pending = alarm.EvaluationCriteria?.PromQLCriteria?.PendingPeriod;
  if (pending !== undefined) return pending;
  const periodSec = alarm.Period ?? Metrics?.find(({ MetricStat }) => MetricStat !== undefined)?.MetricStat?.Period;
  return periodSec === undefined || DatapointsToAlarm === undefined ? undefined : periodSec * DatapointsToAlarm;
}

function words(parts: readonly (string | number | undefined)[]): string | undefined {
  const said = parts.filter((part) => part !== undefined && part !== '');
  return said.length === 0 ? undefined : said.join(' ');
}
