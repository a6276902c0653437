import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, runFarol } from '../../../test/run-farol.ts';
import { specifiedStatements } from '../../../test/policies/specified-statements.ts';
import { readVersion } from '../../core/version.ts';

const committed = (file: string) => readFile(path.resolve(import.meta.dirname, '../../../policies', file), 'utf8');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'farol-policy-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Without any variable and elsewhere: the documents come with the program. */
function farol(...args: string[]): Promise<Ended> {
  return runFarol(['policy', ...args], { env: {}, cwd: folder });
}

async function fileOf(name: string, value: unknown): Promise<string> {
  await writeFile(path.join(folder, name), JSON.stringify(value));
  return name;
}

describe('farol policy print', () => {
  test('prints the specified block, byte for byte [C-AWS-3]', async () => {
    const { code, stdout, stderr } = await farol('print', 'aws');
    const Statement = specifiedStatements.map(([Sid, Action]) => ({ Sid, Effect: 'Allow', Action, Resource: '*' }));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(`${JSON.stringify({ Version: '2012-10-17', Statement }, null, 2)}\n`);
  });

  test.each([
    [['aws', '--strict'], 'aws/edge-read-only-strict.json'],
    [['aws-grants'], 'aws/grants.json'],
    [['aws-assume-role'], 'aws/assume-role.json'],
    [['aws-trust'], 'aws/trust.json'],
    [['aws-secret-store'], 'aws/secret-store.json'],
    [['aws-athena-storage'], 'aws/athena-storage.json'],
    [['kubernetes'], 'kubernetes/farol-read.yaml'],
    [['kubernetes-service-account'], 'kubernetes/service-account.yaml'],
    [['kubernetes-secret-store'], 'kubernetes/secret-store.yaml'],
    [['gcp'], 'gcp/roles.json'],
    [['gcp-custom-role'], 'gcp/custom-role.json'],
    [['gcp-secret-store'], 'gcp/secret-store.json'],
    [['github'], 'github/permissions.json'],
    [['slack'], 'slack/scopes.json'],
    [['argocd'], 'argocd/policy.csv'],
    [['vault-secret-store'], 'vault/secret-store.json'],
  ])('%j prints %s as it is committed', async (args, file) => {
    const { code, stdout } = await farol('print', ...args);
    expect([code, stdout]).toEqual([0, await committed(file)]);
  });

  test('fills in where the secrets are, and leaves a placeholder for what is not said', async () => {
    const { stdout } = await farol('print', 'aws-secret-store', '--prefix', 'farol/prod', '--account', '123456789012');
    expect(stdout).toContain('"arn:<partition>:secretsmanager:<region>:123456789012:secret:farol/prod/*"');
  });

  test.each([
    ['an unknown document', ['azure'], 'Allowed choices are aws, '],
    ['a prefix that opens everything', ['aws-secret-store', '--prefix', '*'], '--prefix: must be names joined by /'],
    ['a prefix for another document', ['slack', '--prefix', 'x'], '--prefix is for aws-secret-store only'],
    ['the base credential of another document', ['aws', '--base', 'x'], '--base is for aws-trust only'],
    ['a role that is every role', ['aws-assume-role', '--role', '*'], '--role: must be the ARN of a role'],
    ['everybody as base credential', ['aws-trust', '--base', '*'], '--base: must be the ARN of a user or role'],
    ['an external id with a wildcard', ['aws-trust', '--external-id', 'a*'], '--external-id: must be 2 to 1224'],
    ['another document without wildcards', ['slack', '--strict'], '--strict is for aws only'],
  ])('%s ends with 2', async (_what, args, words) => {
    const { code, stdout, stderr } = await farol('print', ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });
});

describe('farol policy print of a role', () => {
  const base = 'arn:aws:iam::123456789012:user/farol';
  test('fills in who is trusted, and leaves a placeholder for what is not said', async () => {
    const { stdout } = await farol('print', 'aws-trust', '--base', base);
    expect(JSON.parse(stdout)).toEqual({
      Version: '2012-10-17',
      Statement: [
        {
          Sid: 'FarolTrust',
          Effect: 'Allow',
          Principal: { AWS: [base] },
          Action: ['sts:AssumeRole'],
          Condition: { StringEquals: { 'sts:ExternalId': ['<external-id>'] } },
        },
      ],
    });
  });

  test('names each role once, in order', async () => {
    const roles = ['b', 'a', 'b'].map((name) => `arn:aws:iam::111122223333:role/${name}`);
    const { stdout } = await farol('print', 'aws-assume-role', '--role', ...roles);
    expect(JSON.parse(stdout)).toMatchObject({ Statement: [{ Resource: [roles[1], roles[0]] }] });
  });
});

describe('farol policy accounts', () => {
  const settings = { RUNNER_AWS_CRED_MODE: 'chain', AWS_REGIONS: 'eu-west-1' };
  const roleIn = (account: string): string => `arn:aws:iam::${account}:role/farol-agent`;
  const sources = [
    { name: 'b', connector: 'aws', settings: { ...settings, AWS_ASSUME_ROLE_ARN: roleIn('222233334444') } },
    {
      name: 'shop',
      connector: 'eks',
      settings: { ...settings, EKS_CLUSTER: 'shop', AWS_ASSUME_ROLE_ARN: roleIn('111122223333') },
    },
    { name: 'own', connector: 'aws', settings },
  ];

  test('writes one document for each account, and one for the base credential', async () => {
    const file = await fileOf('sources.json', { sources });
    const base = 'arn:aws:iam::123456789012:user/farol';
    const printed = await farol('accounts', '--sources', file, '--base', base);
    expect([printed.code, printed.stderr]).toEqual([0, '']);
    const whole = JSON.parse(printed.stdout) as { base: object; accounts: { account: string; roles: object[] }[] };
    expect(whole.accounts.map(({ account }) => account)).toEqual(['111122223333', '222233334444']);
    expect(whole.accounts[1]?.roles).toMatchObject([
      { sources: ['b'], permissions: JSON.parse(await committed('aws/edge-read-only.json')) as object },
    ]);
    expect(whole.accounts[0]?.roles).toMatchObject([
      { permissions: { Statement: [{ Sid: 'Compute', Action: ['eks:DescribeCluster'], Resource: '*' }] } },
    ]);
    const { code } = await farol('accounts', '--sources', file, '--base', base, '--out', 'accounts');
    expect(code).toBe(0);
    const written = async (name: string): Promise<unknown> =>
      JSON.parse(await readFile(path.join(folder, 'accounts', name), 'utf8'));
    expect(await written('base.json')).toEqual(whole.base);
    for (const one of whole.accounts) expect(await written(`${one.account}.json`)).toEqual(one);
  });

  test.each([
    ['no file', [], 'Name the sources file with --sources'],
    ['a file without a role', ['--sources', 'own.json'], 'No source of own.json sets AWS_ASSUME_ROLE_ARN.'],
    ['every user as base credential', ['--sources', 'own.json', '--base', '*'], '--base: must be the ARN'],
    ['a role that is none', ['--sources', 'wrong.json'], 'AWS_ASSUME_ROLE_ARN of b is not the ARN of a role.'],
    ['a setting that is misspelt', ['--sources', 'misspelt.json'], 'unknown setting sources[0].settings.AWS_REGION'],
  ])('%s ends with 2', async (_what, args, words) => {
    await fileOf('own.json', { sources: [sources[2]] });
    await fileOf('wrong.json', { sources: [{ ...sources[0], settings: { AWS_ASSUME_ROLE_ARN: 'farol-agent' } }] });
    await fileOf('misspelt.json', { sources: [{ ...sources[0], settings: { AWS_REGION: 'eu-west-1' } }] });
    const { code, stdout, stderr } = await farol('accounts', ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });
});

describe('farol policy diff', () => {
  test('a version does not differ from itself, nor from its own text in a file', async () => {
    const file = await fileOf('same.json', JSON.parse(await committed('aws/edge-read-only.json')));
    for (const after of [readVersion(), file]) {
      const { code, stdout } = await farol('diff', readVersion(), after);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^Nothing differs\. 234 actions allowed before, 234 after/u);
    }
  });

  test('reports added and removed actions with level, operations and the size of a wildcard, and exits with 1', async () => {
    const whole = JSON.parse(await committed('aws/edge-read-only.json')) as { Statement: { Sid: string }[] };
    const isBi = ({ Sid }: { Sid: string }): boolean => Sid.startsWith('Bi');
    const extra = { Sid: 'Extra', Effect: 'Allow', Action: ['athena:DeleteNamedQuery'], Resource: '*' };
    const old = { ...whole, Statement: [...whole.Statement.filter((one) => !isBi(one)), extra] };
    const { code, stdout } = await farol('diff', await fileOf('old.json', old), readVersion());
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^\+ quicksight:Search\* {2}BiQuickSightSomenteLeitura .* needed by bi\.searchDashboards$/mu,
    );
    expect(stdout).toMatch(/^- athena:DeleteNamedQuery {2}Extra {2}unknown {2}no operation needs it$/mu);
    const { added } = JSON.parse((await farol('diff', 'old.json', readVersion(), '--json')).stdout) as {
      added: { action: string; matches: string[] }[];
    };
    expect(added.map(({ action }) => action)).toEqual([
      'quicksight:Describe*',
      'quicksight:List*',
      'quicksight:Search*',
    ]);
    expect(added.flatMap(({ matches }) => matches)).toHaveLength(234 - 93);
  });

  test.each([
    ['a version that is not kept', ['9.9.9', '0.1.0'], 'The policy of version 9.9.9 is not included in this build'],
    ['neither version nor file', ['absent.json', '0.1.0'], 'absent.json is neither a released version nor a file'],
    ['one side only', ['0.1.0'], "missing required argument 'after'"],
  ])('%s ends with 2', async (_what, args, words) => {
    const { code, stdout, stderr } = await farol('diff', ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });

  test('a file that is not a policy exits with 2 and says where', async () => {
    const file = await fileOf('no.json', { Version: '2012-10-17', Statement: [{ Sid: 'A', Effect: 'Deny' }] });
    const { code, stderr } = await farol('diff', file, readVersion());
    expect(code).toBe(2);
    expect(stderr).toContain('no.json: This policy is not valid at Statement.0.Effect');
  });
});

describe('farol policy for', () => {
  test('prints the least policy for exactly what is enabled', async () => {
    const file = await fileOf('allow.json', { operations: ['compute.listVolumes', 'bi.listUsers', 'dns.getZone'] });
    const { code, stdout } = await farol('for', '--enabled', file);
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as { Statement: unknown }).Statement).toEqual([
      { Sid: 'IdentidadeEContexto', Effect: 'Allow', Action: ['sts:GetCallerIdentity'], Resource: '*' },
      { Sid: 'Compute', Effect: 'Allow', Action: ['ec2:DescribeVolumes'], Resource: '*' },
      { Sid: 'Rede', Effect: 'Allow', Action: ['route53:GetHostedZone'], Resource: '*' },
      { Sid: 'BiQuickSightSomenteLeitura', Effect: 'Allow', Action: ['quicksight:List*'], Resource: '*' },
    ]);
    const strict = await farol('for', '--enabled', file, '--strict');
    expect(strict.stdout).toContain('"quicksight:ListUsers"');
    expect(strict.stdout).not.toContain('*:');
    expect(strict.stdout).not.toContain('List*');
  });

  test('an allow file that enables everything gives the whole policy', async () => {
    const { stdout } = await farol('for', '--enabled', await fileOf('all.json', { writes: [] }));
    expect(stdout).toBe(await committed('aws/edge-read-only.json'));
  });

  test.each([
    ['nothing that AWS answers', { operations: ['chat.getHistory'] }, 'there is no policy to apply'],
    ['an operation that does not exist', { operations: ['compute.reboot'] }, 'compute.reboot'],
    ['an unknown key', { operation: [] }, 'operation'],
  ])('an allow file with %s ends with 2', async (_what, allow, words) => {
    const { code, stdout, stderr } = await farol('for', '--enabled', await fileOf('wrong.json', allow));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });
});

describe('farol policy without', () => {
  test.each(specifiedStatements.map(([sid, actions]) => [sid, actions] as const))(
    '%s: names the operations that degrade, each with what it loses',
    async (sid, actions) => {
      const { code, stdout } = await farol('without', sid, '--json');
      expect(code).toBe(0);
      const { operations } = JSON.parse(stdout) as { operations: Record<string, string[]> };
      const lost = new Set(Object.values(operations).flat());
      expect([...lost].toSorted()).toEqual([...actions].toSorted());
    },
  );

  test('an unknown statement ends with 2 and names those there are', async () => {
    const { code, stdout, stderr } = await farol('without', 'Computes');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('It has: IdentidadeEContexto, CustoEFinOps, ');
  });
});
