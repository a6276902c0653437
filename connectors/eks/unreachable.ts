/** Why no word came from a cluster: most are closed to the outside on purpose, and each shows its own certificate. */
import type { Fault } from '../../src/core/fault.ts';
import { refineFault } from '../../src/connector/symptom.ts';
import type { Cluster } from './find-cluster.ts';

type Way = Pick<Cluster, 'name' | 'endpoint' | 'isPublic' | 'publicCidrs' | 'vpc'>;

interface Cause {
  readonly codes: RegExp;
  readonly remedy: (cluster: Way) => string;
}

/** By the code of the network; the first that matches decides. */
const causes: readonly Cause[] = [
  {
    codes:
      /^(?:ENOTFOUND|EAI_\w+|ECONNREFUSED|ECONNRESET|TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)$/u,
    remedy: wayTo,
  },
  {
    codes: /^ERR_PROXY_TUNNEL$/u,
    remedy: ({ name, endpoint }) =>
      `The proxy of HTTPS_PROXY did not open the way to the cluster ${name}: let it pass ${endpoint.hostname} to port 443, or list that host in NO_PROXY when there is a straight way. Nothing is wrong with the credential or its rights.`,
  },
  {
    codes: /^(?:CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/u,
    remedy: ({ name }) =>
      `The certificate of the cluster ${name} is not valid at the time of this machine: set its clock. EKS renews the certificate by itself, so if the clock is right, ask AWS about the cluster.`,
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/u,
    remedy: ({ name, endpoint }) =>
      `What answers at ${endpoint.hostname} is another server than the cluster ${name}: its certificate is for another name. Look at the DNS of this network, at its hosts files, and at what forwards port 443 there. Nothing was sent to it.`,
  },
  {
    // OpenSSL names a chain that it cannot follow in several ways, and a signature that does not fit in one more.
    codes: /CERT|SELF_SIGNED|UNABLE_TO|^ERR_(?:SSL|OSSL)_.*(?:SIGNATURE|VERIFY)/u,
    remedy: ({ name, endpoint }) =>
      `The certificate of the cluster ${name} is not of the authority that AWS tells for it, and no other is trusted there; RUNNER_CA_FILE changes nothing about that. As a rule a proxy opens TLS in between: let it pass ${endpoint.hostname} untouched. Nothing was sent.`,
  },
  {
    codes: /^(?:EPROTO|ERR_SSL_\w+|ERR_TLS_\w+|HPE_\w+)$/u,
    remedy: ({ name, endpoint }) =>
      `What answers at ${endpoint.host} does not speak TLS as the cluster ${name} does: check what is in front of it, such as a proxy or a forwarded port.`,
  },
];

/** Adds to a network fault what AWS reported about the way to this cluster. */
export function unreachable(fault: Fault, cluster: Way): Fault {
  const { code } = fault.data as { readonly code?: string };
  const cause = causes.find(({ codes }) => code !== undefined && codes.test(code));
  if (code === undefined || cause === undefined) return fault;
  return refineFault(fault, 'upstream_down', { code }, cause.remedy(cluster));
}

const everywhere = new Set(['0.0.0.0/0', '::/0']);

function wayTo({ name, isPublic, publicCidrs, vpc = 'its VPC' }: Way): string {
  const inside = `run the Agent in ${vpc} or in a network with a route to it, and let the security group of the cluster take port 443 from there`;
  if (!isPublic) {
    return `The address of the cluster ${name} is private: ${inside}. Nothing is wrong with the credential or its rights.`;
  }
  if (publicCidrs.some((cidr) => everywhere.has(cidr))) {
    return `The cluster ${name} is open to every network and did not answer: look at the firewall, proxy and DNS of this network, then at the state of the cluster.`;
  }
  return `The cluster ${name} answers listed networks only: add the address that this Agent sends from to its public access CIDRs, or ${inside}.`;
}
