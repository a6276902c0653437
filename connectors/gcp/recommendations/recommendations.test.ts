/** What recommendations are told as. */
import { expect, test } from 'vitest';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { openGcp, testAnswers } from '../upstream/use-gcp.ts';

testAnswers([
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
          options: [{ proposed: 'e2-medium', monthlySavings: { amount: '73.5', currency: 'USD' } }],
          refreshedAt: '2026-11-20T10:00:00.000Z',
          tags: {},
        },
      ],
      failures: [],
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
