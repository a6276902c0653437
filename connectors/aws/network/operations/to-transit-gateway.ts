/** From the shapes of transit gateways and their attachments to ours. */
import type { TransitGateway, TransitGatewayAttachment } from '@aws-sdk/client-ec2';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { distinct, nameIn, tagsOf, timeOf, known } from '../../members.ts';

type GatewayData = DataOf<'network.listTransitGateways'>['transitGateways'][number];

/** Takes from `attachments` those of this gateway. */
export function toTransitGateway(
  gateway: TransitGateway,
  attachments: readonly TransitGatewayAttachment[],
): GatewayData {
  const { Options = {}, Tags } = gateway;
  const id = need(gateway.TransitGatewayId, 'TransitGateways[].TransitGatewayId');
  return {
    id,
    state: need(gateway.State, 'TransitGateways[].State'),
    ...known({ ownerId: gateway.OwnerId }),
    cidrBlocks: distinct(Options.TransitGatewayCidrBlocks ?? []),
    attachments: attachments.filter(({ TransitGatewayId }) => TransitGatewayId === id).map(toAttachment),
    tags: tagsOf(Tags),
    ...known({
      name: nameIn(Tags),
      description: gateway.Description,
      asn: Options.AmazonSideAsn?.toString(),
      hasDnsSupport: Options.DnsSupport && Options.DnsSupport === 'enable',
      defaultAssociationRouteTableId: Options.AssociationDefaultRouteTableId,
      defaultPropagationRouteTableId: Options.PropagationDefaultRouteTableId,
      createdAt: timeOf(gateway.CreationTime),
    }),
  };
}

function toAttachment(attachment: TransitGatewayAttachment): GatewayData['attachments'][number] {
  const { Association, Tags } = attachment;
  return {
    id: need(attachment.TransitGatewayAttachmentId, 'TransitGatewayAttachments[].TransitGatewayAttachmentId'),
    ...known({ resourceType: attachment.ResourceType }),
    state: need(attachment.State, 'TransitGatewayAttachments[].State'),
    tags: tagsOf(Tags),
    ...known({
      name: nameIn(Tags),
      resourceId: attachment.ResourceId,
      resourceOwnerId: attachment.ResourceOwnerId,
      routeTableId: Association?.TransitGatewayRouteTableId,
      associationState: Association?.State,
      createdAt: timeOf(attachment.CreationTime),
    }),
  };
}
