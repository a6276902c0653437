/**
 * Where the commands of a pipeline find the control plane, its authority and a token: options, then variables, then what
 * `farol login` stored. A stored token is sent only to the address that it was stored with.
 */
import { readFileSync } from 'node:fs';
import { Redactor } from '../../core/redact.ts';
import { parseWebAddress } from '../../core/web-address.ts';
import { findIgnoredFiles } from '../../secrets/ignored-files.ts';
import { findSecret } from '../../secrets/secret-source.ts';
import { pipelineSecretVariables, pipelineVariables } from './pipeline-variables.ts';
import { LoginFileError, readLogin, type StoredLogin, type TokenKind } from './stored-login.ts';

type Env = Readonly<Record<string, string | undefined>>;
export type TokenVariable = (typeof pipelineSecretVariables)[number];

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A value and the name of what it was taken from. */
export interface Found {
  readonly value: string;
  readonly from: string;
}

export interface Connection {
  readonly address: Found;
  readonly ca: string | undefined;
  readonly token: Found;
}

export const tokenKinds = {
  FAROL_CAPTURE_TOKEN: { kind: 'capture', prefix: 'rpcap_' },
  FAROL_READ_TOKEN: { kind: 'read', prefix: 'rapi_' },
} as const satisfies Record<TokenVariable, { readonly kind: TokenKind; readonly prefix: string }>;

/** @throws UsageError when address or token are missing or malformed. */
export async function findConnection(env: Env, url: string | undefined, variable: TokenVariable): Promise<Connection> {
  refuseIgnored(env);
  const given = await readToken(env, variable);
  const isWhole = given !== undefined && (url ?? env['FAROL_URL'] ?? '') !== '';
  const login = isWhole ? undefined : readStored(env);
  const address = findAddress(env, url, login);
  const stored = login?.url === address.value ? login : undefined;
  return { address, ca: readCaFile(env) ?? stored?.ca, token: given ?? storedToken(variable, address, login) };
}

/** @throws UsageError */
export function findAddress(env: Env, url: string | undefined, login: StoredLogin | undefined): Found {
  const candidates: readonly [from: string, value: string | undefined][] = [
    ['--url', url],
    ['FAROL_URL', env['FAROL_URL']],
    ['farol login', login?.url],
  ];
  const [from = '', value = ''] = candidates.find(([, one]) => (one ?? '') !== '') ?? [];
  const address = parseWebAddress(value, ['https:']);
  if (typeof address !== 'string' && address.pathname === '/') return { value: address.origin, from };
  throw new UsageError(
    'Set FAROL_URL, or --url, to the https address of the control plane, with nothing after host and port, or run farol login.',
  );
}

/** @throws UsageError */
export function readCaFile(env: Env, file = env['FAROL_CA_FILE'] ?? '', from = 'FAROL_CA_FILE'): string | undefined {
  if (file === '') return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${from} names ${file}, which cannot be read.`, { cause: error });
  }
}

/** @throws UsageError for a file that others may read, or that is damaged. */
export function readStored(env: Env): StoredLogin | undefined {
  try {
    return readLogin(env);
  } catch (error) {
    if (error instanceof LoginFileError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

function refuseIgnored(env: Env): void {
  const known = { variables: Object.keys(pipelineVariables), secrets: pipelineSecretVariables };
  const [ignored] = findIgnoredFiles(env, known);
  if (ignored !== undefined) throw new UsageError(`${ignored.problem} ${ignored.remedy}`);
}

async function readToken(env: Env, variable: TokenVariable): Promise<Found | undefined> {
  const token = findSecret(variable, env, new Redactor());
  if (token.state === 'absent') return undefined;
  if (token.state === 'invalid') throw new UsageError(`${token.problem.problem} ${token.problem.remedy}`);
  return { value: (await token.source.read()).reveal(), from: variable };
}

function storedToken(variable: TokenVariable, address: Found, login: StoredLogin | undefined): Found {
  const { kind, prefix } = tokenKinds[variable];
  const value = login?.tokens[kind];
  if (login !== undefined && value !== undefined && login.url !== address.value) {
    throw new UsageError(
      `Set ${variable}: the token of farol login is for ${login.url} and is not sent to ${address.value}, which ${address.from} names.`,
    );
  }
  if (value !== undefined) return { value, from: 'farol login' };
  throw new UsageError(
    `Set ${variable} or ${variable}_FILE to a token, or run farol login with one that begins with ${prefix}; tokens are created under Settings.`,
  );
}
