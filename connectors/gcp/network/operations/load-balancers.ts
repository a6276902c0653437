/** One forwarding rule is one load balancer: it has the address, and names what is behind it. */
import type { DataOf } from '../../../../catalog/index.ts';
import type { BackendService, ForwardingRule } from '../schema.ts';
import { idOf, isIn, type Placed, readScopes, regionOf } from '../../aggregated-lists.ts';
import { type GcpContext, type GcpOperations, projectOf } from '../../context.ts';
import { outcomeOf, readList } from '../../paging.ts';
import { Fault } from '../../../../src/core/fault.ts';
import { lastPart, noneOf, partAfter, present, relativeName, timeOf } from '../../wording.ts';
import { portsOf } from './firewalls.ts';

type Told = DataOf<'network.listLoadBalancers'>['loadBalancers'][number];
type Backends = NonNullable<Told['backends']>;

/** Pages of backend services read to explain one page of load balancers. */
const maxPages = 4;

export const loadBalancerOperations: GcpOperations<'network.listLoadBalancers'> = {
  'network.listLoadBalancers': {
    async run(args, context) {
      const { region } = args;
      const list = await readList({
        operation: 'network.listLoadBalancers',
        args,
        read: ({ pageToken }) => readScopes(context, 'compute.forwardingRules.aggregatedList', pageToken),
        keep: ({ scope }) => isIn(scope, { region }),
        empty: noneOf('load balancers', projectOf(context), region !== undefined),
      });
      const services = list.rows.length === 0 ? nothingRead : await readServices(context);
      const { because, ...outcome } = outcomeOf(list);
      const reasons = [...(because === undefined ? [] : [because]), ...services.notes];
      return {
        data: { ...present({ region }), loadBalancers: list.rows.map((one) => tell(context, one, services.rows)) },
        ...outcome,
        complete: outcome.complete && services.notes.length === 0,
        ...(reasons.length > 0 && { because: reasons.join(' ') }),
      };
    },
  },
};

interface Services {
  readonly rows: readonly BackendService[];
  readonly notes: readonly string[];
}
const nothingRead: Services = { rows: [], notes: [] };

/** Load balancers are worth having without what is behind them, when that may not be read. */
async function readServices(context: GcpContext): Promise<Services> {
  const rows: BackendService[] = [];
  const notes: string[] = [];
  let pageToken: string | undefined;
  try {
    for (let pages = 0; pages < maxPages; pages += 1) {
      const page = await readScopes(context, 'compute.backendServices.aggregatedList', pageToken);
      rows.push(...page.rows.map(({ row }) => row));
      notes.push(...(page.notes ?? []));
      pageToken = page.nextPageToken === '' ? undefined : page.nextPageToken;
      if (pageToken === undefined) return { rows, notes: [...new Set(notes)] };
    }
    return { rows, notes: [...notes, 'There are more backend services than were read; some back ends are missing.'] };
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'permission_missing') throw error;
    return { rows, notes: ['Back ends are missing: compute.backendServices.list is not granted.'] };
  }
}

function tell(context: GcpContext, placed: Placed<ForwardingRule>, services: readonly BackendService[]): Told {
  const { row, scope } = placed;
  const id = idOf(context, placed, 'forwardingRules');
  return {
    id,
    name: row.name,
    type: [row.loadBalancingScheme, targetKind(row)].flatMap((word) => word ?? []).join(' '),
    isPublic: row.loadBalancingScheme?.startsWith('EXTERNAL') ?? false,
    ipAddresses: row.IPAddress === undefined ? [] : [row.IPAddress],
    subnetIds: row.subnetwork === undefined ? [] : [relativeName(row.subnetwork)],
    zones: [],
    securityGroupIds: [],
    listeners: [{ protocol: row.IPProtocol ?? 'TCP', ports: portsTold(row) }],
    tags: row.labels,
    ...present({
      description: row.description,
      state: row.pscConnectionStatus,
      region: regionOf(scope),
      vpcId: row.network === undefined ? undefined : relativeName(row.network),
      createdAt: timeOf(row.creationTimestamp),
      backends: backendsOf(row, services),
    }),
  };
}

/** `targetHttpsProxies` and the like; undefined for a rule that points at its back end itself. */
function targetKind({ target }: ForwardingRule): string | undefined {
  return target?.split('/').at(-2);
}

function portsTold({ allPorts, ports, portRange }: ForwardingRule): { from: number; to: number }[] {
  if (allPorts === true) return [];
  return ports.length > 0 ? ports.flatMap(portsOf) : portsOf(portRange ?? '');
}

/** Behind a proxy stands a URL map, which names the services; where the vendor tells who uses a service, that is followed back. */
function backendsOf(row: ForwardingRule, services: readonly BackendService[]): Backends | undefined {
  const own = services.filter(
    ({ selfLink, usedBy }) =>
      (selfLink !== undefined &&
        row.backendService !== undefined &&
        relativeName(selfLink) === relativeName(row.backendService)) ||
      usedBy.some(({ reference }) => reference !== undefined && isSame(reference, row)),
  );
  if (own.length === 0) return undefined;
  return own.map(({ name, protocol, timeoutSec, healthChecks, backends }) => ({
    name,
    ...present({ protocol, timeoutSec }),
    healthChecks: healthChecks.map(relativeName),
    groups: backends.map(({ group, balancingMode, capacityScaler, failover }) => ({
      id: relativeName(group ?? ''),
      ...present({ balancingMode, capacity: capacityScaler, isFailover: failover }),
    })),
  }));
}

function isSame(reference: string, { selfLink, name }: ForwardingRule): boolean {
  if (selfLink !== undefined) return relativeName(reference) === relativeName(selfLink);
  return partAfter(reference, 'forwardingRules') === name || lastPart(reference) === name;
}
