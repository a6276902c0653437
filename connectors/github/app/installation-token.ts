/** The token of an installation: obtained by the app's signed statement, held in memory alone, and renewed before its hour is over. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { HttpOptions } from '../../../src/connector/context.ts';
import { orAbort } from '../../../src/connector/or-abort.ts';
import { refineFault, symptomOf } from '../../../src/connector/symptom.ts';
import { CachedToken, type ObtainedToken } from '../../../src/core/cached-token.ts';
import { Fault } from '../../../src/core/fault.ts';
import { answeredAtMs } from '../../../src/core/retry-after.ts';
import type { Secret } from '../../../src/core/secret.ts';
import type { GithubContext } from '../context.ts';
import { askAs } from '../send.ts';
import { refusedKey } from '../symptoms/app.ts';
import { fingerprintOf, parseAppKey, signStatement } from './app-key.ts';
import { tokenCall } from './calls.ts';
import { findInstallation } from './find-installation.ts';

const TokenAnswer = z.object({
  token: z.string().min(1),
  expires_at: z.iso.datetime({ offset: true }),
  permissions: z.record(z.string(), z.string()),
});

export interface InstallationToken extends ObtainedToken {
  readonly installation: string;
  /** What an owner of the organization has accepted: `read`, `write` or `admin` by the name of a permission. */
  readonly permissions: Readonly<Record<string, string>>;
}

interface Held {
  /** Another one means that app, key, installation or address have changed. */
  readonly madeFrom: string;
  readonly cached: CachedToken<InstallationToken>;
  readonly statements: Secret[];
  readonly tokens: Secret[];
}

const heldBy = new WeakMap<object, Held>();

/** @throws Fault that says who must act where GitHub gives none. */
export async function readInstallationToken(context: GithubContext): Promise<InstallationToken> {
  const secret = await readKey(context);
  const held = holderOf(context, secret);
  // Another question may be the one that obtains it.
  return orAbort(
    held.cached.read(() => obtain(context, held, secret)),
    context.signal,
  );
}

/** After a 401: the next read obtains another, once for all who were refused with this one. */
export function forgetInstallationToken({ source }: GithubContext, refused: InstallationToken): void {
  heldBy.get(source)?.cached.forgetOnly(refused);
}

function holderOf({ source, config, clock }: GithubContext, key: Secret): Held {
  const parts = [
    config.text('GITHUB_APP_ID'),
    config.text('GITHUB_APP_INSTALLATION_ID'),
    config.url('GITHUB_URL').href,
  ];
  const madeFrom = createHash('sha256')
    .update(JSON.stringify([...parts, key.reveal()]))
    .digest('base64url');
  const known = heldBy.get(source);
  if (known?.madeFrom === madeFrom) return known;
  const held = { madeFrom, cached: new CachedToken<InstallationToken>(clock), statements: [], tokens: [] };
  heldBy.set(source, held);
  return held;
}

async function obtain(context: GithubContext, held: Held, secret: Secret): Promise<InstallationToken> {
  const { config, clock } = context;
  const key = parseAppKey(secret);
  const signed = await signStatement(config.text('GITHUB_APP_ID') ?? '', key, clock.now());
  const statement = keepLast(context, held.statements, signed);
  const asApp: HttpOptions = {
    authorize: () => Promise.resolve({ authorization: `Bearer ${statement.reveal()}` }),
  };
  try {
    const installation = await findInstallation(context, asApp);
    const { answer, headers } = await askAs(context, asApp, {
      schema: TokenAnswer,
      call: tokenCall,
      parameters: { installation_id: installation },
    });
    const token = keepLast(context, held.tokens, answer.token);
    const leftMs = Date.parse(answer.expires_at) - answeredAtMs(headers, clock.now());
    return { token, goodForSec: leftMs / 1000, installation, permissions: answer.permissions };
  } catch (error) {
    if (!(error instanceof Fault) || symptomOf(error)?.id !== refusedKey.id) throw error;
    throw refineFault(error, error.kind, error.data, refusedKey.remedy(fingerprintOf(key)));
  }
}

/** The last two are taken for secret: what was sent with the one before may still be answered. */
function keepLast({ secrets }: GithubContext, last: Secret[], value: string): Secret {
  const secret = secrets.keep(value, last.length < 2 ? undefined : last.shift());
  last.push(secret);
  return secret;
}

async function readKey({ secrets }: GithubContext): Promise<Secret> {
  const key = await secrets.read('GITHUB_APP_PRIVATE_KEY');
  if (key !== undefined) return key;
  throw new Fault('not_configured', { variable: 'GITHUB_APP_PRIVATE_KEY' }, 'Set GITHUB_APP_PRIVATE_KEY.');
}
