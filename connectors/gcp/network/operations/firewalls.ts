import type { DataOf } from '../../../../catalog/index.ts';
import type { Firewall } from '../schema.ts';
import { ask } from '../../ask.ts';
import { hasTags, idOf, isNamed, noteOf } from '../../aggregated-lists.ts';
import { type GcpContext, type GcpOperations, projectOf } from '../../context.ts';
import { outcomeOf, readList } from '../../paging.ts';
import { noneOf, present, relativeName, timeOf, withoutRegions } from '../../wording.ts';

/** `443` or `8000-8999` as a range; nothing for what is neither. */
export function portsOf(text: string): { from: number; to: number }[] {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/u.exec(text);
  if (match === null) return [];
  const [, from = '', to = from] = match;
  return [{ from: Number(from), to: Number(to) }];
}

type Told = DataOf<'network.listSecurityGroups'>['securityGroups'][number];
type Rule = Told['rules'][number];

export const firewallOperations: GcpOperations<'network.listSecurityGroups'> = {
  'network.listSecurityGroups': {
    async run(args, context) {
      const { filters = {} } = args;
      const list = await readList({
        operation: 'network.listSecurityGroups',
        args,
        read: async ({ pageToken }) => {
          const answer = await ask(context, 'compute.firewalls.list', {
            path: { project: projectOf(context) },
            query: { maxResults: '500', pageToken },
          });
          return {
            rows: answer.items.map((row) => tell(context, row)),
            nextPageToken: answer.nextPageToken,
            notes: noteOf('the list', answer.warning),
          };
        },
        keep: (one) =>
          (filters.ids === undefined || filters.ids.includes(one.id)) &&
          isNamed(filters.names, one.id) &&
          isNamed(filters.vpcIds, one.vpcId ?? '') &&
          hasTags(one.tags, filters.tags),
        empty: noneOf('firewall rules', projectOf(context), args.filters !== undefined),
      });
      return { data: { securityGroups: [...list.rows] }, ...withoutRegions(outcomeOf(list), args.region) };
    },
  },
};

/** One rule of the vendor is one group here: it says itself which machines it is for. */
function tell(context: GcpContext, row: Firewall): Told {
  const direction = row.direction === 'EGRESS' ? 'egress' : 'ingress';
  const peers = peersOf(row, direction);
  const toRule =
    (action: Rule['action']) =>
    (one: Firewall['allowed'][number]): Rule => ({
      direction,
      action,
      ...present({ priority: row.priority }),
      protocol: one.IPProtocol,
      ports: one.ports.flatMap(portsOf),
      peers,
    });
  return {
    id: idOf(context, { row, scope: 'global' }, 'firewalls'),
    name: row.name,
    isEnabled: row.disabled !== true,
    appliesTo: { networkTags: row.targetTags, identities: row.targetServiceAccounts },
    rules: [...row.allowed.map(toRule('allow')), ...row.denied.map(toRule('deny'))],
    tags: {},
    ...present({
      description: row.description,
      vpcId: row.network === undefined ? undefined : relativeName(row.network),
      isLogged: row.logConfig?.enable,
      createdAt: timeOf(row.creationTimestamp),
    }),
  };
}

function peersOf(row: Firewall, direction: Rule['direction']): Rule['peers'] {
  const blocks = direction === 'egress' ? row.destinationRanges : row.sourceRanges;
  return [
    ...blocks.map((value) => ({ kind: 'cidrBlock' as const, value })),
    ...row.sourceTags.map((value) => ({ kind: 'networkTag' as const, value })),
    ...row.sourceServiceAccounts.map((value) => ({ kind: 'identity' as const, value })),
  ];
}
