/** The one query of the billing export, run by an engine that speaks the warehouse's SQL. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgentUnderTest, faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { exportSchema } from '../upstream/answers/cost.ts';
import { type BigQuery, startBigQuery } from '../upstream/bigquery-emulator.ts';
import { keyFile, project } from '../upstream/project.ts';
import { manifest } from '../manifest.ts';

const dayMs = 86_400_000;
const today = Math.floor(Date.now() / dayMs) * dayMs;
const at = (daysAgo: number, hour = 0): string => new Date(today - daysAgo * dayMs + hour * 3_600_000).toISOString();
const week = { from: at(7), to: at(0) };

interface Use {
  readonly service: string;
  readonly cost: number;
  readonly daysAgo: number;
  readonly labels?: readonly { key: string; value: string }[];
  readonly credits?: readonly number[];
  readonly zone?: string;
}

/** A tenth and two tenths: binary fractions of them do not add up to three tenths. */
const uses: readonly Use[] = [
  {
    service: 'Compute Engine',
    cost: 0.1,
    daysAgo: 2,
    labels: [{ key: 'team', value: 'web' }],
    credits: [-0.05, -0.01],
    zone: 'us-central1-a',
  },
  { service: 'Compute Engine', cost: 0.2, daysAgo: 2, labels: [{ key: 'team', value: 'shop' }] },
  { service: 'BigQuery', cost: 6.25, daysAgo: 3, credits: [-6.25] },
  { service: 'Support', cost: 29, daysAgo: 40 },
];

function toRow({ service, cost, daysAgo, labels = [], credits = [], zone }: Use): object {
  return {
    billing_account_id: '01ABCD-234567-89EF01',
    service: { id: service.slice(0, 4), description: service },
    sku: { id: 's', description: `${service} use` },
    usage_start_time: at(daysAgo, 5),
    usage_end_time: at(daysAgo, 6),
    project: { id: project, name: 'Acme' },
    labels,
    location: { location: 'us-central1', country: 'US', region: 'us-central1', ...(zone !== undefined && { zone }) },
    export_time: at(daysAgo, 9),
    cost,
    currency: 'EUR',
    cost_type: 'regular',
    credits: credits.map((amount) => ({ name: 'Sustained use', amount, type: 'SUSTAINED_USAGE_DISCOUNT' })),
  };
}

let warehouse: BigQuery;
beforeAll(async () => {
  warehouse = await startBigQuery();
  const rows = uses.map(toRow);
  const invoiceDay = { name: 'invoice_day', type: 'DATE' };
  await warehouse.createTable({
    dataset: 'standard',
    table: 'gcp_billing_export_v1',
    schema: exportSchema,
    timePartitioning: { type: 'DAY' },
    rows,
  });
  await warehouse.createTable({
    dataset: 'custom',
    table: 'by_use',
    schema: exportSchema,
    timePartitioning: { type: 'DAY', field: 'usage_start_time' },
    rows,
  });
  await warehouse.createTable({
    dataset: 'custom',
    table: 'by-day',
    schema: { fields: [...exportSchema.fields, invoiceDay] },
    timePartitioning: { type: 'DAY', field: 'invoice_day' },
    rows: rows.map((row) => ({ ...row, invoice_day: at(0).slice(0, 10) })),
  });
}, 600_000);
afterAll(() => warehouse.stop());

const agents: AgentUnderTest[] = [];
afterAll(() => {
  for (const agent of agents) agent.close();
});

function agentFor(table: string): AgentUnderTest {
  const agent = new AgentUnderTest({
    registry: [{ manifest, load: async () => (await import('../connector.ts')).connector }],
    env: {
      RUNNER_GCP_CRED_MODE: 'static',
      GCP_PROJECT: project,
      GCP_SERVICE_ACCOUNT_KEY: keyFile(),
      GCP_BILLING_EXPORT_TABLE: `${project}.${table}`,
      GCP_URL: warehouse.url,
    },
  });
  agents.push(agent);
  return agent;
}

async function read(table: string, args: object): Promise<unknown[]> {
  const result = resultIn(await agentFor(table).ask('cost.getCostAndUsage', { window: week, ...args }));
  const { rows } = result.data as {
    rows: { from: string; group: string[]; amounts: Record<string, { amount: string }> }[];
  };
  return rows.map(({ from, group, amounts }) => [
    from,
    ...group,
    ...Object.values(amounts).map(({ amount }) => amount),
  ]);
}

/** Net, gross and credits, in this order. */
const days = [
  [at(3), '0', '6.25', '-6.25'],
  [at(2), '0.24', '0.3', '-0.06'],
];

test.each(['standard.gcp_billing_export_v1', 'custom.by_use', 'custom.by-day'])(
  '%s adds up to the day, decimal by decimal, and leaves out what is outside the window [C-LIM-3]',
  async (table) => expect(await read(table, {})).toEqual(days),
);

test('is split by service and by a label, with the empty text for what has none', async () => {
  const groupBy = [
    { by: 'dimension', dimension: 'service' },
    { by: 'tag', key: 'team' },
  ];
  expect(await read('standard.gcp_billing_export_v1', { groupBy })).toEqual([
    [at(3), 'BigQuery', '', '0', '6.25', '-6.25'],
    [at(2), 'Compute Engine', 'shop', '0.2', '0.2', '0'],
    [at(2), 'Compute Engine', 'web', '0.04', '0.1', '-0.06'],
  ]);
});

test('is narrowed by conditions, all of which hold', async () => {
  const filter = [
    { by: 'dimension', dimension: 'service', values: ['BigQuery'], isExcluded: true },
    { by: 'tag', key: 'team', values: ['web', 'ops'] },
  ];
  expect(await read('standard.gcp_billing_export_v1', { filter })).toEqual([[at(2), '0.04', '0.1', '-0.06']]);
});

test.each(['hourly', 'monthly'])('is told %s', async (granularity) => {
  const rows = await read('standard.gcp_billing_export_v1', {
    granularity,
    filter: [{ by: 'dimension', dimension: 'service', values: ['BigQuery'] }],
  });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toEqual([expect.any(String), '0', '6.25', '-6.25']);
});

test.each(["team' OR 1=1 --", '`', '@usage_from', '); DROP TABLE standard.x; --', '\\'])(
  'takes the label %j for a label and nothing else',
  async (key) => {
    const rows = await read('standard.gcp_billing_export_v1', {
      groupBy: [{ by: 'tag', key }],
      filter: [{ by: 'tag', key, values: [key], isExcluded: true }],
    });
    expect(rows).toEqual(days.map(([from, ...amounts]) => [from, '', ...amounts]));
  },
);

test('a table that is not there is told by its name', async () => {
  const fault = faultIn(await agentFor('standard.absent').ask('cost.getCostAndUsage', { window: week }));
  expect(fault.code).toBe('not_found_or_hidden');
});
