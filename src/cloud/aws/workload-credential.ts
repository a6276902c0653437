/**
 * Credentials that the place a workload runs in hands to it: web identity, then container role, then
 * instance role. Single sign-on, shared profiles and credential processes are a developer's own and are
 * never consulted. What is read here is put there by the platform under names that the platform fixes.
 */
import { readFile } from 'node:fs/promises';
import type { Clock } from '../../core/clock.ts';
import { Fault, toFault } from '../../core/fault.ts';

export interface AwsCredential {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly expiration?: Date;
}

export interface WebIdentity {
  readonly role: string;
  /** Proves who the workload is; as secret as a key. */
  readonly token: string;
}

export interface WorkloadPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Exchanges the token for keys, unsigned, by whatever way out the caller has. */
  assume(identity: WebIdentity): Promise<AwsCredential>;
  /** Another role of the same web identity than the one the platform names. */
  readonly role?: string | undefined;
}

/** Ended this long before they expire, so that no signed call outlives its credential. */
const marginMs = 5 * 60_000;

interface Held {
  readonly credential: AwsCredential;
  readonly goodUntilMs: number;
}
const held = new Map<string, Promise<Held>>();

/** @throws Fault `credential_rejected` naming the place that was read. */
export async function readWorkloadCredential(place: WorkloadPlace): Promise<AwsCredential> {
  const { clock } = place;
  const source = findSource(place);
  for (let one = held.get(source.id); one !== undefined; one = held.get(source.id)) {
    const known = await one.catch(() => undefined);
    if (known !== undefined && known.goodUntilMs > clock.now()) return known.credential;
    // Somebody else may have begun another one meanwhile.
    if (held.get(source.id) === one) held.delete(source.id);
  }
  const asked = source.read().then((credential) => ({
    credential,
    goodUntilMs: (credential.expiration?.getTime() ?? clock.now() + marginMs * 2) - marginMs,
  }));
  held.set(source.id, asked);
  try {
    return (await asked).credential;
  } catch (error) {
    if (held.get(source.id) === asked) held.delete(source.id);
    throw error;
  }
}

interface Source {
  readonly id: string;
  read(): Promise<AwsCredential>;
}

function findSource(place: WorkloadPlace): Source {
  const { env, role: wanted } = place;
  const { AWS_WEB_IDENTITY_TOKEN_FILE: file, AWS_ROLE_ARN: own } = env;
  const role = wanted ?? own;
  if (file !== undefined && role !== undefined) {
    const read = async (): Promise<AwsCredential> => place.assume({ role, token: await readToken(file) });
    return { id: `web identity ${role} ${file}`, read };
  }
  if (wanted !== undefined) return { id: `no web identity for ${wanted}`, read: () => Promise.reject(noIdentity()) };
  const container = env['AWS_CONTAINER_CREDENTIALS_FULL_URI'] ?? env['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI'];
  if (container !== undefined) return { id: `container ${container}`, read: () => askContainer(env) };
  return { id: 'instance', read: askInstance };
}

function noIdentity(): Fault {
  return rejected(
    'web identity',
    'A role of its own can be taken with a web identity only (AWS_WEB_IDENTITY_TOKEN_FILE): annotate the service account of the pod, or unset the role and use what the container or instance is given.',
  );
}

async function readToken(file: string): Promise<string> {
  const token = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw rejected(
      'web identity',
      `AWS_WEB_IDENTITY_TOKEN_FILE (${file}) cannot be read: mount the service account token there.`,
      cause,
    );
  });
  return token.trim();
}

/** What the security token service gave, as the vendor's library spells it. */
export interface GivenKeys {
  readonly AccessKeyId?: string | undefined;
  readonly SecretAccessKey?: string | undefined;
  readonly SessionToken?: string | undefined;
  readonly Expiration?: Date | undefined;
}

/** @throws Fault `upstream_changed` when there are no keys in it. */
export function toCredential(given: GivenKeys | undefined): AwsCredential {
  if (given?.AccessKeyId === undefined || given.SecretAccessKey === undefined) {
    throw new Fault('upstream_changed', { path: 'Credentials' }, 'Report it: the security token service gave no keys.');
  }
  return {
    accessKeyId: given.AccessKeyId,
    secretAccessKey: given.SecretAccessKey,
    ...(given.SessionToken !== undefined && { sessionToken: given.SessionToken }),
    ...(given.Expiration !== undefined && { expiration: given.Expiration }),
  };
}

async function askContainer(env: WorkloadPlace['env']): Promise<AwsCredential> {
  const { fromHttp } = await import('@aws-sdk/credential-provider-http');
  const relative = env['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI'];
  const full = env['AWS_CONTAINER_CREDENTIALS_FULL_URI'];
  const tokenFile = env['AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE'];
  const token = env['AWS_CONTAINER_AUTHORIZATION_TOKEN'];
  return read('container role', 'Give the task or pod a role (task role, pod identity association).', () =>
    fromHttp({
      ...(relative !== undefined && { awsContainerCredentialsRelativeUri: relative }),
      ...(full !== undefined && { awsContainerCredentialsFullUri: full }),
      ...(tokenFile !== undefined && { awsContainerAuthorizationTokenFile: tokenFile }),
      ...(token !== undefined && { awsContainerAuthorizationToken: token }),
      timeout: 2000,
      maxRetries: 1,
    })(),
  );
}

async function askInstance(): Promise<AwsCredential> {
  const { fromInstanceMetadata } = await import('@smithy/credential-provider-imds');
  return read(
    'instance role',
    'Neither a web identity nor a container role is set, and the instance gave no role: attach one, or raise the hop limit of its metadata service to 2 for containers.',
    () => fromInstanceMetadata({ timeout: 1000, maxRetries: 1, ec2MetadataV1Disabled: true })(),
  );
}

async function read(kind: string, remedy: string, provide: () => Promise<AwsCredential>): Promise<AwsCredential> {
  try {
    return await provide();
  } catch (error) {
    throw rejected(kind, remedy, toFault(error));
  }
}

function rejected(kind: string, remedy: string, cause?: unknown): Fault {
  return new Fault('credential_rejected', { kind, reason: 'missing' }, remedy, { cause });
}
