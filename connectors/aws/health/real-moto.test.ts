/** The checks against AWS as `moto` keeps it: probes about names that cannot exist are answered as the connector expects. */
import { CreateAccessKeyCommand, CreateUserCommand, IAMClient } from '@aws-sdk/client-iam';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awsVariables } from '../upstream/context.ts';
import { Moto } from '../upstream/moto.ts';
import { AgentUnderTest } from '../../../test/contract/agent-under-test.ts';
import { registry } from '../../registry.ts';
import { actionsOf } from '../statements.ts';

let moto: Moto;
let agent: AgentUnderTest;

beforeAll(async () => {
  moto = await Moto.start();
  agent = new AgentUnderTest({
    registry: registry.filter(({ manifest }) => manifest.id === 'aws'),
    env: { ...awsVariables, AWS_URL: moto.url },
  });
  const config = { endpoint: moto.url, credentials: { accessKeyId: 'a', secretAccessKey: 'b' } };
  await new SQSClient({ ...config, region: 'eu-west-1' }).send(new CreateQueueCommand({ QueueName: 'orders' }));
  const iam = new IAMClient({ ...config, region: 'us-east-1' });
  await iam.send(new CreateUserCommand({ UserName: 'deploy' }));
  await iam.send(new CreateAccessKeyCommand({ UserName: 'deploy' }));
  // What moto loads at its first question takes longer than a check waits.
  for (const operation of ['compute.listFunctions', 'compute.listInstances', 'k8s.listClusters', 'dns.listZones']) {
    await agent.ask(operation, {});
  }
}, 120_000);
afterAll(async () => {
  agent.close();
  await moto.stop();
});

test('every probe that moto knows is taken for allowed, and none for denied', async () => {
  await agent.check();
  // The first run loads the libraries of all services.
  const checks = await agent.check();
  expect(checks.flatMap(({ missing }) => missing)).toEqual([]);
  const allowed = checks.flatMap(({ held = [] }) => held);
  // What it leaves out answers 500, which is named and hides nothing.
  const lacking = ['eks:ListNodegroups'];
  expect(actionsOf('Compute').filter((action) => !allowed.includes(action))).toEqual(lacking);
  expect(checks.find(({ check }) => check === 'Compute')?.summary).toContain('eks failed (upstream_down 500)');
  for (const sid of ['Rede', 'SegurancaIamSomenteLeitura'] as const) {
    expect(actionsOf(sid).filter((action) => !allowed.includes(action))).toEqual([]);
  }
  expect(allowed).toEqual(expect.arrayContaining(['rds:ListTagsForResource', 'logs:FilterLogEvents']));
}, 120_000);
