/** The authority that a control plane offers for its own certificate. Nothing is trusted: the caller compares its fingerprint. */
import { createAgents } from '../../../core/network-agent.ts';
import { https } from '../../../core/node-http.ts';
import { fingerprintOf } from '../../../core/pem-certificates.ts';
import type { TLSSocket } from 'node:tls';

export type OfferedAuthority =
  /** This machine trusts the certificate anyway. */
  | { readonly state: 'trusted' }
  | { readonly state: 'offered'; readonly pem: string; readonly fingerprint: string }
  | { readonly state: 'none' }
  /** Trying the way says why. */
  | { readonly state: 'unreachable' };

const waitMs = 8000;
const maxBytes = 64 * 1024;

/** `url`: of the app. */
export async function offeredAuthority(
  url: URL,
  env: Readonly<Record<string, string | undefined>>,
): Promise<OfferedAuthority> {
  const agents = createAgents({ env });
  try {
    const { isTrusted, body } = await read(new URL('/api/ca.pem', url), agents.https);
    if (isTrusted) return { state: 'trusted' };
    const fingerprint = fingerprintOf(body);
    return fingerprint === undefined ? { state: 'none' } : { state: 'offered', pem: `${body.trim()}\n`, fingerprint };
  } catch {
    return { state: 'unreachable' };
  } finally {
    agents.close();
  }
}

function read(
  url: URL,
  agent: ReturnType<typeof createAgents>['https'],
): Promise<{ isTrusted: boolean; body: string }> {
  return new Promise((resolve, reject) => {
    const options = { agent, rejectUnauthorized: false, signal: AbortSignal.timeout(waitMs) };
    const sent = https.get(url, options, (response) => {
      const isTrusted = (response.socket as TLSSocket).authorized;
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => (body = `${body}${part}`.slice(0, maxBytes)));
      response.on('error', reject);
      response.on('end', () => resolve({ isTrusted, body }));
    });
    sent.on('error', reject);
  });
}
