import { expect, test } from 'vitest';
import { declarations, grants } from '../../connectors/aws/statements.ts';
import { buildAwsPolicy, buildStrictAwsPolicy, operationsWithout, type PolicySource } from './aws-policy.ts';
import { parsePolicySource, PolicySourceForm, renderPolicySource } from './policy-source.ts';

const source: PolicySource = { grants, operations: declarations };
const read = parsePolicySource(renderPolicySource(source));

test('the same policies and the same losses are derived from the document as from the code', () => {
  expect(buildAwsPolicy(read)).toEqual(buildAwsPolicy(source));
  expect(buildStrictAwsPolicy(read)).toEqual(buildStrictAwsPolicy(source));
  const sids = buildAwsPolicy(source).Statement.map(({ Sid }) => Sid);
  for (const sid of sids) expect([...operationsWithout(read, sid)]).toEqual([...operationsWithout(source, sid)]);
  expect(sids).toHaveLength(9);
});

test('rendered again it is the same text', () => {
  expect(renderPolicySource(read)).toBe(renderPolicySource(source));
});

test.each([
  ['a level the vendor does not have', { access: 'Delete' }],
  ['an unknown member', { more: 1 }],
  ['no purpose', { purpose: undefined }],
])('refuses a grant with %s', (_what, change) => {
  const document = { grants: { 'a:B': { group: 'G', need: 'optional', purpose: 'p', ...change } }, operations: {} };
  expect(PolicySourceForm.safeParse(document).success).toBe(false);
});

test('refuses an operation whose call is no action', () => {
  const operations = { 'a.b': { grants: ['a:B'], upstream: ['GET /x'], redactions: [] } };
  expect(PolicySourceForm.safeParse({ grants: {}, operations }).success).toBe(false);
});
