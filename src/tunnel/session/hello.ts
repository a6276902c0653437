/** What the two ends sign of each other at the start of a session. */
import { canonicalBytes } from './canonical.ts';
import type { FrameOf } from './frame.ts';

type HelloClaims = Omit<FrameOf<'hello'>, 'n' | 't' | 'signature'>;

/** Signed by the instance. `session` is the server's nonce: a recorded hello is worth nothing later. */
export function helloBytes(session: string, hello: HelloClaims): Uint8Array {
  return canonicalBytes('farol.tunnel.hello.v1', [
    session,
    String(hello.v),
    hello.organization,
    hello.instance,
    hello.class,
    String(hello.generation),
    String(hello.committed),
    hello.lineage,
    hello.nonce,
    hello.catalog_digest === undefined ? 'none' : `=${hello.catalog_digest}`,
    hello.targets === undefined ? 'none' : `=${hello.targets}`,
    ...Object.entries(hello.versions)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flat(),
  ]);
}

/**
 * Signed by the control plane. Covers its time, which decides when commands expire: a peer that could
 * set that back could make old commands valid again.
 */
export function welcomeBytes(welcome: {
  session: string;
  nonce: string;
  organization: string;
  instance: string;
  generation: number;
  server_time: number;
}): Uint8Array {
  return canonicalBytes('farol.tunnel.welcome.v1', [
    welcome.session,
    welcome.nonce,
    welcome.organization,
    welcome.instance,
    String(welcome.generation),
    String(welcome.server_time),
  ]);
}
