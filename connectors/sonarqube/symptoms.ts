/** What SonarQube answers when it refuses: a list of messages, which have no codes. */
import { commonSymptoms } from '../../src/connector/common-symptoms.ts';
import { type Symptom, symptom } from '../../src/connector/symptom.ts';

export const makeToken =
  'Create a token of type User under My Account → Security, signed in as the user of the Agent, and put it into SONARQUBE_TOKEN.';
export const giveBrowse =
  'Give its user Browse under Project Settings → Permissions of each project to be read. Do not rotate the token.';

const refusal = (...messages: string[]): string => JSON.stringify({ errors: messages.map((msg) => ({ msg })) });

const ofCredential: readonly Symptom[] = [
  symptom({
    id: 'unauthorized',
    seen: '401',
    when: { status: 401 },
    kind: 'credential_rejected',
    data: { kind: 'user token', reason: 'rejected' },
    remedy: `SonarQube does not accept the token and does not say why. First check that SONARQUBE_URL is the server it was created on, and that nothing in front of it removes the Authorization header; then look for the token under My Account → Security. Only if it has expired or is not there: ${makeToken}`,
    probe: 'token',
    example: { status: 401, body: '' },
  }),
  symptom({
    id: 'browse_missing',
    seen: '403 with `Insufficient privileges`',
    when: { status: 403, body: /insufficient privileges/iu },
    kind: 'permission_missing',
    data: { grant: 'Browse', layer: 'project permission' },
    remedy: giveBrowse,
    example: { status: 403, body: refusal('Insufficient privileges') },
  }),
  symptom({
    id: 'forbidden',
    seen: '403 in other words',
    when: { status: 403 },
    kind: 'permission_missing',
    data: { grant: 'Browse', layer: 'project permission, or a proxy in front of SonarQube' },
    remedy:
      'Check whether a proxy in front of SONARQUBE_URL refuses the Agent. Do not rotate the token unless its check says so.',
    probe: 'token',
    example: { status: 403, body: 'Forbidden' },
  }),
  symptom({
    id: 'organization_missing',
    seen: '400 about a missing organization',
    when: { status: 400, body: /organization/iu, variables: { SONARQUBE_ORGANIZATION: 'unset' } },
    kind: 'not_configured',
    data: { variable: 'SONARQUBE_ORGANIZATION' },
    remedy:
      'Set SONARQUBE_ORGANIZATION to the key of the organization, as shown in the address of its page at SonarQube Cloud.',
    example: { status: 400, body: refusal("The 'organization' parameter is missing") },
  }),
  symptom({
    id: 'organization_unknown',
    seen: '404 that names the organization',
    when: { status: 404, body: /no organization|organization .* (?:not found|does not exist)/iu },
    kind: 'wrong_endpoint',
    data: { variable: 'SONARQUBE_ORGANIZATION', tried: 'the organization' },
    remedy:
      'Set SONARQUBE_ORGANIZATION to the key of an organization that the user of the token is a member of, and SONARQUBE_URL to its region.',
    example: { status: 404, body: refusal("No organization with key 'acme'") },
  }),
];

const ofQuestion: readonly Symptom[] = [
  symptom({
    id: 'metric_unknown',
    seen: '404 that names metrics',
    when: { status: 404, body: /metric keys? (?:are|is) not found/iu },
    kind: 'invalid_arguments',
    data: { field: 'metrics' },
    remedy:
      'Leave out the metrics that this SonarQube does not have; its own list is under Administration, or at /api/metrics/search.',
    example: { status: 404, body: refusal('The following metric keys are not found: coverrage') },
  }),
  symptom({
    id: 'analysis_not_found',
    seen: '404 that names a branch or pull request',
    when: {
      status: 404,
      body: /on (?:branch|pull request)|(?:branch|pull request) '[^']*' (?:in project|not found)/iu,
    },
    kind: 'not_found_or_hidden',
    data: { what: 'the branch or pull request' },
    remedy:
      'Leave the branch or pull request out to read the main branch: this one was not analysed, or was deleted. The Community Build analyses only the main branch.',
    example: { status: 404, body: refusal("Component 'acme:checkout' on branch 'next' not found") },
  }),
  symptom({
    id: 'wrong_path',
    seen: '404 about an unknown address, or one that SonarQube did not write',
    when: { status: 404, body: /unknown url|^(?!\s*\{\s*"errors")/iu },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: 'SONARQUBE_URL', tried: path }),
    remedy:
      'Set SONARQUBE_URL to the address of SonarQube, with its path if it has one (sonar.web.context), and without /api.',
    example: { status: 404, body: refusal('Unknown url : /api/issues/search') },
  }),
  symptom({
    id: 'project_not_found',
    seen: '404 in other words',
    when: { status: 404 },
    kind: 'not_found_or_hidden',
    data: { what: 'the project' },
    remedy:
      'Use the key of the project as its page shows it under Project Information: this one does not exist, or the token may not see it.',
    example: { status: 404, body: refusal("Component key 'acme:absent' not found") },
  }),
  symptom({
    id: 'web_page',
    seen: '200 with a web page',
    when: { status: 200, page: true },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: 'SONARQUBE_URL', tried: path }),
    remedy:
      'The server returned a web page: a sign-in page in front of SonarQube, or its own at a wrong path. Set SONARQUBE_URL to its address, with its path if it has one (sonar.web.context).',
    example: { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>SonarQube</title>' },
  }),
  symptom({
    id: 'beyond_the_first',
    seen: '400 about the limit of 10,000 results',
    when: { status: 400, body: /can return only the first \d+ results/iu },
    kind: 'cap_exceeded',
    data: { limit: '10,000 results', estimate: 'more' },
    remedy: 'Narrow the request, for issues by window, severities or types.',
    example: { status: 400, body: refusal('Can return only the first 10000 results. 10100th result asked.') },
  }),
  symptom({
    id: 'window_refused',
    seen: '400 about a bound or date',
    when: { status: 400, body: /bound|createdAfter|createdBefore/iu },
    kind: 'invalid_arguments',
    data: { field: 'window' },
    remedy: 'Use a window that begins in the past: SonarQube accepts no other.',
    example: { status: 400, body: refusal('Start bound cannot be in the future or greater or equal to end bound') },
  }),
  symptom({
    id: 'question_refused',
    seen: 'any other 400',
    when: { status: 400 },
    kind: 'invalid_arguments',
    data: { field: 'project' },
    remedy: 'SonarQube does not accept the request: check the given project, branch and filters.',
    example: { status: 400, body: refusal("Value of parameter 'severities' (X) must be one of: [INFO, MINOR]") },
  }),
  symptom({
    id: 'indexing',
    seen: '503 about an index',
    when: { status: 503, body: /index/iu },
    kind: 'upstream_down',
    data: { status: 503 },
    remedy:
      'Wait: SonarQube is rebuilding its index of issues, as after an upgrade, and returns none until that is done.',
    example: { status: 503, body: refusal('Issue indexation is in progress') },
  }),
];

export const symptoms: readonly Symptom[] = [...ofCredential, ...ofQuestion, ...commonSymptoms('SONARQUBE_URL')];
