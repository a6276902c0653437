/** Why no word came from a cluster, by the code of the network. */
import { refineFault } from '../../../src/connector/symptom.ts';
import type { Fault } from '../../../src/core/fault.ts';

/** What an operator can tell apart. */
export type NetworkCause = 'client_certificate' | 'no_way' | 'proxy' | 'time' | 'other_name' | 'authority' | 'no_tls';

/** The first that matches decides. */
const codes: Readonly<Record<NetworkCause, RegExp>> = {
  client_certificate: /^ERR_SSL_.*ALERT_.*(?:CERT|UNKNOWN_CA)/u,
  no_way:
    /^(?:ENOTFOUND|EAI_\w+|ECONNREFUSED|ECONNRESET|TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)$/u,
  proxy: /^ERR_PROXY_TUNNEL$/u,
  time: /^(?:CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/u,
  other_name: /^ERR_TLS_CERT_ALTNAME_INVALID$/u,
  // OpenSSL names a chain that it cannot follow in several ways, and a signature that does not fit in one more.
  authority: /CERT|SELF_SIGNED|UNABLE_TO|^ERR_(?:SSL|OSSL)_.*(?:SIGNATURE|VERIFY)/u,
  no_tls: /^(?:EPROTO|ERR_SSL_\w+|ERR_TLS_\w+|HPE_\w+)$/u,
};
const causes = Object.keys(codes) as NetworkCause[];

export interface NetworkRemedy<Way> {
  readonly remedy: (way: Way) => string;
}

/** Adds to a network fault what is known of the way to this cluster; any other fault stays as it is. */
export function explainNetwork<Way>(
  fault: Fault,
  way: Way,
  remedies: Readonly<Record<NetworkCause, NetworkRemedy<Way>>>,
): Fault {
  const { code } = fault.data as { readonly code?: string };
  if (fault.kind !== 'upstream_down' || code === undefined) return fault;
  const cause = causes.find((one) => codes[one].test(code));
  return cause === undefined ? fault : refineFault(fault, 'upstream_down', { code }, remedies[cause].remedy(way));
}
