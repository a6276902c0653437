import type { DomainStatus } from '@aws-sdk/client-opensearch';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { distinct, known, timeOf } from '../../members.ts';
import { bytesOfGib, bytesOfMib } from '../../units.ts';

type Domain = DataOf<'databases.listSearchDomains'>['domains'][number];

export function toSearchDomain(domain: DomainStatus): Domain {
  return {
    id: need(domain.DomainId, 'DomainStatusList[].DomainId'),
    name: need(domain.DomainName, 'DomainStatusList[].DomainName'),
    isChanging: domain.Processing === true || domain.UpgradeProcessing === true,
    isDeleted: domain.Deleted === true,
    ...toNodes(domain),
    ...toPlace(domain),
    publishedLogs: Object.entries(domain.LogPublishingOptions ?? {}).flatMap(([log, { Enabled }]) =>
      Enabled === true ? [log] : [],
    ),
    ...known({
      engineVersion: domain.EngineVersion,
      state: domain.DomainProcessingStatus,
      change: toChange(domain),
      storage: toStorage(domain),
      isEncryptedAtRest: domain.EncryptionAtRestOptions?.Enabled,
      isEncryptedBetweenNodes: domain.NodeToNodeEncryptionOptions?.Enabled,
      enforcesHttps: domain.DomainEndpointOptions?.EnforceHTTPS,
      softwareUpdate: toSoftwareUpdate(domain),
      accessPolicy: domain.AccessPolicies,
    }),
  };
}

type Nodes = Pick<Domain, 'dataNodes' | 'masterNodes' | 'warmNodes' | 'zoneCount'>;

function toNodes({ ClusterConfig: nodes = {} }: DomainStatus): Nodes {
  const masters = known({ type: nodes.DedicatedMasterType, count: nodes.DedicatedMasterCount });
  return {
    dataNodes: known({ type: nodes.InstanceType, count: nodes.InstanceCount }),
    ...(nodes.DedicatedMasterEnabled === true && { masterNodes: masters }),
    ...(nodes.WarmEnabled === true && { warmNodes: known({ type: nodes.WarmType, count: nodes.WarmCount }) }),
    ...known({
      zoneCount: nodes.ZoneAwarenessEnabled === false ? 1 : nodes.ZoneAwarenessConfig?.AvailabilityZoneCount,
    }),
  };
}

type Place = Pick<Domain, 'endpoints' | 'securityGroupIds' | 'subnetIds' | 'vpcId' | 'zones'>;

function toPlace(domain: DomainStatus): Place {
  const { VPCOptions: placed, DomainEndpointOptions: endpoint } = domain;
  return {
    endpoints: distinct([
      domain.Endpoint,
      domain.EndpointV2,
      ...Object.values(domain.Endpoints ?? {}),
      endpoint?.CustomEndpointEnabled === true ? endpoint.CustomEndpoint : undefined,
    ]),
    zones: [...(placed?.AvailabilityZones ?? [])],
    subnetIds: [...(placed?.SubnetIds ?? [])],
    securityGroupIds: [...(placed?.SecurityGroupIds ?? [])],
    ...known({ vpcId: placed?.VPCId }),
  };
}

function toChange({ ChangeProgressDetails: change }: DomainStatus): Domain['change'] {
  if (change === undefined) return undefined;
  return known({
    state: change.ConfigChangeStatus,
    message: change.Message,
    startedBy: change.InitiatedBy,
    startedAt: timeOf(change.StartTime),
    updatedAt: timeOf(change.LastUpdatedTime),
  });
}

/** Nodes without volumes keep their data on disks of the machine, whose size is that of its type. */
function toStorage({ EBSOptions: volumes }: DomainStatus): Domain['storage'] {
  if (volumes?.EBSEnabled !== true) return undefined;
  return known({
    type: volumes.VolumeType,
    sizeBytesPerNode: bytesOfGib(volumes.VolumeSize),
    iops: volumes.Iops,
    throughputBytesPerSec: bytesOfMib(volumes.Throughput),
  });
}

function toSoftwareUpdate({ ServiceSoftwareOptions: software }: DomainStatus): Domain['softwareUpdate'] {
  if (software === undefined) return undefined;
  const { AutomatedUpdateDate: scheduled } = software;
  return known({
    presentVersion: software.CurrentVersion,
    newVersion: software.NewVersion,
    isAvailable: software.UpdateAvailable,
    state: software.UpdateStatus,
    // The beginning of 1970 means none.
    scheduledAt: scheduled !== undefined && scheduled.getTime() > 0 ? timeOf(scheduled) : undefined,
  });
}
