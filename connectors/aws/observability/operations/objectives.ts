/** Service level objectives and their error budgets. */
import type {
  ServiceLevelObjectiveBudgetReport as BudgetReport,
  ServiceLevelObjectiveSummary as Summary,
} from '@aws-sdk/client-application-signals';
import type { DataOf } from '../../../../catalog/index.ts';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { known, timeOf } from '../../members.ts';
import { answerPage } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { indicatorOf, intervalOf } from './to-budget.ts';

export const objectiveOperations = {
  'slos.list': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { ApplicationSignalsClient: Client, ListServiceLevelObjectivesCommand } =
        await import('@aws-sdk/client-application-signals');
      return answerPage(
        { operation: 'slos.list', args, region, what: 'objectives' },
        async (NextToken) => {
          const command = new ListServiceLevelObjectivesCommand({ MaxResults: args.limit, ...known({ NextToken }) });
          const answer = await ask(context, {
            call: 'application-signals:ListServiceLevelObjectives',
            region,
            Client,
            command,
          });
          return { items: answer.SloSummaries ?? [], next: answer.NextToken };
        },
        (summaries) => ({ region, slos: summaries.map(toObjective) }),
      );
    },
  },

  'slos.getBudget': {
    async run({ region: wanted, ids, at }, { nowMs, ...context }) {
      const region = chooseRegion(context, wanted);
      const { ApplicationSignalsClient: Client, BatchGetServiceLevelObjectiveBudgetReportCommand } =
        await import('@aws-sdk/client-application-signals');
      const command = new BatchGetServiceLevelObjectiveBudgetReportCommand({
        SloIds: [...ids],
        Timestamp: at === undefined ? new Date(nowMs) : new Date(at),
      });
      const call = 'application-signals:BatchGetServiceLevelObjectiveBudgetReport';
      const answer = await ask(context, { call, region, Client, command });
      const { Timestamp, Errors = [] } = answer;
      const reports = need(answer.Reports, 'Reports');
      const failures = Errors.map(({ Arn, Name, ErrorCode, ErrorMessage = '' }) => ({
        id: need(Arn ?? Name, 'Errors[].Arn'),
        code: need(ErrorCode, 'Errors[].ErrorCode'),
        message: ErrorMessage,
      }));
      const isWhole = failures.length === 0;
      return {
        data: {
          region,
          at: need(timeOf(Timestamp), 'Timestamp'),
          budgets: reports.map(toBudget),
          failures,
        },
        complete: isWhole,
        ...(!isWhole && { because: `${failures.length} of ${ids.length} reports could not be read: see failures.` }),
        ...(isWhole && reports.length === 0 && { because: `The read was allowed, and ${region} returned no report.` }),
        truncated: false,
      };
    },
  },
} satisfies AwsOperations<'slos.list' | 'slos.getBudget'>;

function toObjective(summary: Summary): DataOf<'slos.list'>['slos'][number] {
  const { KeyAttributes, DependencyConfig } = summary;
  return {
    id: need(summary.Arn, 'SloSummaries[].Arn'),
    name: need(summary.Name, 'SloSummaries[].Name'),
    service: { ...KeyAttributes },
    ...known({
      operation: summary.OperationName,
      basis: summary.EvaluationType,
      metricSource: summary.MetricSourceType,
      createdAt: timeOf(summary.CreatedTime),
    }),
    ...(DependencyConfig !== undefined && {
      dependency: {
        service: { ...DependencyConfig.DependencyKeyAttributes },
        operation: need(DependencyConfig.DependencyOperationName, 'DependencyConfig.DependencyOperationName'),
      },
    }),
  };
}

const statusOf = { OK: 'ok', WARNING: 'warning', BREACHED: 'breached', INSUFFICIENT_DATA: 'no_data' } as const;

function toBudget(report: BudgetReport): DataOf<'slos.getBudget'>['budgets'][number] {
  const { BudgetStatus, Goal } = report;
  return {
    id: need(report.Arn, 'Reports[].Arn'),
    name: need(report.Name, 'Reports[].Name'),
    status: BudgetStatus === undefined ? 'unknown' : statusOf[BudgetStatus],
    ...known({
      basis: report.EvaluationType,
      attainmentPercent: report.Attainment,
      goalPercent: Goal?.AttainmentGoal,
      warningPercent: Goal?.WarningThreshold,
      interval: intervalOf(Goal?.Interval),
      budgetSec: report.TotalBudgetSeconds,
      remainingSec: report.BudgetSecondsRemaining,
      budgetRequests: report.TotalBudgetRequests,
      remainingRequests: report.BudgetRequestsRemaining,
      indicator: indicatorOf(report),
    }),
  };
}
