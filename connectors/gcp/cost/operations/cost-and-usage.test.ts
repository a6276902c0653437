import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../../../test/contract/agent-under-test.ts';
import type { FakeCall } from '../../../../test/contract/fake-upstream.ts';
import { bodyOf, type Gcp } from '../../upstream/agent.ts';
import { costAnswers, ranQuery, triedQuery } from '../../upstream/answers/cost.ts';
import { openGcp } from '../../upstream/use-gcp.ts';
import { maxBytesBilled } from '../cap.ts';
import { closedBefore, periodFrom } from './cost-and-usage.ts';

const october = { window: { from: '2026-10-01T00:00:00Z', to: '2026-11-01T00:00:00Z' }, granularity: 'monthly' };
const queriesOf = ({ upstream }: Gcp): Record<string, unknown>[] =>
  upstream.calls.filter(({ path }) => path.endsWith('/queries')).map((call) => bodyOf(call) as Record<string, unknown>);

test('without the table nothing is asked, and the variable is named [C-ERR-6]', async () => {
  const gcp = await openGcp({ env: { GCP_BILLING_EXPORT_TABLE: undefined } });
  const fault = faultIn(await gcp.agent.ask('cost.getCostAndUsage', october));
  expect(fault).toMatchObject({ code: 'not_configured', data: { variable: 'GCP_BILLING_EXPORT_TABLE' } });
  expect(fault.remedy).toContain('Set GCP_BILLING_EXPORT_TABLE');
  expect(gcp.upstream.calls).toEqual([]);
});

test('the table is described first, then the query is tried out, then run [C-LIM-2]', async () => {
  const gcp = await openGcp();
  resultIn(await gcp.agent.ask('cost.getCostAndUsage', october));
  expect(gcp.calls()).toEqual([
    'GET /bigquery.googleapis.com/bigquery/v2/projects/acme-prod/datasets/billing_export/tables/gcp_billing_export_v1_01ABCD_234567_89EF01',
    'POST /bigquery.googleapis.com/bigquery/v2/projects/acme-prod/queries',
    'POST /bigquery.googleapis.com/bigquery/v2/projects/acme-prod/queries',
  ]);
  const [tried, ran] = queriesOf(gcp);
  expect(tried).toMatchObject({ dryRun: true, location: 'EU', useLegacySql: false, parameterMode: 'NAMED' });
  expect(ran).not.toHaveProperty('dryRun');
  expect(ran?.['query']).toBe(tried?.['query']);
  expect(ran?.['queryParameters']).toEqual(tried?.['queryParameters']);
});

test('the query may be billed 50 GiB and no byte more [C-LIM-1]', async () => {
  const gcp = await openGcp();
  resultIn(await gcp.agent.ask('cost.getCostAndUsage', october));
  expect(queriesOf(gcp)[1]).toMatchObject({ maximumBytesBilled: '53687091200' });
  expect(50 * 2 ** 30).toBe(maxBytesBilled);
});

test('the answer has gross, credits and net, and what it was billed [C-LIM-3]', async () => {
  const gcp = await openGcp();
  const result = resultIn(await gcp.agent.ask('cost.getCostAndUsage', october));
  expect(result).toMatchObject({
    complete: true,
    truncated: false,
    cost: { bytesProcessed: 1_048_576, bytesBilled: 10_485_760 },
  });
  expect(result.data).toEqual({
    rows: [
      {
        from: '2026-10-01T00:00:00.000Z',
        to: '2026-11-01T00:00:00.000Z',
        group: [],
        amounts: {
          gross: { amount: '12.5', currency: 'EUR' },
          credits: { amount: '-1.5', currency: 'EUR' },
          net: { amount: '11', currency: 'EUR' },
        },
        isEstimated: expect.any(Boolean) as boolean,
      },
    ],
  });
});

describe('a query above the cap', () => {
  const estimate = 60 * 2 ** 30;

  test('is not run when the trial says so; the answer has both figures and asks for a narrower window [C-ERR-10]', async () => {
    const gcp = await openGcp({
      answers: { 'bigquery.jobs.query': { ...triedQuery, totalBytesProcessed: String(estimate) } },
    });
    const fault = faultIn(await gcp.agent.ask('cost.getCostAndUsage', october));
    expect(fault).toMatchObject({ code: 'cap_exceeded' });
    expect(fault.data['limit']).toContain('50 GiB (53687091200 bytes');
    expect(fault.data['estimate']).toBe(`60.0 GiB (${estimate} bytes)`);
    expect(fault.remedy).toContain('narrower window');
    expect(queriesOf(gcp)).toHaveLength(1);
  });

  test('is rejected by the warehouse when the trial was wrong, and says the same [C-ERR-10]', async () => {
    const message = `Query exceeded limit for bytes billed: 53687091200. ${estimate} or higher required.`;
    const gcp = await openGcp({
      answers: {
        'bigquery.jobs.query': (call) =>
          (bodyOf(call) as { dryRun?: boolean }).dryRun === true
            ? triedQuery
            : {
                error: {
                  code: 400,
                  message,
                  errors: [{ message, domain: 'global', reason: 'bytesBilledLimitExceeded' }],
                },
              },
      },
    });
    const fault = faultIn(await gcp.agent.ask('cost.getCostAndUsage', october));
    expect(fault).toMatchObject({ code: 'cap_exceeded', data: { estimate: `${estimate} bytes` } });
    expect(fault.data['limit']).toContain('50 GiB (53687091200 bytes');
    expect(fault.remedy).toContain('narrower window');
  });
});

test('a query that is billed is sent once, whatever comes back', async () => {
  const gcp = await openGcp();
  gcp.upstream.answerWith((call) => {
    const isBilled = call.path.endsWith('/queries') && !call.body.includes('dryRun');
    return isBilled ? { status: 503, body: '' } : (gcp.google.reply(call) ?? 'silence');
  });
  expect(faultIn(await gcp.agent.ask('cost.getCostAndUsage', october)).code).toBe('upstream_down');
  expect(queriesOf(gcp)).toHaveLength(2);
});

describe('pages', () => {
  const unfinished = { ...ranQuery, pageToken: 'p2', totalRows: '2' };
  const answers = {
    'bigquery.jobs.query': (call: FakeCall) =>
      (bodyOf(call) as { dryRun?: boolean }).dryRun === true
        ? triedQuery
        : { ...unfinished, jobReference: { jobId: 'job_pages' } },
  };

  test('are read on from the query that was run, which costs nothing more', async () => {
    const gcp = await openGcp({ answers });
    const first = resultIn(await gcp.agent.ask('cost.getCostAndUsage', october));
    expect(first).toMatchObject({ truncated: true });
    gcp.upstream.calls.length = 0;
    const second = resultIn(await gcp.agent.ask('cost.getCostAndUsage', { ...october, cursor: first.nextCursor }));
    expect(second).toMatchObject({ truncated: false });
    expect(gcp.calls()).toEqual(['GET /bigquery.googleapis.com/bigquery/v2/projects/acme-prod/queries/job_pages']);
    expect(gcp.upstream.calls.find(({ path }) => path.endsWith('job_pages'))?.query.get('location')).toBe('EU');
    expect(gcp.google.problems).toEqual([]);
  });

  test('that BigQuery counts and does not return are missing', async () => {
    const counted = (call: FakeCall) => ({ ...answers['bigquery.jobs.query'](call), pageToken: undefined });
    const gcp = await openGcp({ answers: { 'bigquery.jobs.query': counted } });
    const answer = resultIn(await gcp.agent.ask('cost.getCostAndUsage', october));
    expect(answer).toMatchObject({ complete: false, truncated: true });
    expect(answer.because).toContain('BigQuery counts 2 rows and returned 1');
  });

  test('of a query that this Agent did not run are refused', async () => {
    const gcp = await openGcp({ answers });
    const first = resultIn(await gcp.agent.ask('cost.getCostAndUsage', october));
    const forged = Buffer.from(
      Buffer.from(first.nextCursor ?? '', 'base64url')
        .toString()
        .replace('job_pages', 'job_of_others'),
    ).toString('base64url');
    gcp.upstream.calls.length = 0;
    const fault = faultIn(await gcp.agent.ask('cost.getCostAndUsage', { ...october, cursor: forged }));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'cursor' } });
    expect(gcp.upstream.calls).toEqual([]);
  });
});

test('a query that takes longer than one call waits is waited for', async () => {
  const gcp = await openGcp();
  const result = resultIn(await gcp.agent.ask('cost.getCostAndUsage', { ...october, granularity: 'hourly' }));
  expect((result.data as { rows: unknown[] }).rows).toHaveLength(1);
  expect(gcp.calls().at(-1)).toBe('GET /bigquery.googleapis.com/bigquery/v2/projects/acme-prod/queries/job_1');
});

test('a measure that the export does not have is refused, naming those it has', async () => {
  const gcp = await openGcp();
  const fault = faultIn(await gcp.agent.ask('cost.getCostAndUsage', { ...october, measures: ['amortized'] }));
  expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'measures' } });
  expect(fault.remedy).toContain('gross, credits, net');
  expect(gcp.upstream.calls).toEqual([]);
});

test('an export without a row for the window says that it was allowed to see', async () => {
  const { rows: _, ...nothing } = ranQuery;
  const gcp = await openGcp({
    answers: { 'bigquery.jobs.query': { ...nothing, totalRows: '0', totalBytesProcessed: '0' } },
  });
  const result = resultIn(await gcp.agent.ask('cost.getCostAndUsage', october));
  expect(result).toMatchObject({ complete: true, because: expect.stringContaining('The read was allowed') as string });
});

test('a column that a custom export does not have cannot be split by', async () => {
  const { fields } = costAnswers['bigquery.tables.get'].schema;
  const schema = { fields: fields.filter(({ name }) => name !== 'location') };
  const gcp = await openGcp({ answers: { 'bigquery.tables.get': { ...costAnswers['bigquery.tables.get'], schema } } });
  const args = { ...october, groupBy: [{ by: 'dimension', dimension: 'zone' }] };
  const fault = faultIn(await gcp.agent.ask('cost.getCostAndUsage', args));
  expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'groupBy' } });
  expect(fault.remedy).toContain('location.zone');
});

test.each([
  ['hourly', '2026-12-31T23:00:00Z', '2027-01-01T00:00:00.000Z'],
  ['daily', '2026-02-28T00:00:00Z', '2026-03-01T00:00:00.000Z'],
  ['monthly', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00.000Z'],
] as const)('a period of the %s kind that begins at %s ends at %s', (granularity, start, end) => {
  expect(new Date(periodFrom(start, granularity).toMs).toISOString()).toBe(end);
});

test.each([
  ['2026-11-05T12:00:00Z', '2026-10-01T00:00:00.000Z'],
  ['2026-11-06T00:00:00Z', '2026-11-01T00:00:00.000Z'],
  ['2026-01-03T00:00:00Z', '2025-12-01T00:00:00.000Z'],
])('at %s, what was used before %s is closed', (now, closed) => {
  expect(new Date(closedBefore(Date.parse(now))).toISOString()).toBe(closed);
});
