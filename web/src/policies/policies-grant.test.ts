import { expect, test } from 'vitest';
import { findGrants, readGrants } from './policies-grant.ts';

const actions = ['sts:GetCallerIdentity', 'ec2:Describe*', 's3:ListBucket'];

test.each([
  ['sts:GetCallerIdentity', ['sts:GetCallerIdentity'], []],
  ['ec2:DescribeVpcs', ['ec2:Describe*'], []],
  ['s3:*', ['s3:ListBucket'], []],
  ['metrics:read', [], ['metrics:read']],
  ['s3:ListBucket, s3:GetObject, s3:ListBucket', ['s3:ListBucket'], ['s3:GetObject']],
  ['', [], []],
])('the grant "%s" of an address selects %j and misses %j', (text, found, missing) => {
  const grants = readGrants(new URLSearchParams({ grant: text }));
  expect(findGrants(actions, grants)).toEqual({ actions: found, missing });
});

test('an address without a grant selects nothing', () => {
  expect(readGrants(new URLSearchParams('without=Rede'))).toEqual([]);
});
