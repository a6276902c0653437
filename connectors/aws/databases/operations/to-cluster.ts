import type { DBCluster } from '@aws-sdk/client-rds';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { known, tagsOf, timeOf } from '../../members.ts';
import { toCertificate, toPendingChanges, toSecurityGroups } from '../rds-parts.ts';
import { bytesOfGib, secondsOfDays } from '../../units.ts';

type Cluster = DataOf<'databases.listClusters'>['clusters'][number];

export function toCluster(cluster: DBCluster): Cluster {
  return {
    id: need(cluster.DBClusterIdentifier, 'DBClusters[].DBClusterIdentifier'),
    ...known({ engine: cluster.Engine }),
    state: need(cluster.Status, 'DBClusters[].Status'),
    customEndpoints: [...(cluster.CustomEndpoints ?? [])],
    zones: [...(cluster.AvailabilityZones ?? [])],
    members: (cluster.DBClusterMembers ?? []).map((member) => ({
      instanceId: need(member.DBInstanceIdentifier, 'DBClusters[].DBClusterMembers[].DBInstanceIdentifier'),
      isWriter: member.IsClusterWriter === true,
      ...known({ promotionTier: member.PromotionTier, parameterGroupState: member.DBClusterParameterGroupStatus }),
    })),
    replicaIds: [...(cluster.ReadReplicaIdentifiers ?? [])],
    isEncrypted: cluster.StorageEncrypted === true,
    securityGroups: toSecurityGroups(cluster.VpcSecurityGroups),
    pendingChanges: toPendingChanges(cluster.PendingModifiedValues),
    exportedLogs: [...(cluster.EnabledCloudwatchLogsExports ?? [])],
    tags: tagsOf(cluster.TagList),
    ...known({
      resourceId: cluster.DbClusterResourceId,
      engineVersion: cluster.EngineVersion,
      engineMode: cluster.EngineMode,
      progressPercent: toPercent(cluster.PercentProgress),
      endpoint: cluster.Endpoint,
      readerEndpoint: cluster.ReaderEndpoint,
      port: cluster.Port,
      isHighlyAvailable: cluster.MultiAZ,
      capacity: toCapacity(cluster),
      replicaOf: cluster.ReplicationSourceIdentifier,
      storageType: cluster.StorageType,
      sizeBytes: toSize(cluster),
      encryptionKeyId: cluster.KmsKeyId,
      subnetGroup: cluster.DBSubnetGroup,
      parameterGroup: cluster.DBClusterParameterGroup,
      backupRetentionSec: secondsOfDays(cluster.BackupRetentionPeriod),
      restorableFrom: timeOf(cluster.EarliestRestorableTime),
      restorableUntil: timeOf(cluster.LatestRestorableTime),
      maintenanceWindow: cluster.PreferredMaintenanceWindow,
      certificate: toCertificate(cluster.CertificateDetails),
      isDeletionProtected: cluster.DeletionProtection,
      createdAt: timeOf(cluster.ClusterCreateTime),
    }),
  };
}

/** Clusters that scale by themselves have no size; the vendor then writes 1. */
function toSize({ AllocatedStorage }: DBCluster): number | undefined {
  return AllocatedStorage === 1 ? undefined : bytesOfGib(AllocatedStorage);
}

/** The second generation of clusters that scale by themselves, or the first. */
function toCapacity(cluster: DBCluster): Cluster['capacity'] {
  const bounds = cluster.ServerlessV2ScalingConfiguration ?? cluster.ScalingConfigurationInfo;
  if (bounds === undefined) return undefined;
  return known({
    minUnits: bounds.MinCapacity,
    maxUnits: bounds.MaxCapacity,
    presentUnits: cluster.Capacity,
  });
}

function toPercent(text: string | undefined): number | undefined {
  const percent = Number.parseFloat(text ?? '');
  return Number.isNaN(percent) ? undefined : percent;
}
