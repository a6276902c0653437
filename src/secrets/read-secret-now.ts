/** A secret that a program needs before it can do anything else, read once at its start. */
import { closeSync, openSync, readSync } from 'node:fs';
import { type AddressedSecret, readSecretForm } from './secret-reference.ts';
import {
  decodeSecretFile,
  maxSecretBytes,
  noStore,
  problemOfSecret,
  SecretUnreadable,
  unreadableFile,
} from './secret-source.ts';

/**
 * By value, by `<NAME>_FILE` or as `file://` reference; undefined when the variable is given in no form.
 * One line end at the end of a file is not part of the secret.
 * @throws SecretUnreadable for two forms at once and for a file that cannot be read or holds nothing.
 */
export function readSecretNow(
  { variable, schemes }: AddressedSecret,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const found = readSecretForm(variable, env, schemes);
  switch (found.form) {
    case 'absent':
      return undefined;
    case 'value':
      return found.value;
    case 'invalid':
      throw new SecretUnreadable(found.problem);
    case 'reference':
      throw new SecretUnreadable(noStore(variable, found.reference));
    case 'file': {
      const text = readFileNow(variable, found);
      const problem = problemOfSecret(variable, text, found.named);
      if (problem !== undefined) throw new SecretUnreadable(problem);
      return text;
    }
  }
}

function readFileNow(variable: string, { file, named }: { readonly file: string; readonly named: string }): string {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const buffer = Buffer.alloc(maxSecretBytes + 1);
      return decodeSecretFile(buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, 0)));
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    throw unreadableFile({ variable, named }, cause);
  }
}
