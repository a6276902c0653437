/** What inventory, recommendations, findings and identities are told as. */
import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { bodyOf, vendorError } from '../upstream/agent.ts';
import { openAnswering, openGcp, testAnswers } from '../upstream/use-gcp.ts';

testAnswers([
  [
    'assets.search',
    { query: 'name:web' },
    {
      resources: [
        {
          name: '//compute.googleapis.com/projects/acme-prod/zones/us-central1-a/instances/web-1',
          type: 'compute.googleapis.com/Instance',
          displayName: 'web-1',
          description: 'front end',
          state: 'RUNNING',
          location: 'us-central1-a',
          project: 'projects/123456789012',
          folders: ['folders/42'],
          organization: 'organizations/7',
          parentName: '//cloudresourcemanager.googleapis.com/projects/acme-prod',
          parentType: 'cloudresourcemanager.googleapis.com/Project',
          networkTags: ['http-server'],
          encryptionKeyIds: ['projects/acme-prod/locations/us/keyRings/r/cryptoKeys/k'],
          createdAt: '2026-01-05T10:00:00.000Z',
          updatedAt: '2026-11-01T10:00:00.000Z',
          tags: {
            team: 'web',
          },
        },
      ],
    },
  ],
  [
    'assets.list',
    { assetTypes: ['compute.googleapis.com/Instance'] },
    {
      assets: [
        {
          name: '//compute.googleapis.com/projects/acme-prod/zones/us-central1-a/instances/web-1',
          type: 'compute.googleapis.com/Instance',
          location: 'us-central1-a',
          parent: '//cloudresourcemanager.googleapis.com/projects/123456789012',
          ancestors: ['projects/123456789012', 'folders/42', 'organizations/7'],
          updatedAt: '2026-11-01T10:00:00.000Z',
        },
      ],
    },
  ],
  [
    'cost.listRecommendations',
    { resourceType: 'volume', zone: 'us-central1-a' },
    {
      location: 'us-central1-a',
      recommendations: [
        {
          id: 'projects/123456789012/locations/us-central1-a/recommenders/google.compute.instance.MachineTypeRecommender/recommendations/r1',
          resource: 'projects/acme-prod/zones/us-central1-a/instances/web-1',
          name: 'web-1',
          finding: 'CHANGE_MACHINE_TYPE',
          reasons: [],
          description: 'Save cost by changing machine type from e2-standard-4 to e2-medium.',
          state: 'ACTIVE',
          priority: 'P2',
          current: 'e2-standard-4',
          options: [
            {
              proposed: 'e2-medium',
              monthlySavings: {
                amount: '73.5',
                currency: 'USD',
              },
            },
          ],
          refreshedAt: '2026-11-20T10:00:00.000Z',
          tags: {},
        },
      ],
      failures: [],
    },
  ],
  [
    'security.listFindings',
    {},
    {
      findings: [
        {
          id: 'projects/123456789012/sources/5/findings/f1',
          category: 'PUBLIC_BUCKET_ACL',
          class: 'MISCONFIGURATION',
          severity: 'HIGH',
          state: 'ACTIVE',
          isMuted: false,
          description: 'Anybody may read this bucket.',
          nextSteps: 'Take allUsers away.',
          resource: '//storage.googleapis.com/acme-public',
          resourceName: 'acme-public',
          resourceType: 'google.cloud.storage.Bucket',
          project: '//cloudresourcemanager.googleapis.com/projects/123456789012',
          detectedBy: 'Security Health Analytics',
          eventAt: '2026-11-20T10:00:00.000Z',
          createdAt: '2026-11-20T10:00:05.000Z',
          url: 'https://console.cloud.google.com/storage/browser/acme-public',
          cveId: 'CVE-2026-1234',
          cvssScore: 7.5,
          attackTactic: 'EXFILTRATION',
          attackTechniques: ['DATA_FROM_CLOUD'],
          attackExposureScore: 3.5,
          principal: 'dev@example.com',
          callerAddress: '198.51.100.4',
          method: 'SetIamPolicy',
          compliance: [
            {
              standard: 'cis',
              version: '2.0',
              ids: ['5.1'],
            },
          ],
          marks: {
            accepted: 'no',
          },
        },
      ],
    },
  ],
  [
    'identity.listServiceAccounts',
    {},
    {
      serviceAccounts: [
        {
          id: '104567',
          email: 'farol@acme-prod.iam.gserviceaccount.com',
          displayName: 'Farol',
          project: 'acme-prod',
          isDisabled: false,
        },
      ],
    },
  ],
  [
    'identity.getIamPolicy',
    {},
    {
      project: 'acme-prod',
      bindings: [
        {
          role: 'roles/viewer',
          members: ['serviceAccount:farol@acme-prod.iam.gserviceaccount.com'],
        },
        {
          role: 'roles/logging.viewer',
          members: ['group:sre@example.com'],
          condition: {
            title: 'until new year',
            expression: 'request.time < timestamp("2027-01-01T00:00:00Z")',
          },
        },
      ],
      auditLogging: [
        {
          service: 'allServices',
          accesses: [
            {
              kind: 'DATA_READ',
              exemptedMembers: ['user:dev@example.com'],
            },
          ],
        },
      ],
    },
  ],
  [
    'security.auditAccessKeys',
    {},
    {
      keys: [
        {
          id: '0123abcd',
          owner: 'farol@acme-prod.iam.gserviceaccount.com',
          state: 'active',
          isManagedByProvider: false,
          createdAt: '2025-01-05T10:00:00.000Z',
          use: 'not_told',
        },
        {
          id: 'beef',
          owner: 'farol@acme-prod.iam.gserviceaccount.com',
          state: 'active',
          isManagedByProvider: true,
          createdAt: '2026-11-18T10:00:00.000Z',
          expiresAt: '2027-12-04T10:00:00.000Z',
          use: 'not_told',
        },
        {
          id: 'dead',
          owner: 'farol@acme-prod.iam.gserviceaccount.com',
          state: 'inactive',
          stateReason: 'SERVICE_ACCOUNT_KEY_DISABLE_REASON_EXPOSED',
          isManagedByProvider: false,
          createdAt: '2025-01-05T10:00:00.000Z',
          expiresAt: '2025-04-05T10:00:00.000Z',
          use: 'not_told',
        },
      ],
      owners: 1,
    },
  ],
  [
    'cost.listBillingAccounts',
    {},
    {
      accounts: [
        {
          id: '01ABCD-234567-89EF01',
          name: 'Acme',
          isOpen: true,
          currency: 'EUR',
          parent: 'organizations/7',
        },
      ],
    },
  ],
]);

test.each([
  [{ resourceType: 'function', region: 'us-central1' }, 'resourceType'],
  [{ resourceType: 'instance', region: 'us-central1' }, 'zone'],
  [{ resourceType: 'database', zone: 'us-central1-a' }, 'region'],
  [{ resourceType: 'database' }, 'region'],
  [{ resourceType: 'volume' }, 'zone'],
  [{ resourceType: 'image', region: 'us-central1' }, 'region'],
])('recommendations for %j have no such place, and say which they have', async (args, field) => {
  const gcp = await openGcp();
  expect(faultIn(await gcp.agent.ask('cost.listRecommendations', args))).toMatchObject({
    code: 'invalid_arguments',
    data: { field },
  });
  expect(gcp.upstream.calls).toEqual([]);
});

test.each([
  [{ resourceType: 'address' }, 'global', 1],
  [{ resourceType: 'address', region: 'us-central1' }, 'us-central1', 1],
  [{ resourceType: 'database', region: 'us-central1' }, 'us-central1', 2],
  [{ resourceType: 'volume', region: 'us-central1' }, 'us-central1', 1],
  [{ resourceType: 'image' }, 'global', 1],
])('recommendations for %j are read in %s', async (args, location, recommenders) => {
  const gcp = await openGcp();
  resultIn(await gcp.agent.ask('cost.listRecommendations', args));
  expect(gcp.calls()).toHaveLength(recommenders);
  for (const call of gcp.calls()) expect(call).toContain(`/locations/${location}/recommenders/google.`);
});

test('no billing account in sight says where the role belongs', async () => {
  const gcp = await openAnswering({ 'cloudbilling.billingAccounts.list': {} });
  const result = resultIn(await gcp.agent.ask('cost.listBillingAccounts', {}));
  expect(result).toMatchObject({ complete: true, data: { accounts: [] } });
  expect(result.because).toContain('roles/billing.viewer must be granted on a billing account');
});

test('a security centre that was never activated is no missing role', async () => {
  const gcp = await openAnswering({
    'securitycenter.projects.sources.findings.list': vendorError(
      400,
      'Security Command Center has not been activated for project acme-prod.',
    ),
  });
  const fault = faultIn(await gcp.agent.ask('security.listFindings', {}));
  expect(fault).toMatchObject({ code: 'feature_disabled', data: { feature: 'Security Command Center' } });
});

test('findings are asked for in the window and under the filter, together', async () => {
  const gcp = await openGcp();
  const window = { from: '2026-11-20T09:00:00Z', to: '2026-11-20T10:00:00Z' };
  resultIn(await gcp.agent.ask('security.listFindings', { filter: 'state="ACTIVE" OR severity="HIGH"', window }));
  expect(gcp.upstream.calls.at(-1)?.query.get('filter')).toBe(
    '(state="ACTIVE" OR severity="HIGH") AND event_time >= 1795165200000 AND event_time <= 1795168800000',
  );
});

describe('service account keys', () => {
  test('are told by age', async () => {
    const gcp = await openGcp();
    const result = resultIn(await gcp.agent.ask('security.auditAccessKeys', { olderThanDays: 90 }));
    expect((result.data as { keys: { id: string }[] }).keys.map(({ id }) => id)).toEqual(['0123abcd', 'dead']);
  });

  test('of an account that went away meanwhile are missing, and it is named', async () => {
    const gcp = await openAnswering({
      'iam.projects.serviceAccounts.keys.list': vendorError(404, 'Requested entity was not found.'),
    });
    const result = resultIn(await gcp.agent.ask('security.auditAccessKeys', {}));
    expect(result).toMatchObject({ complete: false, data: { owners: 1, keys: [] } });
    expect(result.because).toContain('farol@acme-prod.iam.gserviceaccount.com is missing');
  });
});

test('conditions of grants are asked for, because without them a grant looks wider than it is', async () => {
  const gcp = await openGcp();
  resultIn(await gcp.agent.ask('identity.getIamPolicy', {}));
  expect(bodyOf(gcp.upstream.calls.at(-1)!)).toEqual({ options: { requestedPolicyVersion: 3 } });
});
