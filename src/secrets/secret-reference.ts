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

export type SecretForm =
  | { readonly form: 'absent' }
  | { readonly form: 'value'; readonly value: string }
  /** `named` is the variable that holds the path, for messages. */
  | { readonly form: 'file'; readonly file: string; readonly named: string }
  | { readonly form: 'invalid'; readonly problem: SecretProblem };

type Environment = Readonly<Record<string, string | undefined>>;

/** Schemes that are planned are refused by name, so that nobody takes the reference for the secret itself. */
const laterSchemes = ['aws', 'gcp', 'vault', 'k8s'];
const hasScheme = /^([a-z][a-z0-9+.-]*):\/\//u;

export function readSecretForm(variable: string, env: Environment): SecretForm {
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
  if (scheme === undefined) return { form: 'value', value };
  return readReference(variable, scheme, value);
}

function readReference(variable: string, scheme: string, value: string): SecretForm {
  if (scheme === 'file') return toFile({ variable, named: variable, file: value.slice('file://'.length) });
  if (laterSchemes.includes(scheme)) {
    const problem = `${variable} refers to ${scheme}://, which this version cannot read yet.`;
    return invalid(variable, problem, `Give the value in ${variable}, or a file in ${variable}_FILE.`);
  }
  const problem = `${variable} has the unknown scheme ${scheme}://.`;
  const remedy = `Use file://<absolute path>, ${variable}_FILE or the value itself; a value that begins like an address must be given in a file.`;
  return invalid(variable, problem, remedy);
}

function toFile({ variable, named, file }: { variable: string; named: string; file: string }): SecretForm {
  if (path.isAbsolute(file)) return { form: 'file', file, named };
  return invalid(variable, `${named} does not name an absolute path.`, `Set ${named} to an absolute path.`);
}

function invalid(variable: string, problem: string, remedy: string): SecretForm {
  return { form: 'invalid', problem: { variable, problem, remedy } };
}
