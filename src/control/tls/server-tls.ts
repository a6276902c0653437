/**
 * The certificate that the servers present, from the own authority or from the operator's files, kept
 * current while the process runs: both sources are looked at again every hour and a change reaches
 * the listening servers without a restart.
 */
import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContextOptions, type TlsOptions } from 'node:tls';
import type { Clock } from '../../core/clock.ts';
import { type AuthorityHome, ensureOwnCertificate } from './own-authority.ts';

const renewEveryMs = 3_600_000;

/** Forward secrecy and authenticated encryption only; TLS 1.2 stays for pipelines on old images. */
const modernTls = {
  minVersion: 'TLSv1.2',
  honorCipherOrder: true,
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
  ].join(':'),
} as const satisfies TlsOptions;

export interface ServerTls {
  /** Where the own authority's certificate lies; undefined with the operator's files. */
  readonly caFile: string | undefined;
  /** PEM of the own authority, for commands that people paste; undefined with the operator's files. */
  readonly caPem: string | undefined;
  /** For `https.createServer`. */
  options(): TlsOptions;
  /** Keeps a listening server on the current certificate until `close`. */
  follow(server: { setSecureContext(options: SecureContextOptions): void }): void;
  close(): void;
}

export interface ServerTlsSources {
  readonly directory: string;
  /** Host names and addresses the certificate must cover, without duplicates. */
  readonly names: readonly string[];
  /** The operator's own certificate, or the authority that issues one. */
  readonly source: { readonly certFile: string; readonly keyFile: string } | { readonly authority: AuthorityHome };
  readonly clock: Clock;
  /** A renewal that fails is told and tried again in an hour; the running certificate stays. */
  readonly onRenewFailed: (error: unknown) => void;
}

interface Material {
  readonly caFile?: string;
  readonly cert: string;
  readonly key: string;
}

/** Rejects when no usable certificate can be read or made. */
export async function openServerTls(sources: ServerTlsSources): Promise<ServerTls> {
  let current = await readMaterial(sources);
  const caPem = current.caFile === undefined ? undefined : await readFile(current.caFile, 'utf8');
  const followers = new Set<{ setSecureContext(options: SecureContextOptions): void }>();
  const renew = async (): Promise<void> => {
    const next = await readMaterial(sources);
    if (next.cert === current.cert) return;
    current = next;
    for (const server of followers) server.setSecureContext({ ...modernTls, cert: next.cert, key: next.key });
  };
  let cancel = schedule();

  function schedule(): () => void {
    const run = (): void => {
      renew().catch(sources.onRenewFailed);
      cancel = schedule();
    };
    return sources.clock.after(renewEveryMs, run, { unref: true });
  }

  return {
    caFile: current.caFile,
    caPem,
    options: () => ({ ...modernTls, cert: current.cert, key: current.key }),
    follow: (server) => followers.add(server),
    close: () => cancel(),
  };
}

async function readMaterial({ directory, names, source, clock }: ServerTlsSources): Promise<Material> {
  if ('authority' in source) {
    return ensureOwnCertificate(directory, { names, now: clock.now() }, source.authority);
  }
  const [cert, key] = await Promise.all([readFile(source.certFile, 'utf8'), readFile(source.keyFile, 'utf8')]);
  // Refuses here, with the reason, what a handshake would refuse later without one.
  createSecureContext({ cert, key });
  return { cert, key };
}
