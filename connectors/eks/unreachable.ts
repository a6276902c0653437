/** Why no word came from a cluster: most are closed to the outside on purpose, and each shows its own certificate. */
import type { Fault } from '../../src/core/fault.ts';
import { explainNetwork, type NetworkCause, type NetworkRemedy } from '../kubernetes/cluster/network-cause.ts';
import type { FoundCluster } from './find-cluster.ts';

type Way = Pick<FoundCluster, 'name' | 'endpoint' | 'isPublic' | 'publicCidrs' | 'vpc'>;

const remedies: Readonly<Record<NetworkCause, NetworkRemedy<Way>>> = {
  // It shows no certificate, so that something else in its place asks for one.
  client_certificate: { remedy: noTls },
  no_way: { remedy: wayTo },
  proxy: {
    remedy: ({ name, endpoint }) =>
      `The proxy in HTTPS_PROXY did not connect to the cluster ${name}: allow ${endpoint.hostname} on port 443 there, or list that host in NO_PROXY if it can be reached directly. The credential and its permissions are not the cause.`,
  },
  time: {
    remedy: ({ name }) =>
      `The certificate of the cluster ${name} is not valid at the time of this machine: set its clock. EKS renews the certificate by itself, so if the clock is right, ask AWS about the cluster.`,
  },
  other_name: {
    remedy: ({ name, endpoint }) =>
      `The server at ${endpoint.hostname} is not the cluster ${name}: its certificate is for another name. Check the DNS of this network, the hosts files, and what forwards port 443. Nothing was sent to it.`,
  },
  authority: {
    remedy: ({ name, endpoint }) =>
      `The certificate of the cluster ${name} was not issued by the authority that AWS returns for it, and no other authority is trusted for it, RUNNER_CA_FILE included. Usually a proxy intercepts TLS: exempt ${endpoint.hostname} from interception. Nothing was sent.`,
  },
  no_tls: { remedy: noTls },
};

/** Adds to a network fault what AWS reported about the way to this cluster. */
export function unreachable(fault: Fault, cluster: Way): Fault {
  return explainNetwork(fault, cluster, remedies);
}

const everywhere = new Set(['0.0.0.0/0', '::/0']);

function noTls({ name, endpoint }: Way): string {
  return `The server at ${endpoint.host} does not speak TLS like the cluster ${name}: check what is in front of it, such as a proxy or a forwarded port.`;
}

function wayTo({ name, isPublic, publicCidrs, vpc = 'its VPC' }: Way): string {
  const inside = `run the Agent in ${vpc} or in a network with a route to it, and let the security group of the cluster accept port 443 from there`;
  if (!isPublic) {
    return `The address of the cluster ${name} is private: ${inside}. The credential and its permissions are not the cause.`;
  }
  if (publicCidrs.some((cidr) => everywhere.has(cidr))) {
    return `The cluster ${name} is open to every network but did not answer: check the firewall, proxy and DNS of this network, then the state of the cluster.`;
  }
  return `The cluster ${name} accepts listed networks only: add the address that this Agent sends from to its public access CIDRs, or ${inside}.`;
}
