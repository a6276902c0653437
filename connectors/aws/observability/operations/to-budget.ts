/** The parts of a budget report that come in several forms. */
import type { Interval, ServiceLevelObjectiveBudgetReport as BudgetReport } from '@aws-sdk/client-application-signals';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { known, timeOf } from '../../members.ts';

type Budget = DataOf<'slos.getBudget'>['budgets'][number];

const unitOf = { MINUTE: 'minute', HOUR: 'hour', DAY: 'day', MONTH: 'month' } as const;

export function intervalOf(interval: Interval | undefined): Budget['interval'] {
  const { RollingInterval, CalendarInterval } = interval ?? {};
  const either = RollingInterval ?? CalendarInterval;
  if (either === undefined) return undefined;
  return {
    kind: RollingInterval === undefined ? 'calendar' : 'rolling',
    count: need(either.Duration, 'Goal.Interval.Duration'),
    unit: unitOf[need(either.DurationUnit, 'Goal.Interval.DurationUnit')],
    ...known({ startsAt: timeOf(CalendarInterval?.StartTime) }),
  };
}

/** What is measured: over periods or over requests. Without a threshold of its own, requests are counted as good or bad. */
export function indicatorOf({ Sli, RequestBasedSli }: BudgetReport): Budget['indicator'] {
  const metric = Sli?.SliMetric ?? RequestBasedSli?.RequestBasedSliMetric;
  if (metric === undefined) return undefined;
  const either = Sli ?? RequestBasedSli;
  return {
    service: { ...metric.KeyAttributes },
    ...known({
      operation: metric.OperationName,
      metricType: metric.MetricType,
      comparison: either?.ComparisonOperator,
      threshold: either?.MetricThreshold,
    }),
  };
}
