/** Clusters of EKS. */
import { ask } from '../../../access/ask.ts';
import { need } from '../../../access/need.ts';
import type { AwsOperations } from '../../../aws-operations.ts';
import { answerPage } from '../../../paging.ts';
import { chooseRegion } from '../../../access/regions.ts';
import { toCluster } from './to-cluster.ts';
import { Fault } from '../../../../../src/core/fault.ts';
import type { AwsContext } from '../../../access/context.ts';

interface ClusterPlace {
  readonly region?: string | undefined;
  readonly zone?: string | undefined;
}

/** @throws Fault `invalid_arguments` for a zone: every cluster of EKS is of a whole region. */
export function clusterRegion(context: AwsContext, { region, zone }: ClusterPlace): string {
  if (zone === undefined) return chooseRegion(context, region);
  const remedy = 'Leave the zone out and name the region: a cluster of EKS belongs to a whole region.';
  throw new Fault('invalid_arguments', { field: 'zone' }, remedy);
}

export const clusterOperations = {
  'k8s.listClusters': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { EKSClient: Client, ListClustersCommand } = await import('@aws-sdk/client-eks');
      return answerPage(
        { operation: 'k8s.listClusters', args, region, what: 'EKS clusters' },
        async (nextToken) => {
          const command = new ListClustersCommand({ nextToken, maxResults: args.limit });
          const answer = await ask(context, { call: 'eks:ListClusters', region, Client, command });
          return { items: answer.clusters ?? [], next: answer.nextToken };
        },
        (names) => ({ region, clusters: names.map((name) => ({ name, location: region })) }),
      );
    },
  },

  'k8s.describeCluster': {
    async run(args, context) {
      const region = clusterRegion(context, args);
      const { EKSClient: Client, DescribeClusterCommand } = await import('@aws-sdk/client-eks');
      const command = new DescribeClusterCommand({ name: args.name });
      const answer = await ask(context, { call: 'eks:DescribeCluster', region, Client, command });
      const cluster = toCluster(need(answer.cluster, 'cluster'), region);
      return { data: { cluster }, complete: true, truncated: false };
    },
  },
} satisfies AwsOperations<'k8s.listClusters' | 'k8s.describeCluster'>;
