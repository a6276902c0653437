import type { DataOf } from '../../catalog/index.ts';
import type { DnsRecord, Zone } from './schema.ts';

type ZoneData = DataOf<'dns.listZones'>['zones'][number];
type RecordData = DataOf<'dns.listRecords'>['records'][number];

export function toZone(zone: Zone): ZoneData {
  const { id, name, status, paused, name_servers: nameServers, account } = zone;
  return {
    id,
    name,
    // What is called internal here is answered only inside networks of the customer.
    isPrivate: zone.type === 'internal',
    ...(status !== undefined && { state: status }),
    ...(paused !== undefined && { isPaused: paused }),
    ...(nameServers && { nameServers }),
    ...(account?.id !== undefined && { accountId: account.id }),
    ...timesOf(zone),
  };
}

export function toRecord(record: DnsRecord): RecordData {
  const { id, name, type, ttl, proxied, comment, tags = [] } = record;
  return {
    id,
    name,
    type,
    ...(ttl > 1 && { ttlSec: ttl }),
    values: [valueOf(record)],
    ...(proxied !== undefined && { isProxied: proxied }),
    ...(comment && { comment }),
    ...(tags.length > 0 && { tags: Object.fromEntries(tags.map(tagOf)) }),
    ...timesOf(record),
  };
}

/** As in a zone file. The vendor keeps the numbers of SRV and URI apart, and the priority of URI and MX beside the name. */
function valueOf({ type, content = '', priority: beside, data = {} }: DnsRecord): string {
  const { weight, port, target, priority = beside } = data;
  if (type === 'SRV' && target !== undefined) return [priority ?? 0, weight ?? 0, port ?? 0, target].join(' ');
  if (type === 'URI' && target !== undefined) return [priority ?? 0, weight ?? 0, JSON.stringify(target)].join(' ');
  return type === 'MX' && priority !== undefined ? `${priority} ${content}` : content;
}

function tagOf(tag: string): [string, string] {
  const at = tag.indexOf(':');
  return at < 0 ? [tag, ''] : [tag.slice(0, at), tag.slice(at + 1)];
}

function timesOf({ created_on: created, modified_on: modified }: Zone | DnsRecord): {
  createdAt?: string;
  updatedAt?: string;
} {
  return {
    ...(created && { createdAt: new Date(created).toISOString() }),
    ...(modified && { updatedAt: new Date(modified).toISOString() }),
  };
}
