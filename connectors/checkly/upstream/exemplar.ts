import { accountId, checkIds, fakeCheckly } from './fake-checkly.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';

const newer = fakeCheckly();
const older = fakeCheckly({ results: 'v1' });
const ofNoAccount = fakeCheckly({ accounts: [] });

export const exemplar: Exemplar = {
  variables: { CHECKLY_URL: '{upstream}', CHECKLY_API_KEY: 'cu_{canary}', CHECKLY_ACCOUNT_ID: accountId },
  // The browser check is asked where only the older results are, so that the way to them is walked too.
  reply: (call) => (call.path.endsWith(checkIds.browser) ? older : newer)(call),
  questions: {
    'synthetics.listChecks': [{ limit: 1 }, { tag: 'prod' }, { tag: 'absent' }],
    'synthetics.listResults': [
      { checkId: checkIds.api, window: { from: 'now-5d' }, limit: 5 },
      { checkId: checkIds.api, window: { from: 'now-2d' }, failedOnly: true },
      { checkId: checkIds.browser, window: { from: 'now-1d' } },
    ],
  },
  redacted: {
    'Headers, parameters, sign-ins, bodies, variables and scripts of a check': [
      '*.environmentVariables.*.value',
      '*.localSetupScript',
      '*.localTearDownScript',
      '*.script',
      '*.request.headers.*.value',
      ['*.request.queryParameters', (secret) => [{ key: 'token', value: secret }]],
      '*.request.basicAuth.password',
      '*.request.body',
    ],
    'Requests, answers, logs and recordings of a run': [
      'entries.*.apiCheckResult.request.data',
      'entries.*.apiCheckResult.request.headers.*',
      ['entries.*.apiCheckResult.request.params', (secret) => ({ token: secret })],
      'entries.*.apiCheckResult.response.body',
      ['entries.*.apiCheckResult.response.headers', (secret) => ({ 'set-cookie': secret })],
      ['entries.*.apiCheckResult.jobLog', (secret) => [{ msg: secret }]],
      ['entries.*.apiCheckResult.jobAssets', (secret) => [secret]],
      'entries.*.apiCheckResult.pcapDataUrl',
    ],
  },
  failures: [older, ofNoAccount].map((fake) => (call) => fake(call) ?? { status: 501, body: '' }),
};
