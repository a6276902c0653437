/** What service accounts and policies are told as. */
import { expect, test } from 'vitest';
import { resultIn } from '../../../test/contract/agent-under-test.ts';
import { bodyOf } from '../upstream/agent.ts';
import { openGcp, testAnswers } from '../upstream/use-gcp.ts';

testAnswers([
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
        { role: 'roles/viewer', members: ['serviceAccount:farol@acme-prod.iam.gserviceaccount.com'] },
        {
          role: 'roles/logging.viewer',
          members: ['group:sre@example.com'],
          condition: { title: 'until new year', expression: 'request.time < timestamp("2027-01-01T00:00:00Z")' },
        },
      ],
      auditLogging: [
        { service: 'allServices', accesses: [{ kind: 'DATA_READ', exemptedMembers: ['user:dev@example.com'] }] },
      ],
    },
  ],
]);

test('conditions of grants are asked for, because without them a grant looks wider than it is', async () => {
  const gcp = await openGcp();
  resultIn(await gcp.agent.ask('identity.getIamPolicy', {}));
  expect(bodyOf(gcp.upstream.calls.at(-1)!)).toEqual({ options: { requestedPolicyVersion: 3 } });
});
