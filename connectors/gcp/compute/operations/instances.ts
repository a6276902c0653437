import type { ArgumentsOf, DataOf } from '../../../../catalog/index.ts';
import type { Instance } from '../schema.ts';
import { type GcpContext, type GcpOperations, projectOf } from '../../context.ts';
import { outcomeOf, readList } from '../../paging.ts';
import { lastPart, noneOf, present, relativeName, timeOf } from '../../wording.ts';
import { hasTags, idOf, isIn, isNamed, type Placed, readScopes, zoneOf } from '../../aggregated-lists.ts';

type Told = DataOf<'compute.listInstances'>['instances'][number];
type Filters = NonNullable<ArgumentsOf<'compute.listInstances'>['filters']>;

export const instanceOperations: GcpOperations<'compute.listInstances'> = {
  'compute.listInstances': {
    async run(args, context) {
      const { region, zone, filters = {} } = args;
      const list = await readList({
        operation: 'compute.listInstances',
        args,
        read: async ({ pageToken }) => {
          const page = await readScopes(context, 'compute.instances.aggregatedList', pageToken);
          return {
            ...page,
            rows: page.rows.filter(({ scope }) => isIn(scope, { region, zone })).map((one) => tell(context, one)),
          };
        },
        keep: (one) => matches(one, filters),
        empty: noneOf(
          'machines',
          projectOf(context),
          zone !== undefined || region !== undefined || args.filters !== undefined,
        ),
      });
      return { data: { ...present({ region }), instances: [...list.rows] }, ...outcomeOf(list) };
    },
  },
};

/** The vendor's `TERMINATED` is a machine that is stopped and can be started again. */
const states: Readonly<Record<string, Told['state']>> = {
  PENDING: 'starting',
  PROVISIONING: 'starting',
  STAGING: 'starting',
  REPAIRING: 'starting',
  RUNNING: 'running',
  PENDING_STOP: 'stopping',
  STOPPING: 'stopping',
  SUSPENDING: 'stopping',
  DEPROVISIONING: 'stopping',
  STOPPED: 'stopped',
  TERMINATED: 'stopped',
  SUSPENDED: 'suspended',
};

function tell(context: GcpContext, placed: Placed<Instance>): Told {
  const { row, scope } = placed;
  const interfaces = row.networkInterfaces;
  const boot = row.disks.find((disk) => disk.boot === true);
  return {
    id: idOf(context, placed, 'instances'),
    name: row.name,
    state: states[row.status] ?? 'unknown',
    providerState: row.status,
    type: lastPart(row.machineType ?? ''),
    isSpot: row.scheduling?.provisioningModel === 'SPOT' || row.scheduling?.preemptible === true,
    ...present({
      stateReason: row.statusMessage,
      architecture: boot?.architecture,
      platform: row.cpuPlatform,
      zone: zoneOf(scope),
      vpcId: interfaces[0]?.network === undefined ? undefined : relativeName(interfaces[0].network),
      privateDnsName: row.hostname,
      identity: row.serviceAccounts[0]?.email,
      createdAt: timeOf(row.creationTimestamp),
      startedAt: timeOf(row.lastStartTimestamp),
      stoppedAt: timeOf(row.lastStopTimestamp),
    }),
    subnetIds: interfaces.flatMap(({ subnetwork }) => (subnetwork === undefined ? [] : [relativeName(subnetwork)])),
    privateIpAddresses: interfaces.flatMap(({ networkIP }) => networkIP ?? []),
    publicIpAddresses: interfaces.flatMap(({ accessConfigs }) => accessConfigs.flatMap(({ natIP }) => natIP ?? [])),
    ipv6Addresses: interfaces.flatMap(({ ipv6Address, ipv6AccessConfigs }) => [
      ...(ipv6Address === undefined ? [] : [ipv6Address]),
      ...ipv6AccessConfigs.flatMap(({ externalIpv6 }) => externalIpv6 ?? []),
    ]),
    securityGroupIds: [],
    networkTags: row.tags?.items ?? [],
    volumeIds: row.disks.flatMap(({ source }) => (source === undefined ? [] : [relativeName(source)])),
    tags: row.labels,
  };
}

function matches(
  one: Told,
  { ids, names, states: wanted, vpcId, subnetId, privateIpAddresses, tags }: Filters,
): boolean {
  return (
    (ids === undefined || ids.includes(one.id)) &&
    isNamed(names, one.id) &&
    (wanted === undefined || wanted.includes(one.state)) &&
    (vpcId === undefined || isNamed([vpcId], one.vpcId ?? '')) &&
    (subnetId === undefined || one.subnetIds.some((subnet) => isNamed([subnetId], subnet))) &&
    (privateIpAddresses === undefined ||
      privateIpAddresses.some((address) => one.privateIpAddresses.includes(address))) &&
    hasTags(one.tags, tags)
  );
}
