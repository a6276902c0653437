/** What findings and keys are told as. */
import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { vendorError } from '../upstream/agent.ts';
import { openAnswering, openGcp, testAnswers } from '../upstream/use-gcp.ts';

testAnswers([
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
          compliance: [{ standard: 'cis', version: '2.0', ids: ['5.1'] }],
          marks: { accepted: 'no' },
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
]);

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
