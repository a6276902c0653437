/** Good answers of Recommender. */
import type { Exemplar } from '../../../../test/contract/exemplar.ts';
import { project, projectNumber } from '../project.ts';

const recommendation = {
  name: `projects/${projectNumber}/locations/us-central1-a/recommenders/google.compute.instance.MachineTypeRecommender/recommendations/r1`,
  description: 'Save cost by changing machine type from e2-standard-4 to e2-medium.',
  recommenderSubtype: 'CHANGE_MACHINE_TYPE',
  priority: 'P2',
  lastRefreshTime: '2026-11-20T10:00:00Z',
  targetResources: [`//compute.googleapis.com/projects/${project}/zones/us-central1-a/instances/web-1`],
  stateInfo: { state: 'ACTIVE' },
  primaryImpact: {
    category: 'COST',
    costProjection: { cost: { currencyCode: 'USD', units: '-73', nanos: -500_000_000 }, duration: '2592000s' },
  },
  content: {
    overview: { currentMachineType: { name: 'e2-standard-4' }, recommendedMachineType: { name: 'e2-medium' } },
  },
};

export const recommendationsAnswers = {
  'recommender.projects.locations.recommenders.recommendations.list': { recommendations: [recommendation] },
};

export const recommendationsQuestions: Exemplar['questions'] = {
  'cost.listRecommendations': [{ resourceType: 'instance', zone: 'us-central1-a' }],
};
