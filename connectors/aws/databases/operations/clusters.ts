/** Database clusters, and the groups of subnets that servers and clusters are placed in. */
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { known } from '../../members.ts';
import { answerPage } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { readAtLeast } from '../least-page.ts';
import { toCluster } from './to-cluster.ts';

export const clusterOperations = {
  'databases.listClusters': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { engine } = args;
      const Filters = engine === undefined ? undefined : [{ Name: 'engine', Values: [engine] }];
      const { RDSClient: Client, DescribeDBClustersCommand } = await import('@aws-sdk/client-rds');
      return answerPage(
        { operation: 'databases.listClusters', args, region, what: 'database clusters' },
        (after) =>
          readAtLeast(after, args.limit, async (Marker, MaxRecords) => {
            const command = new DescribeDBClustersCommand({ Filters, Marker, MaxRecords });
            const answer = await ask(context, { call: 'rds:DescribeDBClusters', region, Client, command });
            return { items: answer.DBClusters ?? [], next: answer.Marker };
          }),
        (clusters) => ({ region, clusters: clusters.map(toCluster) }),
      );
    },
  },

  'databases.listSubnetGroups': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { RDSClient: Client, DescribeDBSubnetGroupsCommand } = await import('@aws-sdk/client-rds');
      return answerPage(
        { operation: 'databases.listSubnetGroups', args, region, what: 'subnet groups' },
        (after) =>
          readAtLeast(after, args.limit, async (Marker, MaxRecords) => {
            const command = new DescribeDBSubnetGroupsCommand({ Marker, MaxRecords });
            const answer = await ask(context, { call: 'rds:DescribeDBSubnetGroups', region, Client, command });
            return { items: answer.DBSubnetGroups ?? [], next: answer.Marker };
          }),
        (groups) => ({
          region,
          subnetGroups: groups.map((group) => ({
            name: need(group.DBSubnetGroupName, 'DBSubnetGroups[].DBSubnetGroupName'),
            subnets: (group.Subnets ?? []).map(({ SubnetIdentifier, SubnetAvailabilityZone, SubnetStatus }) => ({
              id: need(SubnetIdentifier, 'DBSubnetGroups[].Subnets[].SubnetIdentifier'),
              ...known({ zone: SubnetAvailabilityZone?.Name, state: SubnetStatus }),
            })),
            networkTypes: [...(group.SupportedNetworkTypes ?? [])],
            ...known({
              description: group.DBSubnetGroupDescription,
              vpcId: group.VpcId,
              state: group.SubnetGroupStatus,
            }),
          })),
        }),
      );
    },
  },
} satisfies AwsOperations<'databases.listClusters' | 'databases.listSubnetGroups'>;
