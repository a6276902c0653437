/**
 * Where the first sign-in link waits for the operator: a file that only the user of this process
 * reads. Standard output is no place for it, because service managers and containers keep what is
 * printed, for longer and for more readers than the link has.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { systemDisk } from '../../tunnel/identity/disk.ts';
import { replaceFile } from '../../tunnel/identity/replace-file.ts';

export class OwnerLinkFile {
  readonly path: string;

  constructor(dataDir: string) {
    this.path = path.join(dataDir, 'owner-link');
  }

  /** Mode 0600, replaced as a whole. */
  async write(link: string): Promise<void> {
    await replaceFile(systemDisk, this.path, Buffer.from(`${link}\n`));
  }

  /** Once the link was used, replaced or has expired. */
  async remove(): Promise<void> {
    await rm(this.path, { force: true });
  }
}
