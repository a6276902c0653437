import { z } from 'zod';

const Errors = z.object({ errors: z.array(z.string()) });

/** The sentences of a refusal; undefined for a body that Vault did not write. */
export function readVaultErrors(body: string): readonly string[] | undefined {
  try {
    return Errors.parse(JSON.parse(body)).errors;
  } catch {
    return undefined;
  }
}

export function namespaceHeader(namespace: string | undefined): Readonly<Record<string, string>> {
  return namespace === undefined ? {} : { 'x-vault-namespace': namespace };
}
