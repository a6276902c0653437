/** What Kubernetes puts into every pod that has a service account. Read each time: the token is rotated about hourly. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Fault } from '../../../core/fault.ts';
import { Secret } from '../../../core/secret.ts';
import type { StorePlatform } from '../store-platform.ts';

export interface PodCluster {
  readonly url: URL;
  /** PEM of the authority that signs for the address, and for no other. */
  readonly ca: string;
}

/** @throws Fault `credential_rejected` outside a pod, or without a service account. */
export async function readServiceAccountToken({
  serviceAccountFolder,
}: Pick<StorePlatform, 'serviceAccountFolder'>): Promise<Secret> {
  return new Secret((await read(path.join(serviceAccountFolder, 'token'))).trim());
}

/** @throws Fault `credential_rejected` outside a pod. */
export async function readPodCluster({ env, serviceAccountFolder }: StorePlatform): Promise<PodCluster> {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = env;
  const isHost = host !== undefined && /^[\w.:-]{1,253}$/u.test(host) && /^\d{1,5}$/u.test(port);
  if (!isHost) throw notInPod('KUBERNETES_SERVICE_HOST is not set');
  const url = new URL(`https://${host.includes(':') ? `[${host}]` : host}:${port}`);
  return { url, ca: await read(path.join(serviceAccountFolder, 'ca.crt')) };
}

async function read(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw notInPod(`${file} cannot be read`, cause);
  });
}

function notInPod(what: string, cause?: unknown): Fault {
  return new Fault(
    'credential_rejected',
    { kind: 'service account of the pod', reason: 'missing' },
    `${what}: RUNNER_SECRET_STORE_CRED_MODE=chain works only in a pod with a service account (automountServiceAccountToken). Elsewhere use static with a token.`,
    { cause },
  );
}
