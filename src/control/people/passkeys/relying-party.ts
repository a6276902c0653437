/** For which host passkeys of this control plane work, and what to do where there is none. */
import { isIP } from 'node:net';
import { ApiProblem } from '../../problem/api-problem.ts';

export interface RelyingParty {
  /** Host of the public address, without a port. */
  readonly id: string;
  readonly origin: string;
}

/** Undefined where the host is an address of digits: browsers make passkeys for names only. */
export function relyingPartyOf(publicOrigin: string): RelyingParty | undefined {
  const { hostname } = new URL(publicOrigin);
  return isIP(bare(hostname)) === 0 ? { id: hostname, origin: publicOrigin } : undefined;
}

/** What the operator does about it; undefined where passkeys work. */
export function passkeyRemedy(publicOrigin: string): string | undefined {
  if (relyingPartyOf(publicOrigin) !== undefined) return undefined;
  const { hostname, port } = new URL(publicOrigin);
  const isLoopback = hostname.startsWith('127.') || bare(hostname) === '::1';
  const example = `https://${isLoopback ? 'localhost' : 'farol.example.com'}${port === '' ? '' : `:${port}`}`;
  return `Passkeys need a host name, and ${hostname} is an address. Set FAROL_PUBLIC_URL to a name of this host, such as ${example}. Links work in either case.`;
}

/** @throws ApiProblem 409 `passkeys_unavailable`. */
export function requireRelyingParty(publicOrigin: string): RelyingParty {
  const party = relyingPartyOf(publicOrigin);
  if (party !== undefined) return party;
  throw new ApiProblem({
    status: 409,
    code: 'passkeys_unavailable',
    message: 'Passkeys need a host name, and FAROL_PUBLIC_URL has an address of digits. Sign in with a link.',
  });
}

function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/u, '$1');
}
