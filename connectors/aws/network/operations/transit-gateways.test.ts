import { expect, test } from 'vitest';
import { denialOf, useAws } from '../../upstream/use-aws.ts';

const agent = useAws();

const gatewayId = 'tgw-0a1b2c3d4e5f60718';
const list = 'ec2:DescribeTransitGatewayAttachments';

test('a transit gateway is returned with what is attached to it', async () => {
  expect(await agent.result('network.listTransitGateways', {})).toMatchObject({ complete: true, upstreamCalls: 2 });
  expect(await agent.data('network.listTransitGateways', {})).toEqual({
    region: 'eu-west-1',
    transitGateways: [
      {
        id: gatewayId,
        name: 'hub',
        description: 'hub',
        state: 'available',
        ownerId: '123456789012',
        asn: '64512',
        cidrBlocks: ['10.255.0.0/24'],
        defaultAssociationRouteTableId: 'tgw-rtb-0a1b2c3d',
        defaultPropagationRouteTableId: 'tgw-rtb-1a1b2c3d',
        hasDnsSupport: true,
        attachments: [
          {
            id: 'tgw-attach-0a1b2c3d',
            name: 'production',
            resourceType: 'vpc',
            resourceId: 'vpc-0a1b2c3d4e5f60718',
            resourceOwnerId: '123456789012',
            state: 'available',
            routeTableId: 'tgw-rtb-0a1b2c3d',
            associationState: 'associated',
            createdAt: '2025-12-02T00:00:00.000Z',
            tags: { Name: 'production', empty: '' },
          },
        ],
        createdAt: '2025-12-01T00:00:00.000Z',
        tags: { Name: 'hub', empty: '' },
      },
    ],
  });
  expect(agent.inputs[1]).toEqual({ Filters: [{ Name: 'transit-gateway-id', Values: [gatewayId] }], MaxResults: 1000 });
});

test('every page of attachments is read, and each goes to its own gateway', async () => {
  const attachment = (id: string, gateway: string): object => ({
    TransitGatewayAttachmentId: id,
    TransitGatewayId: gateway,
    ResourceType: 'vpn',
    State: 'available',
  });
  agent.answerWith({
    'ec2:DescribeTransitGateways': () => ({
      TransitGateways: ['tgw-1', 'tgw-2'].map((id) => ({
        TransitGatewayId: id,
        State: 'available',
        OwnerId: '123456789012',
      })),
    }),
    [list]: ({ NextToken }) =>
      NextToken === undefined
        ? { TransitGatewayAttachments: [attachment('a', 'tgw-2')], NextToken: 'more' }
        : { TransitGatewayAttachments: [attachment('b', 'tgw-1'), attachment('c', 'tgw-2')] },
  });
  expect(await agent.result('network.listTransitGateways', {})).toMatchObject({
    complete: true,
    data: {
      transitGateways: [
        { id: 'tgw-1', attachments: [{ id: 'b' }] },
        { id: 'tgw-2', attachments: [{ id: 'a' }, { id: 'c' }] },
      ],
    },
  });
});

test('denied attachments leave the gateways, and say which grant is missing', async () => {
  agent.answerWith({ [list]: () => denialOf(list) });
  expect(await agent.result('network.listTransitGateways', {})).toMatchObject({
    data: { transitGateways: [{ id: gatewayId, attachments: [] }] },
    complete: false,
    because: expect.stringMatching(
      /^Attachments could not be read: ec2:DescribeTransitGatewayAttachments is missing \(identity policy\)\. Add /u,
    ) as string,
  });
});

test('attachments are read for a bounded time, and the answer says that there are more', async () => {
  agent.answerWith({ [list]: () => ({ TransitGatewayAttachments: [], NextToken: 'more' }) });
  expect(await agent.result('network.listTransitGateways', {})).toMatchObject({
    complete: false,
    because: 'Only the first 0 attachments were read: ask with a smaller limit.',
    upstreamCalls: 11,
  });
});
