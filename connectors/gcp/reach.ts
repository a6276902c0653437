import type { Reach } from '../../src/connector/manifest.ts';

export const reach: Reach = {
  hosts: /^[a-z][a-z0-9]*\.googleapis\.com$/u,
  words: 'the hosts of Google APIs, below googleapis.com',
  override: 'GCP_URL',
};

/** Where to reach a host of the vendor: itself, or the proxy that stands for all of them. */
export function addressOf(host: string, override: URL | undefined): URL {
  if (override === undefined) return new URL(`https://${host}`);
  const address = new URL(override);
  address.pathname = `${address.pathname.replace(/\/+$/u, '')}/${host}`;
  return address;
}

/** As the manifest declares it; the only call that needs no token. */
export const tokenCall = 'POST /oauth2.googleapis.com/token';
