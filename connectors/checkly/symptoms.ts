/** What Checkly answers when it refuses: https://www.checklyhq.com/docs/api-reference/overview/. */
import { commonSymptoms, webPageAt } from '../../src/connector/common-symptoms.ts';
import { type Symptom, symptom } from '../../src/connector/symptom.ts';

const refusal = (statusCode: number, error: string, message: string): string =>
  JSON.stringify({ statusCode, error, message });

const keyPage = 'under User Settings → API Keys';

export const symptoms: readonly Symptom[] = [
  symptom({
    id: 'account_not_set',
    seen: '401 while CHECKLY_ACCOUNT_ID is not set',
    when: { status: 401, variables: { CHECKLY_ACCOUNT_ID: 'unset' } },
    kind: 'not_configured',
    data: { variable: 'CHECKLY_ACCOUNT_ID' },
    remedy:
      'Set CHECKLY_ACCOUNT_ID to the id of the account, from Account Settings → General: Checkly refuses the key of a user without it and gives no reason. Do not rotate the key before that.',
    probe: 'accounts',
    example: {
      status: 401,
      body: refusal(401, 'Unauthorized', 'Unauthorized'),
      variables: { CHECKLY_ACCOUNT_ID: undefined },
    },
  }),
  symptom({
    id: 'key_or_account',
    seen: '401 with CHECKLY_ACCOUNT_ID set',
    when: { status: 401, variables: { CHECKLY_ACCOUNT_ID: 'set' } },
    kind: 'credential_rejected',
    data: { kind: 'API key and account', reason: 'rejected' },
    remedy: `Checkly does not say which of the two is wrong. Check that the user of the key is a member of the account in CHECKLY_ACCOUNT_ID; if so, look for the key ${keyPage}, and create another only if it is not there.`,
    probe: 'accounts',
    example: { status: 401, body: refusal(401, 'Unauthorized', 'Unauthorized') },
  }),
  symptom({
    id: 'not_permitted',
    seen: '403',
    when: { status: 403, variables: { CHECKLY_API_KEY: 'set' } },
    kind: 'permission_missing',
    data: ({ path }) => ({
      grant: path.includes('check-results') ? 'read of results' : 'read of checks',
      layer: 'role of the user in the account, or its plan',
    }),
    remedy:
      'Give the user of the key the role Read Only in the account, and check that its plan includes the API. Do not rotate the key.',
    example: { status: 403, body: refusal(403, 'Forbidden', 'Forbidden') },
  }),
  symptom({
    id: 'plan',
    seen: '402',
    when: { status: 402 },
    kind: 'feature_disabled',
    data: { feature: 'the plan of the account' },
    remedy:
      'Checkly has suspended the account because of a payment or a limit of its plan: its owner can see the reason under Billing.',
    example: { status: 402, body: refusal(402, 'Payment Required', 'Payment Required') },
  }),
  webPageAt('CHECKLY_URL', 'Unset CHECKLY_URL, or set it to the API itself: https://api.checklyhq.com.'),
  symptom({
    id: 'not_found',
    seen: '404 or 410',
    when: { status: [404, 410] },
    kind: 'not_found_or_hidden',
    data: { what: 'the check' },
    remedy:
      'See synthetics.listChecks for the checks of the account: this one was deleted, or belongs to another account.',
    example: { status: 404, body: refusal(404, 'Not Found', 'Not Found') },
  }),
  symptom({
    id: 'question_refused',
    seen: '400 or 422',
    when: { status: [400, 422] },
    kind: 'invalid_arguments',
    data: { field: 'checkId' },
    remedy:
      'Checkly does not accept a value of this request: use the id of a check as synthetics.listChecks returns it, and a window within the last 30 days.',
    example: { status: 400, body: refusal(400, 'Bad Request', 'Invalid request params input') },
  }),
  ...commonSymptoms('CHECKLY_URL'),
];
