/**
 * A GitHub App as GitHub treats it: its signed statement opens the calls of the app alone, the tokens of its
 * installations open everything else, and either is refused where the other belongs.
 */
import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import { answerJson, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';
import { privateKey } from '../../../test/contract/private-key.ts';
import { accountBody, refusal } from './body-parts.ts';
import { paged, read, time } from './shape-parts.ts';

export const appId = '123456';
const notDecoded = 'A JSON web token could not be decoded';
/** The longest that a statement may be good for, and how far its beginning may be ahead. */
const longestSec = 600;

/** Everything of the table, as its owner accepted it. */
export const wholePermissions = {
  metadata: 'read',
  contents: 'read',
  pull_requests: 'read',
  actions: 'read',
  checks: 'read',
  administration: 'read',
  vulnerability_alerts: 'read',
  issues: 'write',
};

export interface FakeInstallation {
  readonly id: number;
  readonly login: string;
  readonly isSuspended?: boolean;
}

export interface FakeAppOptions {
  readonly installations?: readonly FakeInstallation[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly lifetimeSec?: number;
  /** By the clock of GitHub. */
  readonly now?: () => number;
  readonly publicKey?: string;
  /** In every token after its prefix. */
  readonly mark?: string;
}

interface Issued {
  readonly installation: number;
  readonly endsMs: number;
}

const Claims = z.strictObject({ iat: z.int(), exp: z.int(), iss: z.string() });
const Header = z.strictObject({ alg: z.literal('RS256'), typ: z.literal('JWT') });

export class FakeApp {
  readonly issued = new Map<string, Issued>();
  #count = 0;
  #options: Required<FakeAppOptions>;

  constructor(options: FakeAppOptions = {}) {
    this.#options = {
      installations: [{ id: 7, login: 'acme' }],
      permissions: wholePermissions,
      lifetimeSec: 3600,
      now: () => Date.now(),
      publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
      mark: '',
      ...options,
    };
  }

  change(options: FakeAppOptions): void {
    this.#options = { ...this.#options, ...options };
  }

  readonly routes: readonly DescribedRoute[] = [
    {
      ...read,
      call: 'GET /app/installations',
      query: z.strictObject(paged),
      answers: z.array(z.looseObject({ id: z.int(), account: z.looseObject({ login: z.string() }) })),
      reply: (call) => this.#refuseStatement(call) ?? answerJson(this.#options.installations.map(installationBody)),
    },
    {
      ...read,
      call: 'POST /app/installations/{installation_id}/access_tokens',
      answers: z.looseObject({ token: z.string(), expires_at: time, permissions: z.record(z.string(), z.string()) }),
      reply: (call) => this.#refuseStatement(call) ?? this.#issue(Number(call.parts['installation_id'])),
    },
  ];

  /** Answers as `usual` does to a token of an installation that is still good, and to the app. */
  guard(usual: (call: FakeCall) => Reply | undefined): (call: FakeCall) => Reply | undefined {
    return (call) => {
      if (call.path.startsWith('/app/')) return usual(call);
      return this.#refuseToken(call) ?? usual(call);
    };
  }

  #issue(id: number): Reply {
    const { installations, permissions, lifetimeSec, now, mark } = this.#options;
    const found = installations.find((one) => one.id === id);
    if (found === undefined) return refusal(404, 'Not Found');
    if (found.isSuspended === true) return refusal(403, 'This installation has been suspended');
    this.#count += 1;
    const token = `ghs_${mark}${String(this.#count).padStart(12, '0')}`;
    const endsMs = now() + lifetimeSec * 1000;
    this.issued.set(token, { installation: id, endsMs });
    return {
      status: 201,
      headers: { date: new Date(now()).toUTCString() },
      body: JSON.stringify({
        token,
        expires_at: `${new Date(endsMs).toISOString().slice(0, 19)}Z`,
        permissions,
        repository_selection: 'selected',
      }),
    };
  }

  #refuseToken(call: FakeCall): Reply | undefined {
    const issued = this.issued.get(bearerOf(call));
    const { installations, now } = this.#options;
    if (issued === undefined || issued.endsMs <= now()) return refusal(401, 'Bad credentials');
    const installation = installations.find(({ id }) => id === issued.installation);
    if (installation === undefined) return refusal(401, 'Bad credentials');
    return installation.isSuspended === true ? refusal(403, 'This installation has been suspended') : undefined;
  }

  #refuseStatement(call: FakeCall): Reply | undefined {
    const { now, publicKey } = this.#options;
    const date = { date: new Date(now()).toUTCString() };
    const [header = '', claims = '', signature = '', ...more] = bearerOf(call).split('.');
    const isSigned =
      more.length === 0 &&
      Header.safeParse(decode(header)).success &&
      verify('sha256', Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature, 'base64url'));
    const read = Claims.safeParse(decode(claims));
    if (!isSigned || !read.success) return refusal(401, notDecoded, date);
    const { iat, exp, iss } = read.data;
    const nowSec = Math.floor(now() / 1000);
    if (iss !== appId) return refusal(404, 'Integration not found', date);
    if (iat > nowSec) {
      const words = "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued";
      return refusal(401, words, date);
    }
    if (exp <= nowSec) {
      const words =
        "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires";
      return refusal(401, words, date);
    }
    if (exp > nowSec + longestSec) {
      return refusal(401, "'Expiration time' claim ('exp') is too far in the future", date);
    }
    return undefined;
  }
}

function installationBody({ id, login, isSuspended = false }: FakeInstallation): object {
  return {
    id,
    account: accountBody(login),
    app_id: Number(appId),
    html_url: `https://github.com/organizations/${login}/settings/installations/${id}`,
    repository_selection: 'selected',
    suspended_at: isSuspended ? '2026-11-01T08:30:00Z' : null,
  };
}

function bearerOf({ headers }: FakeCall): string {
  return /^Bearer (\S+)$/u.exec(headers.authorization ?? '')?.[1] ?? '';
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}
