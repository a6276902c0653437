/** Permissions as the token page spells them, and the kinds of credential there are: https://developers.cloudflare.com/fundamentals/api/reference/permissions/. */
import type { Manifest } from '../../src/connector/manifest.ts';

export const grants = {
  'Zone:Read': {
    group: 'Zone permission of the token',
    need: 'required',
    purpose: 'List the zones that the token was given, and get one of them.',
  },
  'DNS:Read': {
    group: 'Zone permission of the token',
    need: 'required',
    purpose: 'List the records of these zones.',
  },
} as const satisfies Manifest['grants'];

export const forbidden: Manifest['forbidden'] = [
  { grant: 'DNS:Edit', because: 'Changes records; no operation writes to a zone.' },
  { grant: 'Zone:Edit', because: 'Creates and deletes zones; no operation does.' },
  { grant: 'API Tokens:Edit', because: 'Creates credentials, and with them any other permission of its owner.' },
];

export const credentialKinds: Manifest['credentials'] = [
  {
    id: 'api_token',
    title: 'API token',
    verdict: 'recommended',
    note: 'Has exactly the permissions and zones that were chosen for it; owned by a person or, better, by an account.',
  },
  {
    id: 'global_api_key',
    title: 'Global API key',
    verdict: 'rejected',
    note: 'Does everything its owner may do, in every account, and is sent with an e-mail address; it is not accepted.',
  },
];
