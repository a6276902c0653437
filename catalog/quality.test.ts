import { expect, test } from 'vitest';
import { qualityGetMeasures, qualityGetQualityGate, qualitySearchHotspots, qualitySearchIssues } from './quality.ts';

const analysed = { project: 'acme:checkout', metrics: ['coverage'] };

test.each([
  [{}, true],
  [{ branch: 'main' }, true],
  [{ pullRequest: '42' }, true],
  [{ branch: 'main', pullRequest: '42' }, false],
])('the analysis of %j: accepted is %s, whatever is asked of it', (which, isAccepted) => {
  const { metrics, ...project } = analysed;
  const accepted = [
    qualityGetMeasures.arguments.safeParse({ ...project, metrics, ...which }),
    ...[qualityGetQualityGate, qualitySearchHotspots, qualitySearchIssues].map((operation) =>
      operation.arguments.safeParse({ ...project, ...which }),
    ),
  ].map(({ success }) => success);
  expect(accepted).toEqual([isAccepted, isAccepted, isAccepted, isAccepted]);
});

test.each([
  ['acme:checkout', true],
  ['acme_checkout-2.x', true],
  ['12345', false],
  ['acme/checkout', false],
  ['', false],
])('project %j: accepted is %s', (project, isAccepted) => {
  expect(qualityGetQualityGate.arguments.safeParse({ project }).success).toBe(isAccepted);
});
