import { actionOf } from '../../aws/upstream/aws-fake.ts';
import { writeError } from '../../aws/upstream/write-error.ts';
import { answerAsAws, answerAsBoth, isAws } from './aws-layer.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import type { Plant } from '../../../test/contract/planted.ts';
import type { SymptomExample } from '../../../src/connector/symptom.ts';

const one = { namespace: 'shop', name: 'web' };
const lists = [{}, { namespace: 'shop', labelSelector: 'app=web', limit: 2 }, { namespace: 'empty' }] as const;

/** Said by the cluster or by a proxy before it, and not by AWS. */
const isOfCluster = ({ body }: SymptomExample): boolean => /^[{<]/u.test(body);

const notKnown = { status: 501, body: 'the fake does not know this call' };

/** In the containers of pods of a list, of one pod and of the template of a deployment. */
const ofContainers = (place: string, value: (secret: string) => unknown = (secret) => secret): readonly Plant[] =>
  ['items.*.spec', 'spec', 'spec.template.spec'].flatMap((spec) =>
    ['containers', 'initContainers'].map((list) => [`${spec}.${list}.*.${place}`, value] as const),
  );
const httpProbe = (secret: string): object => ({
  httpGet: { path: `/health?token=${secret}`, port: 80, httpHeaders: [{ name: 'Authorization', value: secret }] },
});
const execProbe = (secret: string): object => ({ exec: { command: ['check', '--token', secret] } });
const terminated = (secret: string): object => ({
  terminated: { exitCode: 1, reason: 'Error', message: secret, startedAt: null, finishedAt: null, containerID: '' },
});

export const exemplar: Exemplar = {
  variables: {
    EKS_CLUSTER: 'shop',
    EKS_REGION: 'eu-west-1',
    RUNNER_AWS_CRED_MODE: 'static',
    AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'wJalr{canary}',
    AWS_REGIONS: 'eu-west-1,us-east-1',
    AWS_URL: '{upstream}',
  },
  reply: (call) => answerAsBoth(call),
  questions: {
    'k8s.listPods': lists,
    'k8s.getPod': [{ cluster: 'shop', namespace: 'shop', name: 'web-1' }],
    'k8s.listServices': lists,
    'k8s.getService': [one],
    'k8s.listEndpoints': lists,
    'k8s.getEndpoints': [one],
    'k8s.getDeployment': [one],
    'k8s.listIngresses': lists,
    'k8s.getIngress': [one],
  },
  redacted: {
    'annotation values': ['items.*.metadata.annotations.*', 'metadata.annotations.*'],
    'values of environment variables': ofContainers('env.*.value'),
    'commands and arguments of containers': ['command', 'args'].flatMap((list) =>
      ofContainers(list, (secret) => [secret]),
    ),
    'commands, headers and query strings of probes': ['livenessProbe', 'readinessProbe', 'startupProbe'].flatMap(
      (probe, at) => ofContainers(probe, at === 0 ? httpProbe : execProbe),
    ),
    'termination messages': ['state', 'lastState'].flatMap((state) =>
      ['items.*.', ''].map((pod) => [`${pod}status.containerStatuses.*.${state}`, terminated] as const),
    ),
  },
  failures: [(call) => answerAsBoth(call, { isMapped: false }) ?? notKnown],
  nameOf: (call) => (isAws(call) ? actionOf(call) : undefined),
  render(example, call) {
    if (isAws(call)) return isOfCluster(example) ? (answerAsAws(call) ?? notKnown) : writeError(example, call);
    const { status, headers, body } = example;
    return { status, body, ...(headers !== undefined && { headers }) };
  },
  isSecretOnlySigning: true,
};
