/** Good answers of Cloud Asset Inventory. */
import type { Exemplar } from '../../../../test/contract/exemplar.ts';
import { project, projectNumber } from '../project.ts';

const searched = {
  name: `//compute.googleapis.com/projects/${project}/zones/us-central1-a/instances/web-1`,
  assetType: 'compute.googleapis.com/Instance',
  displayName: 'web-1',
  description: 'front end',
  state: 'RUNNING',
  location: 'us-central1-a',
  project: `projects/${projectNumber}`,
  folders: ['folders/42'],
  organization: 'organizations/7',
  parentFullResourceName: `//cloudresourcemanager.googleapis.com/projects/${project}`,
  parentAssetType: 'cloudresourcemanager.googleapis.com/Project',
  networkTags: ['http-server'],
  kmsKeys: ['projects/acme-prod/locations/us/keyRings/r/cryptoKeys/k'],
  createTime: '2026-01-05T10:00:00Z',
  updateTime: '2026-11-01T10:00:00Z',
  labels: { team: 'web' },
};

const asset = {
  name: searched.name,
  assetType: searched.assetType,
  ancestors: [`projects/${projectNumber}`, 'folders/42', 'organizations/7'],
  updateTime: '2026-11-01T10:00:00Z',
  resource: {
    location: 'us-central1-a',
    parent: `//cloudresourcemanager.googleapis.com/projects/${projectNumber}`,
    data: { metadata: 'canary-secret' },
  },
};

export const assetsAnswers = {
  'cloudasset.searchAllResources': { results: [searched] },
  'cloudasset.assets.list': { assets: [asset] },
};

export const assetsQuestions: Exemplar['questions'] = {
  'assets.list': [{ assetTypes: ['compute.googleapis.com/Instance'] }],
  'assets.search': [{ query: 'name:web' }],
};

export const assetsRedacted: NonNullable<Exemplar['redacted']> = {
  'what resources are configured with': [
    ['assets.*.resource', (secret) => ({ version: 'v1', location: 'us-central1', data: { note: secret } })],
  ],
};
