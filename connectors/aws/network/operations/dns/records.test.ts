import { beforeEach, describe, expect, test } from 'vitest';
import { useAws } from '../../../upstream/use-aws.ts';

const agent = useAws();

const list = 'route53:ListResourceRecordSets';
const zone = 'Z0123456789ABCDEFGHIJ';

interface RecordSet {
  readonly Name: string;
  readonly Type: string;
  readonly SetIdentifier?: string;
  readonly TTL: number;
  readonly ResourceRecords: readonly object[];
}

const bare = (name: string): string => name.replace(/\.$/u, '');
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A zone as Route 53 pages it: what it is given is sorted, and a page begins with the first record that is not before the one named. */
function zoneOf(records: readonly RecordSet[]) {
  const isBefore = (record: RecordSet, input: Readonly<Record<string, unknown>>): boolean => {
    const name = bare(textOf(input['StartRecordName']));
    const type = textOf(input['StartRecordType']);
    if (bare(record.Name) !== name) return bare(record.Name) < name;
    if (record.Type !== type) return record.Type < type;
    return (record.SetIdentifier ?? '') < textOf(input['StartRecordIdentifier']);
  };
  return (input: Readonly<Record<string, unknown>>) => {
    const left = records.filter((record) => !isBefore(record, input));
    const next = left[Number(input['MaxItems'])];
    return {
      ResourceRecordSets: left.slice(0, Number(input['MaxItems'])),
      IsTruncated: next !== undefined,
      MaxItems: String(input['MaxItems']),
      ...(next !== undefined && { NextRecordName: next.Name, NextRecordType: next.Type }),
      ...(next?.SetIdentifier !== undefined && { NextRecordIdentifier: next.SetIdentifier }),
    };
  };
}

const plain = (Name: string, Type: string, Value = 'x', changed: object = {}): RecordSet => ({
  Name,
  Type,
  TTL: 60,
  ResourceRecords: [{ Value }],
  ...changed,
});

async function walk(args: object): Promise<string[][]> {
  return (await agent.pages('dns.listRecords', { zone, ...args })).map(({ data }) => {
    const { records } = data as { records: { name: string; type: string; routing?: { id: string } }[] };
    return records.map(({ name, type, routing }) =>
      [name, type, ...(routing === undefined ? [] : [routing.id])].join(' '),
    );
  });
}

describe('a record', () => {
  test('is returned as in a zone file, an alias with its target', async () => {
    expect(await agent.result('dns.listRecords', { zone })).toEqual({
      data: {
        records: [
          { name: 'example.com', type: 'MX', ttlSec: 300, values: ['10 mail.example.com.'] },
          { name: 'example.com', type: 'TXT', ttlSec: 60, values: ['"v=spf1 -all"', '"owner=shop"'] },
          {
            name: '*.example.com',
            type: 'A',
            values: [],
            alias: {
              target: 'dualstack.checkout-1234567890.eu-west-1.elb.amazonaws.com',
              zoneId: 'Z32O12XQLNTSW2',
              followsHealth: true,
            },
          },
        ],
      },
      complete: true,
      truncated: false,
      source: 'aws',
      upstreamCalls: 1,
    });
    expect(agent.inputs).toEqual([{ HostedZoneId: zone, MaxItems: '100' }]);
  });

  test.each([
    [{ Weight: 0 }, { policy: 'weighted', weight: 0 }],
    [{ Region: 'eu-west-1' }, { policy: 'latency', region: 'eu-west-1' }],
    [{ GeoLocation: { ContinentCode: 'EU' } }, { policy: 'geographic', location: 'EU' }],
    [{ GeoLocation: { CountryCode: '*' } }, { policy: 'geographic', location: '*' }],
    [{ GeoLocation: { CountryCode: 'US', SubdivisionCode: 'CA' } }, { policy: 'geographic', location: 'US-CA' }],
    [
      { GeoProximityLocation: { AWSRegion: 'us-east-1', Bias: 10 } },
      { policy: 'proximity', region: 'us-east-1', bias: 10 },
    ],
    [
      { GeoProximityLocation: { Coordinates: { Latitude: '38.72', Longitude: '-9.14' } } },
      { policy: 'proximity', location: '38.72,-9.14' },
    ],
    [
      { GeoProximityLocation: { LocalZoneGroup: 'us-east-1-bue-1' } },
      { policy: 'proximity', location: 'us-east-1-bue-1' },
    ],
    [{ Failover: 'PRIMARY' }, { policy: 'failover', role: 'primary' }],
    [{ Failover: 'SECONDARY' }, { policy: 'failover', role: 'secondary' }],
    [{ MultiValueAnswer: true }, { policy: 'multivalue' }],
    [
      { CidrRoutingConfig: { CollectionId: 'c8c02a84-aaaa-bbbb-e0d4-d833a2f80106', LocationName: 'office' } },
      { policy: 'addressRange', location: 'c8c02a84-aaaa-bbbb-e0d4-d833a2f80106/office' },
    ],
  ])('of a set with a routing policy names it: %j', async (why, routing) => {
    const record = plain('a.example.com.', 'A', '203.0.113.7', { SetIdentifier: 'one', HealthCheckId: 'h-1', ...why });
    agent.answerWith({ [list]: zoneOf([record]) });
    expect(await agent.data('dns.listRecords', { zone })).toEqual({
      records: [
        {
          name: 'a.example.com',
          type: 'A',
          ttlSec: 60,
          values: ['203.0.113.7'],
          routing: { ...routing, id: 'one' },
          healthCheckId: 'h-1',
        },
      ],
    });
  });
});

describe('a list of records', () => {
  const weighted = ['a', 'b', 'c'].map((id) =>
    plain('api.example.com.', 'A', '203.0.113.7', { SetIdentifier: id, Weight: 1 }),
  );
  const records = [
    plain('a.example.com.', 'A'),
    plain('a.example.com.', 'AAAA'),
    ...weighted,
    plain('api.example.com.', 'TXT'),
    plain('b.example.com.', 'A'),
    plain('b.example.com.', 'TXT'),
  ];
  const apiA = ['api.example.com A a', 'api.example.com A b', 'api.example.com A c'];
  const all = [
    'a.example.com A',
    'a.example.com AAAA',
    ...apiA,
    'api.example.com TXT',
    'b.example.com A',
    'b.example.com TXT',
  ];
  beforeEach(() => agent.answerWith({ [list]: zoneOf(records) }));

  test.each([1, 2, 3, 5, 8, 100])('%i at a time: each once, also in the middle of a set of records', async (limit) => {
    const pages = await walk({ limit });
    expect(pages.flat()).toEqual(all);
    expect(Math.max(...pages.map((page) => page.length))).toBe(Math.min(limit, 8));
  });

  test.each([
    [{ name: 'API.example.com.' }, [...apiA, 'api.example.com TXT']],
    [{ name: 'api.example.com', type: 'A' }, apiA],
    [{ name: 'api.example.com', type: 'TXT' }, ['api.example.com TXT']],
    [{ name: 'api.example.com', type: 'CNAME' }, []],
    [{ name: 'aa.example.com' }, []],
    [{ type: 'TXT' }, ['api.example.com TXT', 'b.example.com TXT']],
  ])('of %j, however many at a time', async (args, wanted) => {
    for (const limit of [1, 2, 100]) {
      const pages = await walk({ ...args, limit });
      expect(pages.flat()).toEqual(wanted);
      expect(pages.filter((page) => page.length > limit)).toEqual([]);
    }
  });

  test('of one name begins there, and ends there', async () => {
    const result = await agent.result('dns.listRecords', { zone, name: 'api.example.com', type: 'A', limit: 3 });
    expect(result).toMatchObject({ truncated: false });
    expect(agent.inputs).toEqual([
      { HostedZoneId: zone, StartRecordName: 'api.example.com', StartRecordType: 'A', MaxItems: '3' },
    ]);
  });

  test('longer than a page of AWS takes several', async () => {
    const many = Array.from({ length: 700 }, (_, at) => plain(`n${String(at).padStart(3, '0')}.example.com.`, 'A'));
    agent.answerWith({ [list]: zoneOf(many) });
    expect((await walk({ limit: 1000 })).map((page) => page.length)).toEqual([700]);
    expect(agent.actions).toHaveLength(3);
  });

  test('looks for a type through a bounded number of records, and says that it is not the end', async () => {
    const page = { ...zoneOf(records)({ MaxItems: 2 }), NextRecordName: 'z.example.com.', NextRecordType: 'A' };
    agent.answerWith({ [list]: () => page });
    expect(await agent.result('dns.listRecords', { zone, type: 'CAA' })).toMatchObject({
      data: { records: [] },
      truncated: true,
      because: 'None of the records read so far is of type CAA: continue with nextCursor.',
      upstreamCalls: 10,
    });
  });

  test.each([
    [
      { name: 'absent.example.com', type: 'A' },
      'The read was allowed, and this zone has no record A absent.example.com.',
    ],
    [{ type: 'CAA' }, 'The read was allowed, and this zone has no record CAA.'],
  ])('without any of %j says so', async (args, because) => {
    expect(await agent.result('dns.listRecords', { zone, ...args })).toMatchObject({
      data: { records: [] },
      complete: true,
      truncated: false,
      because,
    });
  });
});
