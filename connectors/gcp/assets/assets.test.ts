/** How the inventory is returned. */
import { testAnswers } from '../upstream/use-gcp.ts';

testAnswers([
  [
    'assets.search',
    { query: 'name:web' },
    {
      resources: [
        {
          name: '//compute.googleapis.com/projects/acme-prod/zones/us-central1-a/instances/web-1',
          type: 'compute.googleapis.com/Instance',
          displayName: 'web-1',
          description: 'front end',
          state: 'RUNNING',
          location: 'us-central1-a',
          project: 'projects/123456789012',
          folders: ['folders/42'],
          organization: 'organizations/7',
          parentName: '//cloudresourcemanager.googleapis.com/projects/acme-prod',
          parentType: 'cloudresourcemanager.googleapis.com/Project',
          networkTags: ['http-server'],
          encryptionKeyIds: ['projects/acme-prod/locations/us/keyRings/r/cryptoKeys/k'],
          createdAt: '2026-01-05T10:00:00.000Z',
          updatedAt: '2026-11-01T10:00:00.000Z',
          tags: { team: 'web' },
        },
      ],
    },
  ],
  [
    'assets.list',
    { assetTypes: ['compute.googleapis.com/Instance'] },
    {
      assets: [
        {
          name: '//compute.googleapis.com/projects/acme-prod/zones/us-central1-a/instances/web-1',
          type: 'compute.googleapis.com/Instance',
          location: 'us-central1-a',
          parent: '//cloudresourcemanager.googleapis.com/projects/123456789012',
          ancestors: ['projects/123456789012', 'folders/42', 'organizations/7'],
          updatedAt: '2026-11-01T10:00:00.000Z',
        },
      ],
    },
  ],
]);
