/** Reads one variable of the secret store after another and keeps what is wrong with each. */
import { isLoopback } from '../../core/loopback.ts';
import type { Redactor } from '../../core/redact.ts';
import { parseWebAddress } from '../../core/web-address.ts';
import type { SecretProblem, StoreScheme } from '../secret-reference.ts';
import { findSecret, type SecretSource } from '../secret-source.ts';
import { type StoreVariable, storeVariables } from './store-variables.ts';

interface TextForm {
  readonly pattern: RegExp;
  readonly words: string;
}

export class StoreReader {
  readonly problems: SecretProblem[] = [];
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #redactor: Redactor;

  constructor(env: Readonly<Record<string, string | undefined>>, redactor: Redactor) {
    this.#env = env;
    this.#redactor = redactor;
  }

  text(variable: StoreVariable, form: TextForm): string | undefined {
    return this.#isSet(variable) ? this.optionalText(variable, form) : this.wrong(variable, 'is not set');
  }

  optionalText(variable: StoreVariable, { pattern, words }: TextForm): string | undefined {
    if (!this.#isSet(variable)) return undefined;
    const value = this.#env[variable]?.trim() ?? '';
    return pattern.test(value) ? value : this.wrong(variable, `must be ${words}`);
  }

  url(variable: StoreVariable): URL | undefined {
    return this.#isSet(variable) ? this.optionalUrl(variable) : this.wrong(variable, 'is not set');
  }

  /** Secrets come back from there, so that nothing but https will do. */
  optionalUrl(variable: StoreVariable): URL | undefined {
    if (!this.#isSet(variable)) return undefined;
    const url = parseWebAddress(this.#env[variable] ?? '', ['https:', 'http:']);
    if (typeof url === 'string') return this.wrong(variable, url);
    const isSafe = url.protocol === 'https:' || isLoopback(url.hostname);
    if (!isSafe) return this.wrong(variable, 'must begin with https://: secrets would cross the network unencrypted');
    return url;
  }

  /** Undefined when it is neither. */
  isChain(): boolean | undefined {
    const form = { pattern: /^(?:static|chain)$/u, words: 'static or chain' };
    const mode = this.text('RUNNER_SECRET_STORE_CRED_MODE', form);
    return mode === undefined ? undefined : mode === 'chain';
  }

  secret(variable: StoreVariable): SecretSource | undefined {
    const found = this.#find(variable);
    return found === 'absent' ? this.wrong(variable, 'is not set, and RUNNER_SECRET_STORE_CRED_MODE is static') : found;
  }

  optionalSecret(variable: StoreVariable): SecretSource | undefined {
    const found = this.#find(variable);
    return found === 'absent' ? undefined : found;
  }

  refuse(variables: readonly StoreVariable[], why: string): void {
    for (const variable of variables) if (this.#isSet(variable)) this.wrong(variable, why);
  }

  /** A variable of another mode has no effect, which its author does not expect. */
  refuseStranger(
    name: string,
    mode: StoreScheme,
    modesOf: Readonly<Partial<Record<string, readonly StoreScheme[]>>>,
  ): void {
    const modes = modesOf[name];
    if (modes === undefined || modes.includes(mode)) return;
    const problem = `${name} is for ${modes.join(' and ')}, and RUNNER_SECRET_STORE_MODE is ${mode}.`;
    this.problems.push({ variable: name, problem, remedy: `Unset ${name}, or set RUNNER_SECRET_STORE_MODE.` });
  }

  wrong(variable: StoreVariable, why: string): undefined {
    this.problems.push(this.problem(variable, why));
  }

  problem(variable: StoreVariable, why: string): SecretProblem {
    return {
      variable,
      problem: `${variable} ${why}.`,
      remedy: `Mend ${variable}. ${storeVariables[variable]}`,
    };
  }

  #find(variable: StoreVariable): SecretSource | 'absent' | undefined {
    const found = findSecret(variable, this.#env, this.#redactor);
    if (found.state === 'absent') return 'absent';
    if (found.state === 'present') return found.source;
    this.problems.push(found.problem);
    return undefined;
  }

  #isSet(variable: string): boolean {
    return [variable, `${variable}_FILE`].some((one) => (this.#env[one] ?? '') !== '');
  }
}
