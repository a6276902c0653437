/** Search domains: https://docs.aws.amazon.com/opensearch-service/latest/APIReference/ */
import type { Answers } from '../aws-fake.ts';
import { kmsKey } from './rds.ts';

const account = '123456789012';

export const domain = {
  DomainId: `${account}/search`,
  DomainName: 'search',
  ARN: `arn:aws:es:eu-west-1:${account}:domain/search`,
  Created: true,
  Deleted: false,
  Endpoints: { vpc: 'vpc-search.eu-west-1.es.amazonaws.com' },
  EndpointV2: 'search.eu-west-1.on.aws',
  Processing: true,
  UpgradeProcessing: false,
  EngineVersion: 'OpenSearch_2.11',
  ClusterConfig: {
    InstanceType: 'r6g.large.search',
    InstanceCount: 4,
    DedicatedMasterEnabled: true,
    DedicatedMasterType: 'm6g.large.search',
    DedicatedMasterCount: 3,
    ZoneAwarenessEnabled: true,
    ZoneAwarenessConfig: { AvailabilityZoneCount: 2 },
    WarmEnabled: true,
    WarmType: 'ultrawarm1.medium.search',
    WarmCount: 2,
  },
  EBSOptions: { EBSEnabled: true, VolumeType: 'gp3', VolumeSize: 200, Iops: 3000, Throughput: 250 },
  AccessPolicies: '{"Version":"2012-10-17","Statement":[]}',
  VPCOptions: {
    VPCId: 'vpc-0a1b2c3d',
    SubnetIds: ['subnet-0a1b2c3d'],
    AvailabilityZones: ['eu-west-1a', 'eu-west-1b'],
    SecurityGroupIds: ['sg-0a1b2c3d'],
  },
  EncryptionAtRestOptions: { Enabled: true, KmsKeyId: kmsKey },
  NodeToNodeEncryptionOptions: { Enabled: true },
  LogPublishingOptions: {
    INDEX_SLOW_LOGS: { CloudWatchLogsLogGroupArn: `arn:aws:logs:eu-west-1:${account}:log-group:slow`, Enabled: true },
    AUDIT_LOGS: { Enabled: false },
  },
  ServiceSoftwareOptions: {
    CurrentVersion: 'OpenSearch_2_11_R20260101',
    NewVersion: 'OpenSearch_2_11_R20261101',
    UpdateAvailable: true,
    UpdateStatus: 'ELIGIBLE',
    AutomatedUpdateDate: new Date('2026-12-01T00:00:00Z'),
  },
  DomainEndpointOptions: { EnforceHTTPS: true, CustomEndpointEnabled: true, CustomEndpoint: 'search.example.com' },
  ChangeProgressDetails: {
    ChangeId: '12345678-1234-1234-1234-123456789012',
    Message: 'Adding nodes',
    ConfigChangeStatus: 'ApplyingChanges',
    InitiatedBy: 'CUSTOMER',
    StartTime: new Date('2026-11-21T08:00:00Z'),
    LastUpdatedTime: new Date('2026-11-21T08:30:00Z'),
  },
  DomainProcessingStatus: 'Modifying',
};

export const searchAnswers: Answers = {
  'es:ListDomainNames': () => ({
    DomainNames: [
      { DomainName: 'search', EngineType: 'OpenSearch' },
      { DomainName: 'events', EngineType: 'OpenSearch' },
    ],
  }),
  'es:DescribeDomains': ({ DomainNames }) => ({
    DomainStatusList: (DomainNames as string[]).map((DomainName) =>
      DomainName === 'search'
        ? domain
        : {
            DomainId: `${account}/${DomainName}`,
            DomainName,
            ARN: `arn:aws:es:eu-west-1:${account}:domain/${DomainName}`,
            ClusterConfig: {},
          },
    ),
  }),
};
