/**
 * Who may run the collector's file, and who could replace it. Every user who executes it gets its five
 * capabilities, so it belongs to root and one group: that of the control process. This is the first of two
 * guards; the second is in `ptop`, which checks what it measures.
 */
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { BootProblem } from './boot-problem.ts';

export interface CollectorFile {
  readonly path: string;
  readonly owner: number;
  /** Permission bits, the special ones included. */
  readonly mode: number;
  /** Every folder above it, by the path that was given and by the one it leads to. */
  readonly folders: readonly { readonly path: string; readonly owner: number; readonly mode: number }[];
}

/** Undefined when there is none that this process can see. */
export function lookAtCollectorFile(file: string): CollectorFile | undefined {
  try {
    const given = path.resolve(file);
    const real = realpathSync(given);
    const { uid, mode } = statSync(real);
    const folders = [...new Set([...foldersAbove(given), ...foldersAbove(real)])].map((folder) => {
      const facts = statSync(folder);
      return { path: folder, owner: facts.uid, mode: facts.mode & 0o7777 };
    });
    return { path: given, owner: uid, mode: mode & 0o7777, folders };
  } catch {
    // The attempt to start it names the cause.
    return undefined;
  }
}

function foldersAbove(file: string): string[] {
  const folder = path.dirname(file);
  return folder === file ? [] : [folder, ...foldersAbove(folder)];
}

const others = 0o001;
const writableByOthers = 0o022;
const sticky = 0o1000;
const install = 'install -o root -g farol -m 0750';

export function judgeCollectorFile({ path: file, owner, mode, folders }: CollectorFile): BootProblem[] {
  const problems: BootProblem[] = [];
  if ((mode & others) !== 0) {
    problems.push({
      code: 'collector_open_to_all',
      cause: `Every user of this machine may execute the collector ${file} (mode ${octal(mode)})`,
      cost: 'each of them would get its five capabilities',
      fix: `Give it only to the group of the control process: chgrp farol, chmod 0750, then setcap again (or ${install}).`,
    });
  }
  if (owner !== 0) {
    problems.push({
      code: 'collector_not_roots',
      cause: `The collector ${file} belongs to user ${owner} and not to root`,
      cost: 'that user can make it executable for everyone, or replace it',
      fix: `Make root its owner (${install}), then run setcap again.`,
    });
  }
  if ((mode & writableByOthers) !== 0) {
    problems.push({
      code: 'collector_writable',
      cause: `Others than root may write to the collector ${file} (mode ${octal(mode)})`,
      cost: 'an unreviewed program could run with its privileges',
      fix: 'Remove write access for group and others (chmod go-w), then run setcap again.',
    });
  }
  // In a sticky folder only root can rename or remove what is root's.
  const replaceable = folders.filter(
    (folder) => folder.owner !== 0 || ((folder.mode & writableByOthers) !== 0 && (folder.mode & sticky) === 0),
  );
  return [
    ...problems,
    ...replaceable.map((folder) => ({
      code: 'collector_replaceable',
      cause: `Others than root may write to ${folder.path}, which holds the collector ${file} (owner ${folder.owner}, mode ${octal(folder.mode)})`,
      cost: 'the collector, or a file beside it, could be replaced',
      fix: 'Keep the collector where root owns every folder above it and only root may write, such as /usr/local/bin.',
    })),
  ];
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}
