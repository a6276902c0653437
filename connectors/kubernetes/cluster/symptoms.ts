/**
 * What an API server answers to a question that it accepts from this identity, and cannot answer.
 * https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/
 */
import { type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { readStatus } from './status.ts';

/** A `Status` as an API server spells it. */
export const statusBody = (code: number, reason: string, message: string): string =>
  JSON.stringify({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
    code,
  });

export const objectSymptoms: readonly Symptom[] = [
  symptom({
    id: 'list_expired',
    seen: '410 with a `Status` whose reason is `Expired`',
    when: { status: 410, body: /"kind"\s*:\s*"Status"/u },
    kind: 'invalid_arguments',
    data: { field: 'cursor' },
    remedy:
      'The cursor has expired: the cluster keeps a position in a list for about five minutes. Leave the cursor out to start again.',
    example: {
      status: 410,
      body: statusBody(
        410,
        'Expired',
        'The provided continue parameter is too old to display a consistent list result.',
      ),
    },
  }),
  symptom({
    id: 'object_absent',
    seen: '404 with a `Status` whose reason is `NotFound`',
    when: { status: 404, body: /"reason"\s*:\s*"NotFound"/u },
    kind: 'not_found_or_hidden',
    data: ({ response }) => ({ what: readStatus(response.body).what }),
    remedy: 'Check the namespace and the name: the read was allowed, and the cluster has no such object.',
    example: { status: 404, body: statusBody(404, 'NotFound', 'pods "absent" not found') },
  }),
  symptom({
    id: 'bad_question',
    seen: '400 or 422 with a `Status`',
    when: { status: [400, 422], body: /"kind"\s*:\s*"Status"/u },
    kind: 'invalid_arguments',
    data: ({ response }) => ({ field: /continue/u.test(readStatus(response.body).message) ? 'cursor' : 'args' }),
    remedy: ({ response }) => `Correct the request: ${readStatus(response.body).message}`,
    remedyWords: 'Correct the request: the reason that the cluster gives follows.',
    example: {
      status: 400,
      body: statusBody(400, 'BadRequest', "found '=', expected: !, identifier, or 'end of string'"),
    },
  }),
  symptom({
    id: 'group_not_served',
    seen: '404 with the plain text `404 page not found`',
    when: { status: 404, body: /^404 page not found\s*$/u },
    kind: 'feature_disabled',
    data: ({ path }) => ({ feature: groupIn(path) }),
    remedy: ({ path }) =>
      `The server does not serve ${groupIn(path)}. If other operations work, upgrade the cluster to Kubernetes 1.19 or later, or enable the group in --runtime-config. If none does, the address is not that of an API server. No permission is missing.`,
    remedyWords:
      'The server does not serve the group of this call. If other operations work, upgrade the cluster to Kubernetes 1.19 or later, or enable the group in --runtime-config. If none does, the address is not that of an API server. No permission is missing.',
    example: {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: '404 page not found\n',
    },
  }),
];

/** `networking.k8s.io/v1`, or `v1` of the oldest group. */
function groupIn(path: string): string {
  return /\/apis?\/((?:[a-z0-9.-]+\/)?v[a-z0-9]+)/u.exec(path)?.[1] ?? 'this API group';
}
