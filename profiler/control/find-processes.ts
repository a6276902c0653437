/**
 * Which running processes a listed target means. The name equals, whole and case-sensitively, the base
 * name of the executable, the kernel's command name or the base name of argv[0]. A namespace, when
 * listed, must equal the one in the process' own service-account file.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import type { Target } from './target-list.ts';

export interface FoundProcesses {
  readonly pids: readonly number[];
  /** The namespace that was required and matched. */
  readonly namespace: string | undefined;
  /** Processes of that name that did not match because their namespace is another one or cannot be read. */
  readonly passedOver: readonly { readonly pid: number; readonly why: string }[];
  /** Processes that did not match and whose executable this user may not read: its name was not looked at. */
  readonly unread: number;
}

const namespaceFile = 'root/var/run/secrets/kubernetes.io/serviceaccount/namespace';

export interface ProcView {
  /** Normally `/proc`. */
  readonly root: string;
  /** Never matched: this process. */
  readonly self: number;
}

const systemProc: ProcView = { root: '/proc', self: process.pid };

/** Entries of the list with this workload, or none: then the process is not listed. */
export function listedAs(targets: readonly Target[], workload: string): Target[] {
  return targets.filter((target) => target.workload === workload);
}

export function findProcesses(listed: readonly Target[], view: ProcView = systemProc): FoundProcesses {
  const pids: number[] = [];
  const passedOver: { pid: number; why: string }[] = [];
  let unread = 0;
  let namespace: string | undefined;
  for (const entry of readdirSync(view.root)) {
    const pid = /^\d+$/u.test(entry) ? Number(entry) : 0;
    if (pid === 0 || pid === view.self) continue;
    const { names, isUnread } = namesOf(path.join(view.root, entry));
    const candidates = listed.filter(({ workload }) => names.includes(workload));
    if (candidates.length === 0) {
      if (isUnread) unread++;
      continue;
    }
    const match = matchNamespace(candidates, path.join(view.root, entry));
    if (match.matches) {
      pids.push(pid);
      namespace = match.namespace;
    } else {
      passedOver.push({ pid, why: match.why });
    }
  }
  return { pids: pids.toSorted((a, b) => a - b), namespace, passedOver, unread };
}

interface Names {
  readonly names: readonly string[];
  /** The executable is there and may not be read. */
  readonly isUnread: boolean;
}

/** A process that ends while it is looked at has no names. A kernel thread has neither executable nor arguments. */
function namesOf(folder: string): Names {
  const executable = attempt(() => readlinkSync(path.join(folder, 'exe')));
  const command = attempt(() => readFileSync(path.join(folder, 'comm'), 'utf8').replace(/\n$/u, ''));
  const [argv0 = ''] = (attempt(() => readFileSync(path.join(folder, 'cmdline'), 'utf8')).value ?? '').split('\0');
  if (executable.value === undefined && argv0 === '') return { names: [], isUnread: false };
  const base = path.basename((executable.value ?? '').replace(/ \(deleted\)$/u, ''));
  const names = [base, path.basename(argv0), command.value ?? ''].filter((name) => name !== '');
  return { names, isUnread: executable.value === undefined && executable.code !== 'ENOENT' };
}

function matchNamespace(
  candidates: readonly Target[],
  folder: string,
): { matches: true; namespace: string | undefined } | { matches: false; why: string } {
  if (candidates.some(({ namespace }) => namespace === undefined)) return { matches: true, namespace: undefined };
  const file = path.join(folder, namespaceFile);
  const { value: own, code } = attempt(() => readFileSync(file, 'utf8').trim());
  if (own === undefined) return { matches: false, why: `its namespace cannot be read from ${file} (${code})` };
  const match = candidates.find(({ namespace }) => namespace === own);
  return match === undefined
    ? { matches: false, why: `it runs in namespace ${own}` }
    : { matches: true, namespace: own };
}

type Attempt<T> = { readonly value: T; readonly code?: never } | { readonly value?: never; readonly code: string };

function attempt<T>(read: () => T): Attempt<T> {
  try {
    return { value: read() };
  } catch (error) {
    return { code: error instanceof Error && 'code' in error ? String(error.code) : 'unknown' };
  }
}
