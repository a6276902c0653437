/**
 * The certificate that the servers present, from the own authority or from the operator's files, kept
 * current while the process runs: both sources are read again every hour and a change reaches
 * the listening servers without a restart.
 */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContextOptions, type TlsOptions } from 'node:tls';
import type { Clock } from '../../core/clock.ts';
import { splitCertificates } from '../../core/pem-certificates.ts';
import { type AuthorityHome, ensureOwnCertificate } from './own-authority.ts';

const renewEveryMs = 3_600_000;
const soonMs = 30 * 86_400_000;

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
  /** PEM of the own authority, and of the one before while it changes, for commands that people paste; undefined with the operator's files. */
  caPem(): string | undefined;
  /** PEM of what is served now: the server certificate first. */
  chain(): string;
  /** What of it ends within 30 days, by the clock that certificates go by. */
  endings(): readonly Ending[];
  /** The same, however far away. */
  allEndings(): readonly Ending[];
  /** For `https.createServer`. */
  options(): TlsOptions;
  /** Keeps a listening server on the current certificate until `close`. */
  follow(server: { setSecureContext(options: SecureContextOptions): void }): void;
  /** Reads the source now, because the authority changed. Rejects when it cannot be used; what is served stays. */
  renew(): Promise<void>;
  close(): void;
}

export interface Ending {
  /** `server_certificate_files`: of the operator's chain, whichever certificate of it ends first. */
  readonly what: 'authority' | 'server_certificate' | 'server_certificate_files';
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface ServerTlsSources {
  readonly directory: string;
  /** Host names and addresses the certificate must cover, without duplicates. */
  readonly names: readonly string[];
  /** The operator's own certificate, or the authority that issues one. */
  readonly source: { readonly certFile: string; readonly keyFile: string } | { readonly authority: AuthorityHome };
  readonly clock: Clock;
  /** A failed renewal is reported and retried in an hour; the running certificate stays. */
  readonly onRenewFailed: (error: unknown) => void;
}

interface Material {
  readonly caFile?: string;
  readonly caPem?: string;
  readonly cert: string;
  readonly key: string;
}

/** Rejects when no usable certificate can be read or made. */
export async function openServerTls(sources: ServerTlsSources): Promise<ServerTls> {
  let current = await readMaterial(sources);
  const followers = new Set<{ setSecureContext(options: SecureContextOptions): void }>();
  const readAgain = async (): Promise<void> => {
    const next = await readMaterial(sources);
    const isServed = next.cert === current.cert;
    current = next;
    if (isServed) return;
    for (const server of followers) server.setSecureContext({ ...modernTls, cert: next.cert, key: next.key });
  };
  // One at a time: each may write the files of the directory.
  let last: Promise<unknown> = Promise.resolve();
  const renew = (): Promise<void> => {
    const renewed = last.then(readAgain);
    last = renewed.catch(() => undefined);
    return renewed;
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
    caPem: () => current.caPem,
    chain: () => current.cert,
    allEndings: () => endingsOf(current),
    endings: () => endingsOf(current).filter(({ at }) => at - sources.clock.now() < soonMs),
    options: () => ({ ...modernTls, cert: current.cert, key: current.key }),
    follow: (server) => followers.add(server),
    renew,
    close: () => cancel(),
  };
}

/** While the authority changes, what is served of the one before ends with the change; that is not an end of its own. */
function endingsOf({ cert, caPem }: Material): Ending[] {
  const served = splitCertificates(cert).map(endOf);
  if (caPem === undefined) return [{ what: 'server_certificate_files', at: Math.min(...served) }];
  const [server = Number.POSITIVE_INFINITY] = served;
  const [authority = Number.POSITIVE_INFINITY] = splitCertificates(caPem).map(endOf);
  return [
    { what: 'authority', at: authority },
    { what: 'server_certificate', at: server },
  ];
}

function endOf(pem: string): number {
  return new X509Certificate(pem).validToDate.getTime();
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
