import { expect, test } from 'vitest';
import { faultIn, resultIn } from '../../../../test/contract/agent-under-test.ts';
import { costAnswers } from '../../upstream/answers/cost.ts';
import { vendorError } from '../../upstream/agent.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { declarations } from '../../slices.ts';
import { openGcp } from '../../upstream/use-gcp.ts';

/** A service account that holds no role at all. */
const noRole = {
  'cloudresourcemanager.projects.testIamPermissions': {},
  'compute.networks.list': vendorError(403, "Required 'compute.networks.list' permission for 'projects/acme-prod'"),
};

test('list prices need no role [C-GCP-4] [C-EP-12]', async () => {
  const gcp = await openGcp({ answers: noRole });
  const result = resultIn(
    await gcp.agent.ask('cost.getGcpComputePricing', { region: 'us-central1', family: 'Compute' }),
  );
  expect(result.data).toEqual({
    products: [
      {
        sku: '9E49-6D6D-4B2F',
        description: 'E2 Instance Core running in Americas',
        family: 'Compute',
        group: 'CPU',
        usageType: 'OnDemand',
        regions: ['us-central1', 'us-east1'],
        unit: 'h',
        unitDescription: 'hour',
        effectiveAt: '2026-11-01T10:00:00.000Z',
        prices: [{ fromQuantity: 0, price: { amount: '0.02181159', currency: 'USD' } }],
      },
      expect.objectContaining({ unit: 'GiBy.h', group: 'RAM' }),
    ],
  });
  expect(declarations['cost.getGcpComputePricing'].grants).toEqual([]);
  expect(faultIn(await gcp.agent.ask('network.listVpcs', {})).code).toBe('permission_missing');
  expect(await gcp.check('prices')).toMatchObject({ status: 'ok', needed: [] });
});

test('without the interface enabled, that is what is said, and no role [C-GCP-4]', async () => {
  const gcp = await openGcp({
    answers: {
      'cloudbilling.services.skus.list': vendorError(403, 'Cloud Billing API has not been used', {
        reason: 'SERVICE_DISABLED',
        metadata: { service: 'cloudbilling.googleapis.com' },
      }),
    },
  });
  const fault = faultIn(await gcp.agent.ask('cost.getGcpComputePricing', { region: 'us-central1' }));
  expect(fault).toMatchObject({ code: 'feature_disabled', data: { feature: 'cloudbilling.googleapis.com' } });
  expect(fault.remedy).toContain('in the project of the service account too');
});

test('the list is read once a day', async () => {
  const clock = new ManualClock(Date.now());
  const gcp = await openGcp({ clock });
  for (let asked = 0; asked < 3; asked += 1) {
    resultIn(await gcp.agent.ask('cost.getGcpComputePricing', { region: 'us-central1' }));
  }
  expect(gcp.calls()).toHaveLength(1);
});

test('pages are joined, and a cursor goes on in what was read', async () => {
  const [first, ...others] = costAnswers['cloudbilling.services.skus.list'].skus;
  const gcp = await openGcp({
    answers: {
      'cloudbilling.services.skus.list': ({ query }) =>
        query.get('pageToken') === 'p2' ? { skus: others } : { skus: [first], nextPageToken: 'p2' },
    },
  });
  const page = resultIn(await gcp.agent.ask('cost.getGcpComputePricing', { region: 'us-central1', limit: 2 }));
  expect(page).toMatchObject({ truncated: true });
  const rest = resultIn(
    await gcp.agent.ask('cost.getGcpComputePricing', { region: 'us-central1', limit: 2, cursor: page.nextCursor }),
  );
  expect((rest.data as { products: unknown[] }).products).toHaveLength(1);
  expect(gcp.calls()).toHaveLength(2);
});

test('a region that the vendor does not have, and a family that a region does not have, are told apart', async () => {
  const gcp = await openGcp();
  expect(faultIn(await gcp.agent.ask('cost.getGcpComputePricing', { region: 'mars-north1' })).code).toBe(
    'not_found_or_hidden',
  );
  const result = resultIn(
    await gcp.agent.ask('cost.getGcpComputePricing', { region: 'us-central1', family: 'License' }),
  );
  expect(result).toMatchObject({ complete: true, because: expect.stringContaining('Compute, Storage') as string });
});
