/** The session of the role that the settings name: obtained with the base credential, held in memory alone, and renewed before its hour is over. */
import { createHash } from 'node:crypto';
import { type AwsCredential, toCredential } from '../../../src/cloud/aws/workload-credential.ts';
import { orAbort } from '../../../src/connector/or-abort.ts';
import { CachedToken, type ObtainedToken } from '../../../src/core/cached-token.ts';
import type { Secret } from '../../../src/core/secret.ts';
import type { AwsContext } from './context.ts';
import { configuredRegions } from './regions.ts';
import { send, toAwsFault } from './send.ts';

interface RoleSession extends ObtainedToken {
  readonly credential: AwsCredential;
}

interface Held {
  /** Another one means that role, base credential or address have changed. */
  readonly madeFrom: string;
  readonly cached: CachedToken<RoleSession>;
  readonly secrets: Secret[];
}

const heldBy = new WeakMap<object, Held>();
const sessions = new WeakMap<AwsCredential, RoleSession>();

/** The base credential that assumes the role. */
export interface Base {
  /** Differs where another credential is set; the same for one that its platform renews. */
  readonly id: string;
  read(): Promise<AwsCredential>;
}

/** @throws Fault of the base credential, or that says why AWS does not let it assume the role. */
export async function readAssumedRole(context: AwsContext, role: string, base: Base): Promise<AwsCredential> {
  const held = holderOf(context, base);
  // Another question may be the one that obtains it.
  const { credential } = await orAbort(
    held.cached.read(() => assumeRole(context, held, role, base)),
    context.signal,
  );
  return credential;
}

/** After AWS called it expired: true when it was of a role, so that the next read obtains another, once for all who were refused with this one. */
export function forgetSession({ source }: AwsContext, refused: AwsCredential | undefined): boolean {
  const session = refused && sessions.get(refused);
  if (session === undefined) return false;
  heldBy.get(source)?.cached.forgetOnly(session);
  return true;
}

function holderOf({ source, config, clock }: AwsContext, base: Base): Held {
  const parts = [
    base.id,
    config.text('AWS_ASSUME_ROLE_ARN'),
    config.text('AWS_ASSUME_ROLE_EXTERNAL_ID'),
    config.text('AWS_ASSUME_ROLE_SESSION_NAME'),
    config.has('AWS_URL') ? config.url('AWS_URL').href : undefined,
  ];
  const madeFrom = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  const known = heldBy.get(source);
  if (known?.madeFrom === madeFrom) return known;
  const held = { madeFrom, cached: new CachedToken<RoleSession>(clock), secrets: [] };
  heldBy.set(source, held);
  return held;
}

/** An hour, which every role allows and which is the most for a base credential that is a role itself. */
const sessionSec = 3600;

async function assumeRole(context: AwsContext, held: Held, role: string, base: Base): Promise<RoleSession> {
  const { config, clock } = context;
  const { STSClient: Client, AssumeRoleCommand } = await import('@aws-sdk/client-sts');
  const command = new AssumeRoleCommand({
    RoleArn: role,
    RoleSessionName: config.text('AWS_ASSUME_ROLE_SESSION_NAME') ?? sessionNameOf(context),
    ExternalId: config.text('AWS_ASSUME_ROLE_EXTERNAL_ID'),
    DurationSeconds: sessionSec,
  });
  const question = { call: 'sts:AssumeRole', region: configuredRegions(context)[0], Client, command } as const;
  let given: AwsCredential;
  try {
    given = toCredential((await send(context, question, () => base.read())).Credentials);
  } catch (error) {
    throw toAwsFault(context, question, error);
  }
  // The library would ask again for one whose end it knows to be near.
  const { expiration, ...credential } = given;
  keepLast(context, held.secrets, credential.secretAccessKey);
  const token = keepLast(context, held.secrets, credential.sessionToken ?? '');
  const leftMs = expiration === undefined ? sessionSec * 1000 : expiration.getTime() - clock.now();
  const session = { token, goodForSec: leftMs / 1000, credential };
  sessions.set(credential, session);
  return session;
}

/** Who reads CloudTrail in the account of the role sees which Agent's source asked. AWS takes 64 characters. */
function sessionNameOf({ source }: AwsContext): string {
  return `farol-${source.id}`.slice(0, 64);
}

/** Key and token of the last two sessions are taken for secret: what was sent with the one before may still be answered. */
function keepLast({ secrets }: AwsContext, last: Secret[], value: string): Secret {
  const secret = secrets.keep(value, last.length < 4 ? undefined : last.shift());
  last.push(secret);
  return secret;
}
