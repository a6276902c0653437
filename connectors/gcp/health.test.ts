import { describe, expect, test } from 'vitest';
import { manifest } from './manifest.ts';
import { operationsWith } from '../../test/contract/operations-with.ts';
import { type GcpOptions, vendorError } from './upstream/agent.ts';
import { serviceAccount } from './upstream/project.ts';
import { openGcp } from './upstream/use-gcp.ts';

/** Answers of the permission question, as if these were not held. */
const lacking = (...missing: readonly string[]): GcpOptions['answers'] => ({
  'cloudresourcemanager.projects.testIamPermissions': (call) => ({
    permissions: (JSON.parse(call.body) as { permissions: string[] }).permissions.filter(
      (one) =>
        !missing.some((name) => one.startsWith(name)) &&
        !/set|Create|access|Token|objects|updateData|secrets|\.use$/u.test(one),
    ),
  }),
});

const disabled = (service: string): object =>
  vendorError(403, `${service} has not been used in project 123 before or it is disabled.`, {
    reason: 'SERVICE_DISABLED',
    metadata: { service, consumer: 'projects/123' },
  });

const denied = (permission: string): object =>
  vendorError(403, `Permission '${permission}' denied`, { reason: 'IAM_PERMISSION_DENIED', metadata: { permission } });

describe('permissions, one by one', () => {
  test('one that is missing degrades the check, and names the operations that need it', async () => {
    const gcp = await openGcp({ answers: lacking('compute.disks.') ?? {} });
    const check = await gcp.check('compute_engine');
    expect(check).toMatchObject({
      status: 'degraded',
      missing: ['compute.disks.list'],
      affects: operationsWith(manifest, 'compute.disks.list'),
      fault: { code: 'permission_missing', data: { grant: 'compute.disks.list', layer: 'project' } },
    });
    expect(check.remedy).toContain('Grant roles/viewer');
    expect(check.remedy).toContain('Do not create a new key');
    expect(check.held).toContain('compute.instances.list');
  });

  test('all of them missing fails it', async () => {
    const gcp = await openGcp({
      answers: { ...lacking('dns.'), 'dns.managedZones.list': denied('dns.managedZones.list') },
    });
    const check = await gcp.check('dns');
    expect(check).toMatchObject({ status: 'failed', layer: 'project', fault: { code: 'permission_missing' } });
    expect(check.remedy).toContain('dns.managedZones.get, dns.resourceRecordSets.list, dns.managedZones.list');
  });

  test('one that is held below the project, so that the read works, is not missing', async () => {
    const gcp = await openGcp({ answers: lacking('cloudsql.instances.list') ?? {} });
    expect(await gcp.check('sql')).toMatchObject({ status: 'ok', held: ['cloudsql.instances.list'] });
  });

  test('one that is held, and refused all the same, is not a matter of roles', async () => {
    const gcp = await openGcp({
      answers: { 'sql.instances.list': vendorError(403, 'The caller does not have permission') },
    });
    const check = await gcp.check('sql');
    expect(check).toMatchObject({ status: 'failed', layer: 'deny policy, condition or perimeter' });
    expect(check.remedy).toContain('Do not grant more roles');
  });
});

describe('an interface that is not enabled', () => {
  test('is told apart from a role that is missing', async () => {
    const gcp = await openGcp({ answers: { 'sql.instances.list': disabled('sqladmin.googleapis.com') } });
    const check = await gcp.check('sql');
    expect(check).toMatchObject({
      status: 'pending_configuration',
      missing: [],
      fault: { code: 'feature_disabled', data: { feature: 'sqladmin.googleapis.com' } },
    });
    expect(check.remedy).toContain('Enable sqladmin.googleapis.com');
    expect(check.remedy).toContain('No role is missing');
  });

  test('is told together with a role that is missing too', async () => {
    const gcp = await openGcp({
      answers: { ...lacking('cloudsql.'), 'sql.instances.list': disabled('sqladmin.googleapis.com') },
    });
    const check = await gcp.check('sql');
    expect(check).toMatchObject({ status: 'pending_configuration', missing: ['cloudsql.instances.list'] });
    expect(check.remedy).toMatch(/Enable sqladmin\.googleapis\.com.*Then: Grant roles\/viewer/u);
    expect(check.remedy).not.toContain('No role is missing');
  });

  test('of two for one list does not fail the other', async () => {
    const gcp = await openGcp({
      answers: { 'memcache.projects.locations.instances.list': disabled('memcache.googleapis.com') },
    });
    const check = await gcp.check('caches');
    expect(check.status).toBe('ok');
    expect(check.summary).toContain('Enable memcache.googleapis.com');
  });
});

describe('the sign-in', () => {
  test('to a project that knows the account not at all names both', async () => {
    const gcp = await openGcp({ answers: lacking('resourcemanager.projects.get') ?? {} });
    const check = await gcp.check('sign_in');
    expect(check).toMatchObject({ status: 'failed', missing: ['resourcemanager.projects.get'] });
    expect(check.remedy).toContain('GCP_PROJECT');
    expect(check.remedy).toContain(serviceAccount);
  });

  test('with more than is used names what must be taken away', async () => {
    const gcp = await openGcp({
      answers: { 'cloudresourcemanager.projects.testIamPermissions': (call) => JSON.parse(call.body) as object },
    });
    const check = await gcp.check('least_privilege');
    expect(check).toMatchObject({ status: 'pending_configuration', affects: [] });
    expect(check.excess).toContain('resourcemanager.projects.setIamPolicy');
    expect(check.excess).toContain('secretmanager.versions.access');
  });

  test('that ended early is renewed and not taken for a disabled account', async () => {
    const gcp = await openGcp({});
    let refusals = 0;
    gcp.upstream.answerWith((call) => {
      if (call.path.endsWith(':testIamPermissions') && refusals === 0) {
        refusals += 1;
        return { status: 401, body: '' };
      }
      return gcp.google.reply(call) ?? 'silence';
    });
    const check = await gcp.check('sign_in');
    expect(check).toMatchObject({ status: 'failed', fault: { data: { kind: 'access token', reason: 'expired' } } });
    expect(check.remedy).toContain('Nothing to do');
  });
});
