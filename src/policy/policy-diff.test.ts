import { describe, expect, test } from 'vitest';
import type { AwsPolicy, PolicySource } from './aws-policy.ts';
import { type ActionSnapshot, diffPolicies } from './policy-diff.ts';
import { parseAwsPolicy } from './read-policy.ts';
import { renderPolicyDiff } from './render-diff.ts';

const source = {
  grants: {},
  operations: {
    'bi.listDashboards': { grants: ['bi:List*'], upstream: ['bi:ListDashboards'], redactions: [] },
    'compute.listVolumes': { grants: ['vm:ListVolumes'], upstream: ['vm:ListVolumes'], redactions: [] },
  },
} satisfies PolicySource;

const policy = (...statements: [sid: string, ...actions: string[]][]): AwsPolicy => ({
  Version: '2012-10-17',
  Statement: statements.map(([Sid, ...Action]) => ({ Sid, Effect: 'Allow', Action, Resource: '*' })),
});
const snapshot = (actions: ActionSnapshot['actions']): ActionSnapshot => ({ source: 'a test', actions });

const today = snapshot({
  'bi:ListDashboards': 'List',
  'bi:ListUsers': 'List',
  'vm:ListVolumes': 'List',
  'vm:Drop': 'Write',
});
const later = snapshot({ ...today.actions, 'bi:ListSecrets': 'Permissions management' });

describe('the difference between two policies', () => {
  test('names what comes and goes, with its level and the operation that needs it', () => {
    const before = { policy: policy(['A', 'vm:Drop']), snapshot: today };
    const after = { policy: policy(['A', 'vm:ListVolumes'], ['B', 'bi:List*']), snapshot: today };
    expect(diffPolicies(before, after, source)).toEqual({
      added: [
        { action: 'vm:ListVolumes', sid: 'A', access: 'List', neededBy: ['compute.listVolumes'] },
        {
          action: 'bi:List*',
          sid: 'B',
          access: 'List',
          neededBy: ['bi.listDashboards'],
          matches: ['bi:ListDashboards', 'bi:ListUsers'],
        },
      ],
      removed: [{ action: 'vm:Drop', sid: 'A', access: 'Write', neededBy: [] }],
      moved: [],
      grown: [],
      allowed: { before: 1, after: 3 },
    });
  });

  test('shows a wildcard that the vendor widened as the same text with new actions', () => {
    const same = policy(['B', 'bi:List*']);
    const found = diffPolicies({ policy: same, snapshot: today }, { policy: same, snapshot: later }, source);
    expect(found).toMatchObject({ added: [], removed: [], moved: [], allowed: { before: 2, after: 3 } });
    expect(found.grown).toEqual([
      {
        action: 'bi:List*',
        sid: 'B',
        added: [{ action: 'bi:ListSecrets', access: 'Permissions management' }],
        removed: [],
      },
    ]);
    expect(renderPolicyDiff(found)).toBe(
      '= bi:List*  B  same text, 1 new actions\n    + bi:ListSecrets  Permissions management\n2 actions allowed before, 3 after (wildcards expanded).',
    );
  });

  test('distinguishes an action that changed its statement from an added and a removed one', () => {
    const found = diffPolicies(
      { policy: policy(['A', 'vm:ListVolumes']), snapshot: today },
      { policy: policy(['B', 'vm:ListVolumes']), snapshot: today },
      source,
    );
    expect(found).toMatchObject({ added: [], removed: [], moved: [{ action: 'vm:ListVolumes', from: 'A', to: 'B' }] });
  });

  test('of a policy and itself is nothing', () => {
    const side = { policy: policy(['A', 'vm:ListVolumes']), snapshot: today };
    expect(renderPolicyDiff(diffPolicies(side, side, source))).toBe(
      'Nothing differs. 1 actions allowed before, 1 after (wildcards expanded).',
    );
  });
});

describe('a policy file', () => {
  test.each([
    ['{', /is not JSON/u],
    ['{"Version":"2012-10-17"}', /Statement/u],
    [
      '{"Version":"2012-10-17","Statement":[{"Sid":"A","Effect":"Deny","Action":["a:B"],"Resource":"*"}]}',
      /Statement\.0\.Effect/u,
    ],
    [
      '{"Version":"2012-10-17","Statement":[{"Sid":"A","Effect":"Allow","Action":["*"],"Resource":"*"}]}',
      /Statement\.0\.Action\.0/u,
    ],
    ['{"Version":"2012-10-17","Statement":[],"Extra":1}', /Extra/u],
  ])('that is %s is refused by the place', (text, place) => {
    expect(() => parseAwsPolicy(text)).toThrow(place);
  });
});
