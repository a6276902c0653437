/** The kind of the token, the scopes it grants and the day it ends: asked of a call that costs nothing. */
import { z } from 'zod';
import type { Finding } from '../../../src/connector/connector.ts';
import { dayMs, wordTimeLeft } from '../../../src/connector/time-left.ts';
import { Fault } from '../../../src/core/fault.ts';
import type { HttpResponse } from '../../../src/core/http-client.ts';
import { excessOf } from '../app/granted.ts';
import { readInstallationToken } from '../app/installation-token.ts';
import { ask, usesApp } from '../client.ts';
import type { GithubContext } from '../context.ts';
import { Message } from '../schema-parts.ts';
import { recogniseToken, type TokenKind, tokenKinds } from '../token-kind.ts';

/** An Enterprise Server without limits answers so, with the same headers. */
const isUnlimited = /Rate limiting is not enabled/u;
const RateLimit = z.union([z.object({ resources: z.object({}) }), Message]);

/** Ends sooner than most people come back from a holiday. */
const endsSoonMs = 14 * dayMs;
/** A classic token needs these and no others; `repo` grants writing all the same. */
const usedScopes = new Set(['public_repo', 'security_events']);

const replace =
  'Replace it with a fine-grained token: Settings, Developer settings, Personal access tokens, Fine-grained tokens.';

export async function checkToken(context: GithubContext): Promise<Finding> {
  if (usesApp(context)) return checkApp(context);
  const token = await context.secrets.read('GITHUB_TOKEN');
  const kind = recogniseToken(token?.reveal() ?? '');
  if (kind.verdict === 'rejected') {
    throw new Fault(
      'credential_rejected',
      { kind: kind.id, reason: 'malformed' },
      `GITHUB_TOKEN begins with ${kind.prefix ?? 'nothing that is known'}: it is a ${kind.title.toLowerCase()}, which opens nothing itself. Put a fine-grained token there.`,
    );
  }
  const { headers } = await ask(context, { schema: RateLimit, call: 'GET /rate_limit', orMessage: isUnlimited });
  const seen: Seen = { kind, scopes: scopesOf(headers), leftMs: msLeft(headers, context.clock.now()) };
  return kind.id === 'fine_grained_token' ? describeFineGrained(seen) : describeOther(seen);
}

/** GitHub says with a token what its installation may do. */
async function checkApp(context: GithubContext): Promise<Finding> {
  const { permissions, installation } = await readInstallationToken(context);
  await ask(context, { schema: RateLimit, call: 'GET /rate_limit', orMessage: isUnlimited });
  const id = context.config.text('GITHUB_APP_ID') ?? '';
  const excess = excessOf(permissions);
  if (excess.length === 0) {
    return {
      status: 'ok',
      summary: `GitHub App ${id}, installation ${installation}. This Agent obtains its tokens, which end after an hour, and renews them.`,
    };
  }
  return {
    status: 'pending_configuration',
    summary: `GitHub App ${id}, installation ${installation}, may do more than is used: ${excess.join(', ')}. This Agent obtains its tokens, which end after an hour, and renews them.`,
    excess,
    // It works all the same.
    affects: [],
    remedy:
      'Lower these under Settings, Developer settings, GitHub Apps, the app, Permissions & events. If other programs use them, create an app for this Agent alone.',
  };
}

interface Seen {
  readonly kind: TokenKind;
  /** Undefined when the vendor tells none, as of tokens that have permissions instead. */
  readonly scopes: readonly string[] | undefined;
  /** Until the token ends; undefined when it does not, or the vendor does not say. */
  readonly leftMs: number | undefined;
}

function describeFineGrained({ kind, leftMs }: Seen): Finding {
  const summary = `${nameOf(kind)}. ${endOf(leftMs)}`;
  if (leftMs === undefined || leftMs >= endsSoonMs) return { status: 'ok', summary };
  return { status: 'degraded', summary, remedy: renew(leftMs) };
}

function describeOther({ kind, scopes, leftMs }: Seen): Finding {
  const excess = scopes?.filter((scope) => !usedScopes.has(scope)) ?? [];
  const writes = excess.includes('repo') ? ' repo also grants writing to every repository it reaches.' : '';
  const unused = excess.includes('read:org') ? ' read:org is used by nothing.' : '';
  const granted =
    scopes === undefined
      ? 'It has permissions, which are not told.'
      : `It grants the scopes ${scopes.join(', ') || 'none'}.`;
  const endsSoon = leftMs !== undefined && leftMs < endsSoonMs;
  return {
    status: endsSoon ? 'degraded' : 'pending_configuration',
    summary: `${nameOf(kind)}, not a fine-grained one. ${granted}${writes}${unused} ${endOf(leftMs)}`,
    ...(scopes !== undefined && { held: scopes }),
    excess,
    // It works all the same, until it ends.
    ...(!endsSoon && { affects: [] }),
    remedy: `${endsSoon ? `${renew(leftMs)} ` : ''}${noteOf(kind)}${replace}`,
  };
}

function nameOf({ title, prefix }: TokenKind): string {
  return prefix === undefined ? title : `${title} (${prefix})`;
}

function noteOf({ id }: TokenKind): string {
  const note = tokenKinds.find((one) => one.id === id)?.note;
  return note === undefined ? '' : `${note} `;
}

function endOf(leftMs: number | undefined): string {
  return leftMs === undefined ? 'The vendor does not say when it ends.' : `It ends in ${wordTimeLeft(leftMs)}.`;
}

function renew(leftMs: number): string {
  return `Regenerate the token before it ends in ${wordTimeLeft(leftMs)}, on the page of the token, and put it into GITHUB_TOKEN.`;
}

function scopesOf(headers: HttpResponse['headers']): string[] | undefined {
  const text = headers['x-oauth-scopes'];
  if (typeof text !== 'string') return undefined;
  return text
    .split(',')
    .map((scope) => scope.trim())
    .filter((scope) => /^[a-z_:]{1,40}$/u.test(scope));
}

/** The header that says when a token ends: `2026-12-01 09:00:00 UTC`, with some tokens `… -0300`. */
const form = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) (?:UTC|([+-]\d{2}):?(\d{2}))$/u;

/** Milliseconds; undefined when the header is not there or not understood. */
export function msLeft(headers: HttpResponse['headers'], nowMs: number): number | undefined {
  const [, day, time, hours, minutes] =
    form.exec(String(headers['github-authentication-token-expiration'] ?? '')) ?? [];
  if (day === undefined || time === undefined) return undefined;
  const zone = hours === undefined || minutes === undefined ? 'Z' : `${hours}:${minutes}`;
  const endMs = Date.parse(`${day}T${time}${zone}`);
  return Number.isNaN(endMs) ? undefined : Math.max(0, endMs - nowMs);
}
