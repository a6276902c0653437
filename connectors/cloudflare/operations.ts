/** Zones and records in the words of the catalog. */
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { Fault } from '../../src/core/fault.ts';
import { openCloudflare } from './client.ts';
import type { manifest } from './manifest.ts';
import { readSlice } from './paging.ts';
import { toRecord, toZone } from './to-answer.ts';

/** Most zones on one page; records have no bound that matters here. */
const mostZones = 50;

const zoneList = 'A token sees only the zones under Zone Resources of its page: others are omitted without notice.';

export const operations = {
  'dns.listZones': {
    guard: ({ name }) => requirePlainName(name),
    async run({ name, limit, cursor }, context) {
      const client = openCloudflare(context);
      const plain = withoutDot(name);
      const wanted = { about: ['dns.listZones', plain], limit: Math.min(limit, mostZones), cursor };
      const { items, place } = await readSlice(wanted, (page) => client.listZones({ name: plain, ...page }));
      const none = plain === undefined ? 'it was given no zone' : `none of its zones is called ${plain}`;
      return {
        data: { zones: items.map(toZone) },
        complete: true,
        ...(items.length === 0 && { because: `The token may list zones, but ${none}. ${zoneList}` }),
        ...place,
      };
    },
  },

  'dns.getZone': {
    guard: ({ zone }) => requireZoneId(zone),
    async run({ zone }, context) {
      const { result } = await openCloudflare(context).getZone(zone);
      return { data: { zone: toZone(result) }, complete: true, truncated: false };
    },
  },

  'dns.listRecords': {
    guard: ({ zone }) => requireZoneId(zone),
    async run({ zone, name, type, limit, cursor }, context) {
      const client = openCloudflare(context);
      const plain = withoutDot(name);
      const wanted = { about: ['dns.listRecords', zone, plain, type], limit, cursor };
      const { items, place } = await readSlice(wanted, (page) =>
        client.listRecords(zone, { name: plain, type, ...page }),
      );
      const none = plain === undefined && type === undefined ? 'this zone has none' : 'none of this zone matches';
      return {
        data: { records: items.map(toRecord) },
        complete: true,
        ...(items.length === 0 && { because: `The token may list records, but ${none}.` }),
        ...place,
      };
    },
  },
} satisfies ConnectorOperations<typeof manifest>;

function requireZoneId(zone: string): void {
  if (/^[0-9a-f]{32}$/u.test(zone)) return;
  const remedy = 'Give the id of a zone, 32 hexadecimal digits, as dns.listZones returns it; its name is not accepted.';
  throw new Fault('invalid_arguments', { field: 'zone' }, remedy);
}

/** Cloudflare would take the text before a colon for an operator: https://developers.cloudflare.com/api/resources/zones/methods/list/ */
function requirePlainName(name: string | undefined): void {
  if (name?.includes(':') !== true) return;
  throw new Fault('invalid_arguments', { field: 'name' }, 'Use the full name of a zone, which contains no colon.');
}

function withoutDot(name: string | undefined): string | undefined {
  return name?.replace(/\.$/u, '');
}
