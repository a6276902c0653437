/** What an API server answers when it refuses, and what something in front of it says instead. */
import { commonSymptoms } from '../../src/connector/common-symptoms.ts';
import { type Seen, type Symptom, symptom } from '../../src/connector/symptom.ts';
import { clusterRoleName } from './cluster/cluster-role.ts';
import { readStatus } from './cluster/status.ts';
import { objectSymptoms, statusBody } from './cluster/symptoms.ts';
import { ways } from './context.ts';

const address = (seen: Seen): string => ways.find((one) => seen.variable(one) !== undefined) ?? 'KUBERNETES_KUBECONFIG';

export const bindingRemedy = (name: string): string =>
  `Apply the cluster role ${clusterRoleName} to ${name} and bind it to this identity: \`farol policy print kubernetes-service-account\` prints both for a service account. The credential is valid: do not replace it.`;

/** Not in the form in which an API server refuses. */
const noStatus = /^(?![^]*"kind"\s*:\s*"Status")/u;

export const symptoms: readonly Symptom[] = [
  symptom({
    id: 'cluster_unauthorized',
    seen: '401 with a `Status` whose reason is `Unauthorized`',
    when: { status: 401, body: /"reason"\s*:\s*"Unauthorized"/u },
    kind: 'credential_rejected',
    data: { kind: 'credential', reason: 'rejected' },
    // The finder says more, because it has the credential.
    remedy: 'Check whether the token or client certificate has expired, was revoked, or is of another cluster.',
    example: { status: 401, body: statusBody(401, 'Unauthorized', 'Unauthorized') },
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
    remedy: `The cluster knows this identity but grants it too little. ${bindingRemedy('the cluster')}`,
    probe: 'identity',
    example: {
      status: 403,
      body: statusBody(
        403,
        'Forbidden',
        'pods is forbidden: User "system:serviceaccount:farol:farol-read" cannot list resource "pods" in API group "" at the cluster scope',
      ),
    },
  }),
  ...objectSymptoms,
  symptom({
    id: 'refused_in_front',
    seen: '401 or 403 in another form than that of an API server, and not a web page',
    when: { status: [401, 403], contentType: /^(?!.*html)/iu, body: noStatus },
    kind: 'intercepted',
    data: ({ response }) => ({ status: response.status }),
    remedy:
      'The refusal is not in the form of an API server: something in front of it, such as an authenticating proxy or a management platform, answered. Let the Agent pass there, or use the address of the API server itself. Do not replace the credential before that.',
    example: { status: 401, body: '{"type":"error","status":"401","message":"must authenticate"}' },
  }),
  symptom({
    id: 'cluster_behind_page',
    seen: '200 or 404 with a web page',
    when: { status: [200, 404], page: true },
    kind: 'wrong_endpoint',
    data: (seen) => ({ variable: address(seen), tried: 'a web page' }),
    remedy:
      'A web page came back, as a dashboard or a sign-in proxy sends it: use the address of the API server itself, or let the Agent pass there.',
    example: {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '<!doctype html><title>Sign in</title>',
    },
  }),
  ...commonSymptoms(address),
];
