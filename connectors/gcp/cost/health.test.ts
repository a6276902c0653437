import { describe, expect, test } from 'vitest';
import { costAnswers } from '../upstream/answers/cost.ts';
import { policy } from '../upstream/answers/identity.ts';
import { vendorError } from '../upstream/agent.ts';
import { billingAccount, project, serviceAccount } from '../upstream/project.ts';
import { openGcp } from '../upstream/use-gcp.ts';
import { operationsWith } from '../../../test/contract/operations-with.ts';
import { manifest } from '../manifest.ts';

const none = { 'cloudbilling.billingAccounts.list': {} };

describe('the billing account', () => {
  test('that nobody granted names the role and the level it belongs to [C-GCP-3]', async () => {
    const gcp = await openGcp({ answers: none });
    const check = await gcp.check('billing_account');
    expect(check).toMatchObject({
      status: 'failed',
      layer: 'billing account',
      missing: ['billing.accounts.list'],
      affects: operationsWith(manifest, 'billing.accounts.list'),
    });
    expect(check.remedy).toContain(
      `Grant roles/billing.viewer to ${serviceAccount} on the billing account ${billingAccount}`,
    );
    expect(check.remedy).not.toContain('wrong level');
  });

  test('whose role was granted on the project is told as the wrong level', async () => {
    const onProject = { role: 'roles/billing.viewer', members: [`serviceAccount:${serviceAccount}`] };
    const gcp = await openGcp({
      answers: {
        ...none,
        'cloudresourcemanager.projects.getIamPolicy': { ...policy, bindings: [...policy.bindings, onProject] },
      },
    });
    const { remedy } = await gcp.check('billing_account');
    expect(remedy).toContain(`roles/billing.viewer was granted on the project ${project}, the wrong level`);
    expect(remedy).toContain('Take it away from the project');
  });

  test('is told without the policy of the project, when that may not be read', async () => {
    const gcp = await openGcp({
      answers: {
        ...none,
        'cloudresourcemanager.projects.getIamPolicy': vendorError(403, 'The caller does not have permission'),
      },
    });
    const check = await gcp.check('billing_account');
    expect(check.status).toBe('failed');
    expect(check.remedy).toContain('On a project the role has no effect');
  });

  test('that is another one than GCP_BILLING_ACCOUNT is not enough', async () => {
    const gcp = await openGcp({ env: { GCP_BILLING_ACCOUNT: '000000-000000-000000' } });
    expect(await gcp.check('billing_account')).toMatchObject({ status: 'failed', layer: 'billing account' });
  });

  test('without GCP_BILLING_ACCOUNT any will do', async () => {
    const gcp = await openGcp({ env: { GCP_BILLING_ACCOUNT: undefined } });
    expect(await gcp.check('billing_account')).toMatchObject({ status: 'ok', held: ['billing.accounts.list'] });
  });
});

const table = costAnswers['bigquery.tables.get'];

describe('the billing export', () => {
  test('that is not set is skipped, naming the variable', async () => {
    const gcp = await openGcp({ env: { GCP_BILLING_EXPORT_TABLE: undefined } });
    expect(await gcp.check('billing_export')).toMatchObject({
      status: 'skipped',
      fault: { code: 'not_configured', data: { variable: 'GCP_BILLING_EXPORT_TABLE' } },
    });
  });

  test('is tried out and never run', async () => {
    const gcp = await openGcp({});
    expect(await gcp.check('billing_export')).toMatchObject({ status: 'ok' });
    const queries = gcp.upstream.calls.filter(({ path }) => path.endsWith('/queries'));
    expect(queries.map(({ body }) => (JSON.parse(body) as { dryRun?: boolean }).dryRun)).toEqual([true]);
  });

  test('needs the right to run queries in the project [C-GCP-3]', async () => {
    const gcp = await openGcp({ answers: { 'cloudresourcemanager.projects.testIamPermissions': { permissions: [] } } });
    const check = await gcp.check('billing_export');
    expect(check).toMatchObject({ status: 'failed', missing: ['bigquery.jobs.create'] });
    expect(check.remedy).toContain('roles/bigquery.jobUser');
  });

  test('needs the right to read the table, on it or on the project', async () => {
    const message = `Access Denied: Table ${project}:billing_export.t: User does not have bigquery.tables.getData permission`;
    const gcp = await openGcp({
      answers: {
        'bigquery.jobs.query': { error: { code: 403, message, errors: [{ reason: 'accessDenied', message }] } },
      },
    });
    const check = await gcp.check('billing_export');
    expect(check).toMatchObject({ status: 'failed', missing: ['bigquery.tables.getData'] });
    expect(check.remedy).toContain('on the dataset of the export');
  });

  test('that nothing is written to any more is degraded', async () => {
    const gcp = await openGcp({ answers: { 'bigquery.tables.get': { ...table, lastModifiedTime: '1700000000000' } } });
    const check = await gcp.check('billing_export');
    expect(check).toMatchObject({ status: 'degraded' });
    expect(check.summary).toContain('2023-11-14');
  });

  test('that is not partitioned is degraded, because every question reads all of it', async () => {
    const { timePartitioning: _, ...whole } = table;
    const gcp = await openGcp({ answers: { 'bigquery.tables.get': whole } });
    expect(await gcp.check('billing_export')).toMatchObject({ status: 'degraded' });
  });

  test('of a table that is no export says what it lacks', async () => {
    const gcp = await openGcp({
      answers: { 'bigquery.tables.get': { ...table, schema: { fields: [{ name: 'cost', type: 'FLOAT' }] } } },
    });
    const check = await gcp.check('billing_export');
    expect(check).toMatchObject({ status: 'failed', fault: { code: 'wrong_endpoint' } });
    expect(check.remedy).toContain('lacks currency, usage_start_time, credits.amount');
  });
});
