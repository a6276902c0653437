/**
 * Tokens of an app with token rotation. A refresh token is valid once: the one that follows is on disk before the token
 * that came with it is used, and one process at a time renews.
 * https://docs.slack.dev/authentication/using-token-rotation
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { createAsker } from '../../src/connector/ask-json.ts';
import type { StoredText } from '../../src/connector/context.ts';
import { orAbort } from '../../src/connector/or-abort.ts';
import { refineFault, symptomOf } from '../../src/connector/symptom.ts';
import { CachedToken, type ObtainedToken } from '../../src/core/cached-token.ts';
import { Fault } from '../../src/core/fault.ts';
import type { Secret } from '../../src/core/secret.ts';
import type { SlackContext } from './context.ts';
import { isAccepted } from './refusal.ts';
import { symptoms } from './symptoms.ts';
import { ofRotation, refusedRefresh } from './symptoms/rotation.ts';

const Answer = z.looseObject({
  ok: z.literal(true),
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
});

const Stored = z.strictObject({
  version: z.literal(1),
  /** Digest of the refresh token that people gave, of which this one descends. */
  first: z.string(),
  refreshToken: z.string().min(1),
  access: z.strictObject({ token: z.string().min(1), untilMs: z.number(), goodForSec: z.number() }).optional(),
  /** Sent, and no answer stored since. */
  sentAtMs: z.number().optional(),
});
type Stored = z.infer<typeof Stored>;

interface Held {
  /** Another one means that people have replaced the refresh token. */
  readonly first: string;
  readonly cached: CachedToken;
  /** Slack said that it has expired, whatever its time says. */
  refused?: string;
  /** Answered by Slack, and not on disk yet. */
  unsaved?: Stored;
  readonly known: Map<string, Secret>;
}

const heldBy = new WeakMap<object, Held>();

/** Longest time that a renewal takes; it goes on without the caller who began it, because its answer may not be lost. */
const limitMs = 30_000;
/** Renewed when this share of its life is left. */
const margin = 0.1;
/** Of the last renewals, of which the older ones are over. */
const mostKnown = 6;

/** @throws Fault that says who must act where Slack renews none, `not_recorded` or `not_configured` where nothing can be stored. */
export async function readRotatedToken(context: SlackContext): Promise<ObtainedToken> {
  const first = await readFirst(context);
  const held = holderOf(context, first);
  const lasting = context.afterwards(limitMs);
  return orAbort(
    held.cached.read(() => lasting.withStored((stored) => obtain(lasting, { held, first, stored }))),
    context.signal,
  );
}

/** The next read obtains another, once for all who were refused with this one. */
export function forgetRotatedToken({ source }: SlackContext, refused: ObtainedToken): void {
  const held = heldBy.get(source);
  if (held === undefined) return;
  held.refused = refused.token.reveal();
  held.cached.forgetOnly(refused);
}

async function readFirst({ secrets }: SlackContext): Promise<Secret> {
  const first = await secrets.read('SLACK_REFRESH_TOKEN');
  if (first === undefined) {
    throw new Fault('not_configured', { variable: 'SLACK_REFRESH_TOKEN' }, 'Set SLACK_REFRESH_TOKEN.');
  }
  if (first.reveal().startsWith('xoxe-')) return first;
  const remedy =
    'SLACK_REFRESH_TOKEN does not begin with xoxe-: copy the refresh token of the installation. The token beside it (xoxe.xoxb-…) is not one.';
  throw new Fault('credential_rejected', { kind: 'refresh token', reason: 'malformed' }, remedy);
}

function holderOf({ source, clock }: SlackContext, secret: Secret): Held {
  const first = createHash('sha256').update(secret.reveal()).digest('base64url');
  const held = heldBy.get(source);
  if (held?.first === first) return held;
  const made = { first, cached: new CachedToken(clock), known: new Map<string, Secret>() };
  heldBy.set(source, made);
  return made;
}

interface Obtaining {
  readonly held: Held;
  readonly first: Secret;
  readonly stored: StoredText;
}

async function obtain(context: SlackContext, { held, first, stored }: Obtaining): Promise<ObtainedToken> {
  const { clock } = context;
  const save = async (state: Stored): Promise<Stored> => {
    await stored.replace(JSON.stringify(state));
    return state;
  };
  if (held.unsaved !== undefined) {
    await save(held.unsaved);
    delete held.unsaved;
  }
  const known = parseStored(await stored.read(), held.first) ?? newState(held.first, first);
  // The one that people gave is secret for as long as it is set, and not only for some renewals.
  if (known.refreshToken !== first.reveal()) remember(context, held, known);
  const usable = usableOf(known, { refused: held.refused, nowMs: clock.now() });
  if (usable !== undefined) return toObtained(context, held, usable);
  // Before the refresh token is spent: a disk that takes nothing is found now, and a process that dies leaves a trace.
  await save({ ...known, sentAtMs: known.sentAtMs ?? clock.now() });
  const answer = await exchange(context, known).catch(async (error: unknown) => {
    // Slack has answered, and nothing was lost.
    if (error instanceof Fault && ofRotation.some(({ id }) => id === symptomOf(error)?.id)) await save(known);
    throw error;
  });
  const access = {
    token: answer.access_token,
    untilMs: clock.now() + answer.expires_in * 1000,
    goodForSec: answer.expires_in,
  };
  held.unsaved = { version: 1, first: held.first, refreshToken: answer.refresh_token, access };
  remember(context, held, held.unsaved);
  await save(held.unsaved);
  delete held.unsaved;
  return toObtained(context, held, { ...access, leftSec: answer.expires_in });
}

async function exchange(context: SlackContext, { refreshToken, sentAtMs }: Stored): Promise<z.infer<typeof Answer>> {
  const { config, secrets } = context;
  const secret = await secrets.read('SLACK_CLIENT_SECRET');
  const client = `${config.text('SLACK_CLIENT_ID') ?? ''}:${secret?.reveal() ?? ''}`;
  const authorization = `Basic ${Buffer.from(client).toString('base64')}`;
  const http = context.http('SLACK_URL', { authorize: () => Promise.resolve({ authorization }) });
  const ask = createAsker(context, { http, symptoms, isAnswer: isAccepted });
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  try {
    return (await ask(Answer, { method: 'POST', path: '/oauth.v2.access', form, access: 'read' })).answer;
  } catch (error) {
    if (!(error instanceof Fault) || symptomOf(error)?.id !== refusedRefresh.id || sentAtMs === undefined) throw error;
    const when = new Date(sentAtMs).toISOString();
    throw refineFault(error, error.kind, error.data, refusedRefresh.lost(when));
  }
}

/** Undefined for what is not there, is damaged, or descends from another refresh token than the one that is set now. */
function parseStored(text: string | undefined, first: string): Stored | undefined {
  if (text === undefined) return undefined;
  try {
    const { data } = Stored.safeParse(JSON.parse(text));
    return data?.first === first ? data : undefined;
  } catch {
    return undefined;
  }
}

function newState(first: string, secret: Secret): Stored {
  return { version: 1, first, refreshToken: secret.reveal() };
}

interface Usable {
  readonly token: string;
  readonly goodForSec: number;
  readonly leftSec: number;
}

/** The token that another process, or this one before a restart, has obtained. */
function usableOf(
  { access }: Stored,
  { refused, nowMs }: { readonly refused: string | undefined; readonly nowMs: number },
): Usable | undefined {
  if (access === undefined || access.token === refused) return undefined;
  const leftSec = (access.untilMs - nowMs) / 1000;
  return leftSec > access.goodForSec * margin ? { ...access, leftSec } : undefined;
}

/** A cached token is renewed a tenth of its time before its end: the end is set so that it is a tenth of its whole life. */
function toObtained(context: SlackContext, held: Held, { token, goodForSec, leftSec }: Usable): ObtainedToken {
  const untilRenewedSec = leftSec - goodForSec * margin;
  return { token: keep(context, held, token), goodForSec: untilRenewedSec / (1 - margin) };
}

function remember(context: SlackContext, held: Held, { refreshToken, access }: Stored): void {
  keep(context, held, refreshToken);
  if (access !== undefined) keep(context, held, access.token);
}

/** The last of them are taken for secret: what was sent with an earlier one is over. */
function keep({ secrets }: SlackContext, { known }: Held, text: string): Secret {
  const before = known.get(text);
  if (before !== undefined) return before;
  const [oldest] = known.size < mostKnown ? [] : known;
  if (oldest !== undefined) known.delete(oldest[0]);
  const secret = secrets.keep(text, oldest?.[1]);
  known.set(text, secret);
  return secret;
}
