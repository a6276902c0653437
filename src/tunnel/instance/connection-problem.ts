/**
 * Why an instance does not reach its control plane: the cause as far as it is known, and the act. The log and
 * `farol doctor` say it in these words. The reader is the operator of the machine; a remedy names who else acts.
 */
import type { Agent } from 'node:https';
import type { Clock } from '../../core/clock.ts';
import { proxyOn } from '../../core/network-agent.ts';
import { networkCodeOf, networkErrorKind, type NetworkErrorKind, proxyStatusOf } from '../../core/network-fault.ts';
import { DialFailure } from '../session/tunnel-error.ts';
import { type Explanation, explanationOf } from './explained-error.ts';

/** Signed requests to cloud providers fail from here on. */
export const clockOffMs = 300_000;
export const setClock =
  'Set the clock of the two that is wrong, for example with chrony. While it is this one, requests to cloud providers may fail, and windows such as now-15m follow it.';

export const openTheWay =
  'Allow the connection in the firewall and route of this network, or set HTTPS_PROXY if a proxy is the way out.';

export type AddressVariable = 'RUNNER_ENROLL_URL' | 'RUNNER_TUNNEL_URL';

export interface Tried {
  readonly variable: AddressVariable;
  readonly url: URL;
  /** By the clock of this machine, milliseconds since the epoch. */
  readonly nowMs: number;
  /** Host of the proxy that is asked to connect; undefined without one. */
  readonly proxy: string | undefined;
  /** An instance that is enrolled keeps its identity, whatever is wrong on the way. */
  readonly isEnrolled: boolean;
}

/** At the address for enrolment, by an instance that is not enrolled yet. */
export function triedToEnrol(
  url: URL,
  { agent, clock }: { readonly agent: Agent; readonly clock: Pick<Clock, 'now'> },
): Tried {
  return { variable: 'RUNNER_ENROLL_URL', url, nowMs: clock.now(), proxy: proxyOn(agent, url), isEnrolled: false };
}

/** Of an error that came instead of an answer; in its own words where it has them. */
export function explainConnection(error: unknown, tried: Tried): Explanation {
  const own = explanationOf(error);
  if (own !== undefined) return own;
  const isTimeout = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  const code = isTimeout ? 'TIMEOUT' : networkCodeOf(error);
  return { code, ...wordsOf(code, error, tried) };
}

/** Of a server that answers, but not as a control plane does. */
export function explainAnswer(status: number, { variable, url: { host } }: Tried): Explanation {
  const cause = `The server at ${host} (${variable}) does not answer as a control plane (status ${status}).`;
  // A proxy in front of a control plane that is not there says so with 502, 503 or 504.
  const remedy =
    status >= 500
      ? 'Retried by itself. If it goes on, the operator of the control plane checks whether it runs, and the proxy in front of it.'
      : `${compare(variable)} If it is right, a proxy in between answers: let it pass the connection untouched.`;
  return { code: 'not_a_control_plane', cause, remedy };
}

export function dialFailure(error: unknown, tried: Tried): DialFailure {
  return new DialFailure(explainConnection(error, tried), { cause: error });
}

/** Where a proxy is asked to connect, it is the proxy that does not answer. */
const unanswered: ReadonlySet<string> = new Set(['no_name', 'refused', 'silent', 'no_route']);

function compare(variable: AddressVariable): string {
  return `Set ${variable} to the address that Settings, Enrolment shows.`;
}

type Words = Omit<Explanation, 'code'>;

interface Seen {
  readonly code: string;
  readonly error: unknown;
  readonly tried: Tried;
  /** Host and variable of the address. */
  readonly at: string;
}

function wordsOf(code: string, error: unknown, tried: Tried): Words {
  const { variable, url, proxy } = tried;
  const kind = networkErrorKind(code);
  if (proxy === undefined || !unanswered.has(kind)) {
    return wordsByKind[kind]({ code, error, tried, at: `${url.host} (${variable})` });
  }
  return {
    cause: `The proxy ${proxy} cannot be reached.`,
    remedy: `Correct the address of the proxy in HTTPS_PROXY or ALL_PROXY, or list ${url.hostname} in NO_PROXY if it can be reached directly.`,
  };
}

const wordsByKind: Readonly<Record<NetworkErrorKind, (seen: Seen) => Words>> = {
  no_name: ({ tried: { variable, url } }) => ({
    cause: `The host name ${url.hostname} of ${variable} does not resolve from here.`,
    remedy: `Correct the name in ${variable}, or the DNS of this network.`,
  }),
  refused: ({ at, tried }) => ({
    cause: `Nothing accepts connections at ${at}.`,
    remedy: `${compare(tried.variable)} If it is right, the operator of the control plane starts it.`,
  }),
  silent: sayNoWay,
  no_route: sayNoWay,
  certificate_time: ({ code, at, tried }) => ({
    cause: `By the clock of this machine, which says ${new Date(tried.nowMs).toISOString()}, the certificate of ${at} ${code === 'CERT_HAS_EXPIRED' ? 'has expired' : 'is not valid yet'}.`,
    remedy:
      'If that time is wrong, set the clock of this machine. If it is right, the operator of the control plane renews the certificate.',
  }),
  certificate_name: ({ at, tried }) => ({
    cause: `The certificate of ${at} is for another host name.`,
    remedy: `Use the name of the certificate in ${tried.variable}, or the operator of the control plane adds this name to it.`,
  }),
  untrusted: ({ at, tried }) => ({
    cause: `The certificate of ${at} is not from an authority that this instance trusts.`,
    remedy: `Put the present ca.pem of the control plane into the file of RUNNER_CA_FILE and start this instance again. If it is there, something else answers at that address: compare it with Settings, Enrolment, and look for a proxy in between.${tried.isEnrolled ? ' The identity stays valid: do not enrol again.' : ''}`,
  }),
  no_tls: sayNoTls,
  no_http: sayNoTls,
  proxy: sayProxyRefused,
  broken: ({ code, at }) => ({
    cause: `The connection to ${at} broke (${code}).`,
    remedy: 'Retried by itself. If it goes on, check the network, and the log of the control plane.',
  }),
};

function sayNoWay({ code, at }: Seen): Words {
  return { cause: `${at} does not answer (${code}).`, remedy: openTheWay };
}

function sayNoTls({ at, tried }: Seen): Words {
  return { cause: `The server at ${at} does not speak TLS, as a control plane does.`, remedy: compare(tried.variable) };
}

const proxyPassword =
  'Put the user and password that the operator of the proxy gives, percent-encoded, into its address: http://<user>:<password>@<host>:<port> in HTTPS_PROXY. Only Basic authentication is sent: for NTLM or Kerberos, let the proxy allow this machine by its address.';

function sayProxyRefused({ error, at, tried: { url } }: Seen): Words {
  const status = proxyStatusOf(error);
  if (status === 407) {
    return { cause: `The proxy requires a user and password (status 407) to reach ${at}.`, remedy: proxyPassword };
  }
  return {
    cause: `The proxy did not open the connection to ${at}${status === undefined ? '' : ` (status ${status})`}.`,
    remedy: `Allow ${url.host} in the rules of the proxy of HTTPS_PROXY, or list the host in NO_PROXY if it can be reached directly.`,
  };
}
