import { describe, expect, test } from 'vitest';
import { catalog, type OperationName } from '../../catalog/index.ts';
import { Fault } from '../../src/core/fault.ts';
import { acrossRegions } from './several-regions.ts';
import { declarations } from './statements.ts';
import { AwsError } from './upstream/aws-fake.ts';
import { contextFor } from './upstream/context.ts';
import { exemplar } from './upstream/exemplar.ts';
import { useAws } from './upstream/use-aws.ts';

const agent = useAws({ AWS_REGIONS: 'eu-west-1,us-east-1,sa-east-1' });
const regions = ['eu-west-1', 'us-east-1', 'sa-east-1'];

const volume = (region: string, number: number) => ({
  VolumeId: `vol-${region}-${number}`,
  AvailabilityZone: `${region}a`,
  State: 'in-use',
  Size: 1,
});

/** Each region has this many volumes, in pages of the size that is asked for. */
function volumesIn(counts: Readonly<Record<string, number>>) {
  return {
    'ec2:DescribeVolumes': (input: Readonly<Record<string, unknown>>, { region }: { readonly region: string }) => {
      const from = Number(input['NextToken'] ?? 0);
      const size = Number(input['MaxResults'] ?? 5);
      const count = counts[region] ?? 0;
      const numbers = Array.from({ length: count }, (_, at) => at).slice(from, from + size);
      return {
        Volumes: numbers.map((number) => volume(region, number)),
        ...(from + size < count && { NextToken: String(from + size) }),
      };
    },
  };
}

const rowsIn = (data: unknown) => (data as { volumes: { id: string; region?: string }[] }).volumes;

describe('a question to several regions', () => {
  test('is answered at once, and each row says its region', async () => {
    const result = await agent.resultOf(
      'compute.listVolumes',
      { regions },
      volumesIn({ 'eu-west-1': 1, 'us-east-1': 2, 'sa-east-1': 1 }),
    );
    expect(result).toMatchObject({ complete: true, truncated: false, upstreamCalls: 3 });
    expect(result.data).toMatchObject({ region: 'eu-west-1,us-east-1,sa-east-1' });
    expect(rowsIn(result.data).map(({ id, region }) => [id, region])).toEqual([
      ['vol-eu-west-1-0', 'eu-west-1'],
      ['vol-us-east-1-0', 'us-east-1'],
      ['vol-us-east-1-1', 'us-east-1'],
      ['vol-sa-east-1-0', 'sa-east-1'],
    ]);
  });

  test.each([1, 2, 3, 4, 7, 100])('with pages of %i returns every row once, and no page is larger', async (limit) => {
    agent.answerWith(volumesIn({ 'eu-west-1': 7, 'us-east-1': 0, 'sa-east-1': 6 }));
    const pages = await agent.pages('compute.listVolumes', { regions, limit });
    const rows = pages.map(({ data }) => rowsIn(data));
    expect(Math.max(...rows.map(({ length }) => length))).toBeLessThanOrEqual(limit);
    expect(rows.flat().map(({ id }) => id)).toEqual([
      ...Array.from({ length: 7 }, (_, at) => `vol-eu-west-1-${at}`),
      ...Array.from({ length: 6 }, (_, at) => `vol-sa-east-1-${at}`),
    ]);
    expect(pages.every(({ complete }) => complete)).toBe(true);
  });

  test('says of each region that it has none, when there is no row at all', async () => {
    const result = await agent.resultOf('compute.listVolumes', { regions: regions.slice(0, 2) }, volumesIn({}));
    expect(result).toMatchObject({ complete: true, data: { volumes: [] } });
    expect(result.because).toBe(
      'eu-west-1: The read was allowed, and this account has no such volumes in eu-west-1. us-east-1: The read was allowed, and this account has no such volumes in us-east-1.',
    );
  });

  test.each([
    [
      new AwsError(401, 'AuthFailure: AWS was not able to validate the provided access credentials'),
      'AWS could not validate the key in this region: opt the region in, or remove it from AWS_REGIONS.',
    ],
    [
      new AwsError(403, 'UnrecognizedClientException: The security token included in the request is invalid.'),
      'AWS does not know this access key: it was deleted or deactivated, belongs to another partition, or AWS_SESSION_TOKEN is missing beside a key that begins with ASIA. If only one region says so, that region is not opted in.',
    ],
    [
      new AwsError(403, 'OptInRequired: You are not subscribed to this service.'),
      'Opt the account in to the service (Compute Optimizer: enrol it). No permission is missing.',
    ],
    [
      new AwsError(
        403,
        'UnauthorizedOperation: User: arn:aws:iam::123456789012:user/farol is not authorized to perform: ec2:DescribeVolumes with an explicit deny in a service control policy',
      ),
      "Ask the administrator of the organization: a service control policy denies ec2:DescribeVolumes to arn:aws:iam::123456789012:user/farol, and nothing in the account's own policies can allow it. Do not rotate the credential. The statement Compute of its policy holds the action and need not change.",
    ],
  ])('names the region that cannot be read, and answers the others', async (error, remedy) => {
    const well = volumesIn({ 'eu-west-1': 1, 'us-east-1': 1, 'sa-east-1': 1 })['ec2:DescribeVolumes'];
    const result = await agent.resultOf(
      'compute.listVolumes',
      { regions },
      { 'ec2:DescribeVolumes': (input, request) => (request.region === 'us-east-1' ? error : well(input, request)) },
    );
    expect(result).toMatchObject({ complete: false, truncated: false });
    expect(result.because).toBe(`us-east-1 could not be read: ${remedy}`);
    expect(rowsIn(result.data).map(({ region }) => region)).toEqual(['eu-west-1', 'sa-east-1']);
  });

  test('fails with the first fault when no region can be read', async () => {
    const down = () => new AwsError(403, 'AuthFailure: AWS was not able to validate the provided access credentials');
    const fault = await agent.faultOf('compute.listVolumes', { regions }, { 'ec2:DescribeVolumes': down });
    expect(fault.code).toBe('credential_rejected');
  });

  test('of more calls than one question may make ends its page before the region that has none left', async () => {
    const { context } = contextFor(agent.upstream.url, [], { AWS_REGIONS: regions.join(',') });
    let left = 2;
    const { 'compute.listVolumes': operation } = acrossRegions({
      'compute.listVolumes': {
        run: ({ region }: { readonly region?: string }, _context: typeof context) => {
          left -= 1;
          if (left < 0) throw new Fault('cap_exceeded', { limit: '20 upstream calls', estimate: 'more' }, 'Less.');
          return Promise.resolve({ data: { volumes: [{ id: region }] }, complete: true, truncated: false });
        },
      },
    });
    const first = await operation.run({ regions } as object, context);
    expect(first).toMatchObject({ complete: true, truncated: true, data: { volumes: [{ id: 'eu-west-1' }, {}] } });
    left = 1;
    const rest = { regions, cursor: 'nextCursor' in first ? first.nextCursor : undefined };
    const second = await operation.run(rest as object, context);
    expect(second).toMatchObject({ complete: true, truncated: false, data: { volumes: [{ region: 'sa-east-1' }] } });
    // Without a call left for its first region, a page would be the same for ever.
    await expect(operation.run(rest as object, context)).rejects.toMatchObject({ kind: 'cap_exceeded' });
  });

  test.each([
    [{ regions: ['eu-west-1', 'ap-east-1'] }, 'regions', /Name one of the configured regions/u],
    [{ region: 'eu-west-1', regions }, 'regions', /name either region or regions/u],
    [{ regions: ['eu-west-1', 'eu-west-1'] }, 'regions', /must not name a region twice/u],
    [{ regions: ['eu-west-1'] }, 'regions', /./u],
    [{ regions, cursor: 'made-up' }, 'cursor', /leave the cursor out/u],
  ])('%j is refused before anything is sent', async (args, field, remedy) => {
    const fault = await agent.faultOf('compute.listVolumes', args);
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field } });
    expect(fault.remedy).toMatch(remedy);
    expect(agent.requests).toEqual([]);
  });

  test('a cursor belongs to its regions', async () => {
    agent.answerWith(volumesIn({ 'eu-west-1': 3, 'us-east-1': 1 }));
    const { nextCursor: cursor } = await agent.result('compute.listVolumes', { regions, limit: 2 });
    const fault = await agent.fault('compute.listVolumes', { regions: regions.toReversed(), limit: 2, cursor });
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'cursor' } });
  });
});

describe('every list that can be read from several regions', () => {
  const lists = [...catalog.values()].flatMap(({ name, ofRegions }) =>
    ofRegions !== undefined && name in declarations ? [[name, ofRegions] as const] : [],
  );
  test('are most regional operations', () => {
    expect(lists.length).toBeGreaterThan(40);
  });

  test.each(lists)('%s answers for two regions what it answers for each', async (name, list) => {
    const args = exemplar.questions[name as OperationName]?.[0] as object;
    const rowsOf = async (more: object) => {
      const result = await agent.resultOf(name, { ...args, ...more });
      return (result.data as Readonly<Record<string, object[]>>)[list] ?? [];
    };
    const [first, second] = [await rowsOf({ region: 'eu-west-1' }), await rowsOf({ region: 'us-east-1' })];
    const pages = await agent.pages(name, { ...args, region: undefined, regions: ['eu-west-1', 'us-east-1'] });
    const together = pages.flatMap(({ data }) => (data as Readonly<Record<string, object[]>>)[list] ?? []);
    expect(together.length).toBeGreaterThanOrEqual(first.length + second.length);
    expect(together[0]).toEqual({ ...first[0], region: 'eu-west-1' });
    expect(together.at(-1)).toMatchObject({ region: 'us-east-1' });
  });
});
