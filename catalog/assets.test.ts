import { expect, test } from 'vitest';
import { assetsList, assetsSearch } from './assets.ts';

test.each([
  ['compute.googleapis.com/Instance', true],
  ['run.googleapis.com/Service', true],
  ['.*', false],
  ['Instance', false],
  ['compute.googleapis.com/Instance/1', false],
])('assets of the type %j: accepted is %s', (type, isAccepted) => {
  expect(assetsList.arguments.safeParse({ assetTypes: [type] }).success).toBe(isAccepted);
  expect(assetsSearch.arguments.safeParse({ assetTypes: [type] }).success).toBe(isAccepted);
});

test('an empty list of types is refused, because it would mean all of them', () => {
  expect(assetsSearch.arguments.safeParse({ assetTypes: [] }).success).toBe(false);
});

test('no content that needs a further permission can be asked for', () => {
  expect(assetsList.arguments.safeParse({ contentType: 'iamPolicy' }).success).toBe(false);
  expect(assetsList.arguments.parse({})).toEqual({ contentType: 'resource', limit: 100 });
});
