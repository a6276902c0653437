/** What Google recommends to do with what runs. Each recommender has a permission of its own. */
import { api, asksOf, oneRow, scopes, type Slice } from '../slice.ts';
import { recommendersOf } from './recommenders.ts';

const recommender = api('recommender.googleapis.com/v1/projects/{project}/locations/{location}', {
  scope: scopes.whole,
  area: 'recommendations',
});

const methods = {
  'recommender.projects.locations.recommenders.recommendations.list': recommender.get(
    '/recommenders/{recommender}/recommendations',
  ),
} as const;

export const recommendations = {
  permissions: {
    'roles/recommender.viewer': {
      'recommender.cloudsqlIdleInstanceRecommendations.list': 'Finds database servers that nobody uses.',
      'recommender.cloudsqlOverprovisionedInstanceRecommendations.list': 'Finds database servers that are too large.',
      'recommender.computeAddressIdleResourceRecommendations.list': 'Finds addresses that nobody uses.',
      'recommender.computeDiskIdleResourceRecommendations.list': 'Finds disks that nobody uses.',
      'recommender.computeImageIdleResourceRecommendations.list': 'Finds machine images that nobody uses.',
      'recommender.computeInstanceGroupManagerMachineTypeRecommendations.list':
        'Finds instance groups of the wrong size.',
      'recommender.computeInstanceIdleResourceRecommendations.list': 'Finds machines that nobody uses.',
      'recommender.computeInstanceMachineTypeRecommendations.list': 'Finds machines of the wrong size.',
      'recommender.runServiceCostRecommendations.list': 'Finds serverless services that could cost less.',
    },
  },
  methods,
  areas: {
    recommendations: {
      title: 'Recommender',
      probes: [
        {
          method: 'recommender.projects.locations.recommenders.recommendations.list',
          // One zone at a time; this one always exists.
          path: { location: 'us-central1-a', recommender: 'google.compute.instance.MachineTypeRecommender' },
          query: oneRow,
        },
      ],
    },
  },
  operations: {
    'cost.listRecommendations': {
      ...asksOf(methods)('recommender.projects.locations.recommenders.recommendations.list'),
      grants: Object.values(recommendersOf).flatMap(
        (kind) => kind?.recommenders.map(({ permission }) => permission) ?? [],
      ),
    },
  },
} as const satisfies Slice;
