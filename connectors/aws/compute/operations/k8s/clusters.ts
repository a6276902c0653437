/** Clusters of EKS. */
import { ask } from '../../../access/ask.ts';
import { need } from '../../../access/need.ts';
import type { AwsOperations } from '../../../aws-operations.ts';
import { answerPage } from '../../../paging.ts';
import { chooseRegion } from '../../../access/regions.ts';
import { clusterRegion } from './cluster-region.ts';
import { toCluster } from './to-cluster.ts';

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
