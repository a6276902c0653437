import { expect, test } from 'vitest';
import { filtersOf } from './filters.ts';

test('what the caller gives is meant literally', () => {
  expect(filtersOf({ 'group-name': [String.raw`web-*?\a`] }, [{ key: 'team', value: '*' }])).toEqual([
    { Name: 'group-name', Values: [String.raw`web-\*\?\\a`] },
    { Name: 'tag:team', Values: [String.raw`\*`] },
  ]);
});

test('a tag without a value asks that it exists, an empty one that it is empty', () => {
  expect(filtersOf({}, [{ key: 'team' }, { key: 'owner', value: '' }])).toEqual([
    { Name: 'tag:team', Values: ['*'] },
    { Name: 'tag:owner', Values: [''] },
  ]);
});

test('nothing asked is no filter', () => {
  expect(filtersOf({ 'vpc-id': undefined })).toEqual([]);
});

test.each([
  [[{ key: 'team', value: 'a' }, { key: 'team' }], 'Name the tag team once.'],
  [[{ key: 'Name', value: 'a' }], 'Name the tag Name once: `names` already asks for it.'],
])('the same filter twice is refused, because AWS does not say what it means', (tags, remedy) => {
  expect(() => filtersOf({ 'tag:Name': ['web'] }, tags)).toThrow(
    expect.objectContaining({ kind: 'invalid_arguments', data: { field: 'filters.tags' }, remedy }),
  );
});
