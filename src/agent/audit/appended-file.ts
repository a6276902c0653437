/** A file that only grows, as a port: writing and making it last are two things that can fail. */
import { open } from 'node:fs/promises';
import path from 'node:path';
import { systemDisk } from '../../tunnel/identity/disk.ts';

export interface AppendedFile {
  appendFile(text: string): Promise<void>;
  /** What was appended survives a loss of power once this resolves. */
  datasync(): Promise<void>;
  close(): Promise<void>;
}

export type OpenToAppend = (file: string) => Promise<AppendedFile>;

/** Readable by its owner only. A file made by this has its name on disk when it resolves. */
export const systemOpen: OpenToAppend = async (file) => {
  const opened = await open(file, 'a', 0o600);
  await systemDisk.syncDirectory(path.dirname(file));
  return opened;
};
