/**
 * Why an instance does not reach its control plane: the cause as far as it is known, and the act. The log and
 * `farol doctor` say it in these words. The reader is the operator of the machine; a remedy names whoever else acts.
 */
import { networkCodeOf, networkErrorKind, proxyStatusOf } from '../../core/network-fault.ts';
import { DialFailure } from '../session/tunnel-error.ts';

/** Signed requests to cloud providers fail from here on. */
export const clockOffMs = 300_000;
export const setClock =
  'Set the clock of the two that is wrong, for example with chrony. While it is this one, requests to cloud providers may fail, and windows such as now-15m follow it.';

export type AddressVariable = 'RUNNER_ENROLL_URL' | 'RUNNER_TUNNEL_URL';

export interface Tried {
  readonly variable: AddressVariable;
  readonly url: URL;
  /** By the clock of this machine, milliseconds since the epoch. */
  readonly nowMs: number;
  /** An instance that is enrolled keeps its identity, whatever is wrong on the way. */
  readonly isEnrolled: boolean;
}

export interface ConnectionProblem {
  /** Of the system or of Node, such as `ECONNREFUSED`, or one of ours. */
  readonly code: string;
  readonly cause: string;
  readonly remedy: string;
}

/** Of an error that came instead of an answer. */
export function explainConnection(error: unknown, tried: Tried): ConnectionProblem {
  const isTimeout = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  const code = isTimeout ? 'TIMEOUT' : networkCodeOf(error);
  return { code, ...wordsOf(code, error, tried) };
}

/** Of a server that answers, but not as a control plane does. */
export function explainAnswer(status: number, { variable, url: { host } }: Tried): ConnectionProblem {
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

function compare(variable: AddressVariable): string {
  return `Set ${variable} to the address that Settings, Enrolment shows.`;
}

function wordsOf(code: string, error: unknown, tried: Tried): Omit<ConnectionProblem, 'code'> {
  const { variable, url, nowMs, isEnrolled } = tried;
  const at = `${url.host} (${variable})`;
  switch (networkErrorKind(code)) {
    case 'no_name':
      return {
        cause: `The host name ${url.hostname} of ${variable} does not resolve from here.`,
        remedy: `Correct the name in ${variable}, or the DNS of this network.`,
      };
    case 'refused':
      return {
        cause: `Nothing accepts connections at ${at}.`,
        remedy: `${compare(variable)} If it is right, the operator of the control plane starts it.`,
      };
    case 'silent':
    case 'no_route':
      return {
        cause: `${at} does not answer (${code}).`,
        remedy:
          'Allow the connection in the firewall and route of this network, or set HTTPS_PROXY if a proxy is the way out.',
      };
    case 'certificate_time': {
      const expired = code === 'CERT_HAS_EXPIRED' ? 'has expired' : 'is not valid yet';
      return {
        cause: `By the clock of this machine, which says ${new Date(nowMs).toISOString()}, the certificate of ${at} ${expired}.`,
        remedy:
          'If that time is wrong, set the clock of this machine. If it is right, the operator of the control plane renews the certificate.',
      };
    }
    case 'certificate_name':
      return {
        cause: `The certificate of ${at} is for another host name.`,
        remedy: `Use the name of the certificate in ${variable}, or the operator of the control plane adds this name to it.`,
      };
    case 'untrusted': {
      const kept = isEnrolled ? ' The identity stays valid: do not enrol again.' : '';
      return {
        cause: `The certificate of ${at} is not from an authority that this instance trusts.`,
        remedy: `Put the present ca.pem of the control plane into the file of RUNNER_CA_FILE and start this instance again. If it is there, something else answers at that address: compare it with Settings, Enrolment, and look for a proxy in between.${kept}`,
      };
    }
    case 'no_tls':
    case 'no_http':
      return { cause: `The server at ${at} does not speak TLS, as a control plane does.`, remedy: compare(variable) };
    case 'proxy':
      return explainProxy(error, at, url);
    case 'broken':
      return {
        cause: `The connection to ${at} broke (${code}).`,
        remedy: 'Retried by itself. If it goes on, check the network, and the log of the control plane.',
      };
  }
}

const proxyPassword =
  'Put the user and password that the operator of the proxy gives, percent-encoded, into its address: http://<user>:<password>@<host>:<port> in HTTPS_PROXY. Only Basic authentication is sent: for NTLM or Kerberos, let the proxy allow this machine by its address.';

function explainProxy(error: unknown, at: string, { host }: URL): Omit<ConnectionProblem, 'code'> {
  const status = proxyStatusOf(error);
  if (status === 407)
    return { cause: `The proxy requires a user and password (status 407) to reach ${at}.`, remedy: proxyPassword };
  const how = status === undefined ? '' : ` (status ${status})`;
  return {
    cause: `The proxy did not open the connection to ${at}${how}.`,
    remedy: `Allow ${host} in the rules of the proxy of HTTPS_PROXY, or list the host in NO_PROXY if it can be reached directly.`,
  };
}
