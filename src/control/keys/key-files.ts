/** Keys as files of the data directory: how a control plane without FAROL_STORE_KEY keeps them. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Secret } from '../../core/secret.ts';
import { systemDisk } from '../../tunnel/identity/disk.ts';
import { replaceFile } from '../../tunnel/identity/replace-file.ts';
import type { KeyKind, KeyMaterial } from './key-kinds.ts';

export interface KeyOnDisk {
  readonly file: string;
  readonly material: KeyMaterial;
}

export class KeyFiles {
  readonly #dataDir: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** The file of the first key of a kind. */
  mainFile(kind: KeyKind): string {
    return kind.fileIn(this.#dataDir);
  }

  /** Undefined when there is none. Rejects, naming the file, when it cannot be used. */
  findMain(kind: KeyKind): Promise<KeyOnDisk | undefined> {
    return read(kind, this.mainFile(kind));
  }

  /** The key of this fingerprint, under the main name or under its own. */
  async find(kind: KeyKind, fingerprint: string): Promise<KeyOnDisk | undefined> {
    const own = await read(kind, this.#ownFile(kind, fingerprint));
    if (own?.material.fingerprint === fingerprint) return own;
    const main = await this.findMain(kind);
    return main?.material.fingerprint === fingerprint ? main : undefined;
  }

  async writeMain(kind: KeyKind, { secret }: KeyMaterial): Promise<void> {
    await write(this.mainFile(kind), secret);
  }

  /** Beside the one that is in use, under a name with its fingerprint. */
  async writeOwn(kind: KeyKind, { secret, fingerprint }: KeyMaterial): Promise<void> {
    await write(this.#ownFile(kind, fingerprint), secret);
  }

  /** A new form of a key, in the file that holds it. */
  async rewrite(kind: KeyKind, material: KeyMaterial): Promise<void> {
    const held = await this.find(kind, material.fingerprint);
    await write(held?.file ?? this.mainFile(kind), material.secret);
  }

  /** Under the main name while that is free; returns the file. */
  async restore(kind: KeyKind, material: KeyMaterial): Promise<string> {
    const isFree = (await this.findMain(kind)) === undefined;
    await (isFree ? this.writeMain(kind, material) : this.writeOwn(kind, material));
    return isFree ? this.mainFile(kind) : this.#ownFile(kind, material.fingerprint);
  }

  /** Nothing happens when the file is not there. */
  async remove(kind: KeyKind, fingerprint: string): Promise<void> {
    const found = await this.find(kind, fingerprint);
    if (found !== undefined) await systemDisk.remove(found.file);
  }

  /** The key is in the store now: its file stays for a way back, and no later start takes it for a key in use. */
  async setAside(kind: KeyKind, fingerprint: string): Promise<string | undefined> {
    const found = await this.find(kind, fingerprint);
    if (found === undefined) return undefined;
    const aside = `${found.file}.imported`;
    await systemDisk.rename(found.file, aside);
    await systemDisk.syncDirectory(path.dirname(aside));
    return aside;
  }

  #ownFile(kind: KeyKind, fingerprint: string): string {
    return this.mainFile(kind).replace(/\.pem$/u, `-${fingerprint.slice(0, 16)}.pem`);
  }
}

async function read(kind: KeyKind, file: string): Promise<KeyOnDisk | undefined> {
  const held = await systemDisk.read(file);
  if (held === undefined) return undefined;
  try {
    const material = await kind.read(new Secret(Buffer.from(held.bytes).toString('utf8')));
    return { file, material };
  } catch (cause) {
    throw new Error(`${file} cannot be used as ${kind.called}. Restore it from a backup. ${kind.matters}`, { cause });
  }
}

async function write(file: string, secret: Secret): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await replaceFile(systemDisk, file, Buffer.from(secret.reveal()));
}
