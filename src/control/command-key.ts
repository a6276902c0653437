/**
 * Keeps the key that signs commands, in `command-key.pem` of the data directory. Instances pin it when
 * they enrol, so it is made once and never replaced in silence; replicas must share one file.
 */
import path from 'node:path';
import { Secret } from '../core/secret.ts';
import { systemDisk } from '../tunnel/identity/disk.ts';
import { replaceFile } from '../tunnel/identity/replace-file.ts';
import type { Signer } from '../tunnel/session/ports.ts';
import { createSigner, generateSignerKey } from './hub/signer.ts';

/** Rejects, naming the file, when it is there and cannot be used. */
export async function openCommandKey(dataDir: string): Promise<Signer> {
  const file = path.join(dataDir, 'command-key.pem');
  const held = await systemDisk.read(file);
  if (held === undefined) {
    const made = generateSignerKey();
    await replaceFile(systemDisk, file, Buffer.from(made.reveal()));
    return createSigner(made);
  }
  try {
    return createSigner(new Secret(Buffer.from(held.bytes).toString('utf8')));
  } catch (cause) {
    throw new Error(
      `${file} cannot be used as the key that signs commands. Restore it from a backup; with another key every ` +
        'instance must be enrolled again.',
      { cause },
    );
  }
}
