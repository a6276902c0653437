/** Groups of nodes of one EKS cluster: the list holds only their names, so each is read by itself. */
import type { Nodegroup } from '@aws-sdk/client-eks';
import type { Answer } from '../../../../../src/connector/connector.ts';
import { ask } from '../../../access/ask.ts';
import type { AwsContext } from '../../../access/context.ts';
import { need } from '../../../access/need.ts';
import type { AwsOperations } from '../../../aws-operations.ts';
import { type Missing, readPart, readUnlessGone, withMissing } from '../../../parts.ts';
import { answerPage } from '../../../paging.ts';
import { clusterRegion } from './clusters.ts';
import { toNodeGroup } from './to-node-group.ts';

/** With the list itself and further tries, what one question may ask. */
const mostGroups = 15;

export const nodeGroupOperations = {
  'k8s.listNodeGroups': {
    async run(args, context) {
      const region = clusterRegion(context, args);
      const { cluster: clusterName } = args;
      const { EKSClient: Client, ListNodegroupsCommand } = await import('@aws-sdk/client-eks');
      const page = await answerPage(
        { operation: 'k8s.listNodeGroups', args, region, what: `node groups of ${clusterName}` },
        async (nextToken) => {
          const maxResults = Math.min(args.limit, mostGroups);
          const command = new ListNodegroupsCommand({ clusterName, nextToken, maxResults });
          const answer = await ask(context, { call: 'eks:ListNodegroups', region, Client, command });
          return { items: answer.nodegroups ?? [], next: answer.nextToken };
        },
        (names) => names,
      );
      const { groups, missing } = await describeAll(context, { region, clusterName, names: page.data });
      const data = { cluster: clusterName, location: region, nodeGroups: groups.map(toNodeGroup) };
      return withMissing({ ...page, data } satisfies Answer, missing);
    },
  },
} satisfies AwsOperations<'k8s.listNodeGroups'>;

interface Groups {
  readonly region: string;
  readonly clusterName: string;
  readonly names: readonly string[];
}

interface Described {
  readonly groups: readonly Nodegroup[];
  readonly missing: Missing;
}

async function describeAll(context: AwsContext, { region, clusterName, names }: Groups): Promise<Described> {
  const { EKSClient: Client, DescribeNodegroupCommand } = await import('@aws-sdk/client-eks');
  const missing: Missing = [];
  const part = 'Settings of node groups';
  async function describe(nodegroupName: string): Promise<Nodegroup> {
    const command = new DescribeNodegroupCommand({ clusterName, nodegroupName });
    const answer = await ask(context, { call: 'eks:DescribeNodegroup', region, Client, command });
    return need(answer.nodegroup, 'nodegroup');
  }
  const read = await Promise.all(
    names.map((name) => readPart(missing, part, () => readUnlessGone(missing, part, () => describe(name)))),
  );
  const groups = read.filter((group) => group !== undefined);
  const untold = names.filter((_, at) => read[at] === undefined);
  // One sentence for each cause, however many groups it affects.
  const causes = untold.length === 0 ? [] : [...new Set(missing), `Not returned: ${untold.join(', ')}.`];
  return { groups, missing: causes };
}
