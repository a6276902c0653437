/** A Profiler killed right after each change of its spool: no request that it took is lost, and no outcome changes. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type KilledRun, placesToDie, runUntilKilled } from '../../../test/crash/run-until-killed.ts';
import { Spool } from './spool.ts';

const Said = z.partialRecord(z.enum(['taken', 'ended', 'acknowledging', 'acknowledged']), z.string());
type Step = keyof z.infer<typeof Said>;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-spool-crash-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const saidOf = ({ said }: KilledRun, step: Step): string[] =>
  said.map((one) => Said.parse(one)[step]).filter((id) => id !== undefined);

test(
  'a Profiler that is killed after any change of its spool answers every request that it took',
  { timeout: 300_000 },
  async () => {
    const list = path.join(folder, 'commits');
    const spooled = (): string => path.join(folder, 'spool');
    const args = (): string[] => [spooled(), '4'];
    expect(runUntilKilled('work-of-a-profiler.ts', { args: args(), dieAfter: 0, commits: list })).toMatchObject({
      status: 0,
    });
    const commits = readFileSync(list, 'utf8').trim().split('\n');
    const kinds = new Set(commits.map((one) => one.split(' ')[0]));
    expect([...kinds]).toEqual(expect.arrayContaining(['writeFile', 'sync', 'rename', 'rm']));
    for (const dieAfter of placesToDie(commits)) {
      rmSync(spooled(), { recursive: true });
      const killed = runUntilKilled('work-of-a-profiler.ts', { args: args(), dieAfter });
      const at = `after commit ${dieAfter} (${commits[dieAfter - 1]})`;
      expect([at, killed]).toMatchObject([at, { signal: 'SIGKILL' }]);
      const spool = await Spool.open(spooled());
      const pending = spool.pending();
      const acknowledging = saidOf(killed, 'acknowledging');
      const owed = saidOf(killed, 'taken').filter((id) => !acknowledging.includes(id));
      for (const id of owed) expect([at, id, pending.includes(id)]).toEqual([at, id, true]);
      for (const id of saidOf(killed, 'acknowledged')) expect([at, id, pending.includes(id)]).toEqual([at, id, false]);
      for (const id of saidOf(killed, 'ended').filter((one) => pending.includes(one))) {
        expect([at, await spool.outcomeOf(id)]).toMatchObject([at, { reason: { text: `of ${id}` } }]);
      }
      // A request that was accepted and did not end is reported as cut off.
      for (const id of pending) expect([at, id, await spool.outcomeOf(id)]).toMatchObject([at, id, { request_id: id }]);
    }
  },
);
