/** The connector against AWS as `moto` keeps it: real state, real paging, the vendor's own shapes. */
import { CreateVolumeCommand, EC2Client, RunInstancesCommand } from '@aws-sdk/client-ec2';
import { CreateAccessKeyCommand, CreateUserCommand, IAMClient } from '@aws-sdk/client-iam';
import { ChangeResourceRecordSetsCommand, CreateHostedZoneCommand, Route53Client } from '@aws-sdk/client-route-53';
import { CreateQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { awsVariables } from './upstream/context.ts';
import { Moto } from './upstream/moto.ts';
import { AgentUnderTest, faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { registry } from '../registry.ts';

const region = 'eu-west-1';

describe('AWS with state', () => {
  let moto: Moto;
  let agent: AgentUnderTest;
  let zone = '';

  beforeAll(async () => {
    moto = await Moto.start();
    agent = new AgentUnderTest({
      registry: registry.filter(({ manifest }) => manifest.id === 'aws'),
      env: { ...awsVariables, AWS_URL: moto.url },
    });
    const config = { region, endpoint: moto.url, credentials: { accessKeyId: 'a', secretAccessKey: 'b' } };
    const ec2 = new EC2Client(config);
    await ec2.send(
      new RunInstancesCommand({ ImageId: 'ami-12c6146b', MinCount: 8, MaxCount: 8, InstanceType: 't3.micro' }),
    );
    await ec2.send(
      new CreateVolumeCommand({
        AvailabilityZone: `${region}a`,
        Size: 7,
        TagSpecifications: [{ ResourceType: 'volume', Tags: [{ Key: 'team', Value: 'checkout' }] }],
      }),
    );
    const route53 = new Route53Client({ ...config, region: 'us-east-1' });
    const made = await route53.send(new CreateHostedZoneCommand({ Name: 'example.org', CallerReference: 'once' }));
    zone = made.HostedZone?.Id?.replace('/hostedzone/', '') ?? '';
    const record = { Name: 'www.example.org', Type: 'A' as const, TTL: 60, ResourceRecords: [{ Value: '192.0.2.7' }] };
    const Changes = [{ Action: 'CREATE' as const, ResourceRecordSet: record }];
    await route53.send(new ChangeResourceRecordSetsCommand({ HostedZoneId: zone, ChangeBatch: { Changes } }));
    const sqs = new SQSClient(config);
    const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'canary-of-a-message' }));
    const iam = new IAMClient({ ...config, region: 'us-east-1' });
    await iam.send(new CreateUserCommand({ UserName: 'deploy' }));
    await iam.send(new CreateAccessKeyCommand({ UserName: 'deploy' }));
  }, 60_000);
  afterAll(async () => {
    agent.close();
    await moto.stop();
  });

  test('pages through eight machines, each once', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const result = resultIn(
        await agent.ask('compute.listInstances', { limit: 5, ...(cursor !== undefined && { cursor }) }),
      );
      const { instances } = result.data as { instances: { id: string; state: string; type: string }[] };
      seen.push(...instances.map(({ id }) => id));
      expect(new Set(instances.map(({ state, type }) => `${state} ${type}`))).toEqual(new Set(['running t3.micro']));
      cursor = result.nextCursor;
    } while (cursor !== undefined);
    expect([seen.length, new Set(seen).size]).toEqual([8, 8]);
  });

  test('finds a volume by its tag', async () => {
    const filters = { tags: [{ key: 'team', value: 'checkout' }] };
    const { data } = resultIn(await agent.ask('compute.listVolumes', { filters }));
    expect(data).toMatchObject({ region, volumes: [{ tags: { team: 'checkout' } }] });
  });

  test('reads a zone and its records', async () => {
    const { data } = resultIn(await agent.ask('dns.listRecords', { zone, name: 'www.example.org' }));
    expect(data).toMatchObject({ records: [{ name: 'www.example.org', type: 'A', values: ['192.0.2.7'] }] });
    expect(faultIn(await agent.ask('dns.getZone', { zone: 'Z0000000000000000000' })).code).toBe('not_found_or_hidden');
  });

  test('returns how many messages wait, and reads none of them', async () => {
    const result = resultIn(await agent.ask('queues.getAttributes', { name: 'orders' }));
    expect(JSON.stringify(result.data)).not.toContain('canary-of-a-message');
    expect(JSON.stringify(result.data)).toContain('"orders"');
    expect(faultIn(await agent.ask('queues.getAttributes', { name: 'absent' })).code).toBe('not_found_or_hidden');
  });

  test('finds an access key and whose it is', async () => {
    const { data } = resultIn(await agent.ask('security.auditAccessKeys', {}));
    expect(JSON.stringify(data)).toContain('"deploy"');
  });

  test.each([
    'compute.listImages',
    'compute.listSnapshots',
    'compute.listAutoScalingGroups',
    'compute.listEcsClusters',
    'compute.listFunctions',
    'databases.listClusters',
    'databases.listSubnetGroups',
    'dns.listZones',
    'identity.whoAmI',
    'k8s.listClusters',
    'logs.listSources',
    'monitors.list',
    'network.listAddresses',
    'network.listInterfaces',
    'network.listRouteTables',
    'network.listSecurityGroups',
    'network.listSubnets',
    'network.listVpcs',
    'queues.list',
  ])('%s is answered in the shape of the catalog, saying why when it is empty', async (name) => {
    const result = resultIn(await agent.ask(name, {}));
    const lists = Object.values(result.data as object).filter((one) => Array.isArray(one));
    expect(result.complete).toBe(true);
    expect(lists.length === 0 || lists.some((one) => one.length > 0) || result.because !== undefined).toBe(true);
  });
});
