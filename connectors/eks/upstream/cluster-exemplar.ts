/** What is asked of a cluster, and what must not leave it. */
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import type { Plant } from '../../../test/contract/planted.ts';

const one = { namespace: 'shop', name: 'web' };
const lists = [{}, { namespace: 'shop', labelSelector: 'app=web', limit: 2 }, { namespace: 'empty' }] as const;

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

export const clusterExemplar: Pick<Exemplar, 'questions' | 'redacted'> = {
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
};
