/**
 * How a secret variable may be given, and only that: the value itself, a file named by `<NAME>_FILE`,
 * or a reference with a scheme. Reads nothing; two forms at once are an error, because one of them
 * would win in silence.
 */
import path from 'node:path';

export interface SecretProblem {
  readonly variable: string;
  readonly problem: string;
  readonly remedy: string;
}

export type StoreScheme = (typeof storeSchemes)[number];

/** `<scheme>://<name>#<key>`: where in a secret store a secret is. No secret itself, so that messages may show it. */
export interface StoreReference {
  readonly scheme: StoreScheme;
  /** As the store knows it; may have slashes. */
  readonly name: string;
  /** Field of a secret that has several; undefined for the whole of it. */
  readonly key: string | undefined;
}

export type SecretForm =
  | { readonly form: 'absent' }
  | { readonly form: 'value'; readonly value: string }
  /** `named` is the variable that holds the path, for messages. */
  | { readonly form: 'file'; readonly file: string; readonly named: string }
  | { readonly form: 'reference'; readonly reference: StoreReference }
  | { readonly form: 'invalid'; readonly problem: SecretProblem };

type Environment = Readonly<Record<string, string | undefined>>;

/** The schemes of stores. A value that begins with one is never taken for the secret itself. */
export const storeSchemes = ['aws', 'gcp', 'vault', 'k8s'] as const;
const hasScheme = /^([a-z][a-z0-9+.-]*):\/\//u;

/** A secret that may begin like an address without being a reference, such as a connection string: with one of these schemes. */
export interface AddressedSecret {
  readonly variable: string;
  readonly schemes: readonly string[];
}

export function readSecretForm(variable: string, env: Environment, ownSchemes: readonly string[] = []): SecretForm {
  const value = env[variable];
  const named = `${variable}_FILE`;
  const file = env[named];
  const hasValue = value !== undefined && value !== '';
  const hasFile = file !== undefined && file !== '';
  if (hasValue && hasFile) {
    return invalid(variable, `${variable} and ${named} are both set.`, `Keep one of ${variable} and ${named}.`);
  }
  if (hasFile) return toFile({ variable, named, file });
  if (!hasValue) return { form: 'absent' };
  const scheme = hasScheme.exec(value)?.[1];
  if (scheme === undefined || ownSchemes.includes(scheme)) return { form: 'value', value };
  return readReference(variable, scheme, value);
}

function readReference(variable: string, scheme: string, value: string): SecretForm {
  if (scheme === 'file') return toFile({ variable, named: variable, file: value.slice('file://'.length) });
  const store = storeSchemes.find((one) => one === scheme);
  if (store !== undefined) return toReference(variable, store, value.slice(`${store}://`.length));
  const problem = `${variable} has the unknown scheme ${scheme}://.`;
  const schemes = storeSchemes.map((one) => `${one}://`).join(', ');
  const remedy = `Use file://<absolute path>, ${variable}_FILE, the value itself, or a store (${schemes}); a value that begins like an address must be given in a file.`;
  return invalid(variable, problem, remedy);
}

function toReference(variable: string, scheme: StoreScheme, rest: string): SecretForm {
  const mark = rest.indexOf('#');
  const name = mark === -1 ? rest : rest.slice(0, mark);
  const key = mark === -1 ? undefined : rest.slice(mark + 1);
  if (name !== '' && key !== '') return { form: 'reference', reference: { scheme, name, key } };
  const problem = `${variable} begins with ${scheme}:// but names no ${name === '' ? 'secret' : 'key after the #'}.`;
  return invalid(variable, problem, `Write ${variable} as ${scheme}://<name>#<key>.`);
}

function toFile({ variable, named, file }: { variable: string; named: string; file: string }): SecretForm {
  if (path.isAbsolute(file)) return { form: 'file', file, named };
  return invalid(variable, `${named} does not name an absolute path.`, `Set ${named} to an absolute path.`);
}

function invalid(variable: string, problem: string, remedy: string): SecretForm {
  return { form: 'invalid', problem: { variable, problem, remedy } };
}
