import type { Exemplar } from '../../../test/contract/exemplar.ts';
import { fakeSonar } from './fake-sonarqube.ts';
import { keys } from './projects.ts';

export const exemplar: Exemplar = {
  variables: { SONARQUBE_URL: '{upstream}', SONARQUBE_TOKEN: '{canary}' },
  reply: fakeSonar(),
  questions: {
    'quality.searchIssues': [
      { project: keys.checkout },
      { project: keys.fresh },
      { project: keys.checkout, severities: ['blocker', 'critical'], types: ['bug'], isResolved: false, limit: 2 },
      { project: keys.checkout, window: { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }, limit: 2 },
    ],
    'quality.getMeasures': [
      { project: keys.checkout, metrics: ['coverage', 'new_violations'] },
      { project: keys.fresh, metrics: ['coverage'] },
    ],
    'quality.getQualityGate': [{ project: keys.checkout }, { project: keys.fresh }],
    'quality.searchHotspots': [
      { project: keys.checkout, limit: 2 },
      { project: keys.checkout, branch: 'next', status: 'reviewed' },
    ],
  },
  failures: [(call) => fakeSonar({ isTaken: false })(call) ?? { status: 501, body: '' }],
};
