/** Clusters and their node pools. */
import { api, asksOf, type Slice } from '../slice.ts';

const container = api('container.googleapis.com/v1/projects/{project}/locations/{location}', {
  scope: 'container.read-only',
  area: 'kubernetes',
});

const methods = {
  'container.projects.locations.clusters.list': container.get('/clusters', 'container.clusters.list'),
  'container.projects.locations.clusters.get': container.get('/clusters/{cluster}', 'container.clusters.get'),
  'container.projects.locations.clusters.nodePools.list': container.get(
    '/clusters/{cluster}/nodePools',
    'container.clusters.get',
  ),
} as const;

const asks = asksOf(methods);

export const kubernetes = {
  permissions: {
    'roles/viewer': {
      'container.clusters.get':
        'Describes a Kubernetes cluster and its node pools; credentials in the answer are not read.',
      'container.clusters.list': 'Lists Kubernetes clusters.',
    },
  },
  methods,
  areas: {
    kubernetes: {
      title: 'Kubernetes Engine',
      probes: [{ method: 'container.projects.locations.clusters.list', path: { location: '-' } }],
    },
  },
  operations: {
    'k8s.describeCluster': {
      ...asks('container.projects.locations.clusters.list', 'container.projects.locations.clusters.get'),
      redactions: ['passwords and certificates of the cluster'],
    },
    'k8s.listClusters': {
      ...asks('container.projects.locations.clusters.list'),
      redactions: ['passwords and certificates of the cluster'],
    },
    'k8s.listNodeGroups': {
      ...asks('container.projects.locations.clusters.list', 'container.projects.locations.clusters.nodePools.list'),
      redactions: ['metadata of the nodes'],
    },
  },
} as const satisfies Slice;
