/** Performance Insights: https://docs.aws.amazon.com/performance-insights/latest/APIReference/ */
import type { Answers } from '../aws-fake.ts';
import { primary } from './rds.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 20, 10, minute));
const cpu = { 'db.wait_event.name': 'CPU', 'db.wait_event.type': 'CPU' };
const lock = { 'db.wait_event.name': 'Lock:tuple', 'db.wait_event.type': 'Lock' };

const curve = (Dimensions: object | undefined, first: number, second: number) => ({
  Key: { Metric: 'db.load.avg', ...(Dimensions !== undefined && { Dimensions }) },
  DataPoints: [
    { Timestamp: at(0), Value: first },
    { Timestamp: at(1), Value: second },
  ],
});

export const loadAnswers: Answers = {
  'pi:GetResourceMetrics': ({ NextToken }) => ({
    AlignedStartTime: at(0),
    AlignedEndTime: at(2),
    MetricList: NextToken === undefined ? [curve(undefined, 3, 5), curve(cpu, 1, 2)] : [curve(lock, 2, 3)],
    ...(NextToken === undefined && { NextToken: 'page-2' }),
  }),
  'pi:DescribeDimensionKeys': () => ({
    AlignedStartTime: at(0),
    AlignedEndTime: at(2),
    Keys: [
      { Dimensions: lock, Total: 2.5 },
      { Dimensions: cpu, Total: 1.5 },
    ],
  }),
};

export const load = {
  instance: primary.DbiResourceId,
  window: { from: '2026-11-20T10:00:00Z', to: '2026-11-20T10:02:00Z' },
  stepSec: 60,
};
