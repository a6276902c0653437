/** What AWS answers to `compute.*` when all is well: each list has a second page. */
import type { Answers } from '../aws-fake.ts';
import type { Exemplar } from '../../../../test/contract/exemplar.ts';

const account = '123456789012';
const vpcId = 'vpc-0a1b2c3d4e5f60718';
const subnetId = 'subnet-0a1b2c3d4e5f60718';
const groupId = 'sg-0a1b2c3d4e5f60718';

/** A machine with two interfaces, the first of which has two addresses. */
const running = {
  InstanceId: 'i-0a1b2c3d4e5f60718',
  State: { Code: 16, Name: 'running' },
  InstanceType: 'm7g.large',
  InstanceLifecycle: 'spot',
  Architecture: 'arm64',
  PlatformDetails: 'Linux/UNIX',
  ImageId: 'ami-0a1b2c3d4e5f60718',
  Placement: { AvailabilityZone: 'eu-west-1a', Tenancy: 'default' },
  VpcId: vpcId,
  SubnetId: subnetId,
  PrivateIpAddress: '10.0.1.10',
  PublicIpAddress: '198.51.100.10',
  PrivateDnsName: 'ip-10-0-1-10.eu-west-1.compute.internal',
  PublicDnsName: 'ec2-198-51-100-10.eu-west-1.compute.amazonaws.com',
  Ipv6Address: '2001:db8::10',
  SecurityGroups: [{ GroupId: groupId, GroupName: 'web' }],
  NetworkInterfaces: [
    {
      NetworkInterfaceId: 'eni-0a1b2c3d4e5f60718',
      SubnetId: subnetId,
      Groups: [{ GroupId: groupId, GroupName: 'web' }],
      PrivateIpAddresses: [
        { PrivateIpAddress: '10.0.1.10', Primary: true, Association: { PublicIp: '198.51.100.10' } },
        { PrivateIpAddress: '10.0.1.11', Primary: false, Association: { PublicIp: '198.51.100.11' } },
      ],
      Ipv6Addresses: [{ Ipv6Address: '2001:db8::10' }, { Ipv6Address: '2001:db8::11' }],
    },
    {
      NetworkInterfaceId: 'eni-0a1b2c3d4e5f60719',
      SubnetId: 'subnet-0a1b2c3d4e5f60719',
      Groups: [{ GroupId: 'sg-0a1b2c3d4e5f60719', GroupName: 'admin' }],
      PrivateIpAddresses: [{ PrivateIpAddress: '10.0.2.10', Primary: true }],
    },
  ],
  IamInstanceProfile: { Arn: `arn:aws:iam::${account}:instance-profile/web`, Id: 'AIPAEXAMPLE' },
  BlockDeviceMappings: [
    { DeviceName: '/dev/xvda', Ebs: { VolumeId: 'vol-0a1b2c3d4e5f60718', Status: 'attached' } },
    { DeviceName: '/dev/xvdb', Ebs: { VolumeId: 'vol-0a1b2c3d4e5f60719', Status: 'attached' } },
  ],
  LaunchTime: new Date('2026-11-20T10:00:00Z'),
  StateTransitionReason: '',
  Tags: [
    { Key: 'Name', Value: 'web-1' },
    { Key: 'team', Value: 'checkout' },
  ],
};

const stopped = {
  InstanceId: 'i-0a1b2c3d4e5f60719',
  State: { Code: 80, Name: 'stopped' },
  InstanceType: 't3.micro',
  PublicDnsName: '',
  LaunchTime: new Date('2026-11-01T10:00:00Z'),
  StateReason: {
    Code: 'Client.UserInitiatedShutdown',
    Message: 'Client.UserInitiatedShutdown: User initiated shutdown',
  },
  StateTransitionReason: 'User initiated (2026-11-19 08:30:05 GMT)',
};

const volume = {
  VolumeId: 'vol-0a1b2c3d4e5f60718',
  State: 'in-use',
  VolumeType: 'gp3',
  Size: 100,
  Iops: 3000,
  Throughput: 125,
  AvailabilityZone: 'eu-west-1a',
  Encrypted: true,
  KmsKeyId: `arn:aws:kms:eu-west-1:${account}:key/1234abcd-12ab-34cd-56ef-1234567890ab`,
  SnapshotId: 'snap-0a1b2c3d4e5f60718',
  Attachments: [
    {
      InstanceId: running.InstanceId,
      VolumeId: 'vol-0a1b2c3d4e5f60718',
      Device: '/dev/xvda',
      State: 'attached',
      AttachTime: new Date('2026-11-20T10:00:01Z'),
      DeleteOnTermination: true,
    },
  ],
  CreateTime: new Date('2026-11-20T09:59:59Z'),
  Tags: [{ Key: 'Name', Value: 'web-1-root' }],
};

const snapshot = {
  SnapshotId: 'snap-0a1b2c3d4e5f60718',
  VolumeId: volume.VolumeId,
  State: 'completed',
  Progress: '100%',
  VolumeSize: 100,
  FullSnapshotSizeInBytes: 5_368_709_120,
  StorageTier: 'standard',
  Encrypted: true,
  KmsKeyId: volume.KmsKeyId,
  Description: 'before the upgrade',
  StartTime: new Date('2026-11-18T01:00:00Z'),
  CompletionTime: new Date('2026-11-18T01:07:00Z'),
  OwnerId: account,
  Tags: [{ Key: 'Name', Value: 'web-1-nightly' }],
};

const image = {
  ImageId: running.ImageId,
  Name: 'web-2026-11-17',
  Description: 'web with its agent',
  State: 'available',
  OwnerId: account,
  Public: false,
  Architecture: 'arm64',
  PlatformDetails: 'Linux/UNIX',
  RootDeviceType: 'ebs',
  BlockDeviceMappings: [
    { DeviceName: '/dev/xvda', Ebs: { SnapshotId: snapshot.SnapshotId, VolumeSize: 100 } },
    { DeviceName: '/dev/sdb', VirtualName: 'ephemeral0' },
  ],
  SourceImageId: 'ami-0f1e2d3c4b5a69788',
  SourceInstanceId: 'i-0f1e2d3c4b5a69788',
  CreationDate: '2026-11-17T12:00:00.000Z',
  DeprecationTime: '2028-11-17T12:00:00Z',
  LastLaunchedTime: '2026-11-20T10:00:00Z',
  Tags: [{ Key: 'team', Value: 'checkout' }],
};

const autoScalingGroup = {
  AutoScalingGroupName: 'web',
  AutoScalingGroupARN: `arn:aws:autoscaling:eu-west-1:${account}:autoScalingGroup:1234abcd:autoScalingGroupName/web`,
  MinSize: 1,
  MaxSize: 6,
  DesiredCapacity: 2,
  DefaultCooldown: 300,
  AvailabilityZones: ['eu-west-1a', 'eu-west-1b'],
  VPCZoneIdentifier: `${subnetId},subnet-0a1b2c3d4e5f60719`,
  TargetGroupARNs: [`arn:aws:elasticloadbalancing:eu-west-1:${account}:targetgroup/web/0123456789abcdef`],
  TrafficSources: [
    { Identifier: `arn:aws:elasticloadbalancing:eu-west-1:${account}:targetgroup/web/0123456789abcdef`, Type: 'elbv2' },
    { Identifier: 'classic', Type: 'elb' },
  ],
  HealthCheckType: 'ELB',
  HealthCheckGracePeriod: 90,
  LaunchTemplate: { LaunchTemplateId: 'lt-0a1b2c3d4e5f60718', LaunchTemplateName: 'web', Version: '$Latest' },
  Instances: [
    {
      InstanceId: running.InstanceId,
      InstanceType: 'm7g.large',
      AvailabilityZone: 'eu-west-1a',
      LifecycleState: 'InService',
      HealthStatus: 'Healthy',
      ProtectedFromScaleIn: false,
    },
    {
      InstanceId: 'i-0a1b2c3d4e5f6071a',
      InstanceType: 'm7g.large',
      AvailabilityZone: 'eu-west-1b',
      LifecycleState: 'InService',
      HealthStatus: 'Healthy',
      ProtectedFromScaleIn: false,
    },
  ],
  SuspendedProcesses: [
    { ProcessName: 'ReplaceUnhealthy', SuspensionReason: 'User suspended at 2026-11-20T10:00:00Z' },
    { ProcessName: 'AZRebalance' },
  ],
  CreatedTime: new Date('2026-01-02T03:04:05Z'),
  Tags: [
    { Key: 'team', Value: 'checkout', PropagateAtLaunch: true, ResourceId: 'web', ResourceType: 'auto-scaling-group' },
  ],
};

/** Words that stand where Lambda sends secrets. None may be in any answer. */
const functionSecrets = ['canary-of-a-value', 'canary-of-a-command', 'canary-of-an-entry-point'] as const;

const cloudFunction = {
  FunctionName: 'charge',
  FunctionArn: `arn:aws:lambda:eu-west-1:${account}:function:charge`,
  Description: 'Charges a card.',
  Version: '$LATEST',
  Runtime: 'nodejs24.x',
  PackageType: 'Zip',
  Architectures: ['arm64'],
  Handler: 'index.handler',
  CodeSize: 123_456,
  CodeSha256: '6cO8ggdkX9qeJ9rEAMPLEGGqHLyYfZ1mBqzV2mUYR1I=',
  MemorySize: 256,
  EphemeralStorage: { Size: 512 },
  Timeout: 30,
  Role: `arn:aws:iam::${account}:role/charge`,
  Environment: { Variables: { PSP_TOKEN: functionSecrets[0], MODE: functionSecrets[0] } },
  ImageConfigResponse: { ImageConfig: { Command: [functionSecrets[1]], EntryPoint: [functionSecrets[2]] } },
  VpcConfig: { VpcId: vpcId, SubnetIds: [subnetId], SecurityGroupIds: [groupId] },
  Layers: [{ Arn: `arn:aws:lambda:eu-west-1:${account}:layer:base:7`, CodeSize: 1000 }],
  DeadLetterConfig: { TargetArn: `arn:aws:sqs:eu-west-1:${account}:charge-dead` },
  TracingConfig: { Mode: 'Active' },
  LoggingConfig: { LogFormat: 'JSON', LogGroup: '/aws/lambda/charge' },
  LastModified: '2026-11-20T10:00:00.000+0000',
};

const mapping = {
  UUID: 'a1b2c3d4-5678-90ab-cdef-11111example',
  FunctionArn: cloudFunction.FunctionArn,
  EventSourceArn: `arn:aws:sqs:eu-west-1:${account}:charges`,
  State: 'Enabled',
  StateTransitionReason: 'USER_INITIATED',
  LastProcessingResult: 'No records processed',
  StartingPosition: 'LATEST',
  BatchSize: 10,
  MaximumBatchingWindowInSeconds: 5,
  ParallelizationFactor: 2,
  ScalingConfig: { MaximumConcurrency: 20 },
  MaximumRetryAttempts: -1,
  MaximumRecordAgeInSeconds: -1,
  BisectBatchOnFunctionError: true,
  FunctionResponseTypes: ['ReportBatchItemFailures'],
  DestinationConfig: { OnFailure: { Destination: `arn:aws:sqs:eu-west-1:${account}:charges-dead` } },
  FilterCriteria: { Filters: [{ Pattern: '{"body":{"kind":["charge"]}}' }] },
  LastModified: new Date('2026-11-20T10:00:00Z'),
};

const kafkaMapping = {
  UUID: 'a1b2c3d4-5678-90ab-cdef-22222example',
  FunctionArn: cloudFunction.FunctionArn,
  SelfManagedEventSource: {
    Endpoints: { KAFKA_BOOTSTRAP_SERVERS: ['kafka-1.example.com:9096', 'kafka-2.example.com:9096'] },
  },
  SourceAccessConfigurations: [
    { Type: 'SASL_SCRAM_512_AUTH', URI: `arn:aws:secretsmanager:eu-west-1:${account}:secret:kafka` },
  ],
  Topics: ['charges'],
  State: 'Disabled',
};

const repository = {
  repositoryArn: `arn:aws:ecr:eu-west-1:${account}:repository/shop/web`,
  registryId: account,
  repositoryName: 'shop/web',
  repositoryUri: `${account}.dkr.ecr.eu-west-1.amazonaws.com/shop/web`,
  createdAt: new Date('2026-01-02T03:04:05Z'),
  imageTagMutability: 'IMMUTABLE_WITH_EXCLUSION',
  imageScanningConfiguration: { scanOnPush: true },
  encryptionConfiguration: { encryptionType: 'KMS', kmsKey: volume.KmsKeyId },
};

const containerImage = {
  registryId: account,
  repositoryName: 'shop/web',
  imageDigest: `sha256:${'a'.repeat(64)}`,
  imageTags: ['1.42.0', 'stable'],
  imageStatus: 'ACTIVE',
  imageSizeInBytes: 45_000_000,
  imageManifestMediaType: 'application/vnd.oci.image.manifest.v1+json',
  imagePushedAt: new Date('2026-11-20T10:00:00Z'),
  lastRecordedPullTime: new Date('2026-11-21T00:00:00Z'),
  imageScanStatus: { status: 'COMPLETE', description: 'The scan was completed successfully.' },
  imageScanFindingsSummary: {
    imageScanCompletedAt: new Date('2026-11-20T10:05:00Z'),
    findingSeverityCounts: { HIGH: 2, LOW: 11 },
  },
};

export const computeAnswers: Answers = {
  'ec2:DescribeInstances': ({ NextToken }) =>
    NextToken === undefined
      ? { Reservations: [{ ReservationId: 'r-1', Instances: [running] }], NextToken: 'page-2' }
      : { Reservations: [{ ReservationId: 'r-2', Instances: [stopped] }] },
  'ec2:DescribeVolumes': ({ NextToken }) =>
    NextToken === undefined
      ? { Volumes: [volume], NextToken: 'page-2' }
      : {
          Volumes: [
            {
              VolumeId: 'vol-0a1b2c3d4e5f6071a',
              State: 'available',
              VolumeType: 'standard',
              Size: 1,
              Encrypted: false,
            },
          ],
        },
  'ec2:DescribeSnapshots': ({ NextToken }) =>
    NextToken === undefined
      ? { Snapshots: [snapshot], NextToken: 'page-2' }
      : {
          Snapshots: [
            {
              SnapshotId: 'snap-0a1b2c3d4e5f60719',
              VolumeId: 'vol-ffffffff',
              State: 'error',
              StateMessage: 'The key is disabled.',
              Encrypted: false,
            },
          ],
        },
  'ec2:DescribeImages': ({ NextToken }) =>
    NextToken === undefined
      ? { Images: [image], NextToken: 'page-2' }
      : {
          Images: [
            {
              ImageId: 'ami-0a1b2c3d4e5f60719',
              State: 'failed',
              OwnerId: account,
              Public: true,
              StateReason: { Code: 'Client.BadImage', Message: 'The snapshot is gone.' },
            },
          ],
        },
  'autoscaling:DescribeAutoScalingGroups': ({ NextToken }) =>
    NextToken === undefined
      ? { AutoScalingGroups: [autoScalingGroup], NextToken: 'page-2' }
      : {
          AutoScalingGroups: [{ ...autoScalingGroup, AutoScalingGroupName: 'web-next', Status: 'Delete in progress' }],
        },
  'ecs:ListClusters': ({ nextToken }) =>
    nextToken === undefined
      ? { clusterArns: [`arn:aws:ecs:eu-west-1:${account}:cluster/shop`], nextToken: 'page-2' }
      : { clusterArns: [`arn:aws:ecs:eu-west-1:${account}:cluster/batch`] },
  'lambda:ListFunctions': ({ Marker }) =>
    Marker === undefined
      ? { Functions: [cloudFunction], NextMarker: 'page-2' }
      : { Functions: [{ FunctionName: 'idle', FunctionArn: `arn:aws:lambda:eu-west-1:${account}:function:idle` }] },
  'lambda:GetFunctionConfiguration': () => ({
    ...cloudFunction,
    State: 'Active',
    StateReason: 'The function is idle.',
    LastUpdateStatus: 'Failed',
    LastUpdateStatusReasonCode: 'InvalidSubnet',
  }),
  'lambda:ListEventSourceMappings': ({ Marker }) =>
    Marker === undefined
      ? { EventSourceMappings: [mapping], NextMarker: 'page-2' }
      : { EventSourceMappings: [kafkaMapping] },
  'ecr:DescribeRepositories': ({ nextToken }) =>
    nextToken === undefined
      ? { repositories: [repository], nextToken: 'page-2' }
      : { repositories: [{ repositoryName: 'shop/tools', imageTagMutability: 'MUTABLE' }] },
  'ecr:DescribeImages': ({ nextToken }) =>
    nextToken === undefined
      ? { imageDetails: [containerImage], nextToken: 'page-2' }
      : {
          imageDetails: [
            {
              registryId: account,
              repositoryName: 'shop/web',
              imageDigest: `sha256:${'b'.repeat(64)}`,
              imageStatus: 'ARCHIVED',
            },
          ],
        },
};

export const computeQuestions: Exemplar['questions'] = {
  'compute.listInstances': [{ region: 'eu-west-1', filters: { states: ['running'], tags: [{ key: 'team' }] } }],
  'compute.listVolumes': [{}],
  'compute.listSnapshots': [{}],
  'compute.listImages': [{ ids: [image.ImageId] }],
  'compute.listAutoScalingGroups': [{}],
  'compute.listEcsClusters': [{}],
  'compute.listFunctions': [{}],
  'compute.getFunction': [{ name: 'charge' }],
  'compute.listEventSourceMappings': [{ function: 'charge' }],
  'compute.listImageRepositories': [{}],
  'compute.listContainerImages': [{ repository: 'shop/web' }],
};
