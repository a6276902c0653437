/**
 * What Azion answers when it refuses: JSON:API errors over REST, a `detail` over GraphQL, and GraphQL errors with 200.
 * The two interfaces check permissions of their own, so that the path tells which one is missing.
 */
import { commonSymptoms, webPageAt } from '../../src/connector/common-symptoms.ts';
import { type Symptom, symptom } from '../../src/connector/symptom.ts';
import { permissionOf } from './grants.ts';

const tokenPage = 'in the Azion Console under the account menu, Personal Tokens';
const teamPage = 'in the Azion Console under the account menu, Teams Permissions';

const overRest = (status: string, code: string, title: string, detail: string): string =>
  JSON.stringify({ errors: [{ status, code, title, detail }] });
const overGraphql = (detail: string): string => JSON.stringify({ detail });
const inAnswer = (message: string): string => JSON.stringify({ data: null, errors: [{ message }] });

const layer = 'permission of the team';

export const symptoms: readonly Symptom[] = [
  symptom({
    id: 'system_limit',
    seen: 'a system limit was reached',
    when: { status: [200, 400], body: /reached a system limit/iu },
    kind: 'window_too_wide',
    data: { allowed: 'less than requested: Azion limits how much one query reads' },
    remedy:
      'Ask for a narrower window, two hours at most of raw events under much traffic, or for fewer fields; a filter by host does not reduce what Azion reads.',
    example: { status: 400, body: overGraphql('The query has reached a system limit') },
  }),
  symptom({
    id: 'token_ended',
    seen: '401 with `expired`',
    when: { status: 401, body: /expired/iu },
    kind: 'credential_rejected',
    data: { kind: 'personal token', reason: 'expired' },
    remedy: `The token has expired. Create another one ${tokenPage}, as the same user, and put it into AZION_TOKEN.`,
    example: { status: 401, body: overGraphql('The authorization token has expired.') },
  }),
  symptom({
    id: 'token_not_sent',
    seen: '401 about a missing authentication header',
    when: { status: 401, body: /required authentication headers/iu },
    kind: 'credential_rejected',
    data: { kind: 'personal token', reason: 'missing' },
    remedy:
      'The header Authorization did not arrive: let the proxy at AZION_URL, or another proxy in between, pass it. Do not create another token.',
    example: { status: 401, body: overGraphql('The request does not contain the required authentication headers.') },
  }),
  symptom({
    id: 'token_rejected',
    seen: 'any other 401',
    when: { status: 401 },
    kind: 'credential_rejected',
    data: { kind: 'personal token', reason: 'rejected' },
    remedy: `Check ${tokenPage} whether the token still exists. If it does, it was copied incorrectly: a personal token begins with azion and has 40 characters. Put the right one into AZION_TOKEN.`,
    probe: 'interfaces',
    example: {
      status: 401,
      body: overRest('401', '10001', 'Authentication Failed', 'Invalid authentication credentials.'),
    },
  }),
  symptom({
    id: 'not_permitted',
    seen: '403',
    when: { status: 403 },
    kind: 'permission_missing',
    data: ({ path }) => ({ grant: permissionOf(path), layer }),
    remedy: ({ path }) => give(permissionOf(path)),
    remedyWords: give('the permission that is named'),
    probe: 'interfaces',
    example: {
      status: 403,
      body: overRest('403', '10003', 'Permission Denied', 'You do not have permission to perform this action.'),
    },
  }),
  symptom({
    id: 'graphql_not_permitted',
    seen: '404 with `The following resource could not be found`',
    when: { status: 404, body: /following resource could not be found/iu },
    kind: 'permission_missing',
    data: ({ path }) => ({ grant: permissionOf(path), layer }),
    remedy: ({ path }) => give(permissionOf(path)),
    remedyWords: give('the permission that is named'),
    example: { status: 404, body: overGraphql('The following resource could not be found.') },
  }),
  symptom({
    id: 'refused_in_answer',
    seen: '200 with an error about a permission',
    when: { status: 200, body: /"errors"[^]*(?:permission|forbidden|not (?:allowed|authorized)|unauthorized)/iu },
    kind: 'permission_missing',
    data: ({ path }) => ({ grant: permissionOf(path), layer }),
    remedy: ({ path }) => give(permissionOf(path)),
    remedyWords: give('the permission that is named'),
    example: { status: 200, body: inAnswer('You do not have permission to query this dataset') },
  }),
  symptom({
    id: 'unknown_name',
    seen: '400, or 200 with an error, that names a field or an argument',
    when: { status: [200, 400], body: /Cannot query field|Unknown argument|has invalid value|require grouping/iu },
    kind: 'invalid_arguments',
    data: { field: 'fields' },
    remedy:
      'Use fields that the dataset has, and filter numbers with numbers: they are listed at https://www.azion.com/en/documentation/devtools/graphql-api/features/. Fields that are returned beside a figure must be in groupBy.',
    example: { status: 400, body: overGraphql('Cannot query field "statuss" on type "HttpMetrics".') },
  }),
  symptom({
    id: 'errors_in_answer',
    seen: '200 with any other error',
    when: { status: 200, body: /"errors"\s*:\s*\[\s*\{/u },
    kind: 'invalid_arguments',
    data: { field: 'dataset' },
    remedy:
      'Azion did not answer the query: ask for another dataset or fewer fields, and check whether the account subscribes to the product of this dataset.',
    example: { status: 200, body: inAnswer('Internal resolver failure') },
  }),
  webPageAt(
    'AZION_URL',
    'Unset AZION_URL, or set it to a proxy of https://api.azion.com: the server returned a web page.',
  ),
  symptom({
    id: 'question_refused',
    seen: 'any other 400',
    when: { status: 400 },
    kind: 'invalid_arguments',
    data: { field: 'filters' },
    remedy: 'Azion does not accept this request: check the fields and the types of the values in filters.',
    example: {
      status: 400,
      body: overRest('400', '10000', 'Validation Error', 'Invalid data provided in the request.'),
    },
  }),
  symptom({
    id: 'no_such_path',
    seen: 'any other 404',
    when: { status: 404 },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: 'AZION_URL', tried: path }),
    remedy: 'Unset AZION_URL, or set it to a proxy of https://api.azion.com itself, without /v4.',
    example: { status: 404, body: overRest('404', '10004', 'Not Found', 'Not found.') },
  }),
  ...commonSymptoms('AZION_URL'),
];

function give(permission: string): string {
  return `Give ${permission} to the team of the user who owns the token, ${teamPage}. Do not create another token: it would lack the same permission.`;
}
