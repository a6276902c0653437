/**
 * The token that reads secrets: given, or obtained with the service account of the pod
 * (https://developer.hashicorp.com/vault/api-docs/auth/kubernetes). A given token is not renewed here:
 * in a file, it is renewed by the program that writes the file.
 */
import { z } from 'zod';
import { CachedToken, type ObtainedToken } from '../../../core/cached-token.ts';
import { Fault } from '../../../core/fault.ts';
import { Secret } from '../../../core/secret.ts';
import { readServiceAccountToken } from '../kubernetes/service-account.ts';
import { type BackendPorts, createStoreClient, notTheStore, outageOf, parseStored } from '../store-backend.ts';
import type { VaultStoreSettings } from '../store-settings.ts';

export interface VaultToken {
  readonly described: string;
  /** @throws Fault or SecretUnreadable */
  read(): Promise<Secret>;
  /** True when another one may do better. */
  forget(): boolean;
  /** What it means that Vault does not know this token. */
  refused(): Fault;
}

const LoggedIn = z.object({ auth: z.object({ client_token: z.string().min(1), lease_duration: z.number() }) });
/** For a token that never expires: it is still renewed. */
const dayLongSec = 86_400;

export function openVaultToken(settings: VaultStoreSettings, ports: BackendPorts): VaultToken {
  const { credential } = settings;
  if ('token' in credential) {
    return {
      described: 'a token of its own',
      read: async () => new Secret((await credential.token.read()).reveal().trim()),
      forget: () => false,
      refused: () =>
        rejected(
          'expired',
          'Vault does not know RUNNER_SECRET_STORE_TOKEN: it expired, was revoked, or lacks the policy default that lets it look itself up. Use another one; in a file that something renews (RUNNER_SECRET_STORE_TOKEN_FILE) it needs no restart.',
        ),
    };
  }
  const { role, authMount } = credential;
  const held = new CachedToken(ports.clock);
  return {
    described: `the role ${role} of the sign-in ${authMount}`,
    read: async () => (await held.read(() => signIn(settings, { role, authMount }, ports))).token,
    forget: () => held.forget(),
    refused: () =>
      rejected('rejected', `Vault issues a token for the role ${role} and then rejects it: check its audit log.`),
  };
}

async function signIn(
  { url, namespace }: VaultStoreSettings,
  { role, authMount }: { readonly role: string; readonly authMount: string },
  ports: BackendPorts,
): Promise<ObtainedToken> {
  const jwt = await readServiceAccountToken(ports.platform);
  const client = createStoreClient(url, ports, { authorize: () => Promise.resolve(namespaceHeader(namespace)) });
  const path = `/v1/auth/${authMount.split('/').map(encodeURIComponent).join('/')}/login`;
  const response = await client.send({ method: 'POST', path, json: { role, jwt: jwt.reveal() }, access: 'read' });
  if (response.status === 200) {
    const { client_token: token, lease_duration: leaseSec } = parseStored(LoggedIn, response.body).auth;
    return { token: new Secret(token), goodForSec: leaseSec > 0 ? leaseSec : dayLongSec };
  }
  const outage = outageOf(response, ports.clock.now());
  if (outage !== undefined) throw outage;
  if (readVaultErrors(response.body) === undefined) throw notTheStore(response.status);
  throw rejected(
    'rejected',
    `Vault refuses the sign-in at auth/${authMount} as ${role}: create that role there, bound to the service account and namespace of this pod, or correct RUNNER_SECRET_STORE_VAULT_ROLE, RUNNER_SECRET_STORE_VAULT_AUTH_MOUNT or RUNNER_SECRET_STORE_VAULT_NAMESPACE.`,
  );
}

function rejected(reason: 'expired' | 'rejected', remedy: string): Fault {
  return new Fault('credential_rejected', { kind: 'credential of the secret store', reason }, remedy);
}

const Errors = z.object({ errors: z.array(z.string()) });

/** The sentences of a refusal; undefined for a body that Vault did not write. */
export function readVaultErrors(body: string): readonly string[] | undefined {
  try {
    return Errors.parse(JSON.parse(body)).errors;
  } catch {
    return undefined;
  }
}

export function namespaceHeader(namespace: string | undefined): Readonly<Record<string, string>> {
  return namespace === undefined ? {} : { 'x-vault-namespace': namespace };
}
