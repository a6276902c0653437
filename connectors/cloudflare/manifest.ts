/** Cloudflare: zones that a token was given, and the DNS records in them. Four reads by GET. */
import type { Manifest } from '../../src/connector/manifest.ts';
import { credentialKinds, forbidden, grants } from './grants.ts';

export const manifest = {
  id: 'cloudflare',
  title: 'Cloudflare',
  summary: 'Reads the zones that a token was given, and the DNS records in them.',
  vendorDocs: 'https://developers.cloudflare.com/fundamentals/api/get-started/create-token/',
  config: {
    CLOUDFLARE_API_TOKEN: {
      kind: 'secret',
      need: 'required',
      description: 'API token with Zone:Read and DNS:Read on the zones to be read.',
      example: 'kZ…',
    },
    CLOUDFLARE_URL: {
      kind: 'url',
      need: 'optional',
      default: 'https://api.cloudflare.com/client/v4',
      description: 'Address of the API, for a proxy.',
      example: 'https://api.cloudflare.com/client/v4',
    },
  },
  credentials: credentialKinds,
  grants,
  forbidden,
  operations: {
    'dns.listZones': { grants: ['Zone:Read'], upstream: ['GET /zones'], redactions: [] },
    'dns.getZone': { grants: ['Zone:Read'], upstream: ['GET /zones/{zone_id}'], redactions: [] },
    'dns.listRecords': { grants: ['DNS:Read'], upstream: ['GET /zones/{zone_id}/dns_records'], redactions: [] },
  },
  checks: {
    api_token: {
      proves: 'Cloudflare accepts the token, and it does not expire soon.',
      grants: [],
      upstream: ['GET /user/tokens/verify', 'GET /accounts/{account_id}/tokens/verify', 'GET /zones'],
      affects: ['dns.listZones', 'dns.getZone', 'dns.listRecords'],
    },
    zones_read: {
      proves: 'Zones can be listed, and the token was given at least one.',
      grants: ['Zone:Read'],
      upstream: ['GET /zones', 'GET /user/tokens/verify'],
      affects: ['dns.listZones', 'dns.getZone'],
    },
    records_read: {
      proves: 'Records of the first zone can be listed.',
      grants: ['DNS:Read'],
      upstream: ['GET /zones', 'GET /zones/{zone_id}/dns_records', 'GET /user/tokens/verify'],
      affects: ['dns.listRecords'],
    },
  },
  limits: { upstreamCalls: 20, totalMs: 30_000, responseBytes: 8 << 20 },
} as const satisfies Manifest;
