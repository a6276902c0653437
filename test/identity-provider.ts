/**
 * A real OpenID Connect provider (oidc-provider) on loopback, with one client for the control plane. It lets in the
 * person that the test says, can change its keys, can be stopped, and can be made to sign what no provider should.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { type Configuration, Provider } from 'oidc-provider';

const clientId = 'farol';
const clientSecret = 'a secret that only these two know';
const scopes = 'openid profile email groups';

/** Who signs in next; `undefined` claims are left out. */
export interface Account {
  readonly subject: string;
  readonly name?: string;
  readonly email?: string;
  readonly groups?: readonly string[];
}

/** Header and claims of an ID token, as they are about to be signed. */
export interface Forged {
  readonly claims: JWTPayload;
  readonly alg?: string;
  /** Another key than that of the provider. */
  readonly isForeign?: boolean;
  /** More of the header; `jwk: true` is the public part of the key that signs. */
  readonly header?: Readonly<Record<string, unknown>>;
}

/** Undefined leaves a claim out. */
type TokenClaims = Readonly<Record<string, unknown>> & { readonly typ?: string };

export interface TestProvider {
  readonly issuer: string;
  /** Settings of a control plane that uses it. */
  readonly env: Readonly<Record<string, string>>;
  /** Who is in front of the browser. */
  account: Account;
  /** Shows a form for the name instead of letting `account` in. */
  isInteractive: boolean;
  /** Changes ID tokens before they leave. */
  forge: ((claims: JWTPayload) => Forged) | undefined;
  /** How many requests of each path it answered. */
  readonly asked: ReadonlyMap<string, number>;
  /** Answers from now on, for the control plane at this origin. */
  serve(origin: string): Promise<void>;
  /** Has new keys, and forgets the old ones at once. */
  rotate(): Promise<void>;
  /** Answers 503 from now on; `serve` ends that. */
  stop(): void;
  /** An access token for this resource, as RFC 9068 has it, signed with the key of the provider. */
  accessToken(resource: string, subject: string, claims?: TokenClaims): Promise<string>;
  close(): Promise<void>;
}

export async function startIdentityProvider(): Promise<TestProvider> {
  let current: { readonly provider: Provider; readonly key: JWK } | undefined;
  let origin = '';
  const asked = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    asked.set(path, (asked.get(path) ?? 0) + 1);
    if (current === undefined) response.writeHead(503).end();
    else if (path.startsWith('/interaction/')) void interact(current.provider, request, response);
    else void current.provider.callback()(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const interact = async (provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (it.isInteractive && request.method === 'GET') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end('<form method="post"><label>Account <input name="account"></label><button>Continue</button></form>');
      return;
    }
    const name = it.isInteractive ? new URLSearchParams(await textOf(request)).get('account') : null;
    if (name !== null) it.account = { ...it.account, subject: name, name };
    if (it.account.subject === '') {
      await provider.interactionFinished(request, response, { error: 'access_denied', error_description: '<script>' });
      return;
    }
    await provider.interactionFinished(request, response, { login: { accountId: it.account.subject } });
  };
  const make = async (): Promise<void> => {
    const key = await makeKey();
    const provider = new Provider(
      issuer,
      configure(origin, key, () => it.account),
    );
    provider.use(async (context, next) => {
      await next();
      const body = context.body as { id_token?: string } | undefined;
      if (context.path === '/token' && it.forge !== undefined && body?.id_token !== undefined) {
        body.id_token = await forgeToken(body.id_token, key, it.forge);
      }
    });
    current = { provider, key };
  };
  const it: TestProvider = {
    issuer,
    env: {
      FAROL_SSO_ISSUER: issuer,
      FAROL_SSO_CLIENT_ID: clientId,
      FAROL_SSO_CLIENT_SECRET: clientSecret,
      FAROL_SSO_SCOPES: scopes,
      FAROL_SSO_NAME: 'Acme Login',
      FAROL_SSO_ROLE_CLAIM: 'groups',
      FAROL_SSO_OWNER_VALUES: 'farol-owners',
      FAROL_SSO_ADMIN_VALUES: 'farol-admins, platform',
      FAROL_SSO_MEMBER_VALUES: 'farol',
    },
    account: { subject: 'ana-1', name: 'Ana', groups: ['farol'] },
    isInteractive: false,
    forge: undefined,
    asked,
    serve: async (app) => {
      origin = app;
      await make();
    },
    rotate: make,
    stop: () => {
      current = undefined;
    },
    accessToken: (resource, subject, claims) => {
      if (current === undefined) throw new Error('the provider is stopped');
      return signAccessToken(current.key, { issuer, resource, subject, claims });
    },
    close: () => closeServer(server),
  };
  return it;
}

function configure(origin: string, key: JWK, account: () => Account): Configuration {
  return {
    jwks: { keys: [key] as never },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${origin}/api/session/sso/callback`],
        post_logout_redirect_uris: [`${origin}/`],
      },
    ],
    cookies: { keys: ['a key of the test'] },
    claims: { openid: ['sub'], profile: ['name'], email: ['email'], groups: ['groups'] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => {
        const { name, email, groups } = account();
        return { sub: id, ...(name && { name }), ...(email && { email }), ...(groups && { groups: [...groups] }) };
      },
    }),
    // Nobody is asked to consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope(scopes);
      await grant.save();
      return grant;
    },
    ttl: { AuthorizationCode: 60, AccessToken: 600, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
    renderError: (context, out) => {
      context.body = JSON.stringify(out);
    },
  };
}

async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = await exportJWK(privateKey);
  return { ...key, kid: await calculateJwkThumbprint(key), alg: 'RS256', use: 'sig' };
}

async function forgeToken(token: string, key: JWK, forge: (claims: JWTPayload) => Forged): Promise<string> {
  const given = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload;
  const { claims, alg = 'RS256', isForeign = false, header = {} } = forge(given);
  if (alg === 'none') {
    return `${[{ alg }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;
  }
  const used = isForeign ? await makeKey() : key;
  const signing = alg === 'HS256' ? new TextEncoder().encode(clientSecret) : await importJWK(used);
  const { kty, n, e } = used;
  const more = header['jwk'] === true ? { ...header, jwk: { kty, n, e } } : header;
  return new SignJWT(claims).setProtectedHeader({ alg, kid: key.kid ?? '', ...more }).sign(signing);
}

interface Signed {
  readonly issuer: string;
  readonly resource: string;
  readonly subject: string;
  readonly claims: TokenClaims | undefined;
}

async function signAccessToken(key: JWK, { issuer, resource, subject, claims = {} }: Signed): Promise<string> {
  const { typ = 'at+jwt', ...more } = claims;
  const now = Math.floor(Date.now() / 1000);
  const usual = {
    iss: issuer,
    sub: subject,
    aud: resource,
    iat: now,
    exp: now + 600,
    client_id: 'assistant',
    jti: 'x',
  };
  return new SignJWT({ ...usual, ...more })
    .setProtectedHeader({ alg: 'RS256', typ, kid: key.kid ?? '' })
    .sign(await importJWK(key));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
