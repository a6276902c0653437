import { describe, expect, test } from 'vitest';
import { AwsError } from '../../upstream/aws-fake.ts';
import { replica } from '../../upstream/databases/rds.ts';
import { denialOf, useAws } from '../../upstream/use-aws.ts';

const operation = 'databases.listInstances';

const agent = useAws();

interface Page {
  readonly instances: readonly { readonly id: string; readonly tags: Record<string, string> }[];
}

test('a server is returned with everything that AWS returns', async () => {
  const { instances } = (await agent.data(operation, {})) as Page;
  expect(instances[0]).toEqual({
    id: 'checkout',
    resourceId: 'db-FAIHNTYBKTGAUSUZQYPDS2GW4A',
    engine: 'postgres',
    engineVersion: '16.4',
    type: 'db.r6g.large',
    state: 'storage-full',
    stateReasons: ['read replication: error: the source stopped'],
    region: 'eu-west-1',
    zone: 'eu-west-1a',
    standbyZone: 'eu-west-1b',
    isHighlyAvailable: true,
    endpoint: { host: 'checkout.abc.eu-west-1.rds.amazonaws.com', port: 5432 },
    ipAddresses: [],
    isPublic: false,
    vpcId: 'vpc-0a1b2c3d',
    subnetGroup: 'private',
    securityGroups: [{ id: 'sg-0a1b2c3d', state: 'active' }],
    replicaIds: ['checkout-replica', 'checkout-copies'],
    storage: {
      type: 'gp3',
      sizeBytes: 107_374_182_400,
      maxSizeBytes: 536_870_912_000,
      iops: 3000,
      throughputBytesPerSec: 131_072_000,
      isEncrypted: true,
      encryptionKeyId: 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab',
    },
    backupRetentionSec: 604_800,
    restorableUntil: '2026-11-21T09:00:00.000Z',
    maintenanceWindow: 'sun:03:00-sun:04:00',
    pendingChanges: ['DBInstanceClass', 'MasterUserPassword'],
    parameterGroups: [{ name: 'checkout-16', state: 'pending-reboot' }],
    exportedLogs: ['postgresql'],
    hasLoadRecords: true,
    certificate: { authority: 'rds-ca-rsa2048-g1', expiresAt: '2027-01-01T00:00:00.000Z' },
    isDeletionProtected: true,
    createdAt: '2025-01-02T03:04:05.000Z',
    tags: { team: 'checkout' },
  });
});

test('what AWS does not return is left out, and tags are read separately where the list has none', async () => {
  const { instances } = (await agent.data(operation, {})) as Page;
  expect(instances[1]).toEqual({
    id: 'checkout-replica',
    engine: 'postgres',
    engineVersion: '16.4',
    type: 'db.t4g.micro',
    state: 'creating',
    stateReasons: [],
    region: 'eu-west-1',
    isHighlyAvailable: false,
    ipAddresses: [],
    isPublic: false,
    securityGroups: [],
    replicaOf: 'checkout',
    replicaIds: [],
    storage: { isEncrypted: false },
    pendingChanges: [],
    parameterGroups: [],
    exportedLogs: [],
    hasLoadRecords: false,
    tags: { copy: 'yes' },
  });
  expect(agent.actions).toEqual(['rds:DescribeDBInstances', 'rds:ListTagsForResource']);
  expect(agent.inputs[1]).toEqual({ ResourceName: replica.DBInstanceArn });
});

describe('pages', () => {
  test('smaller than the smallest of AWS are cut from it, and none is lost', async () => {
    const first = await agent.result(operation, { limit: 1 });
    expect(first).toMatchObject({ truncated: true, data: { instances: [{ id: 'checkout' }] } });
    const second = await agent.result(operation, { limit: 1, cursor: first.nextCursor });
    expect(second).toMatchObject({ truncated: true, data: { instances: [{ id: 'checkout-replica' }] } });
    const third = await agent.result(operation, { limit: 1, cursor: second.nextCursor });
    expect(third).toMatchObject({ truncated: false, data: { instances: [{ id: 'documents' }] } });
    expect(agent.inputs[0]).toEqual({ MaxRecords: 20 });
  });
});

test('without permission for tags the servers are returned, and the grant is named', async () => {
  agent.answerWith({ 'rds:ListTagsForResource': () => denialOf('rds:ListTagsForResource') });
  const result = await agent.result(operation, {});
  expect(result).toMatchObject({
    complete: false,
    data: { instances: [{ tags: { team: 'checkout' } }, { tags: {} }] },
  });
  expect(result.because).toMatch(/^Tags could not be read: rds:ListTagsForResource is missing \(identity policy\)/u);
});

test('a server deleted between the two calls is returned without tags, and the answer says so', async () => {
  agent.answerWith({ 'rds:ListTagsForResource': () => new AwsError(404, 'DBInstanceNotFound: none of this name') });
  const result = await agent.result(operation, {});
  expect(result).toMatchObject({ complete: false, data: { instances: [{}, { id: 'checkout-replica', tags: {} }] } });
  expect(result.because).toContain('something was deleted meanwhile');
});

test('tags of more servers than one answer has calls for are not asked for, and the answer says so', async () => {
  const many = Array.from({ length: 18 }, (_, at) => ({
    ...replica,
    DBInstanceIdentifier: `copy-${at}`,
    DBInstanceArn: `${replica.DBInstanceArn}-${at}`,
  }));
  agent.answerWith({ 'rds:DescribeDBInstances': () => ({ DBInstances: many }) });
  const result = await agent.result(operation, {});
  expect(result).toMatchObject({
    complete: false,
    because: 'Tags of 3 servers were not read: set limit to 15.',
    upstreamCalls: 16,
  });
});

test('a server without what AWS documents as always there is reported by the path', async () => {
  agent.answerWith({ 'rds:DescribeDBInstances': () => ({ DBInstances: [{ DBInstanceIdentifier: 'half' }] }) });
  expect(await agent.fault(operation, {})).toMatchObject({ code: 'upstream_changed' });
});
