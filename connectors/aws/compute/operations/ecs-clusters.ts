/** Clusters of ECS, by name: the policy holds no action that returns more. */
import { ask } from '../../access/ask.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { answerPage } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';

export const ecsClusterOperations = {
  'compute.listEcsClusters': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { ECSClient: Client, ListClustersCommand } = await import('@aws-sdk/client-ecs');
      return answerPage(
        { operation: 'compute.listEcsClusters', args, region, what: 'ECS clusters' },
        async (nextToken) => {
          const command = new ListClustersCommand({ nextToken, maxResults: args.limit });
          const answer = await ask(context, { call: 'ecs:ListClusters', region, Client, command });
          return { items: answer.clusterArns ?? [], next: answer.nextToken };
        },
        (arns) => ({ region, clusters: arns.map((arn) => ({ name: arn.slice(arn.lastIndexOf('/') + 1), arn })) }),
      );
    },
  },
} satisfies AwsOperations<'compute.listEcsClusters'>;
