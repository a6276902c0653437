/** One variable whose secret is in a store. */
import type { Clock } from '../../core/clock.ts';
import { Fault, toFault } from '../../core/fault.ts';
import { Secret } from '../../core/secret.ts';
import type { StoreReference } from '../secret-reference.ts';
import { problemOfSecret, type SecretSource, SecretUnreadable } from '../secret-source.ts';
import type { CachedSecrets } from './cached-secrets.ts';
import { type Lack, pickText, type StoredSecret } from './stored-secret.ts';

/**
 * Several calls in flight are refused together when a secret rotates, and the first of them reads the new
 * one: the others, refused with the former, may try again too.
 */
const rotationMs = 30_000;

const lacks: Readonly<Record<Lack, string>> = {
  key_needed: 'has several fields: name one of them after a #.',
  no_object: 'is not a JSON object: omit the # and the key, or store an object.',
  no_such_key: 'has no field of that name: add it to the secret, or correct the key after the #.',
  not_text: 'is not text: store it as a string.',
};

export class StoreSecret implements SecretSource {
  readonly variable: string;
  readonly reference: StoreReference;
  readonly #kept: CachedSecrets;
  readonly #clock: Clock;
  #last: Secret | undefined;
  #changedAtMs: number | undefined;

  constructor(
    variable: string,
    reference: StoreReference,
    ports: { readonly kept: CachedSecrets; readonly clock: Clock },
  ) {
    this.variable = variable;
    this.reference = reference;
    this.#kept = ports.kept;
    this.#clock = ports.clock;
  }

  async read(): Promise<Secret> {
    return this.#take(await this.#kept.read(this.reference.name).catch(this.#unreadable));
  }

  async reread(): Promise<boolean> {
    this.#take(await this.#kept.reread(this.reference.name).catch(this.#unreadable));
    return this.#changedAtMs !== undefined && this.#clock.monotonic() - this.#changedAtMs < rotationMs;
  }

  #take(stored: StoredSecret): Secret {
    const { name, key } = this.reference;
    const picked = pickText(stored, key);
    if ('lack' in picked) {
      const what = key === undefined ? `The secret ${name}` : `The field ${key} of the secret ${name}`;
      const sentence = picked.lack === 'not_text' ? what : `The secret ${name}`;
      throw this.#unreadableFor(`${sentence} ${lacks[picked.lack]}`);
    }
    const problem = problemOfSecret(this.variable, picked.text, `The secret ${name}`);
    if (problem !== undefined) throw this.#unreadableFor(`${problem.problem} ${problem.remedy}`);
    const last = this.#last;
    if (last?.reveal() === picked.text) return last;
    if (last !== undefined) this.#changedAtMs = this.#clock.monotonic();
    this.#last = new Secret(picked.text);
    return this.#last;
  }

  #unreadableFor(remedy: string): SecretUnreadable {
    const data = { kind: this.variable, reason: 'malformed' } as const;
    return this.#toUnreadable(new Fault('credential_rejected', data, remedy));
  }

  readonly #unreadable = (error: unknown): never => {
    throw this.#toUnreadable(toFault(error));
  };

  #toUnreadable(cause: Fault): SecretUnreadable {
    const { variable } = this;
    const { scheme, name } = this.reference;
    const problem = `${variable} cannot be read from ${scheme}://${name}.`;
    const fault = new Fault(cause.kind, cause.data, `${problem} ${cause.remedy}`, { cause });
    return new SecretUnreadable({ variable, problem, remedy: cause.remedy }, { cause, fault });
  }
}
