/** Refusals of the credential. The bodies that speak of `authentication error` are those of Grafana Cloud's gateway. */
import { type Symptom, symptom, type SymptomExample, type SymptomRow } from '../../../src/connector/symptom.ts';
import { backendAt, cardOf } from '../backends.ts';
import { tenantSymptoms } from './tenant.ts';

const gatewayError = (text: string): string =>
  JSON.stringify({ status: 'error', error: `authentication error: ${text}` });

/** Words that speak of the credential, or none. */
const ofCredential = /^\s*$|authenticat|authori[sz]|credential|token|password|api key|login/iu;
const asksForBasic = { 'www-authenticate': /^basic\b/iu } as const;

const card = 'Copy address and instance id from the same page: the stack, then the backend, then Details.';
const userOf = (path: string): string => backendAt(path).user ?? backendAt(path).token;

export const credentialSymptoms: readonly Symptom[] = [
  ...tenantSymptoms,
  symptom({
    id: 'scope_missing',
    seen: '401 or 403 with `invalid scope requested`',
    when: { status: [401, 403], body: /invalid scope/iu },
    kind: 'permission_missing',
    data: ({ path }) => ({ grant: backendAt(path).grant, layer: 'access policy scope' }),
    remedy: ({ path }) =>
      `Add the scope ${backendAt(path).grant} to the access policy of this token. Do not rotate the token: it is valid.`,
    remedyWords:
      'Add the scope of the backend, such as metrics:read or logs:read, to the access policy of this token. Do not rotate the token: it is valid.',
    example: { status: 403, body: gatewayError('invalid scope requested') },
  }),
  credentialMissing(
    'credential_required',
    { 'www-authenticate': 'Basic' },
    {
      seen: '401 with `WWW-Authenticate: Basic` while no user is set',
      when: { status: 401, headers: asksForBasic, variables: { GRAFANA_METRICS_USER: 'unset' } },
    },
  ),
  symptom({
    id: 'instance_elsewhere',
    seen: '401 with `legacy auth cannot be upgraded`',
    when: { status: 401, body: /legacy auth cannot be upgraded|host is not found/iu },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: backendAt(path).url, tried: `the instance id of ${userOf(path)}` }),
    remedy: ({ path }) =>
      `${userOf(path)} is not an instance of this host. ${cardOf(backendAt(path))} Do not rotate the token.`,
    remedyWords: `The user is not an instance of this host. ${card} Do not rotate the token.`,
    example: { status: 401, body: gatewayError('legacy auth cannot be upgraded because the host is not found') },
  }),
  symptom({
    id: 'token_expired',
    seen: '401 that says `expired`',
    when: { status: 401, body: /expired/iu, variables: { GRAFANA_METRICS_USER: 'set' } },
    kind: 'credential_rejected',
    data: { kind: 'access policy token', reason: 'expired' },
    remedy: ({ path }) => `Create a new token for the same access policy and put it into ${whereTokenIs(path)}.`,
    remedyWords: 'Create a new token for the same access policy and put it in the place of the old one.',
    example: { status: 401, body: gatewayError('token is expired') },
  }),
  symptom({
    id: 'user_not_numeric',
    seen: '401 of the gateway while the user is not a number',
    when: { status: 401, body: /authentication error/iu, variables: { GRAFANA_METRICS_USER: /\D/u } },
    kind: 'credential_rejected',
    data: { kind: 'instance id', reason: 'malformed' },
    remedy: ({ path }) =>
      `${userOf(path)} must be the numeric instance id, not a name or an e-mail address. ${cardOf(backendAt(path))}`,
    remedyWords: `The user must be the numeric instance id, not a name or an e-mail address. ${card}`,
    example: {
      status: 401,
      body: gatewayError('invalid token'),
      variables: { GRAFANA_METRICS_USER: 'ops@example.com' },
    },
  }),
  symptom({
    id: 'api_login_required',
    seen: '401 with the code `InvalidCredentials`',
    when: { status: 401, body: /"InvalidCredentials"/u },
    kind: 'credential_rejected',
    data: { kind: 'access policy token', reason: 'rejected' },
    remedy: ({ path }) =>
      `The Cloud API does not know the token in ${whereTokenIs(path)}. Look for it in the list of its access policy, check that nothing on the way removes the Authorization header, and create another only if it is not there.`,
    remedyWords:
      'The Cloud API does not know the token. Look for it in the list of its access policy, check that nothing on the way removes the Authorization header, and create another only if it is not there.',
    example: {
      status: 401,
      body: '{"code":"InvalidCredentials","message":"Login Required or invalid credentials"}',
    },
  }),
  rejectedBy('basic_rejected', {
    seen: '401 with `WWW-Authenticate: Basic`, as a gateway of your own answers',
    when: { status: 401, headers: asksForBasic, variables: { GRAFANA_METRICS_USER: 'set' } },
    probe: 'credential',
    example: {
      status: 401,
      headers: { 'www-authenticate': 'Basic realm="Loki"', 'content-type': 'text/html' },
      body: '<html><h1>401 Authorization Required</h1></html>',
    },
  }),
  credentialMissing('token_not_set', undefined, {
    seen: '401 that speaks of the credential, or has no words, while no user is set',
    when: { status: 401, body: ofCredential, variables: { GRAFANA_METRICS_USER: 'unset' } },
  }),
  rejectedBy('rejected', {
    seen: '401 that speaks of the credential, or has no words',
    when: { status: 401, body: ofCredential },
    probe: 'credential',
    example: { status: 401, body: gatewayError('invalid token') },
  }),
  symptom({
    id: 'refused_in_other_words',
    seen: 'any other 401',
    when: { status: 401 },
    kind: 'permission_missing',
    data: ({ path }) => ({ grant: backendAt(path).grant, layer: 'what is in front of the backend' }),
    remedy: ({ path }) =>
      `${backendAt(path).product} refused in words that do not speak of a credential: check what is in front of ${backendAt(path).url}, and what it requires beside user and token. Do not rotate the token.`,
    remedyWords:
      'The backend refused in words that do not speak of a credential: check what is in front of its address, and what it requires beside user and token. Do not rotate the token.',
    probe: 'front',
    example: { status: 401, body: 'cluster is in maintenance' },
  }),
  symptom({
    id: 'api_forbidden',
    seen: '403 with the code `Forbidden`',
    when: { status: 403, body: /"code":\s*"Forbidden"/u },
    kind: 'permission_missing',
    data: ({ path }) => ({ grant: backendAt(path).grant, layer: 'access policy scope or realm' }),
    remedy: ({ path }) =>
      `Add the scope ${backendAt(path).grant} to the access policy of this token, and the stack to its realms. Do not rotate the token: it is valid.`,
    remedyWords:
      'Add the scope of the backend to the access policy of this token, and the stack to its realms. Do not rotate the token: it is valid.',
    example: { status: 403, body: '{"code":"Forbidden","message":"Forbidden"}' },
  }),
  symptom({
    id: 'forbidden',
    seen: '403 without a reason',
    when: { status: 403 },
    kind: 'permission_missing',
    data: ({ path }) => ({ grant: backendAt(path).grant, layer: 'access policy' }),
    remedy: ({ path }) =>
      backendAt(path).takesSharedToken
        ? `Check the scope ${backendAt(path).grant}, the stacks and the allowed IP ranges of the access policy of this token.`
        : `Check that ${backendAt(path).token} was created for this stack; the vendor shows no scope for it, so confirm its rights in the account.`,
    remedyWords:
      'Check the scope of the backend, the stacks and the allowed IP ranges of the access policy of this token.',
    probe: 'front',
    example: { status: 403, body: 'Forbidden' },
  }),
];

type Answer = Pick<SymptomRow<'credential_rejected'>, 'seen' | 'when' | 'probe'>;

function credentialMissing(id: string, headers: SymptomExample['headers'], answer: Answer): Symptom {
  return symptom({
    id,
    ...answer,
    kind: 'not_configured',
    data: ({ path }) => ({ variable: backendAt(path).token }),
    remedy: ({ path }) => `This address requires a credential: set ${userOf(path)} and ${backendAt(path).token}.`,
    remedyWords: 'This address requires a credential: set the user and the token of the backend.',
    example: {
      status: 401,
      ...(headers !== undefined && { headers }),
      body: 'Unauthorized\n',
      variables: { GRAFANA_METRICS_USER: undefined, GRAFANA_METRICS_TOKEN: undefined },
    },
  });
}

function rejectedBy(id: string, answer: Answer & Pick<Symptom, 'example'>): Symptom {
  return symptom({
    id,
    ...answer,
    kind: 'credential_rejected',
    data: ({ path }) => ({ kind: `${userOf(path)} and its token`, reason: 'rejected' }),
    remedy: ({ path }) => rejectedRemedy(path),
    remedyWords: `Grafana does not say whether the user or the token is wrong. Compare the user first. ${card} If it is right, look for the token in the list of its access policy, and create another only if it is not there.`,
  });
}

function rejectedRemedy(path: string): string {
  const backend = backendAt(path);
  if (backend.user === undefined) {
    return `${backend.product} does not accept the token in ${whereTokenIs(path)}; one of another product is not accepted here. Look for it in the list of tokens, and create another only if it is not there.`;
  }
  return `Grafana does not say which of the two is wrong. Compare ${backend.user} first. ${cardOf(backend)} If it is right, look for the token in the list of its access policy, and create another only if it is not there.`;
}

/** A backend without a token of its own is asked with that of the metrics. */
function whereTokenIs(path: string): string {
  const { token, takesSharedToken } = backendAt(path);
  return token === 'GRAFANA_METRICS_TOKEN' || !takesSharedToken ? token : `${token} or GRAFANA_METRICS_TOKEN`;
}
