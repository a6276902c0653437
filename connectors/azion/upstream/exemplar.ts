import { denied, fakeAzion, unauthorized } from './fake-azion.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';

const window = { from: '2026-11-02T09:00:00Z', to: '2026-11-02T11:00:00Z' };

const secretFields = ['requestData', 'wafEvheaders', 'wafMatch', 'debugLog', 'sessionId'];

export const exemplar: Exemplar = {
  variables: { AZION_URL: '{upstream}', AZION_TOKEN: '{canary}' },
  reply: fakeAzion(),
  questions: {
    'edge.listApplications': [{}, { limit: 2 }, { search: 'shop' }, { search: 'absent' }],
    'edge.listConnectors': [{}, { limit: 1 }, { search: 'absent' }],
    'edge.listWorkloads': [{}, { limit: 1 }, { search: 'absent' }],
    'edge.queryMetrics': [
      { dataset: 'http', window, compute: [{ aggregation: 'sum', field: 'requests' }], groupBy: ['status'] },
      { dataset: 'http', window, compute: [{ aggregation: 'count' }], overTime: false, limit: 1 },
      { dataset: 'dns', window, compute: [{ aggregation: 'count' }] },
    ],
    'edge.queryEvents': [
      { dataset: 'http', window, fields: ['status', 'requestUri'], limit: 2 },
      { dataset: 'http', window, fields: ['host'], filters: [{ field: 'status', operator: 'in', values: [200, 404] }] },
      { dataset: 'function_console', window, fields: ['line'] },
    ],
  },
  redacted: {
    'access key and secret key that sign requests to an origin': ['access_key', 'secret_key'].map(
      (key) => `results.*.attributes.modules.origin_shield.config.hmac.config.attributes.${key}`,
    ),
    'query, fragment and user of addresses': ['requestUri', 'status'].map(
      (field) =>
        [`data.rows.*.${field}`, (secret: string) => `https://u:${secret}@h/x?token=${secret}#${secret}`] as const,
    ),
    'fields that hold headers, bodies or sessions: refused': {
      refuses: {
        'edge.queryMetrics': secretFields.map((field) => ({
          dataset: 'http',
          window,
          compute: [{ aggregation: 'count' }],
          groupBy: [field],
        })),
        'edge.queryEvents': secretFields.flatMap((field) => [
          { dataset: 'http', window, fields: [field] },
          { dataset: 'http', window, fields: ['status'], filters: [{ field, operator: 'like', value: 'a%' }] },
        ]),
      },
    },
  },
  // Refused on one interface and taken by another, in either direction.
  failures: [
    fakeAzion({ refuses: { workspace: unauthorized } }),
    fakeAzion({ refuses: { metrics: denied, events: denied } }),
  ].map((reply) => (call) => reply(call) ?? { status: 501, body: '' }),
};
