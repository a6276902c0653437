import { describe, expect, test } from 'vitest';
import { resultIn } from '../../test/contract/agent-under-test.ts';
import { useAzion } from './upstream/azion-under-test.ts';
import { hmacAccess, hmacSecret } from './upstream/fake-azion.ts';

const it = useAzion();

describe('the workspace', () => {
  test('returns applications with the modules that are on [C-PLAT-7]', async () => {
    const { data } = resultIn(await it.open().ask('edge.listApplications', { search: 'API' }));
    expect(data).toEqual({
      applications: [
        {
          id: '100',
          name: 'api',
          isActive: true,
          isDebugging: false,
          modules: ['cache', 'functions'],
          version: '1.0',
          updatedAt: '2026-10-01T12:00:00.123Z',
          updatedBy: 'ann@acme.example',
        },
      ],
    });
  });

  test('returns connectors, and never the keys that sign requests to an origin [C-PLAT-7]', async () => {
    const asked = it.open();
    const { data } = resultIn(await asked.ask('edge.listConnectors', {}));
    expect(data).toMatchObject({
      connectors: [
        {
          id: '7',
          type: 'http',
          host: 'shop.example',
          pathPrefix: '/v1',
          transport: 'force_https',
          followsRedirects: false,
          isShielded: true,
          addresses: [
            { address: '192.0.2.10', isActive: true, httpPort: 80, httpsPort: 443, role: 'primary', weight: 2 },
            { address: 'backup.example', isActive: false, httpPort: 8080, httpsPort: 8443 },
          ],
          balancing: { method: 'least_conn', maxRetries: 2, connectTimeoutSec: 10, readTimeoutSec: 30 },
        },
        { id: '8', type: 'storage', addresses: [], bucket: 'pictures', bucketPrefix: 'small' },
      ],
    });
    const written = asked.written.join('\n');
    expect([hmacAccess, hmacSecret].filter((secret) => written.includes(secret))).toEqual([]);
  });

  test('returns workloads with protocols and certificates [C-PLAT-7]', async () => {
    const { data } = resultIn(await it.open().ask('edge.listWorkloads', {}));
    expect(data).toMatchObject({
      workloads: [
        {
          id: '1',
          infrastructure: 'Production Infrastructure',
          domains: ['shop.example'],
          platformDomain: 'x1.map.azionedge.net',
          allowsPlatformDomain: false,
          certificateId: '42',
          httpVersions: ['http1', 'http2'],
          httpPorts: [80],
          httpsPorts: [443],
          quicPorts: [],
          minimumTlsVersion: 'tls_1_2',
          clientCertificates: 'enforced',
        },
        {
          id: '2',
          infrastructure: 'Staging Infrastructure',
          httpsPorts: [],
          quicPorts: [443],
          clientCertificates: 'off',
        },
      ],
    });
  });

  test('says of nothing that it was allowed to see', async () => {
    const none = resultIn(await it.open({ isEmpty: true }).ask('edge.listWorkloads', {}));
    expect(none).toMatchObject({ data: { workloads: [] }, complete: true });
    expect(none.because).toBe('The token may list workloads, but the account has none.');
    const named = resultIn(await it.open().ask('edge.listConnectors', { search: 'absent' }));
    expect(named.because).toContain('none of the account has absent in its name');
  });
});
