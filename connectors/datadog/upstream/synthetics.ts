import { z } from 'zod';
import { answerJson, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import { bothKeys, refuse, whole, window } from './shared.ts';

/** Only `config` is loose: it is large, and holds what a test sends. */
const Test = z.strictObject({
  public_id: z.string(),
  name: z.string(),
  type: z.enum(['api', 'browser', 'mobile', 'network']),
  subtype: z.enum(['http', 'ssl', 'tcp', 'dns', 'multi', 'icmp', 'udp', 'websocket', 'grpc']).optional(),
  status: z.enum(['live', 'paused']),
  locations: z.array(z.string()),
  tags: z.array(z.string()),
  monitor_id: z.int(),
  message: z.string(),
  options: z.strictObject({ tick_every: z.int().min(30).max(604_800) }),
  config: z.looseObject({}),
});

export const tests: readonly z.infer<typeof Test>[] = [
  {
    public_id: 'abc-def-ghi',
    name: 'Shop answers',
    type: 'api',
    subtype: 'http',
    status: 'live',
    locations: ['aws:eu-west-1'],
    tags: ['env:prod'],
    monitor_id: 4711,
    message: '',
    options: { tick_every: 300 },
    config: { request: { method: 'GET', url: 'https://shop.example/health', timeout: 30 }, assertions: [] },
  },
  {
    public_id: 'jkl-mno-pqr',
    name: 'Shop buys',
    type: 'browser',
    status: 'paused',
    locations: ['aws:eu-west-1', 'aws:us-east-1'],
    tags: ['env:prod', 'team:checkout'],
    monitor_id: 4712,
    message: '',
    options: { tick_every: 900 },
    config: { request: { method: 'GET', url: 'https://shop.example/' }, assertions: [] },
  },
];

const resultsQuery = z.strictObject({ from_ts: whole(1_000_000_000_000), to_ts: whole(1_000_000_000_000) });
const common = { result_id: z.string(), check_time: z.number(), probe_dc: z.string(), status: z.literal([0, 1, 2]) };

const ApiResults = z.strictObject({
  last_timestamp_fetched: z.int(),
  results: z.array(
    z.strictObject({
      ...common,
      result: z.strictObject({ passed: z.boolean(), timings: z.record(z.string(), z.number()) }),
    }),
  ),
});

const BrowserResults = z.strictObject({
  last_timestamp_fetched: z.int(),
  results: z.array(
    z.strictObject({
      ...common,
      result: z.strictObject({
        device: z.strictObject({ id: z.string(), name: z.string(), height: z.int(), width: z.int() }),
        duration: z.number(),
        errorCount: z.int(),
        stepCountCompleted: z.int(),
        stepCountTotal: z.int(),
      }),
    }),
  ),
});

export const syntheticsRoutes: readonly DescribedRoute[] = [
  {
    call: 'GET /api/v1/synthetics/tests',
    headers: bothKeys,
    query: z.strictObject({ page_size: whole(1), page_number: whole(0) }),
    answers: z.strictObject({ tests: z.array(Test) }),
    reply({ query }) {
      const [size, page] = [Number(query.get('page_size')), Number(query.get('page_number'))];
      return answerJson({ tests: tests.slice(page * size, (page + 1) * size) });
    },
  },
  {
    call: 'GET /api/v1/synthetics/tests/{public_id}/results',
    headers: bothKeys,
    query: resultsQuery,
    answers: ApiResults,
    reply({ parts, query }) {
      if (parts['public_id'] !== 'abc-def-ghi') return refuse(404, 'Synthetics test not found');
      const toMs = Number(query.get('to_ts'));
      return answerJson({
        last_timestamp_fetched: toMs,
        results: [
          {
            result_id: '2',
            check_time: toMs - 1000,
            probe_dc: 'aws:eu-west-1',
            status: 1,
            result: { passed: false, timings: { dns: 2.5, total: 120.5 } },
          },
          {
            result_id: '1',
            check_time: toMs - 301_000,
            probe_dc: 'aws:eu-west-1',
            status: 0,
            result: { passed: true, timings: { dns: 2, total: 100 } },
          },
        ],
      });
    },
  },
  {
    call: 'GET /api/v1/synthetics/tests/browser/{public_id}/results',
    headers: bothKeys,
    query: resultsQuery,
    answers: BrowserResults,
    reply({ parts, query }) {
      if (parts['public_id'] !== 'jkl-mno-pqr') return refuse(404, 'Synthetics test not found');
      const toMs = Number(query.get('to_ts'));
      return answerJson({
        last_timestamp_fetched: toMs,
        results: [
          {
            result_id: '9',
            check_time: toMs - 1000,
            probe_dc: 'aws:us-east-1',
            status: 0,
            result: {
              device: { id: 'chrome.laptop_large', name: 'Laptop Large', height: 1100, width: 1440 },
              duration: 4500,
              errorCount: 0,
              stepCountCompleted: 4,
              stepCountTotal: 4,
            },
          },
        ],
      });
    },
  },
];

export const syntheticsQuestions = {
  'synthetics.listChecks': [{ limit: 1 }, { tag: 'team:checkout' }, { tag: 'nothing' }],
  'synthetics.listResults': [
    { checkId: 'abc-def-ghi', window, limit: 1 },
    { checkId: 'jkl-mno-pqr', window },
    { checkId: 'jkl-mno-pqr', checkType: 'browser', window },
  ],
} satisfies Exemplar['questions'];
