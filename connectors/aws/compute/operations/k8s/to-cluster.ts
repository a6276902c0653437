/** From the shape of `DescribeCluster` to ours. The certificate of the API server and its sign-in settings are left out. */
import type { Cluster, ClusterIssue, Issue } from '@aws-sdk/client-eks';
import type { DataOf } from '../../../../../catalog/index.ts';
import { Fault } from '../../../../../src/core/fault.ts';
import { need } from '../../../access/need.ts';
import { distinct, known, timeOf } from '../../../members.ts';

type Told = DataOf<'k8s.describeCluster'>['cluster'];

/** @throws Fault `invalid_arguments` for a cluster that is only registered with EKS, which knows nothing of its settings. */
export function toCluster(cluster: Cluster, region: string): Told {
  const name = need(cluster.name, 'cluster.name');
  if (cluster.connectorConfig !== undefined) throw runsElsewhere(name);
  return {
    id: need(cluster.arn, 'cluster.arn'),
    name,
    location: region,
    state: need(cluster.status, 'cluster.status'),
    issues: issuesOf(cluster.health?.issues),
    ...known({ version: cluster.version }),
    managesNodes: cluster.computeConfig?.enabled ?? false,
    ...networkOf(cluster),
    exportedLogs: exportedLogsOf(cluster),
    tags: cluster.tags ?? {},
    ...known({
      platformVersion: cluster.platformVersion,
      supportType: cluster.upgradePolicy?.supportType,
      endpoint: cluster.endpoint,
      authenticationMode: cluster.accessConfig?.authenticationMode,
      identity: cluster.roleArn,
      secretsEncryptionKeyId: keyOf(cluster),
      isDeletionProtected: cluster.deletionProtection,
      createdAt: timeOf(cluster.createdAt),
    }),
  };
}

type Network = 'endpointAccess' | 'subnetIds' | 'securityGroupIds' | 'vpcId' | 'serviceCidrBlock' | 'ipFamily';

function networkOf(cluster: Cluster): Pick<Told, Network> {
  const network = cluster.resourcesVpcConfig ?? {};
  const { serviceIpv4Cidr, serviceIpv6Cidr, ipFamily } = cluster.kubernetesNetworkConfig ?? {};
  return {
    endpointAccess: {
      ...known({ isPublic: network.endpointPublicAccess }),
      ...known({ isPrivate: network.endpointPrivateAccess }),
      publicCidrBlocks: distinct(network.publicAccessCidrs ?? []),
    },
    subnetIds: distinct(network.subnetIds ?? []),
    securityGroupIds: distinct([network.clusterSecurityGroupId, ...(network.securityGroupIds ?? [])]),
    ...known({ vpcId: network.vpcId, serviceCidrBlock: serviceIpv4Cidr ?? serviceIpv6Cidr, ipFamily }),
  };
}

function exportedLogsOf({ logging }: Cluster): string[] {
  const settings = logging?.clusterLogging ?? [];
  return distinct(settings.flatMap(({ enabled, types = [] }) => (enabled === true ? types : [])));
}

function keyOf({ encryptionConfig = [] }: Cluster): string | undefined {
  return encryptionConfig.find(({ resources = [] }) => resources.includes('secrets'))?.provider?.keyArn;
}

export function issuesOf(issues: readonly (ClusterIssue | Issue)[] = []): Told['issues'] {
  return issues.map(({ code, message, resourceIds = [] }) => ({
    code: need(code, 'health.issues[].code'),
    resourceIds: distinct(resourceIds),
    ...known({ message }),
  }));
}

function runsElsewhere(name: string): Fault {
  return new Fault(
    'invalid_arguments',
    { field: 'name' },
    `${name} runs elsewhere and is only registered with EKS: ask the connector of the system it runs on.`,
  );
}
