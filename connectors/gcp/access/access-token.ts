/** Access tokens: bought with a key or given by where the workload runs, held until shortly before they expire. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { MetadataPlace } from '../../../src/cloud/gcp/metadata-server.ts';
import { parseKey, signStatement, tokenAddress } from '../../../src/cloud/gcp/service-account-key.ts';
import { isPlainAnswer } from '../../../src/connector/ask-json.ts';
import { DecodedResponse } from '../../../src/connector/decoded-response.ts';
import { diagnose } from '../../../src/connector/symptom.ts';
import { Fault } from '../../../src/core/fault.ts';
import { parseAnswer } from '../../../src/core/parse-answer.ts';
import { Secret } from '../../../src/core/secret.ts';
import type { GcpContext } from '../context.ts';
import { addressOf, tokenCall } from '../reach.ts';
import { symptoms } from '../symptoms.ts';

/** Ended this long before they expire, so that no call outlives its token. */
const marginMs = 2 * 60_000;
const maxHeld = 64;

export interface AccessToken {
  readonly secret: Secret;
  /** What it was made from; another one means that the credential has changed. */
  readonly madeFrom: string;
  readonly goodUntilMs: number;
}

const held = new Map<string, Promise<AccessToken>>();

const mode = 'RUNNER_GCP_CRED_MODE';
const keyVariables = { key: 'GCP_SERVICE_ACCOUNT_KEY', mode };

/** The one look beside the context of this connector: at where the platform says its metadata server stands. */
const placeIn = ({ signal }: GcpContext): MetadataPlace => ({ env: process.env, signal, mode });

/** @throws Fault `credential_rejected` when there is no credential, or when it buys no token. */
export async function readAccessToken(context: GcpContext, scope: string): Promise<AccessToken> {
  const madeFrom = await credentialId(context);
  const id = placeOf(context, madeFrom, scope);
  const known = await held.get(id)?.catch(() => undefined);
  if (known !== undefined && known.goodUntilMs > context.clock.now()) return known;
  const asked = obtain(context, scope).then(({ token, expiresInSec }) => ({
    secret: new Secret(token),
    madeFrom,
    goodUntilMs: context.clock.now() + expiresInSec * 1000 - marginMs,
  }));
  if (held.size >= maxHeld) held.clear();
  held.set(id, asked);
  try {
    return await asked;
  } catch (error) {
    if (held.get(id) === asked) held.delete(id);
    throw error;
  }
}

/** After a 401: the next question obtains another. True when the credential is not the one the token was made from. */
export async function forgetAccessToken(context: GcpContext, scope: string, token: AccessToken): Promise<boolean> {
  held.delete(placeOf(context, token.madeFrom, scope));
  return (await credentialId(context)) !== token.madeFrom;
}

/** E-mail address of the service account that everything is read as. */
export async function readOwnEmail(context: GcpContext): Promise<string> {
  if (isBound(context)) {
    const { readBoundEmail } = await import('../../../src/cloud/gcp/metadata-server.ts');
    return readBoundEmail(placeIn(context));
  }
  return parseKey(await readKey(context), keyVariables).email;
}

function isBound({ config }: GcpContext): boolean {
  return config.text(mode) === 'chain';
}

async function credentialId(context: GcpContext): Promise<string> {
  if (isBound(context)) return 'bound';
  return createHash('sha256')
    .update((await readKey(context)).reveal())
    .digest('base64url');
}

/** A bound account has one token for everything; a key buys one for each scope and address. */
function placeOf({ config }: GcpContext, madeFrom: string, scope: string): string {
  const address = config.has('GCP_URL') ? config.url('GCP_URL').href : '';
  return [madeFrom, madeFrom === 'bound' ? '' : scope, address].join(' ');
}

async function obtain(context: GcpContext, scope: string): Promise<{ token: string; expiresInSec: number }> {
  if (isBound(context)) {
    const { readBoundToken } = await import('../../../src/cloud/gcp/metadata-server.ts');
    return readBoundToken(placeIn(context));
  }
  return buy(context, scope);
}

const TokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

async function buy(context: GcpContext, scope: string): Promise<{ token: string; expiresInSec: number }> {
  const key = parseKey(await readKey(context), keyVariables);
  const { pathname, host } = new URL(tokenAddress);
  const override = context.config.has('GCP_URL') ? context.config.url('GCP_URL') : undefined;
  const response = await context.httpTo(addressOf(host, override), { call: tokenCall }).send({
    method: 'POST',
    path: pathname,
    form: {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: signStatement(key, `https://www.googleapis.com/auth/${scope}`, context.clock.now()),
    },
    access: 'read',
  });
  if (!isPlainAnswer(new DecodedResponse(response))) {
    throw diagnose(symptoms, { response, path: tokenCall, nowMs: context.clock.now(), variable: () => undefined });
  }
  const answer = parseAnswer(TokenAnswer, response.body);
  return { token: answer.access_token, expiresInSec: answer.expires_in };
}

async function readKey({ secrets }: GcpContext): Promise<Secret> {
  const key = await secrets.read('GCP_SERVICE_ACCOUNT_KEY');
  if (key !== undefined) return key;
  throw new Fault(
    'not_configured',
    { variable: 'GCP_SERVICE_ACCOUNT_KEY' },
    "Set GCP_SERVICE_ACCOUNT_KEY, or RUNNER_GCP_CRED_MODE=chain to use the workload's bound service account.",
  );
}
