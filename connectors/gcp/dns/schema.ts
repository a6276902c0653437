/** DNS zones and records. */
import { z } from 'zod';
import { labels, number, text, texts } from '../schema-parts.ts';
import { rowsOf } from '../../../src/core/rows.ts';

export const ManagedZone = z.object({
  name: z.string(),
  dnsName: z.string(),
  description: text,
  visibility: text,
  nameServers: z.array(z.string()).optional(),
  dnssecConfig: z.object({ state: text }).optional(),
  forwardingConfig: z
    .object({
      targetNameServers: rowsOf(z.object({ ipv4Address: text, ipv6Address: text, domainName: text })).default([]),
    })
    .optional(),
  privateVisibilityConfig: z.object({ networks: rowsOf(z.object({ networkUrl: text })).default([]) }).optional(),
  creationTime: text,
  labels,
});
export type ManagedZone = z.infer<typeof ManagedZone>;

const HealthCheckedTargets = z
  .object({ internalLoadBalancers: rowsOf(z.object({ ipAddress: text })).default([]), externalEndpoints: texts })
  .optional();
export type HealthCheckedTargets = z.infer<typeof HealthCheckedTargets>;

const GeoPolicy = z.object({
  items: rowsOf(z.object({ location: text, rrdatas: texts, healthCheckedTargets: HealthCheckedTargets })).default([]),
});

export const RecordSet = z.object({
  name: z.string(),
  type: z.string(),
  ttl: number,
  rrdatas: texts,
  routingPolicy: z
    .object({
      geo: GeoPolicy.optional(),
      wrr: z
        .object({
          items: rowsOf(
            z.object({ weight: number, rrdatas: texts, healthCheckedTargets: HealthCheckedTargets }),
          ).default([]),
        })
        .optional(),
      primaryBackup: z
        .object({ primaryTargets: HealthCheckedTargets, backupGeoTargets: GeoPolicy.optional() })
        .optional(),
      healthCheck: text,
    })
    .optional(),
});
export type RecordSet = z.infer<typeof RecordSet>;

export const dnsAnswers = {
  'dns.managedZones.list': z.object({ managedZones: rowsOf(ManagedZone).default([]), nextPageToken: text }),
  'dns.managedZones.get': ManagedZone,
  'dns.resourceRecordSets.list': z.object({ rrsets: rowsOf(RecordSet).default([]), nextPageToken: text }),
};
