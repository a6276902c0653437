/**
 * `farol login` and `farol logout`. The token comes from standard input or a prompt, never from an argument, and is
 * stored once the control plane has accepted it. They end with one of `captureExits`.
 */
import { text as readAll } from 'node:stream/consumers';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { z } from 'zod';
import { type ControlApi, ControlApiError } from '../../control/api/api-client.ts';
import { type Connection, findAddress, readCaFile, readStored, tokenKinds, UsageError } from './find-connection.ts';
import { callWith, exits, run } from './pipeline-call.ts';
import { loginFile, removeLogin, type TokenKind, writeLogin } from './stored-login.ts';

export interface LoginOptions {
  readonly url?: string;
  readonly caFile?: string;
}

export const logIn = (options: LoginOptions): Promise<void> => run(() => store(options), 'login');
export const logOut = (): Promise<void> => run(remove, 'logout');

async function store({ url, caFile }: LoginOptions): Promise<number> {
  const before = readStored(process.env);
  const address = findAddress(process.env, url, before);
  const same = before?.url === address.value ? before : undefined;
  const given = caFile === undefined ? readCaFile(process.env) : readCaFile(process.env, caFile, '--ca-file');
  const ca = given ?? same?.ca;
  const value = await readToken();
  const kind = kindOf(value);
  await callWith({ address, ca, token: { value, from: 'standard input' } } satisfies Connection, accepts[kind]);
  const login = { url: address.value, ...(ca !== undefined && { ca }), tokens: { ...same?.tokens, [kind]: value } };
  const file = writeLogin(process.env, login);
  note(`${address.value} accepts the ${kind} token. It is stored in ${file}.`);
  if (before !== undefined && same === undefined) note(`The tokens of ${before.url} are no longer stored.`);
  return exits.done;
}

function remove(): Promise<number> {
  const file = loginFile(process.env);
  note(
    removeLogin(process.env)
      ? `${file} is removed. Its tokens still work until they are revoked.`
      : 'Nothing is stored.',
  );
  return Promise.resolve(exits.done);
}

/** Codes of refusals that come after the check of the token. */
const pastTheToken: ReadonlySet<string> = new Set(['invalid_body', 'profiler_not_enabled']);

/** Each asks something that changes nothing. @throws ControlApiError when the control plane refuses the token. */
const accepts: Readonly<Record<TokenKind, (api: ControlApi) => Promise<void>>> = {
  read: async (api) => {
    await api.call({ method: 'GET', path: '/api/profiling/captures?limit=1' }, z.unknown());
  },
  /** No other route accepts such a token. It is checked before the body, and a body without a workload queues nothing. */
  capture: async (api) => {
    const path = '/api/profiling/captures';
    const accepted = await api.call({ method: 'POST', path, body: {} }, z.unknown()).catch((error: unknown) => {
      const isPastTheToken = error instanceof ControlApiError && pastTheToken.has(error.code);
      if (!isPastTheToken) throw error;
      return undefined;
    });
    if (accepted !== undefined) throw new Error('The control plane accepted a request without a workload.');
  },
};

function kindOf(token: string): TokenKind {
  const found = Object.values(tokenKinds).find(({ prefix }) => token.startsWith(prefix));
  if (found !== undefined && /^\S+$/u.test(token)) return found.kind;
  throw new UsageError('That is no capture or read token: these begin with rpcap_ or rapi_.');
}

async function readToken(): Promise<string> {
  const token = process.stdin.isTTY ? await prompt() : await readAll(process.stdin);
  return token.trim();
}

/** Nothing of what is typed is printed. */
function prompt(): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  process.stderr.write('Token (it is not shown): ');
  return new Promise((resolve, reject) => {
    reader.once('line', (line) => {
      resolve(line);
      reader.close();
    });
    // An interrupt, or the end of the input.
    reader.once('SIGINT', () => reader.close());
    reader.once('close', () => {
      process.stderr.write('\n');
      reject(new UsageError('No token was given.'));
    });
  });
}

function note(text: string): void {
  process.stderr.write(`${text}\n`);
}
