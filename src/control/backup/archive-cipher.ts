/**
 * Encrypts an archive of any length: a key of its own for each file, derived with HKDF-SHA-256 from the
 * given one and a random salt, then AES-256-GCM chunk by chunk. The nonce is the number of the chunk and
 * whether it is the last (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár, 2015), so
 * that chunks cannot be moved, left out or cut off at the end.
 *
 * File: one line `farol.backup.v1 <key id> <salt>`, then for each chunk its length (4 bytes, big endian,
 * the highest bit set on the last), ciphertext and tag.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { StoreKey } from '../keys/store-key.ts';
import { BackupRefused } from './copy-store.ts';

const format = 'farol.backup.v1';
const chunkBytes = 256 * 1024;
const tagBytes = 16;
const lastBit = 0x8000_0000;
const headPattern = /^farol\.backup\.v1 ([0-9a-f]{16}) ([\w-]{43})\n/u;
const headBytes = `${format} ${'0'.repeat(16)} ${'0'.repeat(43)}\n`.length;

export async function* encryptArchive(plain: AsyncIterable<Uint8Array>, key: StoreKey): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(32).toString('base64url');
  const head = Buffer.from(`${format} ${key.id} ${salt}\n`);
  yield head;
  const fileKey = key.derive(format, salt);
  let held = Buffer.alloc(0);
  let number = 0;
  for await (const part of plain) {
    held = Buffer.concat([held, part]);
    // One chunk stays back: the last one must be known as such.
    while (held.length > chunkBytes) {
      yield seal(held.subarray(0, chunkBytes), { fileKey, head, number, isLast: false });
      held = held.subarray(chunkBytes);
      number += 1;
    }
  }
  yield seal(held, { fileKey, head, number, isLast: true });
}

/** @throws BackupRefused when it is not an archive, has another key, or is damaged or truncated. */
export async function* decryptArchive(file: AsyncIterable<Uint8Array>, key: StoreKey): AsyncGenerator<Uint8Array> {
  let held = Buffer.alloc(0);
  let opened: { readonly fileKey: Uint8Array; readonly head: Buffer } | undefined;
  let number = 0;
  let isOver = false;
  for await (const part of file) {
    if (isOver) throw damaged();
    held = Buffer.concat([held, part]);
    if (opened === undefined) {
      if (held.length < headBytes) continue;
      opened = openHead(held.subarray(0, headBytes), key);
      held = held.subarray(headBytes);
    }
    while (held.length >= 4) {
      const marked = held.readUInt32BE(0);
      const isLast = marked >= lastBit;
      const end = 4 + (isLast ? marked - lastBit : marked);
      if (end > 4 + chunkBytes + tagBytes || end < 4 + tagBytes) throw damaged();
      if (held.length < end) break;
      yield unseal(held.subarray(4, end), { ...opened, number, isLast });
      held = held.subarray(end);
      number += 1;
      isOver = isLast;
      if (isOver && held.length > 0) throw damaged();
    }
  }
  if (!isOver) throw damaged();
}

interface ChunkContext {
  readonly fileKey: Uint8Array;
  readonly head: Uint8Array;
  readonly number: number;
  readonly isLast: boolean;
}

function seal(plain: Uint8Array, context: ChunkContext): Uint8Array {
  const cipher = createCipheriv('aes-256-gcm', context.fileKey, nonceOf(context)).setAAD(context.head);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(sealed.length + (context.isLast ? lastBit : 0));
  return Buffer.concat([length, sealed]);
}

function unseal(sealed: Uint8Array, context: ChunkContext): Uint8Array {
  try {
    const decipher = createDecipheriv('aes-256-gcm', context.fileKey, nonceOf(context), { authTagLength: tagBytes })
      .setAAD(context.head)
      .setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
  } catch (cause) {
    throw damaged(cause);
  }
}

function nonceOf({ number, isLast }: ChunkContext): Uint8Array {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 4, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

function openHead(head: Buffer, key: StoreKey): { readonly fileKey: Uint8Array; readonly head: Buffer } {
  const [, keyId, salt] = headPattern.exec(head.toString('latin1')) ?? [];
  if (keyId === undefined || salt === undefined) {
    throw new BackupRefused('The file is not a backup of this version of Farol. Check the name of the file.');
  }
  if (keyId !== key.id) {
    throw new BackupRefused(
      `The backup is encrypted with the key of id ${keyId}, and the given key has id ${key.id}. ` +
        'Set the right key with --key-file or FAROL_STORE_KEY.',
    );
  }
  return { fileKey: key.derive(format, salt), head: Buffer.from(head) };
}

function damaged(cause?: unknown): BackupRefused {
  return new BackupRefused('The backup is damaged or was cut off. Nothing was restored. Use another copy of it.', {
    cause,
  });
}
