import { expect, test } from 'vitest';
import type { PolicySource } from '../../../src/policy/aws-policy.ts';
import { buildAwsPolicy } from '../../../src/policy/aws-policy.ts';
import {
  findLostOperations,
  keepStatements,
  readPolicyChoice,
  toggleStatement,
  writePolicyChoice,
} from './policies-choice.ts';

const grant = (group: string) => ({ group, need: 'optional', purpose: 'p' }) as const;
const binding = (...grants: `${string}:${string}`[]) => ({ grants, upstream: grants, redactions: [] });
const source: PolicySource = {
  grants: { 'a:One': grant('A'), 'b:Two': grant('B'), 'c:Three': grant('C') },
  operations: {
    'dns.listZones': binding('a:One', 'b:Two'),
    'dns.getZone': binding('a:One'),
    'queues.list': binding('c:Three'),
  },
};

test.each([
  ['', { without: [], isStrict: false }],
  ['without=A,B&strict=1', { without: ['A', 'B'], isStrict: true }],
  ['without=A,,A', { without: ['A'], isStrict: false }],
  ['strict=yes', { without: [], isStrict: false }],
])('the address ?%s asks for %j', (query, choice) => {
  expect(readPolicyChoice(new URLSearchParams(query))).toEqual(choice);
});

test('what is written to the address is read back', () => {
  const choice = { without: ['B', 'A'], isStrict: true };
  const query = new URLSearchParams(
    Object.entries(writePolicyChoice(choice)).map(([name, text]) => [name, text ?? '']),
  );
  expect(readPolicyChoice(query)).toEqual(choice);
  expect(writePolicyChoice({ without: [], isStrict: false })).toEqual({ without: undefined, strict: undefined });
});

test('a statement is left out and put back', () => {
  const none = { without: [], isStrict: false };
  const one = toggleStatement(none, 'A');
  expect(one.without).toEqual(['A']);
  expect(toggleStatement(toggleStatement(one, 'B'), 'A').without).toEqual(['B']);
});

test('the policy keeps the other statements in their order', () => {
  const kept = keepStatements(buildAwsPolicy(source), ['B', 'unknown']);
  expect(kept.Statement.map(({ Sid }) => Sid)).toEqual(['A', 'C']);
});

test('an operation that loses twice is named once, with both', () => {
  expect(findLostOperations(source, ['B', 'A'])).toEqual([
    { operation: 'dns.getZone', missing: ['a:One'] },
    { operation: 'dns.listZones', missing: ['b:Two', 'a:One'] },
  ]);
  expect(findLostOperations(source, [])).toEqual([]);
});
