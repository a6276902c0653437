/** The service account of the pod, as a secret store proves itself with it. */
import {
  type PodCluster,
  readPodCluster as readCluster,
  readPodToken,
} from '../../../cloud/kubernetes/service-account.ts';
import { Fault } from '../../../core/fault.ts';
import { Secret } from '../../../core/secret.ts';
import type { StorePlatform } from '../store-platform.ts';

/** @throws Fault `credential_rejected` outside a pod, or without a service account. */
export async function readServiceAccountToken(platform: Pick<StorePlatform, 'serviceAccountFolder'>): Promise<Secret> {
  return new Secret(await readPodToken({ ...platform, refuse: notInPod }));
}

/** @throws Fault `credential_rejected` outside a pod. */
export function readPodCluster(platform: StorePlatform): Promise<PodCluster> {
  return readCluster({ ...platform, refuse: notInPod });
}

function notInPod(what: string, cause?: unknown): Fault {
  return new Fault(
    'credential_rejected',
    { kind: 'service account of the pod', reason: 'missing' },
    `${what}: RUNNER_SECRET_STORE_CRED_MODE=chain works only in a pod with a service account (automountServiceAccountToken). Elsewhere use static with a token.`,
    { cause },
  );
}
