import { beforeEach, describe, expect, test } from 'vitest';
import { AwsError } from '../../upstream/aws-fake.ts';
import { balancer, balancerArn, classicBalancer, isClassic } from '../../upstream/network/load-balancers.ts';
import { denialOf, useAws } from '../../upstream/use-aws.ts';
import { entriesIn } from '../../../../test/contract/read-pages.ts';

const agent = useAws();

const ask = 'network.listLoadBalancers';
const list = 'elasticloadbalancing:DescribeLoadBalancers';
const tagList = 'elasticloadbalancing:DescribeTags';

test('load balancers of both generations are one list, each with its tags', async () => {
  expect(await agent.result(ask, {})).toEqual({
    data: {
      region: 'eu-west-1',
      loadBalancers: [
        {
          id: balancerArn,
          name: 'checkout',
          type: 'application',
          isPublic: true,
          state: 'active_impaired',
          stateReason: 'No capacity in one zone',
          dnsName: 'checkout-1234567890.eu-west-1.elb.amazonaws.com',
          ipAddresses: ['203.0.113.40'],
          region: 'eu-west-1',
          vpcId: 'vpc-0a1b2c3d4e5f60718',
          subnetIds: ['subnet-0a1b2c3d4e5f60718', 'subnet-1a1b2c3d4e5f60718'],
          zones: ['eu-west-1a', 'eu-west-1b'],
          securityGroupIds: ['sg-0a1b2c3d4e5f60718'],
          createdAt: '2025-06-01T00:00:00.000Z',
          tags: { team: 'shop', edge: '' },
        },
        {
          id: 'legacy',
          name: 'legacy',
          type: 'classic',
          isPublic: false,
          dnsName: 'internal-legacy-1234567890.eu-west-1.elb.amazonaws.com',
          ipAddresses: [],
          region: 'eu-west-1',
          vpcId: 'vpc-0a1b2c3d4e5f60718',
          subnetIds: ['subnet-0a1b2c3d4e5f60718'],
          zones: ['eu-west-1a'],
          securityGroupIds: ['sg-0a1b2c3d4e5f60718'],
          listeners: [{ protocol: 'HTTPS', ports: [{ from: 443, to: 443 }], targetPort: 8080 }],
          instanceIds: ['i-0a1b2c3d4e5f60718'],
          createdAt: '2018-06-01T00:00:00.000Z',
          tags: { team: 'billing' },
        },
      ],
    },
    complete: true,
    truncated: false,
    source: 'aws',
    upstreamCalls: 4,
  });
});

test('none of either generation is reported as allowed and empty, without a question about tags', async () => {
  agent.answerWith({
    [list]: (_, request) => (isClassic(request) ? { LoadBalancerDescriptions: [] } : { LoadBalancers: [] }),
  });
  expect(await agent.result(ask, { region: 'us-east-1' })).toMatchObject({
    data: { region: 'us-east-1', loadBalancers: [] },
    complete: true,
    because: 'The read was allowed, and this account has no such load balancers in us-east-1.',
    upstreamCalls: 2,
  });
  expect(agent.requests.map(({ region }) => region)).toEqual(['us-east-1', 'us-east-1']);
});

describe('pages', () => {
  const v2 = Array.from({ length: 5 }, (_, at) => ({ ...balancer, LoadBalancerArn: `${balancerArn}${at}` }));
  const classic = Array.from({ length: 3 }, (_, at) => ({ ...classicBalancer, LoadBalancerName: `legacy-${at}` }));
  beforeEach(() =>
    agent.answerWith({
      [list]: ({ PageSize, Marker }, request) => {
        const all = isClassic(request) ? classic : v2;
        const from = Number(Marker ?? 0);
        const to = from + Number(PageSize);
        const found = all.slice(from, to);
        const next = to < all.length && { NextMarker: String(to) };
        return isClassic(request) ? { LoadBalancerDescriptions: found, ...next } : { LoadBalancers: found, ...next };
      },
      [tagList]: () => ({ TagDescriptions: [] }),
    }),
  );

  test.each([
    [1, 8],
    [2, 4],
    [3, 3],
    [5, 2],
    [8, 1],
    [100, 1],
  ])('%i at a time go on from one generation to the other: each once, in %i pages', async (limit, pages) => {
    const read = await agent.pages(ask, { limit });
    expect(entriesIn(read, 'loadBalancers')).toMatchObject([
      ...v2.map(({ LoadBalancerArn }) => ({ id: LoadBalancerArn })),
      ...classic.map(({ LoadBalancerName }) => ({ id: LoadBalancerName })),
    ]);
    expect(read).toHaveLength(pages);
  });
});

test('a page as large as asked for stays within the calls of one operation', async () => {
  const many = (length: number, at: string): object[] =>
    Array.from({ length }, (_, index) => ({ ...balancer, LoadBalancerArn: `${balancerArn}${at}${index}` }));
  agent.answerWith({
    [list]: ({ PageSize }, request) =>
      isClassic(request)
        ? { LoadBalancerDescriptions: [] }
        : { LoadBalancers: many(Number(PageSize), 'a'), NextMarker: '1' },
    [tagList]: () => ({ TagDescriptions: [] }),
  });
  const { data, truncated, upstreamCalls } = await agent.result(ask, { limit: 400 });
  expect((data as { loadBalancers: unknown[] }).loadBalancers).toHaveLength(200);
  expect({ truncated, upstreamCalls }).toEqual({ truncated: true, upstreamCalls: 11 });
  const asked = agent.requests.filter(({ action }) => action === tagList);
  expect(asked.map(({ input }) => (input['ResourceArns'] as unknown[]).length)).toEqual(Array(10).fill(20));
});

describe('a part that gives nothing', () => {
  test('denied tags leave the load balancers, and say once which grant is missing', async () => {
    agent.answerWith({ [tagList]: () => denialOf(tagList) });
    const result = await agent.result(ask, {});
    expect(result).toMatchObject({
      data: {
        loadBalancers: [
          { name: 'checkout', tags: {} },
          { name: 'legacy', tags: {} },
        ],
      },
      complete: false,
      because: expect.stringMatching(
        /^Tags could not be read: elasticloadbalancing:DescribeTags is missing/u,
      ) as string,
    });
    expect(agent.actions.filter((action) => action === tagList)).toHaveLength(1);
  });

  test('one that was deleted meanwhile costs the tags of those asked for with it, and no more', async () => {
    agent.answerWith({
      [tagList]: (input, request) =>
        isClassic(request)
          ? { TagDescriptions: [{ LoadBalancerName: 'legacy', Tags: [{ Key: 'team', Value: 'billing' }] }] }
          : new AwsError(400, 'LoadBalancerNotFound: One or more load balancers not found'),
    });
    expect(await agent.result(ask, {})).toMatchObject({
      data: {
        loadBalancers: [
          { name: 'checkout', tags: {} },
          { name: 'legacy', tags: { team: 'billing' } },
        ],
      },
      complete: false,
      because: 'Tags of 1 of the load balancers could not be read, because something was deleted meanwhile: retry.',
    });
  });

  test('one generation denied leaves the other', async () => {
    agent.answerWith({ [list]: (_, request) => (isClassic(request) ? denialOf(list) : { LoadBalancers: [balancer] }) });
    expect(await agent.result(ask, {})).toMatchObject({
      data: { loadBalancers: [{ name: 'checkout' }] },
      complete: false,
      because: expect.stringMatching(/^Classic load balancers could not be read: .*DescribeLoadBalancers/u) as string,
    });
  });
});
