import { describe, expect, test } from 'vitest';
import { AwsError } from '../../upstream/aws-fake.ts';
import { load } from '../../upstream/databases/load.ts';
import { denialOf, useAws } from '../../upstream/use-aws.ts';

const operation = 'databases.getLoad';
const [curves, averages] = ['pi:GetResourceMetrics', 'pi:DescribeDimensionKeys'];

const agent = useAws();

const fromSec = Date.parse(load.window.from) / 1000;
const seriesOf = (labels: object, ...values: number[]) => ({
  name: 'db.load.avg',
  labels,
  unit: 'sessions',
  points: values.map((value, at) => [fromSec + at * 60, value]),
});
const cpu = { 'db.wait_event.name': 'CPU', 'db.wait_event.type': 'CPU' };
const lock = { 'db.wait_event.name': 'Lock:tuple', 'db.wait_event.type': 'Lock' };

test('the load is returned as a whole and by what loaded most, with curves', async () => {
  const result = await agent.result(operation, load);
  expect(result).toMatchObject({ complete: true, truncated: false, upstreamCalls: 3 });
  expect(result.data).toEqual({
    region: 'eu-west-1',
    stepSec: 60,
    total: seriesOf({}, 3, 5),
    top: [
      { averageActiveSessions: 2.5, series: seriesOf(lock, 2, 3) },
      { averageActiveSessions: 1.5, series: seriesOf(cpu, 1, 2) },
    ],
  });
  expect(agent.inputs[0]).toMatchObject({
    ServiceType: 'RDS',
    Identifier: load.instance,
    MetricQueries: [
      { Metric: 'db.load.avg' },
      { Metric: 'db.load.avg', GroupBy: { Group: 'db.wait_event', Limit: 11 } },
    ],
    PeriodInSeconds: 60,
    MaxResults: 25,
  });
});

test('fewer than there are is said to be cut', async () => {
  const result = await agent.result(operation, { ...load, limit: 1 });
  expect(result).toMatchObject({ truncated: true, data: { top: [{ averageActiveSessions: 2.5 }] } });
});

test.each([
  ['relational', 'statement', 'db.sql_tokenized'],
  ['relational', 'sessionType', 'db.session_type'],
  ['document', 'statement', 'db.query_tokenized'],
  ['document', 'waitEvent', 'db.wait_state'],
])('of a %s engine, %s is the dimension %s', async (engineKind, dimension, Group) => {
  await agent.result(operation, { ...load, engineKind, dimension });
  expect(agent.inputs.at(-1)).toMatchObject({
    ServiceType: engineKind === 'document' ? 'DOCDB' : 'RDS',
    GroupBy: { Group },
  });
});

test.each(['user', 'sessionType'])('of a document engine, %s is refused', async (dimension) => {
  expect(await agent.fault(operation, { ...load, engineKind: 'document', dimension })).toMatchObject({
    code: 'invalid_arguments',
    data: { field: 'dimension' },
    remedy: expect.stringContaining('statement, waitEvent, host, application, database') as string,
  });
  expect(agent.actions).toEqual([]);
});

test.each([
  ['2026-11-20T10:04:00Z', 1],
  ['2026-11-20T14:00:00Z', 60],
  ['2026-11-21T09:00:00Z', 300],
  ['2026-12-01T10:00:00Z', 3600],
  ['2026-12-20T10:00:00Z', 86_400],
])('up to %s the step is %i seconds', async (to, stepSec) => {
  const window = { from: load.window.from, to };
  expect(await agent.data(operation, { ...load, window, stepSec: undefined })).toMatchObject({ stepSec });
});

test('a step that gives more points than anybody reads is refused before anything is asked', async () => {
  const window = { from: '2026-11-20T00:00:00Z', to: '2026-11-20T04:00:00Z' };
  expect(await agent.fault(operation, { ...load, window, stepSec: 1 })).toMatchObject({
    code: 'cap_exceeded',
    data: { limit: '11000 points per series', estimate: '14401 points per series' },
  });
  expect(agent.actions).toEqual([]);
});

describe('a denial', () => {
  test('of averages leaves those of the points', async () => {
    agent.answerWith({ [averages]: () => denialOf(averages) });
    const result = await agent.result(operation, load);
    expect(result).toMatchObject({
      complete: false,
      data: {
        top: [
          { averageActiveSessions: 2.5, series: { labels: lock } },
          { averageActiveSessions: 1.5, series: { labels: cpu } },
        ],
      },
    });
    expect(result.because).toContain(`${averages} is missing`);
  });

  test('of curves leaves the averages', async () => {
    agent.answerWith({ [curves]: () => denialOf(curves) });
    const result = await agent.result(operation, load);
    expect(result).toMatchObject({
      complete: false,
      data: { total: { points: [] }, top: [{ averageActiveSessions: 2.5, series: { points: [] } }, {}] },
    });
    expect(result.because).toMatch(/^Load over time could not be read: pi:GetResourceMetrics is missing/u);
  });

  test('of both is the answer, and by IAM itself it says nothing of records that are off', async () => {
    agent.answerWith({ [curves]: () => denialOf(curves), [averages]: () => denialOf(averages) });
    const fault = await agent.fault(operation, load);
    expect(fault).toMatchObject({ code: 'permission_missing', data: { grant: curves, layer: 'identity policy' } });
    expect(fault.remedy).not.toContain('hasLoadRecords');
  });

  test.each([
    ['NotAuthorizedException: The user is not authorized to perform this request.', 'permission_missing'],
    ['InvalidArgumentException: the identifier has no records', 'invalid_arguments'],
  ])('by the service itself (%s) may mean that records are off', async (told, code) => {
    const error = new AwsError(400, told);
    agent.answerWith({ [curves]: () => error, [averages]: () => error });
    expect(await agent.fault(operation, load)).toMatchObject({
      code,
      remedy: expect.stringContaining('hasLoadRecords of this server in databases.listInstances') as string,
    });
  });
});

test('a window without records says that it was allowed to look', async () => {
  agent.answerWith({ [curves]: () => ({ MetricList: [] }), [averages]: () => ({ Keys: [] }) });
  const result = await agent.result(operation, load);
  expect(result).toMatchObject({ complete: true, data: { total: { points: [] }, top: [] } });
  expect(result.because).toMatch(/^The read was allowed, and no load was recorded in this window/u);
});
