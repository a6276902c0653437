import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { declarations, grants } from '../../connectors/aws/statements.ts';
import { forbidden } from '../../connectors/aws/forbidden.ts';
import { specifiedStatements } from '../../test/policies/specified-statements.ts';
import {
  buildAwsPolicy,
  buildStrictAwsPolicy,
  covers,
  operationsNeeding,
  operationsWithout,
  type PolicySource,
  renderAwsPolicy,
} from './aws-policy.ts';
import { expandAll } from './policy-diff.ts';
import { parseAwsPolicy, parseSnapshot } from './read-policy.ts';

const source: PolicySource = { grants, operations: declarations };
const policy = buildAwsPolicy(source);
const actions = policy.Statement.flatMap(({ Action }) => Action);
const snapshot = parseSnapshot(readFileSync('policies/aws/actions.json', 'utf8'));
const sidOf = new Map(specifiedStatements.flatMap(([sid, all]) => all.map((action) => [action, sid] as const)));

describe('the AWS policy', () => {
  test.each([
    ['IdentidadeEContexto', '[C-AWS-5]'],
    ['CustoEFinOps', '[C-AWS-6]'],
    ['Compute', '[C-AWS-7]'],
    ['BancosDeDados', '[C-AWS-8]'],
    ['Rede', '[C-AWS-9]'],
    ['Observabilidade', '[C-AWS-10]'],
    ['AuditoriaEConsulta', '[C-AWS-11]'],
    ['SegurancaIamSomenteLeitura', '[C-AWS-12]'],
    ['BiQuickSightSomenteLeitura', '[C-AWS-13]'],
  ])('has the statement %s as it is specified', (sid) => {
    expect(policy.Statement.find(({ Sid }) => Sid === sid)).toEqual({
      Sid: sid,
      Effect: 'Allow',
      Action: specifiedStatements.find(([name]) => name === sid)?.[1],
      Resource: '*',
    });
  });

  test('is, byte for byte, the specified block in the served file [C-AWS-4] [C-AWS-5] [C-AWS-6] [C-AWS-7] [C-AWS-8] [C-AWS-9] [C-AWS-10] [C-AWS-11] [C-AWS-12] [C-AWS-13]', () => {
    const specified = {
      Version: '2012-10-17',
      Statement: specifiedStatements.map(([Sid, Action]) => ({ Sid, Effect: 'Allow', Action, Resource: '*' })),
    };
    const served = readFileSync('policies/aws/edge-read-only.json', 'utf8');
    expect(served).toBe(`${JSON.stringify(specified, null, 2)}\n`);
    expect(renderAwsPolicy(policy)).toBe(served);
  });

  test('has no action that no operation needs, and every operation has its actions', () => {
    expect(actions.filter((action) => operationsNeeding(source, action).length === 0)).toEqual([]);
    const called = Object.values<PolicySource['operations'][keyof typeof declarations]>(declarations).flatMap(
      (declaration) => declaration?.upstream ?? [],
    );
    expect(called.filter((call) => !actions.some((action) => covers(action, call)))).toEqual([]);
  });

  test.each(Object.keys(declarations))('%s is granted exactly what it calls', (name) => {
    const { grants: granted, upstream } = declarations[name as keyof typeof declarations] as {
      grants: readonly string[];
      upstream: readonly string[];
    };
    expect(granted.filter((grant) => !upstream.some((call) => covers(grant, call)))).toEqual([]);
    expect(upstream.filter((call) => !granted.some((grant) => covers(grant, call)))).toEqual([]);
  });

  test('loses an action with the last operation that needs it, so that the build sees the drift', () => {
    for (const [name, { grants: needed }] of Object.entries(declarations)) {
      const { [name as keyof typeof declarations]: _removed, ...others } = declarations;
      const left = renderAwsPolicy(buildAwsPolicy({ grants, operations: others }));
      const alone = needed.filter((grant) => operationsNeeding(source, grant).length === 1);
      expect([name, alone.filter((grant) => left.includes(`"${grant}"`))]).toEqual([name, []]);
      expect([name, left === renderAwsPolicy(policy)]).toEqual([name, alone.length === 0]);
    }
  });

  test('allows nothing that is never to be granted [C-AWS-16] [C-AWS-17] [C-AWS-19]', () => {
    const allowed = expandAll({ policy, snapshot });
    expect(forbidden.map(({ grant }) => grant)).toEqual(
      expect.arrayContaining([
        'quicksight:GenerateEmbedUrlForAnonymousUser',
        'quicksight:GetDashboardEmbedUrl',
        'sso:GetRoleCredentials',
        'sso:ListAccountRoles',
      ]),
    );
    expect(forbidden.filter(({ grant }) => grant.startsWith('quicksight:'))).toHaveLength(6);
    expect(allowed.filter((action) => forbidden.some(({ grant }) => covers(grant, action)))).toEqual([]);
    expect(allowed.filter((action) => /embed|^docdb:|^sso:/iu.test(action))).toEqual([]);
    expect(actions.some((action) => action.startsWith('logs:'))).toBe(true);
    expect(actions.some((action) => action.startsWith('ce:'))).toBe(true);
    expect(actions.some((action) => action.startsWith('es:'))).toBe(true);
  });

  test('allows every action of the snapshot with its wildcards expanded: the six above reading are known, each justified', () => {
    const allowed = expandAll({ policy, snapshot });
    expect(allowed.toSorted()).toEqual(Object.keys(snapshot.actions).toSorted());
    const writing = allowed.filter((action) => snapshot.actions[action] === 'Write');
    expect(writing).toEqual(['athena:StartQueryExecution', 'athena:StopQueryExecution', 'cloudtrail:StartQuery']);
    const beyond = allowed.filter((action) => !['List', 'Read', 'Write'].includes(snapshot.actions[action] ?? ''));
    // Only behind the wildcard: AWS classes them `Permissions management, Write`, and describes them as reads.
    expect(beyond).toEqual([
      'quicksight:DescribeKnowledgeBasePermissions',
      'quicksight:DescribeSpacePermissions',
      'quicksight:DescribeTopicPermissions',
    ]);
    const justification = grants['quicksight:Describe*']?.justification;
    for (const action of beyond) expect(justification).toContain(action.slice('quicksight:'.length));
    const strict = expandAll({ policy: buildStrictAwsPolicy(source), snapshot });
    expect(strict.filter((action) => beyond.includes(action))).toEqual([]);
    const justified = writing.filter((action) => grants[action]?.justification?.startsWith('AWS classes it Write'));
    expect(justified).toEqual(writing);
  });

  test('states the access level that the vendor publishes for every action', () => {
    const wrong = Object.entries<PolicySource['grants'][string]>(grants).filter(
      ([action, { access }]) => !action.includes('*') && snapshot.actions[action] !== access,
    );
    expect(wrong).toEqual([]);
  });

  test('read back from its own text is the same', () => {
    expect(parseAwsPolicy(renderAwsPolicy(policy))).toEqual(policy);
  });
});

describe('the strict variant', () => {
  const strict = buildStrictAwsPolicy(source);
  const strictActions = strict.Statement.flatMap(({ Action }) => Action);

  test('has no wildcard, and allows nothing that the specified one does not', () => {
    expect(strictActions.filter((action) => action.includes('*'))).toEqual([]);
    expect(strictActions.filter((action) => !actions.some((grant) => covers(grant, action)))).toEqual([]);
    expect(strict.Statement.map(({ Sid }) => Sid)).toEqual(policy.Statement.map(({ Sid }) => Sid));
  });

  test('names actions that exist', () => {
    expect(strictActions.filter((action) => snapshot.actions[action] === undefined)).toEqual([]);
  });
});

describe('the least policy for what is enabled', () => {
  test('has the statements of those operations and no others', () => {
    const least = buildAwsPolicy(source, new Set(['compute.listVolumes', 'dns.getZone']));
    expect(least.Statement.map(({ Sid, Action }) => [Sid, Action])).toEqual([
      ['Compute', ['ec2:DescribeVolumes']],
      ['Rede', ['route53:GetHostedZone']],
    ]);
  });

  test('is empty when nothing is enabled', () => {
    expect(buildAwsPolicy(source, new Set()).Statement).toEqual([]);
  });
});

describe('without a statement', () => {
  test.each(specifiedStatements.map(([sid]) => sid))('%s: its operations are named with what they lose', (sid) => {
    const lost = operationsWithout(source, sid);
    expect(lost.size).toBeGreaterThan(0);
    for (const missing of lost.values()) expect(missing.every((grant) => sidOf.get(grant) === sid)).toBe(true);
  });
});

describe('a wildcard', () => {
  test.each([
    ['quicksight:Describe*', 'quicksight:DescribeDashboard', true],
    ['quicksight:Describe*', 'quicksight:describedashboard', true],
    ['quicksight:Describe*', 'quicksight:Describe', true],
    ['quicksight:Describe*', 'xquicksight:DescribeDashboard', false],
    ['quicksight:Describe*', 'quicksight:ListDashboards', false],
    ['a:*Get*Url', 'a:GetThatUrl', true],
    ['a:*Get*Url', 'a:GetUrl', true],
    ['a:Get*tUrl', 'a:GetUrl', false],
    ['a:Get', 'a:GetUrl', false],
  ])('%s covers %s: %s', (grant, action, expected) => {
    expect(covers(grant, action)).toBe(expected);
  });

  test('covers what is made of it', () => {
    const part = fc.stringMatching(/^[A-Za-z]{0,6}$/u);
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 2, maxLength: 4 }),
        fc.array(part, { minLength: 3, maxLength: 3 }),
        (parts, fills) => {
          const made = parts.map((one, at) => `${one}${at < parts.length - 1 ? fills[at] : ''}`).join('');
          expect(covers(parts.join('*'), made)).toBe(true);
        },
      ),
    );
  });
});
