/** Accounts of one organization, as `moto` keeps them apart: read side by side by a role in each, from one base credential. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EC2Client, RunInstancesCommand } from '@aws-sdk/client-ec2';
import { CreatePolicyCommand, CreateRoleCommand, GetRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { CreateAccountCommand, CreateOrganizationCommand, OrganizationsClient } from '@aws-sdk/client-organizations';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NamedSource } from '../../src/agent/connectors/sources.ts';
import { AgentUnderTest, resultIn } from '../../test/contract/agent-under-test.ts';
import { runFarol } from '../../test/run-farol.ts';
import { registry } from '../registry.ts';
import { awsVariables } from './upstream/context.ts';
import { Moto } from './upstream/moto.ts';

const region = 'eu-west-1';
const base = 'arn:aws:iam::123456789012:user/farol';

let moto: Moto;
let folder: string;
let agent: AgentUnderTest;
/** Production and sandbox, in the order of their numbers. */
let accounts: { readonly id: string; readonly name: string }[];
let named: NamedSource[];

const roleIn = (account: string): string => `arn:aws:iam::${account}:role/farol-agent`;
const configFor = (keys = { accessKeyId: 'a', secretAccessKey: 'b' }) => ({
  region,
  endpoint: moto.url,
  credentials: keys,
});

/** A session in the account, to set it up. */
async function keysIn(account: string) {
  const command = new AssumeRoleCommand({ RoleArn: `arn:aws:iam::${account}:role/setup`, RoleSessionName: 'setup' });
  const { Credentials: given } = await new STSClient(configFor()).send(command);
  return {
    accessKeyId: given?.AccessKeyId ?? '',
    secretAccessKey: given?.SecretAccessKey ?? '',
    sessionToken: given?.SessionToken ?? '',
  };
}

beforeAll(async () => {
  moto = await Moto.start();
  folder = await mkdtemp(path.join(tmpdir(), 'farol-accounts-'));
  const organizations = new OrganizationsClient({ ...configFor(), region: 'us-east-1' });
  await organizations.send(new CreateOrganizationCommand({ FeatureSet: 'ALL' }));
  const made = [];
  for (const [AccountName, machines] of [
    ['Production', 2],
    ['Sandbox', 3],
  ] as const) {
    const command = new CreateAccountCommand({ AccountName, Email: `${AccountName}@example.com` });
    const id = (await organizations.send(command)).CreateAccountStatus?.AccountId ?? '';
    const ec2 = new EC2Client(configFor(await keysIn(id)));
    await ec2.send(new RunInstancesCommand({ ImageId: 'ami-12c6146b', MinCount: machines, MaxCount: machines }));
    made.push({ id, name: AccountName });
  }
  accounts = made.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  named = accounts.map(({ id, name }) => ({
    name: `aws-${name.toLowerCase()}`,
    connector: 'aws',
    settings: { ...awsVariables, AWS_URL: moto.url, AWS_ASSUME_ROLE_ARN: roleIn(id) },
  }));
  agent = new AgentUnderTest({ registry: registry.filter(({ manifest }) => manifest.id === 'aws'), env: {}, named });
}, 90_000);
afterAll(async () => {
  agent.close();
  await moto.stop();
  await rm(folder, { recursive: true });
});

describe('two accounts read from one base credential', () => {
  test('each answers with its own machines, asked at the same time', async () => {
    const asked = await Promise.all(
      ['aws-production', 'aws-sandbox'].map((source) => agent.ask('compute.listInstances', {}, { source })),
    );
    const counts = asked.map((answer) => (resultIn(answer).data as { instances: unknown[] }).instances.length);
    expect(counts).toEqual([2, 3]);
    expect(asked.map((answer) => resultIn(answer).source)).toEqual(['aws-production', 'aws-sandbox']);
  });

  test('each is the role, in its account, under the name of its source', async () => {
    for (const { id, name } of accounts) {
      const source = `aws-${name.toLowerCase()}`;
      const { data } = resultIn(await agent.ask('identity.whoAmI', {}, { source }));
      const principal = `arn:aws:sts::${id}:assumed-role/farol-agent/farol-${source}`;
      expect(data).toMatchObject({ accountId: id, principal });
    }
  });

  test('a cursor of one account is refused by the other', async () => {
    const first = resultIn(await agent.ask('compute.listInstances', { limit: 1 }, { source: 'aws-sandbox' }));
    const question = { limit: 1, cursor: first.nextCursor };
    const refused = await agent.ask('compute.listInstances', question, { source: 'aws-production' });
    expect(refused).toMatchObject({ ok: false, fault: { code: 'invalid_arguments', data: { field: 'cursor' } } });
  });
});

const variablesOf = () => ({ ...awsVariables, AWS_URL: moto.url });

describe('farol sources accounts', () => {
  test('prints an entry for each account, and no text of a secret', async () => {
    const keyFile = path.join(folder, 'secret');
    await writeFile(keyFile, awsVariables.AWS_SECRET_ACCESS_KEY);
    const { AWS_SECRET_ACCESS_KEY: _key, ...others } = variablesOf();
    const env = { ...others, AWS_SECRET_ACCESS_KEY_FILE: keyFile, RUNNER_IDENTITY_DIR: folder };
    const call = ['sources', 'accounts', '--source', 'aws', '--role', 'farol-agent', '--external-id', 'farol-7d9c2f'];
    const { code, stdout, stderr } = await runFarol(call, { env, cwd: folder });
    expect([code, stderr]).toEqual([
      0,
      'Left out: 123456789012 is read already.\nAWS_ACCESS_KEY_ID is a value and is not repeated: put it into a file or a secret store, and name that in each entry.\n',
    ]);
    const { sources } = JSON.parse(stdout) as { sources: NamedSource[] };
    expect(sources.map(({ name, about, settings }) => ({ name, about, settings }))).toEqual(
      accounts.map(({ id, name }) => ({
        name: `aws-${name.toLowerCase()}`,
        about: `${name}, ${id}`,
        settings: {
          RUNNER_AWS_CRED_MODE: 'static',
          AWS_SECRET_ACCESS_KEY_FILE: keyFile,
          AWS_REGIONS: awsVariables.AWS_REGIONS,
          AWS_URL: moto.url,
          AWS_ASSUME_ROLE_ARN: roleIn(id),
          AWS_ASSUME_ROLE_EXTERNAL_ID: 'farol-7d9c2f',
        },
      })),
    );
    expect(`${stdout}${stderr}`).not.toContain(awsVariables.AWS_ACCESS_KEY_ID);
  }, 60_000);

  test.each([
    ['another source', ['--source', 'github', '--role', 'x'], 'There is no source of AWS of that name.'],
    ['a role with a wildcard', ['--source', 'aws', '--role', '*'], '--role: must be the name of a role'],
  ])(
    '%s ends with 2',
    async (_what, args, words) => {
      const env = { ...variablesOf(), RUNNER_IDENTITY_DIR: folder };
      const { code, stdout, stderr } = await runFarol(['sources', 'accounts', ...args], { env, cwd: folder });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(words);
    },
    30_000,
  );
});

test('IAM accepts what farol policy accounts writes', async () => {
  const file = path.join(folder, 'sources.json');
  await writeFile(file, JSON.stringify({ sources: named }));
  const call = ['policy', 'accounts', '--strict', '--sources', file, '--base', base, '--out', 'documents'];
  expect(await runFarol(call, { env: {}, cwd: folder })).toMatchObject({ code: 0 });
  const read = async (name: string) => JSON.parse(await readFile(path.join(folder, 'documents', name), 'utf8'));
  const own = new IAMClient({ ...configFor(), region: 'us-east-1' });
  const assume = JSON.stringify(await read('base.json'));
  await own.send(new CreatePolicyCommand({ PolicyName: 'FarolAssumeRoles', PolicyDocument: assume }));
  for (const { id } of accounts) {
    const { roles } = (await read(`${id}.json`)) as { roles: { trust: object; permissions: object }[] };
    const iam = new IAMClient({ ...configFor(await keysIn(id)), region: 'us-east-1' });
    const trust = JSON.stringify(roles[0]?.trust);
    await iam.send(new CreateRoleCommand({ RoleName: 'farol-agent', AssumeRolePolicyDocument: trust }));
    const permissions = JSON.stringify(roles[0]?.permissions);
    await iam.send(new CreatePolicyCommand({ PolicyName: 'FarolEdgeReadOnly', PolicyDocument: permissions }));
    const { Role } = await iam.send(new GetRoleCommand({ RoleName: 'farol-agent' }));
    expect(Role?.Arn).toBe(roleIn(id));
    expect(decodeURIComponent(Role?.AssumeRolePolicyDocument ?? '')).toBe(trust);
  }
}, 60_000);
