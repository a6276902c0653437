/**
 * Loaded before a program (`node --import`): it dies by SIGKILL right after its n-th commit, which is every
 * change of the file system that goes through `node:fs/promises`. So no product code carries a failpoint,
 * and a commit that somebody adds is one more place to die without anybody naming it.
 *
 * `FAROL_TEST_DIE_AFTER`: the number of the commit, counted from 1; 0 for never. Each commit is written to the file `FAROL_TEST_COMMITS`, one line each.
 */
import { appendFileSync } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

const dieAfter = Number(process.env['FAROL_TEST_DIE_AFTER']);
const list = process.env['FAROL_TEST_COMMITS'] ?? '';
let count = 0;

function committed(what: string): void {
  count += 1;
  if (list !== '') appendFileSync(list, `${what}\n`);
  if (count !== dieAfter) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal is delivered before the next turn of the event loop; nothing may run until then.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

type Changing =
  | 'rename'
  | 'rm'
  | 'unlink'
  | 'truncate'
  | 'mkdir'
  | 'chmod'
  | 'writeFile'
  | 'appendFile'
  | 'link'
  | 'copyFile';
const changing: readonly Changing[] = [
  'rename',
  'rm',
  'unlink',
  'truncate',
  'mkdir',
  'chmod',
  'writeFile',
  'appendFile',
  'link',
  'copyFile',
];
const handles = ['appendFile', 'write', 'writeFile', 'writev', 'sync', 'datasync', 'truncate'] as const;

type Call = (...args: unknown[]) => Promise<unknown>;

/** `file` is known for the calls of a handle; the others name it in their first argument. */
function watch<T extends object>(owner: T, names: readonly (keyof T & string)[], file?: unknown): void {
  for (const name of names) {
    const real = (owner[name] as Call).bind(owner);
    const watched: Call = async (...args) => {
      const result = await real(...args);
      committed(`${name} ${nameOf(file ?? args[0])}`);
      return result;
    };
    Object.defineProperty(owner, name, { value: watched, configurable: true, writable: true, enumerable: true });
  }
}

/** Without numbers, so that two files of one kind are one. */
function nameOf(file: unknown): string {
  return path.basename(String(file)).replaceAll(/\d+/gu, '#');
}

const open = fs.open.bind(fs);
Object.defineProperty(fs, 'open', {
  value: async (...args: Parameters<typeof open>): Promise<FileHandle> => {
    const handle = await open(...args);
    // Opening to write may make the file.
    if (args[1] !== undefined && args[1] !== 'r') committed(`open ${nameOf(args[0])}`);
    watch(handle, handles, args[0]);
    return handle;
  },
  configurable: true,
  writable: true,
  enumerable: true,
});
watch(fs, changing);
syncBuiltinESMExports();
