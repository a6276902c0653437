import type { DataOf } from '../../../../catalog/index.ts';
import { Fault, toFault } from '../../../../src/core/fault.ts';
import type { MemcacheInstance, RedisInstance } from '../schema.ts';
import { ask } from '../../ask.ts';
import { type GcpContext, type GcpOperations, projectOf } from '../../context.ts';
import { outcomeOf, type Page, readList } from '../../paging.ts';
import { unreachableNotes } from '../../places.ts';
import { gibibyte, lastPart, noneOf, partAfter, present, timeOf } from '../../wording.ts';
import { weekly } from './sql-instances.ts';

type Told = DataOf<'databases.listCaches'>['caches'][number];

const mebibyte = 2 ** 20;
const kinds = ['redis', 'memcached'];

export const cacheOperations: GcpOperations<'databases.listCaches'> = {
  'databases.listCaches': {
    async run(args, context) {
      const { region } = args;
      const disabled: Fault[] = [];
      const list = await readList<Told>({
        operation: 'databases.listCaches',
        args,
        // Two interfaces, one list: all of the first come before those of the second.
        places: kinds,
        read: async ({ place, pageToken }) => {
          const at = { location: region ?? '-', pageSize: String(args.limit), pageToken };
          try {
            return await (place === 'redis' ? readRedis(context, at) : readMemcached(context, at));
          } catch (error) {
            disabled.push(toFault(error));
            if (!isDisabled(error) || disabled.length === kinds.length) throw error;
            return {
              rows: [],
              notes: [`${place} caches cannot be read: their interface is not enabled in the project.`],
            };
          }
        },
        empty: noneOf('caches', projectOf(context), region !== undefined),
      });
      return { data: { ...present({ region }), caches: [...list.rows] }, ...outcomeOf(list) };
    },
  },
};

/** What was never enabled is not used, and does not hide the other kind. */
function isDisabled(error: unknown): boolean {
  return error instanceof Fault && error.kind === 'feature_disabled';
}

interface At {
  readonly location: string;
  readonly pageSize: string;
  readonly pageToken: string | undefined;
}

async function readRedis(context: GcpContext, { location, ...query }: At): Promise<Page<Told>> {
  const answer = await ask(context, 'redis.projects.locations.instances.list', {
    path: { project: projectOf(context), location },
    query,
  });
  return {
    rows: answer.instances.map(tellRedis),
    nextPageToken: answer.nextPageToken,
    notes: unreachableNotes(answer.unreachable),
  };
}

async function readMemcached(context: GcpContext, { location, ...query }: At): Promise<Page<Told>> {
  const answer = await ask(context, 'memcache.projects.locations.instances.list', {
    path: { project: projectOf(context), location },
    query,
  });
  return {
    rows: answer.instances.map(tellMemcached),
    nextPageToken: answer.nextPageToken,
    notes: unreachableNotes(answer.unreachable),
  };
}

/** What both kinds have in common. */
function shared(one: RedisInstance | MemcacheInstance) {
  const window = one.maintenancePolicy?.weeklyMaintenanceWindow[0];
  return {
    id: one.name,
    state: one.state ?? 'STATE_UNSPECIFIED',
    region: partAfter(one.name, 'locations') ?? '',
    securityGroupIds: [],
    tags: one.labels,
    ...present({
      name: one.displayName === undefined || one.displayName === '' ? lastPart(one.name) : one.displayName,
      vpcId: one.authorizedNetwork,
      maintenanceWindow:
        window?.day === undefined
          ? undefined
          : weekly(window.day, window.startTime?.hours ?? 0, window.startTime?.minutes ?? 0),
      nextMaintenanceAt: timeOf(one.maintenanceSchedule?.startTime),
      createdAt: timeOf(one.createTime),
    }),
  };
}

/** A standard tier has a replica in another zone that takes over; a basic one has nothing. */
function tellRedis(one: RedisInstance): Told {
  const isStandard = one.tier === 'STANDARD_HA';
  return {
    ...shared(one),
    engine: 'redis',
    nodes: one.nodes.map(({ id, zone }) => ({ id: id ?? '', ...present({ zone }) })),
    isSharded: false,
    hasAutomaticFailover: isStandard,
    isMultiZone: isStandard,
    isAuthenticated: one.authEnabled === true,
    isEncryptedInTransit: one.transitEncryptionMode === 'SERVER_AUTHENTICATION',
    isEncryptedAtRest: true,
    ...present({
      engineVersion: one.redisVersion
        ?.replace(/^REDIS_/u, '')
        .replaceAll('_', '.')
        .replace(/\.X$/u, ''),
      stateReason: one.statusMessage,
      nodeType: one.tier,
      memoryBytes: one.memorySizeGb === undefined ? undefined : one.memorySizeGb * gibibyte,
      replicas: one.replicaCount,
      endpoint: endpointOf(one.host, one.port),
      readerEndpoint: endpointOf(one.readEndpoint, one.readEndpointPort),
      encryptionKeyId: one.customerManagedKey,
    }),
  };
}

function tellMemcached(one: MemcacheInstance): Told {
  const [host, port] = one.discoveryEndpoint?.split(':') ?? [];
  const reason = one.instanceMessages.flatMap(({ message }) => message ?? []).join(' ');
  return {
    ...shared(one),
    engine: 'memcached',
    nodes: one.memcacheNodes.map((node) => ({
      id: node.nodeId ?? '',
      ...present({ zone: node.zone, state: node.state, endpoint: endpointOf(node.host, node.port) }),
    })),
    isSharded: true,
    hasAutomaticFailover: false,
    isMultiZone: one.zones.length > 1,
    isAuthenticated: false,
    isEncryptedInTransit: false,
    ...present({
      engineVersion: (one.memcacheFullVersion ?? one.memcacheVersion)
        ?.replace(/^(?:memcached-|MEMCACHE_)/u, '')
        .replaceAll('_', '.'),
      stateReason: reason === '' ? undefined : reason,
      nodeType: one.nodeConfig?.cpuCount === undefined ? undefined : `${one.nodeConfig.cpuCount} CPUs`,
      memoryBytes: one.nodeConfig?.memorySizeMb === undefined ? undefined : one.nodeConfig.memorySizeMb * mebibyte,
      endpoint: endpointOf(host, port === undefined ? undefined : Number(port)),
    }),
  };
}

function endpointOf(host: string | undefined, port: number | undefined): { host: string; port?: number } | undefined {
  return host === undefined || host === '' ? undefined : { host, ...present({ port }) };
}
