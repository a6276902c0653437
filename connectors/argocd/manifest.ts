/** Argo CD: applications, and what was deployed of them. Three reads by GET; `refresh` is never sent. */
import type { Manifest, UpstreamCall } from '../../src/connector/manifest.ts';
import { credentialKinds, forbidden, getApplications, grants } from './grants.ts';

/** The object of a permission is `<project>/<application>`: two segments of the path. */
const mayGet = 'GET /api/v1/account/can-i/applications/get/{project}/{application}';
const whoAmI = 'GET /api/v1/session/userinfo';
const mayDoMore = forbidden.map(({ grant }): UpstreamCall => {
  const action = grant.replace(', ', '/');
  return `GET /api/v1/account/can-i/${action}/{project}/{application}`;
});
const all = ['gitops.listApplications', 'gitops.getApplication', 'gitops.getSyncHistory'] as const;
const helmValues = 'parameters, values and environment of charts and plugins: never returned';
const inAddresses = 'user, password and query in addresses of repositories and clusters';
const inMessages =
  'in messages: what follows --set, values of parameters whose name sounds secret, and passwords of addresses';

export const manifest = {
  id: 'argocd',
  title: 'Argo CD',
  summary: 'Reads applications with their sync and health, and their deployment history.',
  vendorDocs: 'https://argo-cd.readthedocs.io/en/stable/operator-manual/user-management/',
  config: {
    ARGOCD_URL: {
      kind: 'url',
      need: 'required',
      description: 'Address of the API server, with its path if it is served below one (--rootpath).',
      example: 'https://argocd.example.com',
    },
    ARGOCD_AUTH_TOKEN: {
      kind: 'secret',
      need: 'required',
      description: 'Token of a local account with capability apiKey that may get applications.',
      example: 'eyJhbGciOiJIUzI1NiIs…',
    },
    ARGOCD_PROJECTS: {
      kind: 'text',
      need: 'optional',
      pattern: /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?:,[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?){0,9}$/u,
      patternWords: 'up to ten names of projects, separated by commas without spaces',
      description:
        'Projects that the account should see, if it should not see all. Used only to report what a list omits, and by the checks.',
      example: 'payments,checkout',
    },
  },
  credentials: credentialKinds,
  grants,
  forbidden,
  operations: {
    'gitops.listApplications': {
      grants: [getApplications],
      upstream: ['GET /api/v1/applications', mayGet],
      redactions: [helmValues, inAddresses, inMessages],
    },
    'gitops.getApplication': {
      grants: [getApplications],
      upstream: ['GET /api/v1/applications/{name}'],
      redactions: [helmValues, inAddresses, inMessages],
    },
    'gitops.getSyncHistory': {
      grants: [getApplications],
      upstream: ['GET /api/v1/applications/{name}'],
      redactions: [helmValues, inAddresses],
    },
  },
  checks: {
    server: {
      proves: 'Argo CD answers at the address; no credential is sent.',
      grants: [],
      upstream: ['GET /api/version', whoAmI],
      affects: all,
    },
    account: {
      proves: 'Argo CD accepts the token, it belongs to an account, and it does not expire soon.',
      grants: [],
      upstream: [whoAmI],
      affects: all,
    },
    applications_read: {
      proves: 'Applications can be listed, and the account may get those that it should see.',
      grants: [getApplications],
      upstream: ['GET /api/v1/applications', mayGet, whoAmI],
      affects: all,
    },
    least_privilege: {
      proves: 'The account has no permission that no operation needs.',
      grants: [],
      upstream: [...mayDoMore, whoAmI],
      affects: all,
    },
  },
  limits: { upstreamCalls: 80, totalMs: 30_000, responseBytes: 32 << 20 },
} as const satisfies Manifest;
