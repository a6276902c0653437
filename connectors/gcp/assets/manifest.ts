/** The inventory of everything that exists. */
import { api, asksOf, oneRow, scopes, type Slice } from '../slice.ts';

const cloudasset = api('cloudasset.googleapis.com/v1/projects/{project}', { scope: scopes.whole, area: 'assets' });

const methods = {
  'cloudasset.assets.list': cloudasset.get('/assets', 'cloudasset.assets.listResource'),
  'cloudasset.searchAllResources': cloudasset.get(':searchAllResources', 'cloudasset.assets.searchAllResources'),
} as const;

const asks = asksOf(methods);

export const assets = {
  permissions: {
    'roles/cloudasset.viewer': {
      'cloudasset.assets.listResource': 'Lists resources with their place; what they are configured with is not read.',
      'cloudasset.assets.searchAllResources': 'Searches resources.',
    },
  },
  methods,
  areas: {
    assets: {
      title: 'Cloud Asset Inventory',
      probes: [{ method: 'cloudasset.searchAllResources', path: {}, query: oneRow }],
    },
  },
  operations: {
    'assets.list': { ...asks('cloudasset.assets.list'), redactions: ['what resources are configured with'] },
    'assets.search': asks('cloudasset.searchAllResources'),
  },
} as const satisfies Slice;
