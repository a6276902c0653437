/** The operations of `dns.*`. */
import type { DataOf } from '../../../catalog/index.ts';
import { Fault } from '../../../src/core/fault.ts';
import { ask } from '../ask.ts';
import { type GcpDomain, projectOf } from '../context.ts';
import { outcomeOf, readList } from '../paging.ts';
import { noneOf, present, relativeName, timeOf } from '../wording.ts';
import type { HealthCheckedTargets, ManagedZone, RecordSet } from './schema.ts';

type ToldZone = DataOf<'dns.getZone'>['zone'];
type ToldRecord = DataOf<'dns.listRecords'>['records'][number];

export const dnsOperations: GcpDomain<'dns'> = {
  'dns.listZones': {
    async run(args, context) {
      const list = await readList({
        operation: 'dns.listZones',
        args,
        read: async ({ pageToken }) => {
          const answer = await ask(context, 'dns.managedZones.list', {
            path: { project: projectOf(context) },
            query: { maxResults: String(args.limit), dnsName: withDot(args.name), pageToken },
          });
          return { rows: answer.managedZones, nextPageToken: answer.nextPageToken };
        },
        empty: noneOf('zones', projectOf(context), args.name !== undefined),
      });
      return { data: { zones: list.rows.map(tellZone) }, ...outcomeOf(list) };
    },
  },

  'dns.getZone': {
    async run({ zone }, context) {
      const answer = await ask(context, 'dns.managedZones.get', {
        path: { project: projectOf(context), managedZone: zone },
      });
      return { data: { zone: tellZone(answer) }, complete: true, truncated: false };
    },
  },

  'dns.listRecords': {
    guard({ name, type }) {
      // The vendor takes a type only beside a name.
      if (type === undefined || name !== undefined) return;
      throw new Fault(
        'invalid_arguments',
        { field: 'type' },
        'Give the name too, or leave the type out: this provider selects a type only within one name.',
      );
    },
    async run(args, context) {
      const list = await readList({
        operation: 'dns.listRecords',
        args,
        read: async ({ pageToken }) => {
          const answer = await ask(context, 'dns.resourceRecordSets.list', {
            path: { project: projectOf(context), managedZone: args.zone },
            query: { maxResults: String(args.limit), name: withDot(args.name), type: args.type, pageToken },
          });
          return { rows: answer.rrsets.flatMap(tellRecords), nextPageToken: answer.nextPageToken };
        },
        empty: `The read was allowed: no record of ${args.zone} matches.`,
      });
      return { data: { records: [...list.rows] }, ...outcomeOf(list) };
    },
  },
};

function withDot(name: string | undefined): string | undefined {
  return name === undefined || name.endsWith('.') ? name : `${name}.`;
}

function withoutDot(name: string): string {
  return name.length > 1 ? name.replace(/\.$/u, '') : name;
}

function tellZone(one: ManagedZone): ToldZone {
  const servers = one.forwardingConfig?.targetNameServers.flatMap(
    ({ ipv4Address, ipv6Address, domainName }) => ipv4Address ?? ipv6Address ?? domainName ?? [],
  );
  const networks = one.privateVisibilityConfig?.networks.flatMap(({ networkUrl }) =>
    networkUrl === undefined ? [] : [relativeName(networkUrl)],
  );
  return {
    id: one.name,
    name: withoutDot(one.dnsName),
    isPrivate: one.visibility === 'private',
    tags: one.labels,
    ...present({
      description: one.description === '' ? undefined : one.description,
      nameServers: one.nameServers?.map(withoutDot),
      dnssec: one.dnssecConfig?.state,
      forwardsTo: servers,
      vpcIds: networks,
      createdAt: timeOf(one.creationTime),
    }),
  };
}

/** A set without routing is one record; one with routing is a record for each way it may be answered. */
function tellRecords({ name, type, ttl, rrdatas, routingPolicy }: RecordSet): ToldRecord[] {
  const common = {
    name: withoutDot(name),
    type,
    ...present({ ttlSec: ttl }),
    ...present({ healthCheckId: routingPolicy?.healthCheck }),
  };
  if (routingPolicy === undefined) return [{ ...common, values: rrdatas }];
  const { wrr, geo, primaryBackup } = routingPolicy;
  return [
    ...(wrr?.items.map((item) => ({
      ...common,
      values: valuesOf(item),
      routing: { policy: 'weighted' as const, ...present({ weight: item.weight }) },
    })) ?? []),
    ...(geo?.items.map((item) => ({
      ...common,
      values: valuesOf(item),
      routing: { policy: 'geographic' as const, ...present({ location: item.location }) },
    })) ?? []),
    ...(primaryBackup === undefined
      ? []
      : [
          {
            ...common,
            values: valuesOf({ rrdatas: [], healthCheckedTargets: primaryBackup.primaryTargets }),
            routing: { policy: 'failover' as const, role: 'primary' as const },
          },
          ...(primaryBackup.backupGeoTargets?.items.map((item) => ({
            ...common,
            values: valuesOf(item),
            routing: {
              policy: 'failover' as const,
              role: 'secondary' as const,
              ...present({ location: item.location }),
            },
          })) ?? []),
        ]),
  ];
}

function valuesOf(item: {
  readonly rrdatas: readonly string[];
  readonly healthCheckedTargets?: HealthCheckedTargets | undefined;
}): string[] {
  const targets = item.healthCheckedTargets;
  return [
    ...item.rrdatas,
    ...(targets?.internalLoadBalancers.flatMap(({ ipAddress }) => ipAddress ?? []) ?? []),
    ...(targets?.externalEndpoints ?? []),
  ];
}
