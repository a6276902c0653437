/**
 * What the two layers answer when they refuse. Those of the cluster come first: they are recognised by the
 * `Status` of the API server, which AWS never answers with.
 * https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/
 */
import { type Seen, type Symptom, symptom } from '../../src/connector/symptom.ts';
import { symptoms as symptomsOfAws } from '../aws/access/symptoms.ts';
import { clusterRoleName, groupName } from './cluster-role.ts';
import { readStatus } from './status.ts';

const cluster = (seen: Seen): string => seen.variable('EKS_CLUSTER') ?? 'the cluster';
const status = (code: number, reason: string, message: string): string =>
  JSON.stringify({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
    code,
  });

const noRotation = 'IAM is not the cause: do not rotate the credential and do not change its policy.';

/** Named as missing when the cluster does not know the identity. */
export const accessEntry = 'access entry';

const accessEntryRemedy = (name: string): string =>
  `Create an access entry for this identity in ${name}, with the Kubernetes group ${groupName} (with the authentication mode CONFIG_MAP: an entry in the config map aws-auth), and bind that group to the cluster role ${clusterRoleName}. ${noRotation}`;

export const bindingRemedy = (name: string): string =>
  `Apply the cluster role ${clusterRoleName} and its ClusterRoleBinding to ${name}, and let the access entry of this identity name the group ${groupName}. ${noRotation}`;

const ofCluster: readonly Symptom[] = [
  symptom({
    id: 'cluster_unauthorized',
    seen: '401 with a `Status` whose reason is `Unauthorized`',
    when: { status: 401, body: /"reason"\s*:\s*"Unauthorized"/u },
    kind: 'permission_missing',
    data: { grant: accessEntry, layer: 'cluster authentication' },
    remedy: (seen) => `The cluster does not know this identity. ${accessEntryRemedy(cluster(seen))}`,
    remedyWords: `The cluster does not know this identity. ${accessEntryRemedy('the cluster')}`,
    probe: 'principal',
    example: { status: 401, body: status(401, 'Unauthorized', 'Unauthorized') },
  }),
  symptom({
    id: 'cluster_forbidden',
    seen: '403 with a `Status` whose reason is `Forbidden`',
    when: { status: 403, body: /"reason"\s*:\s*"Forbidden"/u },
    kind: 'permission_missing',
    data: ({ response }) => ({
      grant: readStatus(response.body).denied ?? clusterRoleName,
      layer: 'cluster role binding',
    }),
    remedy: (seen) => `The cluster knows this identity but grants it too little. ${bindingRemedy(cluster(seen))}`,
    remedyWords: `The cluster knows this identity but grants it too little. ${bindingRemedy('the cluster')}`,
    probe: 'principal',
    example: {
      status: 403,
      body: status(
        403,
        'Forbidden',
        'pods is forbidden: User "arn:aws:sts::123456789012:assumed-role/farol/agent" cannot list resource "pods" in API group "" at the cluster scope',
      ),
    },
  }),
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
      body: status(410, 'Expired', 'The provided continue parameter is too old to display a consistent list result.'),
    },
  }),
  symptom({
    id: 'object_absent',
    seen: '404 with a `Status` whose reason is `NotFound`',
    when: { status: 404, body: /"reason"\s*:\s*"NotFound"/u },
    kind: 'not_found_or_hidden',
    data: ({ response }) => ({ what: readStatus(response.body).what }),
    remedy: 'Check the namespace and the name: the read was allowed, and the cluster has no such object.',
    example: { status: 404, body: status(404, 'NotFound', 'pods "absent" not found') },
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
      body: status(400, 'BadRequest', "found '=', expected: !, identifier, or 'end of string'"),
    },
  }),
  symptom({
    id: 'cluster_behind_page',
    seen: '200 or 404 with a web page',
    when: { status: [200, 404], page: true },
    kind: 'wrong_endpoint',
    data: { variable: 'AWS_URL', tried: 'a web page' },
    remedy:
      'Something in front of AWS or the cluster answered, such as a sign-in proxy: let the hosts of AWS and the cluster pass, or unset AWS_URL.',
    example: {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '<!doctype html><title>Sign in</title>',
    },
  }),
];

export const symptoms: readonly Symptom[] = [...ofCluster, ...symptomsOfAws];
