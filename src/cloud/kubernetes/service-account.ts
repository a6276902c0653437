/**
 * What Kubernetes puts into every pod that has a service account. Read each time: the token is rotated about hourly.
 * https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Fault } from '../../core/fault.ts';

export const serviceAccountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

export interface Pod {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly serviceAccountFolder: string;
  /** What to throw outside a pod, or without a service account: `what` says what is not there. */
  refuse(what: string, cause?: unknown): Fault;
}

export interface PodCluster {
  readonly url: URL;
  /** PEM of the authority that signs for the address, and for no other. */
  readonly ca: string;
}

export async function readPodToken(pod: Omit<Pod, 'env'>): Promise<string> {
  return (await read(pod, 'token')).trim();
}

export async function readPodCluster(pod: Pod): Promise<PodCluster> {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = pod.env;
  const isHost = host !== undefined && /^[\w.:-]{1,253}$/u.test(host) && /^\d{1,5}$/u.test(port);
  if (!isHost) throw pod.refuse('KUBERNETES_SERVICE_HOST is not set');
  const url = new URL(`https://${host.includes(':') ? `[${host}]` : host}:${port}`);
  return { url, ca: await read(pod, 'ca.crt') };
}

async function read(pod: Omit<Pod, 'env'>, name: string): Promise<string> {
  const file = path.join(pod.serviceAccountFolder, name);
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw pod.refuse(`${file} cannot be read`, cause);
  });
}
