import type { CredentialKind } from '../../src/connector/manifest.ts';

export const credentialKinds: readonly CredentialKind[] = [
  {
    id: 'bound_service_account',
    title: 'Service account bound to the workload (chain)',
    verdict: 'recommended',
    note: 'No key circulates: the roles stand on the service account, and tokens last an hour.',
  },
  {
    id: 'service_account_key',
    title: 'Key of a service account (static)',
    prefix: '{"type": "service_account"',
    verdict: 'accepted',
    note: 'For an Agent outside Google Cloud. It works until it is deleted, so that it must be rotated.',
  },
  {
    id: 'authorized_user',
    title: 'Sign-in of a person',
    prefix: '{"type": "authorized_user"',
    verdict: 'rejected',
    note: 'It is a person, with all the rights of one, and ends when the person leaves.',
  },
  {
    id: 'external_account',
    title: 'Federation file of another cloud',
    prefix: '{"type": "external_account"',
    verdict: 'rejected',
    note: 'It names addresses and files that tokens are fetched from, which the Agent does not follow.',
  },
  {
    id: 'api_key',
    title: 'API key',
    prefix: 'AIza',
    verdict: 'rejected',
    note: 'It names a project and not a caller, and has no roles.',
  },
];
