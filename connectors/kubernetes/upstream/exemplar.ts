import { canary } from '../../../test/contract/canary.ts';
import type { Exemplar, Exemplars } from '../../../test/contract/exemplar.ts';
import { clusterExemplar } from '../../eks/upstream/cluster-exemplar.ts';
import { answerAsCluster } from '../../eks/upstream/fake-cluster.ts';
import { authority, startTlsCluster } from './tls-cluster.ts';
import { base64, writeKubeconfig } from './write-kubeconfig.ts';

const accepts = (authorization: string | undefined): boolean => authorization === `Bearer eyJ.${canary}`;
const notKnown = { status: 501, body: 'the fake does not know this call' };
const ca = { 'certificate-authority-data': base64(authority.pem) };

export const exemplar: Exemplar = {
  variables: { KUBERNETES_URL: '{upstream}', KUBERNETES_TOKEN: 'eyJ.{canary}', KUBERNETES_CLUSTER: 'shop' },
  reply: (call) => answerAsCluster(call, { accepts }),
  ...clusterExemplar,
  failures: [(call) => answerAsCluster(call, { accepts: () => false }) ?? notKnown],
};

/** Of a user in that authority; the key is in nothing that leaves. */
const client = await authority.issueClient({ user: 'farol' });

export const variants: Exemplars['variants'] = {
  'a kubeconfig with a token': {
    ...exemplar,
    variables: {
      KUBERNETES_KUBECONFIG: writeKubeconfig({ server: '{upstream}', cluster: ca, user: { token: 'eyJ.{canary}' } }),
      KUBERNETES_CONTEXT: 'shop-production',
    },
    start: () => startTlsCluster(),
    // Its token is sent, and never the kubeconfig.
    isSecretOnlySigning: true,
  },
  'a kubeconfig with a client certificate': {
    ...exemplar,
    variables: {
      KUBERNETES_KUBECONFIG: writeKubeconfig({
        server: '{upstream}',
        cluster: ca,
        user: {
          'client-certificate-data': base64(client.cert),
          extensions: [{ name: '{canary}' }],
          // A PEM file may have words before the key.
          'client-key-data': base64(`${canary}\n${client.key}`),
        },
      }),
      KUBERNETES_CONTEXT: 'shop-production',
    },
    reply: (call) => answerAsCluster(call, { accepts: (authorization) => authorization === undefined }),
    start: () => startTlsCluster({ requiresClient: true }),
    isSecretOnlySigning: true,
  },
};
