/** What the environment, or the settings of a source, say about one connector, read by its manifest. A value is never repeated in a problem. */
import type { Manifest, Need, Variable } from '../../connector/manifest.ts';
import { isLoopback } from '../../core/loopback.ts';
import type { Redactor } from '../../core/redact.ts';
import { parseWebAddress } from '../../core/web-address.ts';
import { findSecret, type SecretSource, type SecretStore } from '../../secrets/secret-source.ts';

export interface SetupProblem {
  readonly variable: string;
  readonly problem: string;
  readonly remedy: string;
}

export interface ConnectorSetup {
  readonly manifest: Manifest;
  /** The name that answers, health and records have: the connector's own, or that of the sources file. */
  readonly source: string;
  /** What the sources file says of it, for people who choose. */
  readonly about?: string;
  /** At least one of its variables is set that no other connector reads too. */
  readonly isTouched: boolean;
  /** The first variable that is needed and not set; undefined when the connector can be used. */
  readonly missing: string | undefined;
  /** Names of the variables that are set. */
  readonly present: ReadonlySet<string>;
  /** Defaults included. */
  readonly urls: ReadonlyMap<string, URL>;
  readonly texts: ReadonlyMap<string, string>;
  readonly secrets: ReadonlyMap<string, SecretSource>;
  readonly problems: readonly SetupProblem[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Without a store, a reference to one is a problem. */
export function readConnectorSetup(
  manifest: Manifest,
  env: Environment,
  redactor: Redactor,
  store?: SecretStore,
): ConnectorSetup {
  const reader = new SetupReader(env, redactor, store);
  for (const [name, variable] of Object.entries(manifest.config)) reader.read(name, variable);
  const isSet = (name: string): boolean => reader.present.has(name);
  const isNeeded = (need: Need): boolean => {
    if (typeof need !== 'object') return need === 'required';
    if ('without' in need) return !need.without.some(isSet);
    return need.being === undefined ? isSet(need.with) : reader.texts.get(need.with) === need.being;
  };
  const missing = Object.entries(manifest.config).find(([name, { need }]) => !isSet(name) && isNeeded(need));
  const { urls, texts, secrets, problems, present } = reader;
  const isTouched = [...present].some((name) => manifest.config[name]?.shared !== true);
  const { id: source } = manifest;
  return { manifest, source, isTouched, missing: missing?.[0], present, urls, texts, secrets, problems };
}

class SetupReader {
  readonly urls = new Map<string, URL>();
  readonly texts = new Map<string, string>();
  readonly secrets = new Map<string, SecretSource>();
  readonly problems: SetupProblem[] = [];
  /** Set, whether or not with a value that can be used. */
  readonly present = new Set<string>();
  readonly #env: Environment;
  readonly #redactor: Redactor;
  readonly #store: SecretStore | undefined;

  constructor(env: Environment, redactor: Redactor, store: SecretStore | undefined) {
    this.#env = env;
    this.#redactor = redactor;
    this.#store = store;
  }

  read(name: string, variable: Variable): void {
    if (variable.kind === 'secret') {
      this.#readSecret(name, variable.carriesAddress ?? []);
      return;
    }
    const value = this.#env[name]?.trim();
    if (value === undefined || value === '') {
      if (variable.kind === 'url' && variable.default !== undefined) this.urls.set(name, new URL(variable.default));
      return;
    }
    this.present.add(name);
    if (variable.kind === 'url') this.#readUrl(name, value, variable.example);
    else if (variable.pattern.test(value)) this.texts.set(name, value);
    else this.#wrong(name, `must be ${variable.patternWords}`, variable.example);
  }

  #readSecret(name: string, schemes: readonly string[]): void {
    const found = findSecret({ variable: name, schemes }, this.#env, this.#redactor, this.#store);
    if (found.state === 'absent') return;
    this.present.add(name);
    if (found.state === 'present') this.secrets.set(name, found.source);
    else this.problems.push(found.problem);
  }

  #readUrl(name: string, value: string, example: string): void {
    const url = parseWebAddress(value, ['https:', 'http:']);
    if (typeof url === 'string') this.#wrong(name, url, example);
    else this.urls.set(name, url);
  }

  #wrong(variable: string, problem: string, example: string): void {
    this.problems.push({
      variable,
      problem: `${variable} ${problem}.`,
      remedy: `Set ${variable}, for example to ${example}`,
    });
  }
}

/** True for a source that the sources file named otherwise than its connector. */
export function isNamed({ source, manifest }: Pick<ConnectorSetup, 'source' | 'manifest'>): boolean {
  return source !== manifest.id;
}

/** A variable as people find it: with its source where every source of the connector has one of that name. */
export function nameIn(setup: Pick<ConnectorSetup, 'source' | 'manifest'>, variable: string): string {
  return isNamed(setup) ? `${variable} of ${setup.source}` : variable;
}

/** Addresses that a credential would be sent to in the clear. */
export function clearTextVariables({ urls, secrets }: ConnectorSetup): string[] {
  if (secrets.size === 0) return [];
  return [...urls].filter(([, url]) => url.protocol === 'http:' && !isLoopback(url.hostname)).map(([name]) => name);
}
