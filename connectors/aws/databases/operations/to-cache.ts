import type { CacheCluster, CacheNode, Endpoint, NodeGroup, ReplicationGroup } from '@aws-sdk/client-elasticache';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { distinct, known, timeOf } from '../../members.ts';
import { secondsOfDays } from '../../units.ts';

type Cache = DataOf<'databases.listCaches'>['caches'][number];
type Node = Cache['nodes'][number];

/** `members`: its nodes from the list of clusters; empty when that list was denied. */
export function toCacheOfGroup(group: ReplicationGroup, members: readonly CacheCluster[], region: string): Cache {
  const shards = group.NodeGroups ?? [];
  const [shard] = shards;
  const [member] = members;
  return {
    id: need(group.ReplicationGroupId, 'ReplicationGroups[].ReplicationGroupId'),
    ...known({ engine: group.Engine ?? member?.Engine }),
    state: need(group.Status, 'ReplicationGroups[].Status'),
    region,
    nodes: shards.flatMap((one) => nodesOf(one, members)),
    hasAutomaticFailover: group.AutomaticFailover === 'enabled',
    isMultiZone: group.MultiAZ === 'enabled',
    isAuthenticated: group.AuthTokenEnabled === true || (group.UserGroupIds ?? []).length > 0,
    securityGroupIds: securityGroupsOf(members),
    ...known({
      description: group.Description,
      engineVersion: member?.EngineVersion,
      nodeType: group.CacheNodeType,
      replicas: shard?.NodeGroupMembers === undefined ? undefined : shard.NodeGroupMembers.length - 1,
      isSharded: group.ClusterEnabled,
      endpoint: toEndpoint(group.ConfigurationEndpoint ?? shard?.PrimaryEndpoint),
      readerEndpoint: toEndpoint(shard?.ReaderEndpoint),
      isEncryptedInTransit: group.TransitEncryptionEnabled,
      isEncryptedAtRest: group.AtRestEncryptionEnabled,
      encryptionKeyId: group.KmsKeyId,
      subnetGroup: member?.CacheSubnetGroupName,
      maintenanceWindow: member?.PreferredMaintenanceWindow,
      snapshotRetentionSec: secondsOfDays(group.SnapshotRetentionLimit),
      createdAt: timeOf(group.ReplicationGroupCreateTime),
    }),
  };
}

export function toCacheOfCluster(cluster: CacheCluster, region: string): Cache {
  const nodes = cluster.CacheNodes ?? [];
  return {
    id: need(cluster.CacheClusterId, 'CacheClusters[].CacheClusterId'),
    ...known({ engine: cluster.Engine }),
    state: need(cluster.CacheClusterStatus, 'CacheClusters[].CacheClusterStatus'),
    region,
    nodes: nodes.map(toNode),
    hasAutomaticFailover: false,
    isMultiZone: cluster.PreferredAvailabilityZone === 'Multiple',
    isAuthenticated: cluster.AuthTokenEnabled === true,
    securityGroupIds: securityGroupsOf([cluster]),
    ...known({
      engineVersion: cluster.EngineVersion,
      nodeType: cluster.CacheNodeType,
      endpoint: toEndpoint(cluster.ConfigurationEndpoint ?? nodes[0]?.Endpoint),
      isEncryptedInTransit: cluster.TransitEncryptionEnabled,
      isEncryptedAtRest: cluster.AtRestEncryptionEnabled,
      subnetGroup: cluster.CacheSubnetGroupName,
      maintenanceWindow: cluster.PreferredMaintenanceWindow,
      snapshotRetentionSec: secondsOfDays(cluster.SnapshotRetentionLimit),
      createdAt: timeOf(cluster.CacheClusterCreateTime),
    }),
  };
}

/** Each member of a group is a cluster of one node, whose state and address only the list of clusters holds. */
function nodesOf({ NodeGroupId, NodeGroupMembers = [] }: NodeGroup, members: readonly CacheCluster[]): Node[] {
  return NodeGroupMembers.map((node) => {
    const cluster = members.find(({ CacheClusterId }) => CacheClusterId === node.CacheClusterId);
    return {
      id: need(node.CacheClusterId, 'ReplicationGroups[].NodeGroups[].NodeGroupMembers[].CacheClusterId'),
      ...known({
        shard: NodeGroupId,
        role: node.CurrentRole,
        zone: node.PreferredAvailabilityZone,
        state: cluster?.CacheClusterStatus,
        endpoint: toEndpoint(node.ReadEndpoint ?? cluster?.CacheNodes?.[0]?.Endpoint),
      }),
    };
  });
}

function toNode({ CacheNodeId, CacheNodeStatus, CustomerAvailabilityZone, Endpoint: endpoint }: CacheNode): Node {
  return {
    id: need(CacheNodeId, 'CacheClusters[].CacheNodes[].CacheNodeId'),
    ...known({ zone: CustomerAvailabilityZone, state: CacheNodeStatus, endpoint: toEndpoint(endpoint) }),
  };
}

function toEndpoint(endpoint: Endpoint | undefined): Cache['endpoint'] {
  if (endpoint?.Address === undefined) return undefined;
  return { host: endpoint.Address, ...known({ port: endpoint.Port }) };
}

function securityGroupsOf(clusters: readonly CacheCluster[]): string[] {
  return distinct(
    clusters.flatMap(({ SecurityGroups = [] }) => SecurityGroups.map(({ SecurityGroupId }) => SecurityGroupId)),
  );
}
