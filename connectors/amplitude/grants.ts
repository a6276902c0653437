/** What a key pair of a project opens. Keys have no scopes: https://amplitude.com/docs/apis/keys-and-tokens. */
import type { Manifest } from '../../src/connector/manifest.ts';

export const dashboardAccess = 'Dashboard REST API';

export const grants = {
  [dashboardAccess]: {
    group: 'API key and secret key of one project',
    need: 'required',
    purpose: 'Query events, funnels and saved charts of that project.',
  },
} as const satisfies Manifest['grants'];

export const forbidden: Manifest['forbidden'] = [
  {
    grant: 'Organization-level API key',
    because: 'Gives access to every project and to the deletion of users; only one project is read.',
  },
  { grant: 'Management API key', because: 'Changes flags and experiments; no operation does.' },
  { grant: 'SCIM key', because: 'Creates and removes the users of the organization.' },
];

export const credentialKinds: Manifest['credentials'] = [
  {
    id: 'project_keys',
    title: 'API key and secret key of a project',
    verdict: 'recommended',
    note: 'Both belong to one project. Together they give access to its dashboard and export APIs, and the API key alone can send events: Amplitude has no narrower pair.',
  },
  {
    id: 'organization_keys',
    title: 'Keys of an organization',
    verdict: 'rejected',
    note: 'Issued by Amplitude Support for other APIs; they cannot read charts.',
  },
];
