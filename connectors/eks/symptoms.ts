/**
 * What the two layers answer when they refuse. Those of the cluster come first: they are recognised by the
 * `Status` of the API server, which AWS never answers with.
 * https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/
 */
import { type Seen, type Symptom, symptom } from '../../src/connector/symptom.ts';
import { symptoms as symptomsOfAws } from '../aws/access/symptoms.ts';
import { clusterRoleName, groupName } from '../kubernetes/cluster/cluster-role.ts';
import { readStatus } from '../kubernetes/cluster/status.ts';
import { objectSymptoms, statusBody } from '../kubernetes/cluster/symptoms.ts';

const cluster = (seen: Seen): string => seen.variable('EKS_CLUSTER') ?? 'the cluster';
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
    remedy: (seen) => `The cluster knows this identity but grants it too little. ${bindingRemedy(cluster(seen))}`,
    remedyWords: `The cluster knows this identity but grants it too little. ${bindingRemedy('the cluster')}`,
    probe: 'principal',
    example: {
      status: 403,
      body: statusBody(
        403,
        'Forbidden',
        'pods is forbidden: User "arn:aws:sts::123456789012:assumed-role/farol/agent" cannot list resource "pods" in API group "" at the cluster scope',
      ),
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

export const symptoms: readonly Symptom[] = [...ofCluster, ...objectSymptoms, ...symptomsOfAws];
