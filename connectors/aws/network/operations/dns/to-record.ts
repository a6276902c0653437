/** From the shape of a record set to ours. */
import type { GeoLocation, GeoProximityLocation, ResourceRecordSet } from '@aws-sdk/client-route-53';
import type { DataOf } from '../../../../../catalog/index.ts';
import { need } from '../../../access/need.ts';
import { known } from '../../../members.ts';
import { plainName, plainZoneId } from './names.ts';

type RecordData = DataOf<'dns.listRecords'>['records'][number];
type Routing = NonNullable<RecordData['routing']>;

export function toRecord(record: ResourceRecordSet): RecordData {
  return {
    name: plainName(need(record.Name, 'ResourceRecordSets[].Name')),
    type: need(record.Type, 'ResourceRecordSets[].Type'),
    values: (record.ResourceRecords ?? []).map(({ Value }) =>
      need(Value, 'ResourceRecordSets[].ResourceRecords[].Value'),
    ),
    ...known({
      ttlSec: record.TTL,
      alias: aliasOf(record),
      routing: routingOf(record),
      healthCheckId: record.HealthCheckId,
    }),
  };
}

function aliasOf({ AliasTarget }: ResourceRecordSet): RecordData['alias'] {
  if (AliasTarget === undefined) return undefined;
  return {
    target: plainName(need(AliasTarget.DNSName, 'ResourceRecordSets[].AliasTarget.DNSName')),
    ...known({
      zoneId: AliasTarget.HostedZoneId === undefined ? undefined : plainZoneId(AliasTarget.HostedZoneId),
      followsHealth: AliasTarget.EvaluateTargetHealth,
    }),
  };
}

/** Undefined for a record without a routing policy. */
function routingOf(record: ResourceRecordSet): RecordData['routing'] {
  const policy = policyOf(record);
  return policy && { ...policy, ...known({ id: record.SetIdentifier }) };
}

function policyOf(record: ResourceRecordSet): Routing | undefined {
  const { CidrRoutingConfig, Failover, GeoLocation, GeoProximityLocation, Region, Weight } = record;
  if (Weight !== undefined) return { policy: 'weighted', weight: Weight };
  if (Region !== undefined) return { policy: 'latency', region: Region };
  if (GeoLocation !== undefined) return { policy: 'geographic', ...known({ location: placeOf(GeoLocation) }) };
  if (GeoProximityLocation !== undefined) return { policy: 'proximity', ...pointOf(GeoProximityLocation) };
  if (Failover !== undefined) return { policy: 'failover', role: Failover === 'PRIMARY' ? 'primary' : 'secondary' };
  if (record.MultiValueAnswer === true) return { policy: 'multivalue' };
  if (CidrRoutingConfig === undefined) return undefined;
  const { CollectionId, LocationName } = CidrRoutingConfig;
  return { policy: 'addressRange', location: `${CollectionId}/${LocationName}` };
}

/** `EU`, `DE` or `US-CA`; `*` means everywhere that no other record names. */
function placeOf({ ContinentCode, CountryCode, SubdivisionCode }: GeoLocation): string | undefined {
  if (CountryCode === undefined) return ContinentCode;
  return SubdivisionCode === undefined ? CountryCode : `${CountryCode}-${SubdivisionCode}`;
}

/** Latitude and longitude in degrees where no region or zone is named. */
function pointOf({ AWSRegion, Bias, Coordinates, LocalZoneGroup }: GeoProximityLocation): Omit<Routing, 'policy'> {
  const point = Coordinates && `${Coordinates.Latitude},${Coordinates.Longitude}`;
  return known({ region: AWSRegion, location: LocalZoneGroup ?? point, bias: Bias });
}
