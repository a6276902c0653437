/** What billing accounts are told as. */
import { expect, test } from 'vitest';
import { resultIn } from '../../../../test/contract/agent-under-test.ts';
import { openAnswering, testAnswers } from '../../upstream/use-gcp.ts';

testAnswers([
  [
    'cost.listBillingAccounts',
    {},
    {
      accounts: [
        { id: '01ABCD-234567-89EF01', name: 'Acme', isOpen: true, currency: 'EUR', parent: 'organizations/7' },
      ],
    },
  ],
]);

test('no billing account in sight says where the role belongs', async () => {
  const gcp = await openAnswering({ 'cloudbilling.billingAccounts.list': {} });
  const result = resultIn(await gcp.agent.ask('cost.listBillingAccounts', {}));
  expect(result).toMatchObject({ complete: true, data: { accounts: [] } });
  expect(result.because).toContain('roles/billing.viewer must be granted on a billing account');
});
