import { fakeCloudflare, zoneIds } from './fake-cloudflare.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';

export const exemplar: Exemplar = {
  variables: { CLOUDFLARE_URL: '{upstream}', CLOUDFLARE_API_TOKEN: '{canary}' },
  reply: fakeCloudflare(),
  questions: {
    'dns.listZones': [{}, { name: 'acme.example.' }, { name: 'absent.example' }, { limit: 1 }],
    'dns.getZone': [{ zone: zoneIds.acme }],
    'dns.listRecords': [
      { zone: zoneIds.acme },
      { zone: zoneIds.acme, name: 'www.acme.example', type: 'A' },
      { zone: zoneIds.acme, type: 'CAA' },
      { zone: zoneIds.acme, limit: 2 },
    ],
  },
  // A token of an account is refused where those of persons are verified; one with an account is verified there.
  failures: [fakeCloudflare({ owner: 'account' }), fakeCloudflare({ status: 'expired', refusesReads: true })].map(
    (reply) => (call) => reply(call) ?? { status: 501, body: '' },
  ),
};
