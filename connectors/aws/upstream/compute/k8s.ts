/** What AWS answers to `k8s.*` when all is well. */
import type { Answers } from '../aws-fake.ts';
import type { Exemplar } from '../../../../test/contract/exemplar.ts';

const account = '123456789012';

/** What a client needs to reach the cluster, and no answer may hold. */
const clusterSecrets = ['canary-of-a-certificate', 'canary-of-an-issuer'] as const;

const cluster = {
  name: 'shop',
  arn: `arn:aws:eks:eu-west-1:${account}:cluster/shop`,
  status: 'ACTIVE',
  version: '1.36',
  platformVersion: 'eks.7',
  upgradePolicy: { supportType: 'EXTENDED' },
  endpoint: 'https://0123456789ABCDEF.gr7.eu-west-1.eks.amazonaws.com',
  certificateAuthority: { data: clusterSecrets[0] },
  identity: { oidc: { issuer: `https://oidc.eks.eu-west-1.amazonaws.com/id/${clusterSecrets[1]}` } },
  roleArn: `arn:aws:iam::${account}:role/shop-cluster`,
  resourcesVpcConfig: {
    vpcId: 'vpc-0a1b2c3d4e5f60718',
    subnetIds: ['subnet-0a1b2c3d4e5f60718', 'subnet-0a1b2c3d4e5f60719'],
    securityGroupIds: ['sg-0a1b2c3d4e5f60718'],
    clusterSecurityGroupId: 'sg-0a1b2c3d4e5f60719',
    endpointPublicAccess: true,
    endpointPrivateAccess: true,
    publicAccessCidrs: ['203.0.113.0/24'],
  },
  kubernetesNetworkConfig: { serviceIpv4Cidr: '172.20.0.0/16', ipFamily: 'ipv4' },
  accessConfig: { authenticationMode: 'API_AND_CONFIG_MAP' },
  computeConfig: { enabled: true, nodePools: ['system'] },
  logging: {
    clusterLogging: [
      { types: ['api', 'audit'], enabled: true },
      { types: ['scheduler'], enabled: false },
    ],
  },
  encryptionConfig: [
    {
      resources: ['secrets'],
      provider: { keyArn: `arn:aws:kms:eu-west-1:${account}:key/1234abcd-12ab-34cd-56ef-1234567890ab` },
    },
  ],
  health: {
    issues: [{ code: 'Ec2SubnetNotFound', message: 'A subnet is gone.', resourceIds: ['subnet-0a1b2c3d4e5f60719'] }],
  },
  deletionProtection: true,
  createdAt: new Date('2026-01-02T03:04:05Z'),
  tags: { team: 'checkout' },
};

const nodeGroup = {
  nodegroupName: 'general',
  nodegroupArn: `arn:aws:eks:eu-west-1:${account}:nodegroup/shop/general/1234abcd`,
  clusterName: 'shop',
  status: 'DEGRADED',
  version: '1.36',
  amiType: 'AL2023_ARM_64_STANDARD',
  releaseVersion: '1.36.1-20261101',
  instanceTypes: ['m7g.large', 'm6g.large'],
  capacityType: 'SPOT',
  scalingConfig: { minSize: 1, maxSize: 6, desiredSize: 3 },
  subnets: ['subnet-0a1b2c3d4e5f60718'],
  resources: { autoScalingGroups: [{ name: 'eks-general-1234abcd' }] },
  diskSize: 20,
  nodeRole: `arn:aws:iam::${account}:role/shop-nodes`,
  nodeRepairConfig: { enabled: true },
  labels: { tier: 'web' },
  taints: [
    { key: 'dedicated', value: 'web', effect: 'PREFER_NO_SCHEDULE' },
    { key: 'spot', effect: 'NO_EXECUTE' },
  ],
  health: {
    issues: [{ code: 'AsgInstanceLaunchFailures', message: 'No capacity.', resourceIds: ['eks-general-1234abcd'] }],
  },
  createdAt: new Date('2026-01-02T03:04:05Z'),
  modifiedAt: new Date('2026-11-20T10:00:00Z'),
  tags: { team: 'checkout' },
};

export const k8sAnswers: Answers = {
  'eks:ListClusters': ({ nextToken }) =>
    nextToken === undefined ? { clusters: ['shop'], nextToken: 'page-2' } : { clusters: ['batch'] },
  'eks:DescribeCluster': () => ({ cluster }),
  'eks:ListNodegroups': ({ nextToken }) =>
    nextToken === undefined ? { nodegroups: ['general'], nextToken: 'page-2' } : { nodegroups: ['jobs'] },
  'eks:DescribeNodegroup': ({ nodegroupName }) => ({ nodegroup: { ...nodeGroup, nodegroupName } }),
};

export const k8sQuestions: Exemplar['questions'] = {
  'k8s.listClusters': [{}],
  'k8s.describeCluster': [{ name: 'shop' }],
  'k8s.listNodeGroups': [{ cluster: 'shop' }],
};
