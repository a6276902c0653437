/**
 * The names of the processes that run now, as the collector compares them with the target list: the executable, the
 * command name and the first argument. Reads /proc; as root it sees every process of the host.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

export interface RunningName {
  readonly name: string;
  readonly processes: number;
  /** Command line of one of them, without what follows its first words. */
  readonly example: string;
}

/** Names of executables first, those with most processes first; kernel threads have none. */
export function listRunningNames(proc = '/proc'): RunningName[] {
  const found = new Map<string, { pids: number; example: string; isExecutable: boolean }>();
  for (const pid of readdirSync(proc).filter((one) => /^\d+$/u.test(one) && one !== String(process.pid))) {
    const seen = readNames(path.join(proc, pid));
    for (const [at, name] of seen.names.entries()) {
      const known = found.get(name);
      if (known === undefined) found.set(name, { pids: 1, example: seen.example, isExecutable: at === 0 });
      else found.set(name, { ...known, pids: known.pids + 1, isExecutable: known.isExecutable || at === 0 });
    }
  }
  return [...found]
    .toSorted(([, a], [, b]) => Number(b.isExecutable) - Number(a.isExecutable) || b.pids - a.pids)
    .map(([name, { pids, example }]) => ({ name, processes: pids, example }));
}

/** Each name once; none for a kernel thread and a process that has ended. */
function readNames(folder: string): { readonly names: readonly string[]; readonly example: string } {
  try {
    const executable = path.basename(readlinkSync(path.join(folder, 'exe')).replace(/ \(deleted\)$/u, ''));
    const comm = readFileSync(path.join(folder, 'comm'), 'utf8').replace(/\n$/u, '');
    const args = readFileSync(path.join(folder, 'cmdline'), 'utf8').split('\0');
    const names = [executable, comm, path.basename(args[0] ?? '')].filter((name) => name !== '' && name !== '*');
    return { names: [...new Set(names)], example: args.slice(0, 3).join(' ').trim().slice(0, 60) };
  } catch {
    return { names: [], example: '' };
  }
}
