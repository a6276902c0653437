/** Zones and the records in them. Names have no final dot, whatever the provider puts there. */
import { z } from 'zod';
import { Cursor, limitUpTo, State, Tags, Time } from './common.ts';
import { defineOperation } from './operation.ts';

/** Name servers accept nearly any label (`_dmarc`, `*`, `0/25`), so only what no name holds is refused. */
const DomainName = z
  .string()
  .max(254)
  .regex(/^[^\s\p{C}]+$/u, 'must be a domain name')
  .describe('With the final dot or without');

const ZoneId = z
  .string()
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62})$/u, 'must be an id of dns.listZones')
  .describe('id of dns.listZones');

const DnsZone = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  isPrivate: z.boolean().describe('True when only named networks see it'),
  state: State.optional(),
  isPaused: z.boolean().optional(),
  nameServers: z.array(z.string()).optional().describe('Absent where the list does not tell them'),
  recordCount: z.int().optional(),
  dnssec: z.string().optional(),
  forwardsTo: z.array(z.string()).optional().describe('Name servers that are asked instead'),
  vpcIds: z.array(z.string()).optional().describe('Networks that see a private zone, where told'),
  accountId: z.string().optional(),
  createdAt: Time.optional(),
  updatedAt: Time.optional(),
  tags: Tags.optional().describe('Absent where zones have none or the list does not tell them'),
});

export const dnsListZones = defineOperation({
  name: 'dns.listZones',
  access: 'read',
  summary: 'Zones that the credential may see.',
  arguments: () =>
    z.strictObject({
      name: DomainName.optional().describe('Zones of exactly this name'),
      limit: limitUpTo(100, 50),
      cursor: Cursor.optional(),
    }),
  result: () => z.strictObject({ zones: z.array(DnsZone) }),
});

export const dnsGetZone = defineOperation({
  name: 'dns.getZone',
  access: 'read',
  summary: 'One zone with its name servers.',
  arguments: () => z.strictObject({ zone: ZoneId }),
  result: () => z.strictObject({ zone: DnsZone }),
});

/** Why several records of one name and type exist side by side. */
const Routing = z.strictObject({
  policy: z.enum(['weighted', 'latency', 'geographic', 'proximity', 'failover', 'multivalue', 'addressRange']),
  id: z.string().optional(),
  weight: z.number().optional(),
  region: z.string().optional(),
  location: z.string().optional(),
  bias: z
    .int()
    .optional()
    .describe('By how much the area it answers for is widened, or narrowed when negative, -99 to 99'),
  role: z.enum(['primary', 'secondary']).optional(),
});

export const dnsListRecords = defineOperation({
  name: 'dns.listRecords',
  access: 'read',
  summary: 'Records of one zone with their values, lifetime and routing.',
  arguments: () =>
    z.strictObject({
      zone: ZoneId,
      name: DomainName.optional().describe('Records of exactly this name'),
      type: z
        .string()
        .regex(/^[A-Z][A-Z0-9]{0,15}$/u, 'must be a record type such as A or TXT')
        .optional(),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      records: z.array(
        z.strictObject({
          id: z.string().optional(),
          name: z.string(),
          type: z.string(),
          ttlSec: z.int().optional().describe('Absent for an alias, and where the provider chooses'),
          values: z.array(z.string()).describe('As in a zone file: an MX value begins with its preference'),
          alias: z
            .strictObject({
              target: z.string(),
              zoneId: z.string().optional(),
              followsHealth: z.boolean().optional(),
            })
            .optional()
            .describe('A name that the provider resolves itself'),
          routing: Routing.optional(),
          healthCheckId: z.string().optional(),
          isProxied: z.boolean().optional().describe('True when answers name the provider, who passes requests on'),
          comment: z.string().optional(),
          createdAt: Time.optional(),
          updatedAt: Time.optional(),
          tags: Tags.optional(),
        }),
      ),
    }),
});

export const dnsOperations = [dnsGetZone, dnsListRecords, dnsListZones] as const;
