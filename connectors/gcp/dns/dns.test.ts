/** What zones and records are told as. */
import { expect, test } from 'vitest';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { openGcp, testAnswers } from '../upstream/use-gcp.ts';

testAnswers([
  [
    'dns.listZones',
    {},
    {
      zones: [
        {
          id: 'example-com',
          name: 'example.com',
          description: 'the site',
          isPrivate: false,
          nameServers: ['ns-cloud-a1.googledomains.com', 'ns-cloud-a2.googledomains.com'],
          dnssec: 'on',
          createdAt: '2026-01-05T10:00:00.000Z',
          tags: { team: 'web' },
        },
        {
          id: 'corp',
          name: 'corp.example.com',
          isPrivate: true,
          forwardsTo: ['10.0.0.53'],
          vpcIds: ['projects/acme-prod/global/networks/main'],
          tags: {},
        },
      ],
    },
  ],
  [
    'dns.getZone',
    { zone: 'example-com' },
    {
      zone: {
        id: 'example-com',
        name: 'example.com',
        description: 'the site',
        isPrivate: false,
        nameServers: ['ns-cloud-a1.googledomains.com', 'ns-cloud-a2.googledomains.com'],
        dnssec: 'on',
        createdAt: '2026-01-05T10:00:00.000Z',
        tags: { team: 'web' },
      },
    },
  ],
  [
    'dns.listRecords',
    { zone: 'example-com' },
    {
      records: [
        { name: 'example.com', type: 'A', ttlSec: 300, values: ['203.0.113.9'] },
        { name: 'example.com', type: 'MX', ttlSec: 3600, values: ['10 mail.example.com.'] },
        {
          name: 'api.example.com',
          type: 'A',
          ttlSec: 60,
          values: ['203.0.113.9'],
          routing: { policy: 'weighted', weight: 90 },
        },
        {
          name: 'api.example.com',
          type: 'A',
          ttlSec: 60,
          values: ['203.0.113.10'],
          routing: { policy: 'weighted', weight: 10 },
        },
        {
          name: 'geo.example.com',
          type: 'A',
          ttlSec: 60,
          values: ['203.0.113.9'],
          routing: { policy: 'geographic', location: 'us-central1' },
        },
        {
          name: 'db.example.com',
          type: 'A',
          ttlSec: 60,
          values: ['10.0.0.9'],
          routing: { policy: 'failover', role: 'primary' },
          healthCheckId: 'projects/acme-prod/global/healthChecks/db',
        },
        {
          name: 'db.example.com',
          type: 'A',
          ttlSec: 60,
          values: ['10.1.0.9'],
          routing: { policy: 'failover', location: 'us-east1', role: 'secondary' },
          healthCheckId: 'projects/acme-prod/global/healthChecks/db',
        },
      ],
    },
  ],
]);

test('a type of record is asked for only within one name', async () => {
  const gcp = await openGcp();
  const args = { zone: 'example-com', type: 'A' };
  expect(faultIn(await gcp.agent.ask('dns.listRecords', args))).toMatchObject({
    code: 'invalid_arguments',
    data: { field: 'type' },
  });
  expect(gcp.upstream.calls).toEqual([]);
  resultIn(await gcp.agent.ask('dns.listRecords', { ...args, name: 'example.com' }));
  expect(gcp.upstream.calls.at(-1)?.query.get('name')).toBe('example.com.');
});
