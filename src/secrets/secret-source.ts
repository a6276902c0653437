/**
 * A secret that is read when it is needed and again when its file changed, so that a rotation needs no
 * restart. Everything read here is known to the redactor before anybody else sees it.
 */
import { open, stat } from 'node:fs/promises';
import type { Fault } from '../core/fault.ts';
import { minSecretLength, type Redactor } from '../core/redact.ts';
import { Secret } from '../core/secret.ts';
import { type AddressedSecret, readSecretForm, type SecretProblem, type StoreReference } from './secret-reference.ts';

export interface SecretSource {
  readonly variable: string;
  /** Set when reading it asks a secret store, that is, sends something. */
  readonly reference?: StoreReference;
  /** Absolute path of the file that it is read from. */
  readonly file?: string;
  /** @throws SecretUnreadable. A secret that was taken away is not used any longer. */
  read(): Promise<Secret>;
  /** Reads again whatever the file system says, as after a refusal by the other side. True when the value is another one. */
  reread(): Promise<boolean>;
}

export type FoundSecret =
  | { readonly state: 'absent' }
  | { readonly state: 'present'; readonly source: SecretSource }
  | { readonly state: 'invalid'; readonly problem: SecretProblem };

/** What references are looked up in, by programs that have a store. */
export interface SecretStore {
  /** Sends nothing: the store is first asked by `read()`. */
  find(variable: string, reference: StoreReference): FoundSecret;
}

/** The message names the variable and never repeats a value. */
export class SecretUnreadable extends Error implements SecretProblem {
  override readonly name = 'SecretUnreadable';
  readonly variable: string;
  readonly problem: string;
  readonly because: string;
  readonly remedy: string;
  /** The fault for the caller of an operation that needed the secret, when a store reported it. */
  readonly fault: Fault | undefined;

  constructor({ variable, problem, remedy }: SecretProblem, options: { cause?: unknown; fault?: Fault } = {}) {
    super(`${problem} ${remedy}`, options);
    this.variable = variable;
    this.problem = problem;
    this.because = problem;
    this.remedy = remedy;
    this.fault = options.fault;
  }
}

export const maxSecretBytes = 64 * 1024;

/** Reads only the variables; a file is first opened by `read()`. Without a store, references to one are refused. */
export function findSecret(
  wanted: string | AddressedSecret,
  env: Readonly<Record<string, string | undefined>>,
  redactor: Redactor,
  store?: SecretStore,
): FoundSecret {
  const { variable, schemes } = typeof wanted === 'string' ? { variable: wanted, schemes: [] } : wanted;
  const found = readSecretForm(variable, env, schemes);
  switch (found.form) {
    case 'absent':
      return { state: 'absent' };
    case 'invalid':
      return { state: 'invalid', problem: found.problem };
    case 'file':
      return { state: 'present', source: new FileSecret(variable, found, redactor) };
    case 'reference': {
      const { reference } = found;
      return store?.find(variable, reference) ?? { state: 'invalid', problem: noStore(variable, reference) };
    }
    case 'value': {
      const problem = problemOfSecret(variable, found.value, variable);
      if (problem !== undefined) return { state: 'invalid', problem };
      const secret = new Secret(found.value);
      redactor.add(secret);
      return {
        state: 'present',
        source: { variable, read: () => Promise.resolve(secret), reread: () => Promise.resolve(false) },
      };
    }
  }
}

export function noStore(variable: string, { scheme }: StoreReference): SecretProblem {
  const problem = `${variable} refers to ${scheme}://, but secret stores are read only for the connectors of an Agent and its bootstrap token.`;
  return { variable, problem, remedy: `Give the value in ${variable}, or a file in ${variable}_FILE.` };
}

/** For a file that the secret of this variable names. */
export function fileSecret(variable: string, file: string, redactor: Redactor): SecretSource {
  return new FileSecret(variable, { file, named: variable }, redactor);
}

class FileSecret implements SecretSource {
  readonly variable: string;
  readonly file: string;
  readonly #named: string;
  readonly #redactor: Redactor;
  #seen: { readonly stamp: string; readonly secret: Secret } | undefined;

  constructor(variable: string, { file, named }: { file: string; named: string }, redactor: Redactor) {
    this.variable = variable;
    this.file = file;
    this.#named = named;
    this.#redactor = redactor;
  }

  async read(): Promise<Secret> {
    const seen = this.#seen;
    if (seen !== undefined && seen.stamp === (await this.#stamp())) return seen.secret;
    return this.#load();
  }

  async reread(): Promise<boolean> {
    const before = this.#seen?.secret.reveal();
    return (await this.#load()).reveal() !== before;
  }

  async #stamp(): Promise<string> {
    const { ino, dev, size, mtimeNs } = await stat(this.file, { bigint: true }).catch(this.#unreadable);
    return [dev, ino, size, mtimeNs].join(':');
  }

  async #load(): Promise<Secret> {
    // Taken before the content: a change between the two is seen at the next read.
    const stamp = await this.#stamp();
    const text = await readBounded(this.file).catch(this.#unreadable);
    const problem = problemOfSecret(this.variable, text, this.#named);
    if (problem !== undefined) throw new SecretUnreadable(problem);
    const secret = new Secret(text);
    this.#redactor.add(secret);
    this.#seen = { stamp, secret };
    return secret;
  }

  readonly #unreadable = (cause: unknown): never => {
    throw unreadableFile({ variable: this.variable, named: this.#named }, cause);
  };
}

/** `named` is the variable that holds the path. */
export function unreadableFile(
  { variable, named }: { readonly variable: string; readonly named: string },
  cause: unknown,
): SecretUnreadable {
  const problem = `The file named by ${named} cannot be read${codeIn(cause)}.`;
  const remedy = `Mount the file of ${variable} and let the user of this process read it.`;
  return new SecretUnreadable({ variable, problem, remedy }, { cause });
}

/** Without the line end that editors put at the end of a file. @throws TypeError for bytes that are not UTF-8. */
export function decodeSecretFile(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/u, '');
}

async function readBounded(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(maxSecretBytes + 1), 0, maxSecretBytes + 1, 0);
    return decodeSecretFile(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** What keeps a text from being taken for a secret. `named` is what holds it, for messages. */
export function problemOfSecret(variable: string, text: string, named: string): SecretProblem | undefined {
  if (text === '') return { variable, problem: `${named} holds nothing.`, remedy: `Put the secret into ${named}.` };
  if (text.length < minSecretLength) {
    const problem = `${named} holds fewer than ${minSecretLength} characters; a shorter secret cannot be redacted from logs.`;
    return { variable, problem, remedy: 'Use a longer secret.' };
  }
  if (Buffer.byteLength(text) > maxSecretBytes) {
    return {
      variable,
      problem: `${named} holds more than ${maxSecretBytes} bytes.`,
      remedy: `Check what ${named} names.`,
    };
  }
  return undefined;
}

function codeIn(cause: unknown): string {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}
