/** The list of checks as the vendor's client library documents it (synthetic-monitoring-api-go-client, docs/API.md). */
import { z } from 'zod';
import { answerJson, type DescribedRoute } from '../../../test/contract/described-upstream.ts';

const Check = z.strictObject({
  id: z.int(),
  tenantId: z.int(),
  target: z.string(),
  job: z.string(),
  frequency: z.int(),
  timeout: z.int(),
  enabled: z.boolean(),
  alertSensitivity: z.string(),
  basicMetricsOnly: z.boolean(),
  probes: z.array(z.int()),
  labels: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  settings: z.looseObject({}),
  created: z.number(),
  modified: z.number(),
});

export const checkOf = (id: number, more: object = {}) => ({
  id,
  tenantId: 9,
  target: 'https://probe:word@shop.example/health?key=in-the-query#top',
  job: `shop ${id}`,
  frequency: 60_000,
  timeout: 3000,
  enabled: true,
  alertSensitivity: 'none',
  basicMetricsOnly: true,
  probes: [1, 15],
  labels: [{ name: 'team', value: 'shop' }],
  settings: {
    http: {
      method: 'POST',
      headers: ['X-Api-Key: in-the-headers'],
      body: 'in-the-body',
      basicAuth: { username: 'u', password: 'in-basic-auth' },
      bearerToken: 'in-the-bearer',
      tlsConfig: { clientKey: 'aW4tdGhlLWtleQ==' },
    },
  },
  created: 1_714_550_400.5,
  modified: 1_714_550_460,
  ...more,
});

export const checks = [
  checkOf(1),
  checkOf(2, { target: 'shop.example:443', settings: { tcp: { tls: true } }, enabled: false, labels: [] }),
  checkOf(3, { settings: { scripted: { script: 'in-the-script' } } }),
];

export const syntheticsRoutes: readonly DescribedRoute[] = [
  {
    call: 'GET /api/v1/check/list',
    headers: z.looseObject({ authorization: z.string().regex(/^Bearer /u) }),
    answers: z.array(Check),
    reply: () => answerJson(checks),
  },
];
