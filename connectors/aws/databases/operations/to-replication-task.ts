import type {
  ReplicationInstance,
  ReplicationTask,
  ReplicationTaskStats,
} from '@aws-sdk/client-database-migration-service';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { distinct, known, timeOf } from '../../members.ts';
import { bytesOfGib } from '../../units.ts';

type Data = DataOf<'databases.listReplicationTasks'>;
type Task = Data['tasks'][number];

/** Table mappings and settings are left out: they may hold filters with the customer's data. */
export function toReplicationTask(task: ReplicationTask): Task {
  const { ReplicationTaskStats: stats } = task;
  return {
    id: need(task.ReplicationTaskIdentifier, 'ReplicationTasks[].ReplicationTaskIdentifier'),
    arn: need(task.ReplicationTaskArn, 'ReplicationTasks[].ReplicationTaskArn'),
    ...known({ migrationType: task.MigrationType }),
    state: need(task.Status, 'ReplicationTasks[].Status'),
    sourceEndpointArn: need(task.SourceEndpointArn, 'ReplicationTasks[].SourceEndpointArn'),
    targetEndpointArn: need(task.TargetEndpointArn, 'ReplicationTasks[].TargetEndpointArn'),
    ...known({
      stopReason: task.StopReason,
      lastFailure: task.LastFailureMessage,
      instanceArn: task.ReplicationInstanceArn,
      progressPercent: stats?.FullLoadProgressPercent,
      elapsedSec: stats?.ElapsedTimeMillis === undefined ? undefined : stats.ElapsedTimeMillis / 1000,
      tables: toTables(stats),
      createdAt: timeOf(task.ReplicationTaskCreationDate),
      startedAt: timeOf(stats?.StartDate ?? task.ReplicationTaskStartDate),
      stoppedAt: timeOf(stats?.StopDate),
      fullLoadStartedAt: timeOf(stats?.FullLoadStartDate),
      fullLoadFinishedAt: timeOf(stats?.FullLoadFinishDate),
    }),
  };
}

function toTables(stats: ReplicationTaskStats | undefined): Task['tables'] {
  if (stats === undefined) return undefined;
  const { TablesLoaded: loaded = 0, TablesLoading: loading = 0, TablesQueued: queued = 0, TablesErrored = 0 } = stats;
  return { loaded, loading, queued, failed: TablesErrored };
}

export function toReplicationInstance(instance: ReplicationInstance): Data['instances'][number] {
  return {
    id: need(instance.ReplicationInstanceIdentifier, 'ReplicationInstances[].ReplicationInstanceIdentifier'),
    arn: need(instance.ReplicationInstanceArn, 'ReplicationInstances[].ReplicationInstanceArn'),
    state: need(instance.ReplicationInstanceStatus, 'ReplicationInstances[].ReplicationInstanceStatus'),
    privateIpAddresses: distinct(instance.ReplicationInstancePrivateIpAddresses ?? []),
    publicIpAddresses: distinct(instance.ReplicationInstancePublicIpAddresses ?? []),
    ...known({
      type: instance.ReplicationInstanceClass,
      engineVersion: instance.EngineVersion,
      sizeBytes: bytesOfGib(instance.AllocatedStorage),
      isHighlyAvailable: instance.MultiAZ,
      zone: instance.AvailabilityZone,
      standbyZone: instance.SecondaryAvailabilityZone,
      vpcId: instance.ReplicationSubnetGroup?.VpcId,
      isPublic: instance.PubliclyAccessible,
      createdAt: timeOf(instance.InstanceCreateTime),
    }),
  };
}
