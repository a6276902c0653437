/**
 * Which proxy leads where: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, in capitals or small letters, in every form
 * that curl and Go read (https://curl.se/docs/manpage.html, `--proxy` and `--noproxy`;
 * https://pkg.go.dev/golang.org/x/net/http/httpproxy). Any other form is a problem, because a variable that is ignored
 * in silence sends a credential another way than its operator wanted. A value is never repeated in a problem.
 */
import { Fault } from './fault.ts';
import { readNoProxy } from './no-proxy.ts';

/** Every variable read here, with its meaning. The reference page is made from this list. */
export const proxyVariables = {
  HTTPS_PROXY:
    'Proxy for https and wss: `http://` or `https://`, host and port, or `<host>:<port>` alone. Port 80 or 443 if none is given; an IPv6 address in brackets. A user and a password are percent-encoded: `http://user:p%40ss@proxy:3128`. SOCKS is refused. The certificate of an `https://` proxy must lead to an authority of the machine or of NODE_EXTRA_CA_CERTS.',
  HTTP_PROXY: 'The same, for addresses that begin with http://.',
  ALL_PROXY: 'The same, for whichever of HTTPS_PROXY and HTTP_PROXY is not set.',
  NO_PROXY:
    'What is reached without a proxy, separated by commas or spaces: a domain with its subdomains (`example.com` or `.example.com`), subdomains alone (`*.example.com`), an address (`192.0.2.7`, `[2001:db8::1]`), a network (`10.0.0.0/8`, `fd00::/8`), a range (`192.0.2.1-192.0.2.9`), or `*` for everything. `:<port>` after a host or an address limits the entry to that port. Addresses and networks hold for addresses only: no name is resolved.',
} as const;
type ProxyVariable = keyof typeof proxyVariables;

export interface ProxyProblem {
  readonly variable: string;
  readonly problem: string;
  readonly remedy: string;
}

export interface Proxy {
  /** As it is spelt in the environment. */
  readonly variable: string;
  /** With its credential. */
  readonly url: URL;
}

/** `proxy` is undefined where there is none; `exception` is the entry of NO_PROXY that says so. */
export interface Way {
  readonly proxy: Proxy | undefined;
  readonly exception?: string;
}

export interface Destination {
  readonly protocol: string;
  /** IPv6 with or without brackets. */
  readonly hostname: string;
  /** Empty or undefined: that of the protocol. */
  readonly port?: string | number | null | undefined;
}

export interface ProxySettings {
  readonly problems: readonly ProxyProblem[];
  /** For plain http and for TLS, exceptions aside. */
  readonly plain: Proxy | undefined;
  readonly secure: Proxy | undefined;
  /** @throws Fault `not_configured` with the first of `problems`. */
  readonly wayTo: (destination: Destination) => Way;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readProxySettings(env: Environment): ProxySettings {
  const problems: ProxyProblem[] = [];
  const wrong = (variable: string, problem: string, known: ProxyVariable): undefined => {
    problems.push({ variable, problem: `${variable} ${problem}.`, remedy: remedyFor(variable, known) });
  };
  const read = (known: ProxyVariable): Proxy | undefined => {
    const found = findVariable(env, known);
    if (found === undefined) return undefined;
    if (found.isTwofold) return wrong(found.variable, `and ${known.toLowerCase()} have different values`, known);
    const url = parseProxy(found.value);
    return typeof url === 'string' ? wrong(found.variable, url, known) : { variable: found.variable, url };
  };
  const [ofTls, ofHttp, ofAll] = [read('HTTPS_PROXY'), read('HTTP_PROXY'), read('ALL_PROXY')];
  const [secure, plain] = [ofTls ?? ofAll, ofHttp ?? ofAll];
  const exceptions = findVariable(env, 'NO_PROXY');
  if (exceptions?.isTwofold === true) wrong(exceptions.variable, 'and no_proxy have different values', 'NO_PROXY');
  const noProxy = readNoProxy(exceptions?.value ?? '');
  for (const problem of noProxy.problems) wrong(exceptions?.variable ?? 'NO_PROXY', problem, 'NO_PROXY');
  return {
    problems,
    plain,
    secure,
    wayTo({ protocol, hostname, port }) {
      const [problem] = problems;
      if (problem !== undefined) {
        throw new Fault('not_configured', { variable: problem.variable }, `${problem.problem} ${problem.remedy}`);
      }
      const isPlain = protocol === 'http:' || protocol === 'ws:';
      const proxy = isPlain ? plain : secure;
      if (proxy === undefined) return { proxy };
      const given = port === undefined || port === null || port === '' ? undefined : Number(port);
      const exception = noProxy.match(hostname, given ?? (isPlain ? 80 : 443));
      return exception === undefined ? { proxy } : { proxy: undefined, exception };
    },
  };
}

function remedyFor(variable: string, known: ProxyVariable): string {
  return known === 'NO_PROXY'
    ? `Correct ${variable}, or unset it. An entry is <domain>, *.<domain>, <address>, <address>/<prefix length> or *, and all but the last two may end in :<port>; commas or spaces separate entries.`
    : `Set ${variable} to http://<host>:<port> or https://<host>:<port>, with user and password percent-encoded before the host, or unset it.`;
}

interface Found {
  readonly variable: string;
  readonly value: string;
  /** In both spellings, with different values: curl takes the small letters, Go the capitals. */
  readonly isTwofold: boolean;
}

function findVariable(env: Environment, known: ProxyVariable): Found | undefined {
  const [found, other] = [known, known.toLowerCase()].flatMap((variable) => {
    const value = env[variable]?.trim() ?? '';
    return value === '' ? [] : [{ variable, value }];
  });
  return found && { ...found, isTwofold: other !== undefined && other.value !== found.value };
}

/** The address, or what is wrong with it. */
function parseProxy(value: string): URL | string {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//iu.exec(value)?.[1]?.toLowerCase();
  if (scheme?.startsWith('socks') === true) return 'names a SOCKS proxy, which is not supported';
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    return 'begins with another scheme than http:// and https://';
  }
  const isBare = /[\s\p{C}\\]/u.test(value);
  const url = isBare ? null : URL.parse(scheme === undefined ? `http://${value}` : value);
  if (url === null) return 'is not the address of a proxy';
  if (url.pathname !== '/' || /[?#]/u.test(value)) {
    return 'has a path, query or fragment; one that belongs to the password must be percent-encoded';
  }
  return isCredential(url) ? url : 'has a user or password that is not percent-encoded';
}

function isCredential({ username, password }: URL): boolean {
  try {
    return [decodeURIComponent(username).replace(':', '\0'), decodeURIComponent(password)].every(
      (text) => !/\p{Cc}/u.test(text),
    );
  } catch {
    return false;
  }
}
