/** Good answers of Kubernetes Engine. */
import type { Exemplar } from '../../../../test/contract/exemplar.ts';
import { project, serviceAccount } from '../project.ts';

const at = (location: string): string => `projects/${project}/locations/${location}`;

const nodePool = {
  name: 'default-pool',
  selfLink: `https://container.googleapis.com/v1/${at('us-central1')}/clusters/main/nodePools/default-pool`,
  status: 'RUNNING_WITH_ERROR',
  conditions: [{ canonicalCode: 'RESOURCE_EXHAUSTED', code: 'GCE_QUOTA_EXCEEDED', message: 'CPU quota.' }],
  version: '1.36.1-gke.100',
  initialNodeCount: 1,
  locations: ['us-central1-a', 'us-central1-b'],
  instanceGroupUrls: [
    `https://www.googleapis.com/compute/v1/projects/${project}/zones/us-central1-a/instanceGroupManagers/gke-main`,
  ],
  autoscaling: { enabled: true, minNodeCount: 1, maxNodeCount: 4 },
  management: { autoRepair: true, autoUpgrade: true },
  networkConfig: { subnetwork: `projects/${project}/regions/us-central1/subnetworks/main-a` },
  config: {
    machineType: 'e2-standard-4',
    imageType: 'COS_CONTAINERD',
    diskSizeGb: 100,
    serviceAccount,
    spot: true,
    labels: { pool: 'default' },
    resourceLabels: { team: 'platform' },
    metadata: { 'kube-env': 'canary-secret' },
    taints: [{ key: 'spot', value: 'true', effect: 'NO_SCHEDULE' }],
  },
};

export const cluster = {
  id: 'c0ffee',
  name: 'main',
  selfLink: `https://container.googleapis.com/v1/${at('us-central1')}/clusters/main`,
  location: 'us-central1',
  description: 'everything',
  status: 'RUNNING',
  conditions: [{ canonicalCode: 'UNKNOWN', message: 'Upgrade postponed.' }],
  currentMasterVersion: '1.36.1-gke.100',
  currentNodeVersion: '1.35.2-gke.10',
  currentNodeCount: 6,
  releaseChannel: { channel: 'REGULAR' },
  autopilot: { enabled: false },
  endpoint: '203.0.113.20',
  masterAuth: { clusterCaCertificate: 'canary-secret' },
  networkConfig: {
    network: `projects/${project}/global/networks/main`,
    subnetwork: `projects/${project}/regions/us-central1/subnetworks/main-a`,
  },
  clusterIpv4Cidr: '10.8.0.0/14',
  servicesIpv4Cidr: '10.12.0.0/20',
  ipAllocationPolicy: { stackType: 'IPV4' },
  controlPlaneEndpointsConfig: {
    ipEndpointsConfig: {
      enablePublicEndpoint: true,
      privateEndpoint: '10.0.0.20',
      publicEndpoint: '203.0.113.20',
      authorizedNetworksConfig: { enabled: true, cidrBlocks: [{ cidrBlock: '198.51.100.0/24' }] },
    },
  },
  loggingConfig: { componentConfig: { enableComponents: ['SYSTEM_COMPONENTS', 'WORKLOADS'] } },
  databaseEncryption: { state: 'ENCRYPTED', keyName: `${at('us-central1')}/keyRings/r/cryptoKeys/k` },
  nodeConfig: { serviceAccount },
  createTime: '2026-01-05T10:00:00+00:00',
  resourceLabels: { team: 'platform' },
};

export const kubernetesAnswers = {
  'container.projects.locations.clusters.list': { clusters: [cluster] },
  'container.projects.locations.clusters.get': cluster,
  'container.projects.locations.clusters.nodePools.list': { nodePools: [nodePool] },
};

export const kubernetesQuestions: Exemplar['questions'] = {
  'k8s.describeCluster': [{ name: 'main' }],
  'k8s.listClusters': [{}],
  'k8s.listNodeGroups': [{ cluster: 'main' }],
};

export const kubernetesRedacted: NonNullable<Exemplar['redacted']> = {
  'passwords and certificates of the cluster': ['clusters.*.masterAuth', 'masterAuth'].map(
    (place) =>
      [
        place,
        (secret: string) => ({ username: 'ada', password: secret, clientKey: secret, clientCertificate: secret }),
      ] as const,
  ),
  'metadata of the nodes': ['nodePools.*.config.metadata.*'],
};
