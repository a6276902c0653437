/**
 * Keeps the key that signs commands, in `command-key.pem` of the data directory. Instances pin it when
 * they enrol, so it is made once and never replaced in silence; replicas must share one file.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Secret } from '../core/secret.ts';
import type { Signer } from '../tunnel/session/ports.ts';
import { createSigner, generateSignerKey } from './hub/signer.ts';
import { writeFileSafely } from './tls/write-file-safely.ts';

/** Rejects, naming the file, when it is there and cannot be used. */
export async function openCommandKey(dataDir: string): Promise<Signer> {
  const file = path.join(dataDir, 'command-key.pem');
  const held = await readKey(file);
  if (held === undefined) {
    const made = generateSignerKey();
    await writeFileSafely(file, made.reveal(), 0o600);
    return createSigner(made);
  }
  try {
    return createSigner(held);
  } catch (cause) {
    throw new Error(
      `${file} cannot be used as the key that signs commands. Restore it from a backup; with another key every ` +
        'instance must be enrolled again.',
      { cause },
    );
  }
}

async function readKey(file: string): Promise<Secret | undefined> {
  try {
    return new Secret(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
