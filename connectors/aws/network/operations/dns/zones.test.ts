import { beforeEach, describe, expect, test } from 'vitest';
import { useAws } from '../../../upstream/use-aws.ts';

const agent = useAws();

const list = 'route53:ListHostedZones';
const shop = { id: 'Z0123456789ABCDEFGHIJ', name: 'example.com', description: 'Shop', isPrivate: false };
const internal = { id: 'Z9876543210ABCDEFGHIJ', name: 'internal.example.com', isPrivate: true };

describe('a list of zones', () => {
  test('is returned in the names people write', async () => {
    expect(await agent.result('dns.listZones', {})).toEqual({
      data: {
        zones: [
          { ...shop, recordCount: 12 },
          { ...internal, recordCount: 3 },
        ],
      },
      complete: true,
      truncated: false,
      source: 'aws',
      upstreamCalls: 1,
    });
    expect(agent.requests.map(({ region }) => region)).toEqual(['us-east-1']);
    expect(agent.inputs).toEqual([{ MaxItems: '50' }]);
  });

  test.each(['Internal.example.com.', 'internal.example.com'])('by the name %s', async (name) => {
    expect(await agent.data('dns.listZones', { name })).toMatchObject({ zones: [internal] });
    expect(agent.inputs).toEqual([{ MaxItems: '100' }]);
  });

  test.each([
    [{}, 'The read was allowed, and this account has no hosted zone.'],
    [{ name: 'other.example' }, 'The read was allowed, and this account has no hosted zone named other.example.'],
  ])('that is empty says why: %j', async (args, because) => {
    agent.answerWith({ [list]: () => ({ HostedZones: [], Marker: '', IsTruncated: false, MaxItems: '100' }) });
    expect(await agent.result('dns.listZones', args)).toMatchObject({
      data: { zones: [] },
      complete: true,
      truncated: false,
      because,
    });
  });

  describe('in pages', () => {
    const zones = Array.from({ length: 250 }, (_, at) => ({
      Id: `/hostedzone/Z${at}`,
      Name: at % 100 === 7 ? 'many.example.' : `z${at}.example.`,
      CallerReference: `c${at}`,
    }));
    beforeEach(() =>
      agent.answerWith({
        [list]: ({ Marker, MaxItems }) => {
          const from = Number(Marker ?? 0);
          const to = from + Number(MaxItems);
          const next = to < zones.length ? { NextMarker: String(to) } : {};
          return {
            HostedZones: zones.slice(from, to),
            Marker: String(from),
            IsTruncated: to < zones.length,
            MaxItems: String(MaxItems),
            ...next,
          };
        },
      }),
    );

    async function walk(args: object): Promise<string[][]> {
      const pages = await agent.pages('dns.listZones', args);
      return pages.map(({ data }) => (data as { zones: { id: string }[] }).zones.map(({ id }) => id));
    }

    test('returns each once', async () => {
      const pages = await walk({ limit: 100 });
      expect(pages.map((page) => page.length)).toEqual([100, 100, 50]);
      expect(pages.flat()).toEqual(zones.map((_, at) => `Z${at}`));
    });

    test.each([
      [1, [['Z7'], ['Z107'], ['Z207']]],
      [50, [['Z7', 'Z107', 'Z207']]],
    ])('of one name, %i at a time', async (limit, pages) => {
      expect(await walk({ name: 'many.example', limit })).toEqual(pages);
    });

    test('searches a bounded number of them, and says that it is not the end', async () => {
      const page = { HostedZones: zones.slice(0, 1), Marker: '', IsTruncated: true, NextMarker: 'm', MaxItems: '100' };
      agent.answerWith({ [list]: () => page });
      expect(await agent.result('dns.listZones', { name: 'absent.example' })).toMatchObject({
        data: { zones: [] },
        truncated: true,
        because: 'None of the zones read so far is named absent.example: continue with nextCursor.',
        upstreamCalls: 10,
      });
    });
  });
});

describe('one zone', () => {
  test('that is public is returned with its name servers', async () => {
    expect(await agent.data('dns.getZone', { zone: shop.id })).toEqual({
      zone: { ...shop, recordCount: 12, nameServers: ['ns-1.awsdns-01.org', 'ns-2.awsdns-02.co.uk'] },
    });
    expect(agent.inputs).toEqual([{ Id: shop.id }]);
  });

  test('that is private is returned with the networks that see it', async () => {
    expect(await agent.data('dns.getZone', { zone: internal.id })).toEqual({
      zone: { ...internal, recordCount: 3, vpcIds: ['vpc-0a1b2c3d4e5f60718'] },
    });
  });
});
