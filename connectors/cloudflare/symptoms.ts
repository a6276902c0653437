/**
 * What Cloudflare answers when it refuses. The status alone says little: the number in `errors` decides, and one number
 * can mean several things, so that a health check then asks whether the token itself is well.
 */
import { commonSymptoms, webPageAt } from '../../src/connector/common-symptoms.ts';
import { type Seen, type Symptom, symptom } from '../../src/connector/symptom.ts';

const tokenPage = 'on the API Tokens page (My Profile, or Manage Account for a token of an account)';

const refusal = (code: number, message: string, chain: readonly number[] = []): string =>
  JSON.stringify({
    success: false,
    errors: [
      { code, message, ...(chain.length > 0 && { error_chain: chain.map((one) => ({ code: one, message: '' })) }) },
    ],
    messages: [],
    result: null,
  });

const grantOf = ({ path }: Seen): 'DNS:Read' | 'Zone:Read' =>
  path.endsWith('/dns_records') ? 'DNS:Read' : 'Zone:Read';

export const symptoms: readonly Symptom[] = [
  symptom({
    id: 'header_format',
    seen: '400 with 6003 or 6111',
    when: { status: 400, body: /"code":\s*(?:6003|6111)\b/u },
    kind: 'credential_rejected',
    data: { kind: 'API token', reason: 'malformed' },
    remedy: `What is in CLOUDFLARE_API_TOKEN does not have the form of an API token. Copy it again ${tokenPage}; a global API key is not accepted.`,
    example: { status: 400, body: refusal(6003, 'Invalid request headers', [6111]) },
  }),
  symptom({
    id: 'address_not_allowed',
    seen: '403 with 9109 that names a location',
    when: { status: [401, 403], body: /from location/iu },
    kind: 'permission_missing',
    data: { grant: 'the address the Agent sends from', layer: 'client IP address filtering of the token' },
    remedy: `Add the address that the Agent sends from to Client IP Address Filtering of the token ${tokenPage}. Do not rotate the token: it is valid.`,
    example: { status: 403, body: refusal(9109, 'Cannot use the access token from location: 192.0.2.7') },
  }),
  symptom({
    id: 'token_invalid',
    seen: '401 or 403 with 1000, or with 9109 and `Invalid access token`',
    when: { status: [401, 403], body: /Invalid (?:access token|API token)/iu },
    kind: 'credential_rejected',
    data: { kind: 'API token', reason: 'rejected' },
    remedy: `The token was rolled, disabled or deleted, or has expired: check its status ${tokenPage}, and put the active one into CLOUDFLARE_API_TOKEN.`,
    probe: 'token',
    example: { status: 403, body: refusal(9109, 'Invalid access token') },
  }),
  symptom({
    id: 'not_permitted',
    seen: '401 or 403 with 9109 or 10000',
    when: { status: [401, 403], body: /"code":\s*(?:9109|10000)\b/u },
    kind: 'permission_missing',
    data: (seen) => ({ grant: grantOf(seen), layer: 'permission or zones of the token' }),
    remedy: (seen) =>
      `Give the token ${grantOf(seen)}, and this zone under Zone Resources, ${tokenPage}. Do not rotate the token unless its check says so.`,
    remedyWords: `Give the token the permission that is named, and this zone under Zone Resources, ${tokenPage}. Do not rotate the token unless its check says so.`,
    probe: 'token',
    example: { status: 403, body: refusal(10_000, 'Authentication error') },
  }),
  symptom({
    id: 'forbidden',
    seen: '401 or 403 in other words',
    when: { status: [401, 403] },
    kind: 'permission_missing',
    data: (seen) => ({ grant: grantOf(seen), layer: 'permission or zones of the token' }),
    remedy: `Check the permissions and the Zone Resources of the token ${tokenPage}. If they are right, something between the Agent and CLOUDFLARE_URL refused the request.`,
    probe: 'token',
    example: { status: 403, body: 'Forbidden' },
  }),
  symptom({
    id: 'not_found',
    seen: '404, or 400 with 7003',
    when: { status: [400, 404], body: /"code":\s*(?:1001|1049|7000|7003)\b/u },
    kind: 'not_found_or_hidden',
    data: { what: 'the zone' },
    remedy:
      'See dns.listZones for the zones that the token can see: this one does not exist, or it was not given to the token.',
    example: {
      status: 404,
      body: refusal(7003, 'Could not route to /zones/x, perhaps your object identifier is invalid?'),
    },
  }),
  webPageAt('CLOUDFLARE_URL', 'Unset CLOUDFLARE_URL, or set it to the API itself: its path ends in /client/v4.'),
  symptom({
    id: 'question_refused',
    seen: 'any other 400',
    when: { status: 400 },
    kind: 'invalid_arguments',
    data: { field: 'name' },
    remedy: 'Cloudflare does not accept this name or type: use a full domain name and a record type that it knows.',
    example: { status: 400, body: refusal(1004, 'DNS Validation Error') },
  }),
  ...commonSymptoms('CLOUDFLARE_URL'),
];
