/**
 * `<NAME>_FILE` of a variable that is not a secret: it is not read, although the person who set it
 * expects that. Without this check the program would start with another value than the intended one.
 */
import type { SecretProblem } from './secret-reference.ts';

export interface KnownVariables {
  /** Every variable that the program reads. */
  readonly variables: Iterable<string>;
  /** Those of them that may be given in a file. */
  readonly secrets: Iterable<string>;
}

export function findIgnoredFiles(
  env: Readonly<Record<string, string | undefined>>,
  { variables, secrets }: KnownVariables,
): SecretProblem[] {
  const known = new Set(variables);
  const readable = new Set(secrets);
  return Object.keys(env).flatMap((name) => {
    const base = name.replace(/_FILE$/u, '');
    const isIgnored = base !== name && !known.has(name) && known.has(base) && !readable.has(base);
    if (!isIgnored) return [];
    const problem = `${name} is set, but ${base} is not read from a file: only secrets are.`;
    return [{ variable: name, problem, remedy: `Set ${base} to the value itself and remove ${name}.` }];
  });
}
