/** Starts a unit and waits until its program works: what it logs since this start says so, or why it does not. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProgramKind } from '../../core/delivered/delivered-programs.ts';
import { runCommand, tryCommand } from './plan/act.ts';

export type Started =
  | { readonly state: 'live' }
  /** Lines of its log that say why. */
  | { readonly state: 'refused' | 'waiting'; readonly log: readonly string[] };

/** What each program logs when it works. */
const liveMarks: Readonly<Record<ProgramKind, string>> = {
  agent: '"msg":"tunnel is live"',
  profiler: '"msg":"tunnel is live"',
  control: '"event":"listening"',
};
const waitMs = 60_000;
const shownLines = 12;

/** @throws CommandFailed when systemd does not start it at all. */
export async function restartUnit(name: string, kind: ProgramKind): Promise<Started> {
  runCommand(['systemctl', 'daemon-reload']);
  tryCommand(['systemctl', 'reset-failed', name]);
  const { status, stderr } = tryCommand(['systemctl', 'restart', name]);
  if (status !== 0) return { state: 'refused', log: [...stderr.trim().split('\n'), ...logSince(name)] };
  return waitForUnit(name, kind);
}

/** Of the start that is under way, or was the last one. */
export async function waitForUnit(name: string, kind: ProgramKind): Promise<Started> {
  for (const until = Date.now() + waitMs; ;) {
    const log = logSince(name);
    if (isActive(name) && log.some((line) => line.includes(liveMarks[kind]))) return { state: 'live' };
    if (show(name, 'ActiveState') === 'failed') return { state: 'refused', log: tellingLines(logSince(name)) };
    if (Date.now() > until) return { state: 'waiting', log: tellingLines(log) };
    await sleep(200);
  }
}

export function isActive(name: string): boolean {
  return show(name, 'ActiveState') === 'active';
}

function show(name: string, property: string): string {
  return tryCommand(['systemctl', 'show', `--property=${property}`, '--value', name]).stdout.trim();
}

function logSince(name: string): string[] {
  const invocation = show(name, 'InvocationID');
  if (invocation === '') return [];
  const { stdout } = tryCommand(['journalctl', '--no-pager', '--output=cat', `_SYSTEMD_INVOCATION_ID=${invocation}`]);
  return stdout.trim().split('\n');
}

/** Sentences for people; of the lines for programs only what went wrong. */
function tellingLines(log: readonly string[]): string[] {
  return log
    .flatMap((line) => {
      if (!line.startsWith('{')) return line === '' ? [] : [line];
      const { level, msg, err } = JSON.parse(line) as {
        level?: number | string;
        msg?: string;
        err?: { message?: string };
      };
      const isWrong =
        typeof level === 'number' ? level >= 40 : level === 'warn' || level === 'error' || level === 'fatal';
      return isWrong ? [[msg, err?.message].filter(Boolean).join(': ')] : [];
    })
    .slice(-shownLines);
}
