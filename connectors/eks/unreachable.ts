/** Why a cluster does not answer: most of them are closed to the outside on purpose. */
import type { Fault } from '../../src/core/fault.ts';
import { refineFault } from '../../src/connector/symptom.ts';
import type { Cluster } from './find-cluster.ts';

type Way = Pick<Cluster, 'name' | 'isPublic' | 'publicCidrs' | 'vpc'>;

const everywhere = new Set(['0.0.0.0/0', '::/0']);

/** The way there is closed or unknown; anything else, as of certificates, is not about where the Agent runs. */
const noWay =
  /^(?:ENOTFOUND|EAI_\w+|ECONNREFUSED|ECONNRESET|TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)$/u;

/** Says of a network fault what AWS told of the way to this cluster. */
export function unreachable(fault: Fault, cluster: Way): Fault {
  const { code } = fault.data as { readonly code?: string };
  if (code === undefined) return fault;
  return refineFault(fault, 'upstream_down', { code }, noWay.test(code) ? wayTo(cluster) : otherwise(code, cluster));
}

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

function otherwise(code: string, { name }: Way): string {
  return `The connection to the cluster ${name} failed with ${code}. Its certificate must be signed by the authority that AWS tells: a proxy that opens TLS cannot stand in between, so let it pass this host.`;
}
