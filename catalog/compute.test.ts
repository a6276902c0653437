import { describe, expect, test } from 'vitest';
import { computeGetFunction, computeListFunctions } from './compute-workloads.ts';
import { computeListImages, computeListInstances, computeListVolumes } from './compute.ts';

describe('instances', () => {
  test.each([
    [{ zone: 'eu-west-1a' }, true],
    [{ region: 'us-west-2', zone: 'us-west-2-lax-1a' }, true],
    [{ region: 'us-central1', zone: 'us-central1-b' }, true],
    [{ region: 'eu-west-1', zone: 'eu-central-1a' }, false],
    [{ zone: 'eu-west-1/../b' }, false],
  ])('%j: accepted is %s', (place, isAccepted) => {
    expect(computeListInstances.arguments.safeParse(place).success).toBe(isAccepted);
  });

  test('a zone outside the region is refused by the name of its field', () => {
    const { error } = computeListInstances.arguments.safeParse({ region: 'eu-west-1', zone: 'eu-central-1a' });
    expect(error?.issues).toMatchObject([{ path: ['zone'] }]);
  });

  test.each([
    { states: [] },
    { states: ['terminated'] },
    { ids: [] },
    { ids: Array.from({ length: 101 }, (_one, index) => `i-${index}`) },
    { privateIpAddresses: ['10.0.0.0/8'] },
    { tags: [{ key: '' }] },
    { Name: 'tag:Owner' },
  ])('the filters %j are refused', (filters) => {
    expect(computeListInstances.arguments.safeParse({ filters }).success).toBe(false);
  });
});

test('a tag may be asked for by its key alone', () => {
  const filters = { tags: [{ key: 'owner' }, { key: 'stage', value: '' }] };
  expect(computeListVolumes.arguments.parse({ filters }).filters).toEqual(filters);
});

test.each([
  ['ami-0abcdef1234567890', true],
  ['ami-1a2b3c4d', true],
  ['ami-1a2b3c4d5', false],
  ['AMI-1a2b3c4d', false],
  ['snap-1a2b3c4d', false],
  ['ami-1a2b3c4d\n', false],
])('image %j: accepted is %s', (id, isAccepted) => {
  expect(computeListImages.arguments.safeParse({ ids: [id] }).success).toBe(isAccepted);
});

test.each([
  ['checkout', true],
  ['checkout:live', true],
  ['arn:aws:lambda:eu-west-1:123456789012:function:checkout:$LATEST', true],
  ['', false],
  ['checkout/../../secrets', false],
  ['x'.repeat(257), false],
])('function %j: accepted is %s', (name, isAccepted) => {
  expect(computeGetFunction.arguments.safeParse({ name }).success).toBe(isAccepted);
});

describe('environment variables of a function', () => {
  const answer = (environmentVariables: unknown) => ({
    functions: [
      {
        id: 'arn:aws:lambda:eu-west-1:123456789012:function:checkout',
        name: 'checkout',
        region: 'eu-west-1',
        subnetIds: [],
        securityGroupIds: [],
        layers: [],
        environmentVariables,
      },
    ],
  });

  test('are returned by name', () => {
    expect(computeListFunctions.result.safeParse(answer(['STAGE'])).success).toBe(true);
  });

  test.each([{ STAGE: 'production' }, [{ name: 'STAGE', value: 'production' }]])(
    '%j with values is refused',
    (told) => {
      expect(computeListFunctions.result.safeParse(answer(told)).success).toBe(false);
    },
  );
});
