import type { DBInstance, DBInstanceStatusInfo } from '@aws-sdk/client-rds';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { distinct, known, type Tag, tagsOf, timeOf } from '../../members.ts';
import { toCertificate, toPendingChanges, toSecurityGroups } from '../rds-parts.ts';
import { bytesOfGib, bytesOfMib, secondsOfDays } from '../../units.ts';

type Instance = DataOf<'databases.listInstances'>['instances'][number];

export function toInstance(instance: DBInstance, tags: readonly Tag[], region: string): Instance {
  const { DBSubnetGroup: placed } = instance;
  return {
    id: need(instance.DBInstanceIdentifier, 'DBInstances[].DBInstanceIdentifier'),
    ...known({ engine: instance.Engine }),
    ...known({ engineVersion: instance.EngineVersion }),
    ...known({ type: instance.DBInstanceClass }),
    state: need(instance.DBInstanceStatus, 'DBInstances[].DBInstanceStatus'),
    stateReasons: (instance.StatusInfos ?? []).flatMap(reasonOf),
    region,
    isHighlyAvailable: instance.MultiAZ === true,
    // Addresses are behind the name of the endpoint, and change.
    ipAddresses: [],
    isPublic: instance.PubliclyAccessible === true,
    securityGroups: toSecurityGroups(instance.VpcSecurityGroups),
    replicaIds: distinct([
      ...(instance.ReadReplicaDBInstanceIdentifiers ?? []),
      ...(instance.ReadReplicaDBClusterIdentifiers ?? []),
    ]),
    storage: toStorage(instance),
    pendingChanges: toPendingChanges(instance.PendingModifiedValues),
    parameterGroups: (instance.DBParameterGroups ?? []).map((group) => ({
      name: need(group.DBParameterGroupName, 'DBInstances[].DBParameterGroups[].DBParameterGroupName'),
      ...known({ state: group.ParameterApplyStatus }),
    })),
    exportedLogs: [...(instance.EnabledCloudwatchLogsExports ?? [])],
    hasLoadRecords: instance.PerformanceInsightsEnabled === true,
    tags: tagsOf(tags),
    ...known({
      resourceId: instance.DbiResourceId,
      zone: instance.AvailabilityZone,
      standbyZone: instance.SecondaryAvailabilityZone,
      endpoint: toEndpoint(instance),
      vpcId: placed?.VpcId,
      subnetGroup: placed?.DBSubnetGroupName,
      clusterId: instance.DBClusterIdentifier,
      replicaOf: instance.ReadReplicaSourceDBInstanceIdentifier ?? instance.ReadReplicaSourceDBClusterIdentifier,
      backupRetentionSec: secondsOfDays(instance.BackupRetentionPeriod),
      restorableUntil: timeOf(instance.LatestRestorableTime),
      maintenanceWindow: instance.PreferredMaintenanceWindow,
      certificate: toCertificate(instance.CertificateDetails, instance.CACertificateIdentifier),
      isDeletionProtected: instance.DeletionProtection,
      createdAt: timeOf(instance.InstanceCreateTime),
    }),
  };
}

/** A server that is being made has no endpoint yet. */
function toEndpoint({ Endpoint }: DBInstance): Instance['endpoint'] {
  if (Endpoint?.Address === undefined) return undefined;
  return { host: Endpoint.Address, ...known({ port: Endpoint.Port }) };
}

function toStorage(instance: DBInstance): Instance['storage'] {
  return {
    isEncrypted: instance.StorageEncrypted === true,
    ...known({
      type: instance.StorageType,
      sizeBytes: bytesOfGib(instance.AllocatedStorage),
      maxSizeBytes: bytesOfGib(instance.MaxAllocatedStorage),
      iops: instance.Iops,
      throughputBytesPerSec: bytesOfMib(instance.StorageThroughput),
      encryptionKeyId: instance.KmsKeyId,
    }),
  };
}

/** A part that is as it ought to be is no reason for anything. */
function reasonOf({ StatusType, Normal, Status, Message }: DBInstanceStatusInfo): string[] {
  if (Normal === true) return [];
  const told = distinct([StatusType, Status, Message]);
  return told.length === 0 ? [] : [told.join(': ')];
}
