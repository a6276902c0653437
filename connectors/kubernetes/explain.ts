/** What is known here of a refusal: when the credential expired, and what to replace it by. */
import { refineFault } from '../../src/connector/symptom.ts';
import type { Fault } from '../../src/core/fault.ts';
import { explainNetwork, type NetworkCause, type NetworkRemedy } from './cluster/network-cause.ts';
import type { KubernetesContext, Way } from './context.ts';
import { factsOf } from './credential.ts';
import type { FoundCluster } from './find-cluster.ts';

type Found = Pick<FoundCluster, 'name' | 'endpoint' | 'way'>;

const notTheCredential = 'The credential and its permissions are not the cause.';

const remedies: Readonly<Record<NetworkCause, NetworkRemedy<Found>>> = {
  client_certificate: {
    remedy: ({ name, endpoint }) =>
      `The server at ${endpoint.host} ended the TLS handshake because of the client certificate: it requires one, or does not accept the one of the kubeconfig. Compare its authority with the client-ca-file of the cluster ${name}, and check whether a proxy in front of it asks for another one.`,
  },
  no_way: {
    remedy: ({ name, endpoint }) =>
      `The API server of the cluster ${name} did not answer at ${endpoint.host}: check the DNS, the route and the firewall between this machine and it, and its list of authorized networks. ${notTheCredential}`,
  },
  proxy: {
    remedy: ({ name, endpoint }) =>
      `The proxy in HTTPS_PROXY did not connect to the cluster ${name}: allow ${endpoint.host} there, or list that host in NO_PROXY if it can be reached directly. ${notTheCredential}`,
  },
  time: {
    remedy: ({ name, endpoint }) =>
      `The certificate of the API server of ${name} at ${endpoint.host} is not valid at the time of this machine: set the clock, or renew the certificate in the cluster (kubeadm certs renew apiserver). Nothing was sent.`,
  },
  other_name: {
    remedy: ({ name, endpoint }) =>
      `The certificate at ${endpoint.host} is not for that name: use a name of the certificate in the address, or put it into tls-server-name of the kubeconfig. If it is of another server than the cluster ${name}, check DNS and forwarded ports. Nothing was sent.`,
  },
  authority: {
    remedy: ({ name, endpoint, way }) =>
      `The certificate at ${endpoint.host} was not issued by the authority in ${authorityOf(way)}. If the cluster ${name} was recreated, or its authority renewed, put the new one there; if a proxy intercepts TLS, exempt the host from interception. Nothing was sent.`,
  },
  no_tls: {
    remedy: ({ name, endpoint }) =>
      `The server at ${endpoint.host} does not speak TLS like the API server of ${name}: check the port, and what is in front of it. Nothing was sent.`,
  },
};

function authorityOf(way: Way): string {
  if (way === 'KUBERNETES_URL') return 'KUBERNETES_CA (without it, the authorities of this machine and RUNNER_CA_FILE)';
  return way === 'KUBERNETES_IN_CLUSTER' ? 'ca.crt of the service account' : 'certificate-authority of the kubeconfig';
}

export function explain(fault: Fault, cluster: FoundCluster, { clock }: KubernetesContext): Fault {
  if (fault.kind !== 'credential_rejected') return explainNetwork(fault, cluster, remedies);
  const facts = factsOf(cluster.credential);
  const kind = facts?.what ?? 'credential';
  const { endsMs } = facts ?? {};
  if (endsMs !== undefined && endsMs <= clock.now()) {
    const data = { kind, reason: 'expired' } as const;
    return refineFault(
      fault,
      'credential_rejected',
      data,
      `The ${kind} expired at ${isoOf(endsMs)}. ${renewal(cluster)}`,
    );
  }
  const until = endsMs === undefined ? '' : `, although it is valid until ${isoOf(endsMs)}`;
  return refineFault(
    fault,
    'credential_rejected',
    { kind, reason: 'rejected' },
    `The cluster ${cluster.name} does not accept the ${kind}${until}: it is of another cluster, or was revoked. Check first that the address is that of the cluster it was made in. ${renewal(cluster)}`,
  );
}

/** Who makes another credential, and how. */
function renewal({ way, credential }: FoundCluster): string {
  if (way === 'KUBERNETES_IN_CLUSTER') {
    return 'Kubernetes renews the token of a pod by itself: check that its service account still exists, and start the pod again.';
  }
  return credential.token === undefined
    ? 'Ask the administrator of the cluster for another client certificate with the same user, and put it into the kubeconfig.'
    : 'Ask the administrator of the cluster for another token: `farol policy print kubernetes-service-account | kubectl apply -f -` makes a service account with one that does not expire.';
}

export function isoOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+/u, '');
}
