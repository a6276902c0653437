/** Machines, disks, functions, serverless services and image registries. */
import { api, asksOf, oneRow, scopes, type Slice } from '../slice.ts';

const engine = api('compute.googleapis.com/compute/v1/projects/{project}', {
  scope: 'compute.readonly',
  area: 'compute_engine',
});
const functions = api('cloudfunctions.googleapis.com/v2/projects/{project}/locations/{location}', {
  scope: scopes.whole,
  area: 'functions',
});
const run = { scope: 'run.readonly', area: 'serverless' } as const;
const registry = api('artifactregistry.googleapis.com/v1/projects/{project}/locations/{location}', {
  scope: scopes.readOnly,
  area: 'image_registry',
});

const methods = {
  'compute.instances.aggregatedList': engine.get('/aggregated/instances', 'compute.instances.list'),
  'compute.disks.aggregatedList': engine.get('/aggregated/disks', 'compute.disks.list'),
  'compute.instanceGroupManagers.aggregatedList': engine.get(
    '/aggregated/instanceGroupManagers',
    'compute.instanceGroupManagers.list',
  ),
  'cloudfunctions.projects.locations.functions.list': functions.get('/functions', 'cloudfunctions.functions.list'),
  'run.projects.locations.list': api('run.googleapis.com/v1/projects/{project}', run).get(
    '/locations',
    'run.locations.list',
  ),
  'run.projects.locations.services.list': api('run.googleapis.com/v2/projects/{project}', run).get(
    '/locations/{location}/services',
    'run.services.list',
  ),
  'artifactregistry.projects.locations.repositories.dockerImages.list': registry.get(
    '/repositories/{repository}/dockerImages',
    'artifactregistry.dockerimages.list',
  ),
  'artifactregistry.projects.locations.repositories.list': registry.get(
    '/repositories',
    'artifactregistry.repositories.list',
  ),
} as const;

const asks = asksOf(methods);

const environment = ['values of environment variables'] as const;

export const compute = {
  permissions: {
    'roles/viewer': {
      'artifactregistry.dockerimages.list': 'Lists the container images of a repository.',
      'artifactregistry.repositories.list': 'Lists image repositories.',
      'cloudfunctions.functions.list': 'Lists functions; values of their environment variables are not read.',
      'compute.disks.list': 'Lists disks; their contents are not read.',
      'compute.instanceGroupManagers.list': 'Lists managed instance groups.',
      'compute.instances.list': 'Lists machines.',
      'run.locations.list': 'Tells which regions to look for serverless services in.',
      'run.services.list': 'Lists serverless services; values of their environment variables are not read.',
    },
  },
  methods,
  areas: {
    compute_engine: {
      title: 'Compute Engine',
      probes: [{ method: 'compute.networks.list', path: {}, query: { maxResults: '1' } }],
    },
    functions: {
      title: 'Cloud Functions',
      probes: [{ method: 'cloudfunctions.projects.locations.functions.list', path: { location: '-' }, query: oneRow }],
    },
    serverless: {
      title: 'Cloud Run',
      // One region at a time; this one always exists.
      probes: [{ method: 'run.projects.locations.services.list', path: { location: 'us-central1' }, query: oneRow }],
    },
    image_registry: {
      title: 'Artifact Registry',
      probes: [
        { method: 'artifactregistry.projects.locations.repositories.list', path: { location: 'us' }, query: oneRow },
      ],
    },
  },
  operations: {
    'compute.listInstances': {
      ...asks('compute.instances.aggregatedList'),
      redactions: ['metadata of machines, start-up scripts among them'],
    },
    'compute.listAutoScalingGroups': asks('compute.instanceGroupManagers.aggregatedList'),
    'compute.listContainerImages': asks('artifactregistry.projects.locations.repositories.dockerImages.list'),
    'compute.listFunctions': {
      ...asks('cloudfunctions.projects.locations.functions.list'),
      redactions: [...environment, 'environment variables of the build'],
    },
    'compute.listImageRepositories': {
      ...asks('artifactregistry.projects.locations.repositories.list'),
      redactions: ['credentials of remote repositories'],
    },
    'compute.listServerlessServices': {
      ...asks('run.projects.locations.list', 'run.projects.locations.services.list'),
      redactions: [...environment, 'commands and their arguments'],
    },
    'compute.listVolumes': {
      ...asks('compute.disks.aggregatedList'),
      redactions: ['encryption keys of the customer'],
    },
  },
} as const satisfies Slice;
