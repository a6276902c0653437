/** From the shapes of hosted zones to ours. */
import type { GetHostedZoneResponse, HostedZone } from '@aws-sdk/client-route-53';
import type { DataOf } from '../../../../../catalog/index.ts';
import { need } from '../../../access/need.ts';
import { distinct, known } from '../../../members.ts';
import { plainName, plainZoneId } from './names.ts';

type ZoneData = DataOf<'dns.listZones'>['zones'][number];

export function toZone(zone: HostedZone): ZoneData {
  return {
    id: plainZoneId(need(zone.Id, 'HostedZones[].Id')),
    name: plainName(need(zone.Name, 'HostedZones[].Name')),
    isPrivate: zone.Config?.PrivateZone ?? false,
    ...known({ description: zone.Config?.Comment, recordCount: zone.ResourceRecordSetCount }),
  };
}

/** A public zone has name servers of its own; a private one has networks that see it. */
export function toZoneDetails({ HostedZone: zone, DelegationSet, VPCs }: GetHostedZoneResponse): ZoneData {
  return {
    ...toZone(need(zone, 'HostedZone')),
    ...known({
      nameServers: DelegationSet?.NameServers?.map(plainName),
      vpcIds: VPCs && distinct(VPCs.map(({ VPCId }) => VPCId)),
    }),
  };
}
