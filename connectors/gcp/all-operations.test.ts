/** What must hold for every operation alike, on the good answers of the fake. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperationName } from '../../catalog/index.ts';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { exemplar } from './upstream/exemplar.ts';
import { type Gcp, startGcp, vendorError } from './upstream/agent.ts';
import { declarations } from './slices.ts';
import { roles } from './grants.ts';

const operations = Object.keys(declarations) as (keyof typeof declarations & OperationName)[];

let gcp: Gcp;
beforeAll(async () => {
  gcp = await startGcp();
});
afterAll(() => gcp.close());

/** Stands in every field of the fake's answers that holds a secret, and in no other. */
const canary = 'canary-secret';

test.each(operations)('%s tells no secret that the vendor puts into its answer', async (name) => {
  for (const args of exemplar.questions[name] ?? []) {
    const result = resultIn(await gcp.agent.ask(name, args));
    expect(JSON.stringify(result)).not.toContain(canary);
  }
  expect(gcp.google.problems).toEqual([]);
});

test('the fake does put secrets into its answers', () => {
  expect(operations.filter((name) => declarations[name].redactions.length > 0).length).toBeGreaterThan(8);
});

const named = operations.filter((name) => declarations[name].grants.length > 0);

test.each(named)('%s names a permission of its own when it is denied', async (name) => {
  const denied = await startGcp();
  try {
    denied.upstream.answerWith((call) => {
      if (call.path.endsWith('/token')) return denied.google.reply(call) ?? 'silence';
      return { status: 403, body: JSON.stringify(vendorError(403, 'The caller does not have permission')) };
    });
    const fault = faultIn(await denied.agent.ask(name, exemplar.questions[name]?.[0]));
    expect(fault.code).toBe('permission_missing');
    expect(declarations[name].grants).toContain(fault.data['grant']);
    expect(fault.remedy).toContain('Do not create a new key');
  } finally {
    await denied.close();
  }
});

/** The specification's table, and what each role enables. */
const table = [
  'roles/viewer',
  'roles/monitoring.viewer',
  'roles/logging.viewer',
  'roles/cloudasset.viewer',
  'roles/recommender.viewer',
  'roles/securitycenter.findingsViewer',
  'roles/billing.viewer',
  'roles/bigquery.dataViewer',
  'roles/bigquery.jobUser',
  'roles/iam.securityReviewer',
];

test('the roles are those of the table, and only the one for billing stands on the billing account [C-GCP-2]', () => {
  expect(roles.map(({ name }) => name).toSorted()).toEqual(table.toSorted());
  const elsewhere = roles.filter(({ on }) => on !== 'project');
  expect(elsewhere.map(({ name, on }) => [name, on])).toEqual([['roles/billing.viewer', 'billing account']]);
});
