/** What every list of networks does alike: an entry without its identifier, pages, filters. */
import { describe, expect, test } from 'vitest';
import { AwsError } from '../upstream/aws-fake.ts';
import type { AwsRequest } from '../upstream/read-request.ts';
import { shapeOf } from '../upstream/service-model.ts';
import { networkAnswers } from '../upstream/network/answers.ts';
import { useAws } from '../upstream/use-aws.ts';

interface List {
  readonly operation: string;
  readonly args?: object;
  readonly action: string;
  /** Of the answer of AWS. */
  readonly member: string;
  /** Of ours. */
  readonly list: string;
  /** Smallest page that AWS gives, where it gives pages. */
  readonly least: number;
}

/** `answered` is the vendor's name of the list, where it is not that of the action. */
const ec2 = (operation: string, list: string, described: string, answered = described): List => ({
  operation: `network.${operation}`,
  action: `ec2:Describe${described}`,
  member: answered,
  list,
  least: 5,
});
const gateways = (kind: string, described: string): List => ({
  ...ec2('listGateways', 'gateways', described),
  args: { kind },
});

const lists: readonly List[] = [
  ec2('listVpcs', 'vpcs', 'Vpcs'),
  ec2('listSubnets', 'subnets', 'Subnets'),
  ec2('listRouteTables', 'routeTables', 'RouteTables'),
  ec2('listSecurityGroups', 'securityGroups', 'SecurityGroups'),
  ec2('listInterfaces', 'interfaces', 'NetworkInterfaces'),
  ec2('listVpcEndpoints', 'endpoints', 'VpcEndpoints'),
  ec2('listPeerings', 'peerings', 'VpcPeeringConnections'),
  { ...ec2('listPrefixLists', 'prefixLists', 'ManagedPrefixLists', 'PrefixLists'), least: 1 },
  ec2('listTransitGateways', 'transitGateways', 'TransitGateways'),
  gateways('internet', 'InternetGateways'),
  gateways('nat', 'NatGateways'),
];
/** Answered at once, without pages. */
const wholes: readonly List[] = [
  ec2('listAddresses', 'addresses', 'Addresses'),
  gateways('customer', 'CustomerGateways'),
  gateways('vpn', 'VpnGateways'),
];
const vpn: List = ec2('listVpnConnections', 'connections', 'VpnConnections');
const every = [...lists, ...wholes, vpn].map((list) => [`${list.action} for ${list.operation}`, list] as const);

const agent = useAws();

/** The good answer to one of these actions. */
function goodAnswer({ action, member }: List): object {
  const answer = networkAnswers[action]?.({}, {} as AwsRequest);
  if (answer === undefined || answer instanceof AwsError) throw new Error(`no good answer to ${action}`);
  const items: unknown = answer[member];
  if (!Array.isArray(items)) throw new Error(`${action} has no list ${member}`);
  return items[0] as object;
}

/** Copies of the first good entry, distinguished by their identifiers. */
function entriesOf(list: List, count: number): object[] {
  const good = goodAnswer(list);
  const [idMember = ''] = Object.entries(good).find(([name, value]) => name.endsWith('Id') && isId(value, list)) ?? [];
  return Array.from({ length: count }, (_, at) => ({ ...good, [idMember]: `id-${at}` }));
}

const prefixes = /^(?:vpc|subnet|rtb|sg|eni|eipalloc|vpce|pcx|pl|igw|nat|cgw|vgw|vpn|tgw)-/u;
function isId(value: unknown, { member }: List): boolean {
  if (typeof value !== 'string' || !prefixes.test(value)) return false;
  return member === 'Vpcs' || !value.startsWith('vpc-');
}

function idsIn(data: unknown, list: string): string[] {
  const items = (data as Record<string, { id: string }[]>)[list];
  return (items ?? []).map(({ id }) => id);
}

/** A page of the vendor's, whose token is the place it goes on at. */
function pageOf(list: List, entries: readonly object[], input: AwsRequest['input']): Record<string, unknown> {
  const from = Number(input['NextToken'] ?? 0);
  const to = from + Number(input['MaxResults']);
  return { [list.member]: entries.slice(from, to), ...(to < entries.length && { NextToken: String(to) }) };
}

describe('a list of networks', () => {
  test.each(every)('%s: an entry without its identifier is a changed answer', async (_, list) => {
    const tagged = list.member === 'NetworkInterfaces' ? 'TagSet' : 'Tags';
    agent.answerWith({ [list.action]: () => ({ [list.member]: [{ [tagged]: [] }] }) });
    expect(await agent.fault(list.operation, { ...list.args })).toMatchObject({
      code: 'upstream_changed',
      data: { path: expect.stringContaining(`${list.member}[].`) as string },
    });
  });

  test.each(lists.map((list) => [`${list.action} for ${list.operation}`, list] as const))(
    '%s: pages smaller than the smallest of AWS, each entry once',
    async (_, list) => {
      const entries = entriesOf(list, 12);
      agent.answerWith({ [list.action]: (input) => pageOf(list, entries, input) });
      const pages = await agent.pages(list.operation, { ...list.args, limit: 2 });
      const ids = pages.map(({ data }) => idsIn(data, list.list));
      expect(ids.flat()).toEqual(entries.map((_entry, at) => `id-${at}`));
      expect(Math.max(...ids.map(({ length }) => length))).toBe(2);
      const asked = agent.requests.filter(({ action }) => action === list.action);
      expect(new Set(asked.map(({ input }) => input['MaxResults']))).toEqual(new Set([Math.max(2, list.least)]));
    },
  );

  test.each(wholes.map((list) => [`${list.action} for ${list.operation}`, list] as const))(
    '%s: pages of what AWS answers at once, each entry once',
    async (_, list) => {
      const entries = entriesOf(list, 5);
      agent.answerWith({ [list.action]: () => ({ [list.member]: entries.toReversed() }) });
      const first = await agent.result(list.operation, { ...list.args, limit: 3 });
      const second = await agent.result(list.operation, { ...list.args, limit: 3, cursor: first.nextCursor });
      expect(idsIn(first.data, list.list)).toEqual(['id-0', 'id-1', 'id-2']);
      expect(idsIn(second.data, list.list)).toEqual(['id-3', 'id-4']);
      expect([first.truncated, second.truncated, second.nextCursor]).toEqual([true, false, undefined]);
    },
  );

  test('a page that is empty while others follow says so', async () => {
    agent.answerWith({ 'ec2:DescribeVpcs': () => ({ Vpcs: [], NextToken: 'more' }) });
    expect(await agent.result('network.listVpcs', {})).toMatchObject({
      truncated: true,
      because: expect.stringContaining('continue with nextCursor') as string,
    });
  });
});

const tags = [{ key: 'team', value: 'shop' }, { key: 'owner' }];
const ofTags = [
  { Name: 'tag:team', Values: ['shop'] },
  { Name: 'tag:owner', Values: ['*'] },
];
const hex = '0a1b2c3d';

describe('filters', () => {
  test.each([
    [
      'network.listVpcs',
      { ids: [`vpc-${hex}`], names: ['production'], tags },
      { 'vpc-id': [`vpc-${hex}`], 'tag:Name': ['production'] },
    ],
    [
      'network.listSubnets',
      { ids: [`subnet-${hex}`], names: ['a'], vpcIds: [`vpc-${hex}`], zones: ['eu-west-1a'], tags },
      {
        'subnet-id': [`subnet-${hex}`],
        'tag:Name': ['a'],
        'vpc-id': [`vpc-${hex}`],
        'availability-zone': ['eu-west-1a'],
      },
    ],
    [
      'network.listRouteTables',
      { ids: [`rtb-${hex}`], vpcIds: [`vpc-${hex}`], subnetIds: [`subnet-${hex}`], tags },
      { 'route-table-id': [`rtb-${hex}`], 'vpc-id': [`vpc-${hex}`], 'association.subnet-id': [`subnet-${hex}`] },
    ],
    [
      'network.listSecurityGroups',
      { ids: [`sg-${hex}`], names: ['web'], vpcIds: [`vpc-${hex}`], tags },
      { 'group-id': [`sg-${hex}`], 'group-name': ['web'], 'vpc-id': [`vpc-${hex}`] },
    ],
    [
      'network.listAddresses',
      { ids: [`eipalloc-${hex}`], addresses: ['203.0.113.7'], tags },
      { 'allocation-id': [`eipalloc-${hex}`], 'public-ip': ['203.0.113.7'] },
    ],
    [
      'network.listVpcEndpoints',
      { ids: [`vpce-${hex}`], vpcIds: [`vpc-${hex}`], serviceNames: ['com.amazonaws.eu-west-1.s3'], tags },
      { 'vpc-endpoint-id': [`vpce-${hex}`], 'vpc-id': [`vpc-${hex}`], 'service-name': ['com.amazonaws.eu-west-1.s3'] },
    ],
    [
      'network.listPeerings',
      { ids: [`pcx-${hex}`], requesterVpcIds: [`vpc-${hex}`], accepterVpcIds: [`vpc-1a1b2c3d`], tags },
      {
        'vpc-peering-connection-id': [`pcx-${hex}`],
        'requester-vpc-info.vpc-id': [`vpc-${hex}`],
        'accepter-vpc-info.vpc-id': ['vpc-1a1b2c3d'],
      },
    ],
    [
      'network.listInterfaces',
      {
        ids: [`eni-${hex}`],
        vpcIds: [`vpc-${hex}`],
        subnetIds: [`subnet-${hex}`],
        securityGroupIds: [`sg-${hex}`],
        instanceId: `i-${hex}`,
        privateIpAddresses: ['10.0.0.7'],
        publicIpAddresses: ['203.0.113.7'],
        tags,
      },
      {
        'network-interface-id': [`eni-${hex}`],
        'vpc-id': [`vpc-${hex}`],
        'subnet-id': [`subnet-${hex}`],
        'group-id': [`sg-${hex}`],
        'attachment.instance-id': [`i-${hex}`],
        'addresses.private-ip-address': ['10.0.0.7'],
        'addresses.association.public-ip': ['203.0.113.7'],
      },
    ],
  ])('%s asks AWS with each of them, by a name that AWS documents', async (operation, filters, wanted) => {
    await agent.result(operation, { filters });
    const [request] = agent.requests;
    const named = Object.entries(wanted).map(([Name, Values]) => ({ Name, Values }));
    expect(request?.input['Filters']).toEqual([...named, ...ofTags]);
    const known = documentedFilters(request!);
    expect(Object.keys(wanted).filter((name) => !known.includes(name.replace(/^tag:.*$/u, 'tag:Owner')))).toEqual([]);
    expect(known).toContain('tag:Owner');
  });
});

/** Names that the vendor's own description of the call gives. */
function documentedFilters({ model, operation }: AwsRequest): string[] {
  const { documentation } = shapeOf(model, operation.input!).members?.['Filters'] ?? { documentation: undefined };
  if (typeof documentation !== 'string') throw new Error('the model describes no filters');
  return [...documentation.matchAll(/<code>([^<]+)<\/code>/gu)].map(([, name = '']) => name.trim());
}
