/** From the four shapes of gateways to ours. */
import type { CustomerGateway, InternetGateway, NatGateway, VpnGateway } from '@aws-sdk/client-ec2';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { nameIn, tagsOf, timeOf, known } from '../../members.ts';

export type GatewayData = DataOf<'network.listGateways'>['gateways'][number];

export function toInternetGateway(gateway: InternetGateway): GatewayData {
  const { Attachments = [], Tags } = gateway;
  return {
    id: need(gateway.InternetGatewayId, 'InternetGateways[].InternetGatewayId'),
    attachments: Attachments.map(({ VpcId, State }) => ({
      vpcId: need(VpcId, 'InternetGateways[].Attachments[].VpcId'),
      ...known({ state: State }),
    })),
    addresses: [],
    tags: tagsOf(Tags),
    ...known({ name: nameIn(Tags) }),
  };
}

export function toNatGateway(gateway: NatGateway): GatewayData {
  const { NatGatewayAddresses = [], Tags, VpcId } = gateway;
  return {
    id: need(gateway.NatGatewayId, 'NatGateways[].NatGatewayId'),
    attachments: VpcId === undefined ? [] : [{ vpcId: VpcId }],
    addresses: NatGatewayAddresses.map((address) =>
      known({
        publicIpAddress: address.PublicIp,
        privateIpAddress: address.PrivateIp,
        interfaceId: address.NetworkInterfaceId,
        state: address.Status,
        stateReason: address.FailureMessage,
      }),
    ),
    tags: tagsOf(Tags),
    ...known({
      name: nameIn(Tags),
      state: gateway.State,
      stateReason: gateway.FailureMessage ?? gateway.FailureCode,
      subnetId: gateway.SubnetId,
      connectivity: gateway.ConnectivityType,
      createdAt: timeOf(gateway.CreateTime),
      deletedAt: timeOf(gateway.DeleteTime),
    }),
  };
}

/** The device of the customer at the other end of a tunnel, as it was declared to AWS. */
export function toCustomerGateway(gateway: CustomerGateway): GatewayData {
  const { IpAddress, Tags } = gateway;
  return {
    id: need(gateway.CustomerGatewayId, 'CustomerGateways[].CustomerGatewayId'),
    attachments: [],
    addresses: IpAddress === undefined ? [] : [{ publicIpAddress: IpAddress }],
    tags: tagsOf(Tags),
    ...known({
      name: nameIn(Tags),
      state: gateway.State,
      asn: gateway.BgpAsn ?? gateway.BgpAsnExtended,
      deviceName: gateway.DeviceName,
    }),
  };
}

export function toVpnGateway(gateway: VpnGateway): GatewayData {
  const { AmazonSideAsn, Tags, VpcAttachments = [] } = gateway;
  return {
    id: need(gateway.VpnGatewayId, 'VpnGateways[].VpnGatewayId'),
    attachments: VpcAttachments.map(({ VpcId, State }) => ({
      vpcId: need(VpcId, 'VpnGateways[].VpcAttachments[].VpcId'),
      ...known({ state: State }),
    })),
    addresses: [],
    tags: tagsOf(Tags),
    ...known({ name: nameIn(Tags), state: gateway.State, asn: AmazonSideAsn?.toString() }),
  };
}
