/**
 * What a network error means to the person who must act: `intercepted` where a proxy refused to open the way, and else
 * `upstream_down`, in words that follow from the code.
 */
import { Fault } from './fault.ts';

/** What an error code of the network says. The first row that matches decides. */
const meanings = [
  {
    kind: 'no_name',
    codes: /^(?:ENOTFOUND|EAI_AGAIN|EAI_NODATA|EAI_NONAME|EAI_FAIL)$/u,
    advice: 'The host name does not resolve from here; check its spelling and the DNS of this network',
  },
  { kind: 'refused', codes: /^ECONNREFUSED$/u, advice: 'Connection refused; check host and port' },
  {
    kind: 'silent',
    codes: /^(?:TIMEOUT|ETIMEDOUT)$/u,
    advice:
      'No answer in time; check the route, the firewall and the proxy, and ask for less when only wide questions fail',
  },
  {
    kind: 'no_route',
    codes: /^(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)$/u,
    advice: 'There is no route to that address from here',
  },
  {
    kind: 'certificate_time',
    codes: /^(?:CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/u,
    advice: 'The certificate is not valid at this time; renew it, or set the clock of this machine',
  },
  {
    kind: 'certificate_name',
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/u,
    advice: 'The certificate is for another host name; use the name the certificate carries',
  },
  {
    kind: 'untrusted',
    codes: /CERT|SELF_SIGNED|UNABLE_TO/u,
    advice: 'The certificate is not trusted; give its authority in RUNNER_CA_FILE',
  },
  {
    kind: 'no_tls',
    codes: /^(?:EPROTO|ERR_SSL_.*|ERR_TLS_.*)$/u,
    advice: 'The server does not speak TLS there; check http or https, and the port',
  },
  {
    kind: 'proxy',
    codes: /^ERR_PROXY_TUNNEL$/u,
    advice: 'The proxy did not open the connection; check HTTPS_PROXY, its rules and NO_PROXY',
  },
  { kind: 'no_http', codes: /^HPE_/u, advice: 'The server there does not speak HTTP; check the address and its port' },
] as const satisfies readonly { readonly kind: string; readonly codes: RegExp; readonly advice: string }[];
const otherwise = 'The connection broke; retry, then check the system itself';

export type NetworkErrorKind = (typeof meanings)[number]['kind'] | 'broken';

export function networkErrorKind(code: string): NetworkErrorKind {
  return meanings.find(({ codes }) => codes.test(code))?.kind ?? 'broken';
}

/** `where` names the variable and the host, never a path or a query. */
export function networkFault(code: string, where: string, cause: unknown): Fault<'upstream_down' | 'intercepted'> {
  const status = code === 'ERR_PROXY_TUNNEL' ? proxyStatusOf(cause) : undefined;
  // From 500 on the proxy tried, and a later try may succeed.
  if (status !== undefined && status < 500) return proxyRefusal(status, where, cause);
  const advice = meanings.find(({ codes }) => codes.test(code))?.advice ?? otherwise;
  return new Fault('upstream_down', { code }, `${advice} (${where}).`, { cause });
}

/** With which status a proxy refused to open the connection, where it said one. */
export function proxyStatusOf(error: unknown): number | undefined {
  const status = findInCauses(error, 'statusCode');
  return typeof status === 'number' ? status : undefined;
}

/** What a proxy said itself, to CONNECT or to a request. `where` as above. */
export function proxyRefusal(status: number, where = 'on the way', cause?: unknown): Fault<'intercepted'> {
  return new Fault(
    'intercepted',
    { status },
    status === 407
      ? `The proxy requires a user and password (status 407, ${where}). Ask its operator for them, and put them percent-encoded into its address: http://<user>:<password>@<host>:<port> in HTTPS_PROXY, HTTP_PROXY or ALL_PROXY. Only Basic authentication is sent: for NTLM or Kerberos, let the proxy allow this machine by its address. The credential of the upstream system is not the cause.`
      : `The proxy refused to connect (status ${status}, ${where}): allow this host and port in the rules of the proxy in HTTPS_PROXY or ALL_PROXY, or list the host in NO_PROXY if it can be reached directly. The credential of the upstream system is not the cause.`,
    { cause },
  );
}

/** The code of a Node error, looking through the causes that libraries wrap around it. */
export function networkCodeOf(error: unknown): string {
  const code = findInCauses(error, 'code', (value) => typeof value === 'string');
  return typeof code === 'string' ? code : 'ECONNECTION';
}

function findInCauses(error: unknown, name: string, fits: (value: unknown) => boolean = () => true): unknown {
  let at: unknown = error;
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth += 1) {
    const value = (at as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined && fits(value)) return value;
    at = 'cause' in at ? at.cause : undefined;
  }
  return undefined;
}

/** Codes that say the request cannot have reached the other side. */
const neverSent = /^(?:ECONNREFUSED|ENOTFOUND|EAI_.*|EHOSTUNREACH|ENETUNREACH|ERR_PROXY_TUNNEL)$/u;

/** A certificate that we do not take ends the handshake, and a request waits for its end. Alerts of the other side are not among these. */
const ourRefusal =
  /^(?:CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|ERR_TLS_CERT_ALTNAME_INVALID)$/u;

export function wasNeverSent(code: string): boolean {
  return neverSent.test(code) || ourRefusal.test(code);
}
