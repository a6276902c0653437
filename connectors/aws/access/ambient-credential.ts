/**
 * Credentials that the place a workload runs in hands to it: web identity, then container role, then
 * instance role. Single sign-on, shared profiles and credential processes are a developer's own and are
 * never consulted. The one file of this connector that looks beside its context: what it reads is put
 * there by the platform under names that the platform fixes.
 */
import { readFile } from 'node:fs/promises';
import { Fault, toFault } from '../../../src/core/fault.ts';
import type { AwsContext } from './context.ts';
import type { Credential } from './credentials.ts';
import { configuredRegions } from './regions.ts';

/** Ended this long before they expire, so that no signed call outlives its credential. */
const marginMs = 5 * 60_000;

interface Held {
  readonly credential: Credential;
  readonly goodUntilMs: number;
}
const held = new Map<string, Promise<Held>>();

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws Fault `credential_rejected` naming every place that was looked at. */
export async function readAmbientCredential(context: AwsContext, env: Environment = process.env): Promise<Credential> {
  const source = findSource(env);
  const known = await held.get(source.id)?.catch(() => undefined);
  if (known !== undefined && known.goodUntilMs > context.clock.now()) return known.credential;
  const asked = source.read(context).then((credential) => ({
    credential,
    goodUntilMs: (credential.expiration?.getTime() ?? context.clock.now() + marginMs * 2) - marginMs,
  }));
  held.set(source.id, asked);
  try {
    return (await asked).credential;
  } catch (error) {
    held.delete(source.id);
    throw error;
  }
}

interface Source {
  readonly id: string;
  read(context: AwsContext): Promise<Credential>;
}

function findSource(env: Environment): Source {
  const { AWS_WEB_IDENTITY_TOKEN_FILE: file, AWS_ROLE_ARN: role } = env;
  if (file !== undefined && role !== undefined) {
    return { id: `web identity ${role} ${file}`, read: (context) => assumeByToken(context, { file, role }) };
  }
  const container = env['AWS_CONTAINER_CREDENTIALS_FULL_URI'] ?? env['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI'];
  if (container !== undefined) return { id: `container ${container}`, read: () => askContainer(env) };
  return { id: 'instance', read: askInstance };
}

async function assumeByToken(
  context: AwsContext,
  { file, role }: { readonly file: string; readonly role: string },
): Promise<Credential> {
  const token = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw rejected(
      'web identity',
      `AWS_WEB_IDENTITY_TOKEN_FILE (${file}) cannot be read: mount the service account token there.`,
      cause,
    );
  });
  const [{ STSClient, AssumeRoleWithWebIdentityCommand }, { ask }] = await Promise.all([
    import('@aws-sdk/client-sts'),
    import('./ask.ts'),
  ]);
  const { Credentials: given } = await ask(context, {
    call: 'sts:AssumeRoleWithWebIdentity',
    region: configuredRegions(context)[0],
    Client: STSClient,
    command: new AssumeRoleWithWebIdentityCommand({
      RoleArn: role,
      RoleSessionName: 'farol-agent',
      WebIdentityToken: token.trim(),
    }),
    anonymous: true,
  });
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

async function askContainer(env: Environment): Promise<Credential> {
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

async function askInstance(): Promise<Credential> {
  const { fromInstanceMetadata } = await import('@smithy/credential-provider-imds');
  return read(
    'instance role',
    'Neither a web identity nor a container role is set, and the instance gave no role: attach one, or raise the hop limit of its metadata service to 2 for containers.',
    () => fromInstanceMetadata({ timeout: 1000, maxRetries: 1, ec2MetadataV1Disabled: true })(),
  );
}

async function read(kind: string, remedy: string, provide: () => Promise<Credential>): Promise<Credential> {
  try {
    return await provide();
  } catch (error) {
    throw rejected(kind, remedy, toFault(error));
  }
}

function rejected(kind: string, remedy: string, cause: unknown): Fault {
  return new Fault('credential_rejected', { kind, reason: 'missing' }, remedy, { cause });
}
