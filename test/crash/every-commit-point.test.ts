/**
 * kill -9 at every commit point of the source: each place that changes the store, syncs or renames a file
 * or sends a frame is died at, in the control plane on both stores, in the commands beside it, in an Agent
 * and in a Profiler. The list of places is read from the source, so that a new one fails this test until a
 * process dies there, or until `exempt-points.ts` says why none does.
 *
 * @module-tag deep
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Spool } from '../../profiler/host/outbox/spool.ts';
import { verifyAudit } from '../../src/agent/audit/verify-audit.ts';
import { openStore } from '../../src/control/store/database.ts';
import { systemClock } from '../../src/core/clock.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { startTestTunnel } from '../tunnel.ts';
import { type BundledPrograms, bundlePrograms } from './bundle-programs.ts';
import { listCommitPoints } from './commit-points.ts';
import { Deaths, runOnce, runUntilItLives } from './dying.ts';
import { exempt, exemptOn, timed } from './exempt-points.ts';
import { WholeLife } from './whole-life.ts';

const points = listCommitPoints();
let folder: string;
let postgres: TestPostgres;
let programs: BundledPrograms;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-every-commit-'));
  [postgres, programs] = await Promise.all([startPostgres(), bundlePrograms(points)]);
});
afterAll(async () => {
  await postgres.stop();
  programs.remove();
  rmSync(folder, { recursive: true, force: true });
});

function deathsIn(name: string): { own: string; deaths: Deaths } {
  const own = path.join(folder, name);
  mkdirSync(own);
  return { own, deaths: new Deaths(programs, own) };
}

/** Names of the points of some kinds that nothing died at and nothing exempts, and of exemptions that are not true. */
function missed(kinds: readonly string[], died: ReadonlySet<string>, more: Readonly<Record<string, string>> = {}) {
  const reasons = { ...exempt, ...more };
  const names = points.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
  return {
    withoutDeath: names.filter((name) => !died.has(name) && reasons[name] === undefined && timed[name] === undefined),
    exemptAndDied: names.filter((name) => died.has(name) && reasons[name] !== undefined),
  };
}

const none = { withoutDeath: [], exemptAndDied: [] };

describe.concurrent('every commit point', () => {
  const everywhere = new Set<string>();
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  /** Lets the last test go on, however this one ends. */
  const live = async (at: number, work: () => Promise<ReadonlySet<string>>): Promise<void> => {
    try {
      for (const name of await work()) everywhere.add(name);
    } finally {
      ends[at]?.resolve();
    }
  };

  for (const [at, dialect] of (['sqlite', 'postgres'] as const).entries()) {
    test(
      `a control plane on ${dialect} keeps what it answered, whichever change of the store it dies at [P-STATE-4]`,
      { timeout: 580_000 },
      () =>
        live(at, async () => {
          const { own, deaths } = deathsIn(dialect);
          const store = dialect === 'postgres' ? postgres : undefined;
          const life = await WholeLife.begin({
            folder: own,
            deaths,
            postgres: store,
            newHome: () => postgres.createDatabase(),
          });
          try {
            await life.live();
          } finally {
            await life.close();
          }
          expect(missed(['store'], deaths.names, exemptOn[dialect])).toEqual(none);
          return deaths.names;
        }),
    );
  }

  test(
    'an instance that dies while it enrols, connects and answers stays the same instance',
    { timeout: 580_000 },
    () =>
      live(2, async () => {
        const { own, deaths } = deathsIn('instance');
        const store = await openStore(`sqlite:${path.join(own, 'farol.db')}`, { clock: systemClock });
        const tunnel = await startTestTunnel(store);
        try {
          const caFile = path.join(own, 'ca.pem');
          writeFileSync(caFile, tunnel.ca);
          const config = tunnel.configOf('edge-1', { identityDir: path.join(own, 'identity') });
          const env = {
            RUNNER_TENANT: config.tenant,
            RUNNER_INSTANCE_ID: config.instance,
            RUNNER_TUNNEL_URL: config.tunnelUrl.href,
            RUNNER_ENROLL_URL: config.enrollUrl.href,
            RUNNER_IDENTITY_DIR: config.identityDir,
            RUNNER_CA_FILE: caFile,
            RUNNER_BOOTSTRAP_TOKEN: await tunnel.mint(),
          };
          const keys = new Set<string>();
          const running = runUntilItLives([programs.program('tunnel')], { ...env, ...deaths.env }, async () => {
            const found = await store.db.selectFrom('instances').selectAll().execute();
            for (const one of found) keys.add(one.public_key);
            expect(found.filter(({ locked_at, revoked_at }) => locked_at !== null || revoked_at !== null)).toEqual([]);
          });
          const to = { organization: tunnel.organization, instance: 'edge-1' };
          await expect
            .poll(
              () =>
                tunnel.hub
                  .command(to, 'health.run', {}, { timeoutMs: 2000 })
                  .then(() => tunnel.hub.command(to, 'health.run', {}, { timeoutMs: 2000 }))
                  .then(
                    () => 'answered',
                    () => 'asked',
                  ),
              { timeout: 60_000 },
            )
            .toBe('answered');
          tunnel.hub.disconnect(to, 'revoked');
          await tunnel.instances.revoke(tunnel.organization, 'edge-1');
          expect(await running).toMatchObject({ code: 0 });
          expect(keys.size).toBe(1);
          const [row, ...others] = await store.db.selectFrom('bootstrap_tokens').select('uses_left').execute();
          expect([row?.uses_left, others]).toEqual([0, []]);
        } finally {
          await tunnel.close();
          await store.close();
        }
        return deaths.names;
      }),
  );

  test(
    'an Agent and a Profiler that die at a change of their disk keep chain, journal and spool whole',
    { timeout: 580_000 },
    () =>
      live(3, async () => {
        const { own, deaths } = deathsIn('disks');
        // The last line of the log is cut short once, as by a loss of power: the next run sets it aside.
        let isTorn = false;
        const tearOnce = async (): Promise<boolean> => {
          if (isTorn) return false;
          await appendFile(path.join(own, 'audit.jsonl'), '{"seq":');
          return (isTorn = true);
        };
        let from = 0;
        for (;;) {
          // A write that was cut off is never sent again, so each run has keys of its own.
          const { signal, code, stderr } = await runOnce(
            [programs.program('agent'), own, String(from), String(from + 8)],
            deaths.env,
          );
          from += 8;
          expect(await verifyAudit(path.join(own, 'audit.jsonl'))).toMatchObject({ intact: true });
          expect([signal ?? code, signal === null ? stderr : '']).toEqual([signal ?? 0, '']);
          if (signal === null && !(await tearOnce())) break;
        }
        const spool = path.join(own, 'spool');
        const ended = await runUntilItLives([programs.program('profiler'), spool, '4'], deaths.env, async () => {
          const left = await Spool.open(spool);
          for (const id of left.pending()) expect(await left.outcomeOf(id)).toMatchObject({ request_id: id });
        });
        expect([ended.code, ended.stderr]).toEqual([0, '']);
        return deaths.names;
      }),
  );

  test(
    'no file is synced or renamed and no frame is sent at a place that nothing died at',
    { timeout: 590_000 },
    async () => {
      await Promise.all(ends.map(({ promise }) => promise));
      expect(missed(['file', 'frame'], everywhere)).toEqual(none);
      const known = new Set(points.map(({ name }) => name));
      const reasons = [exempt, exemptOn.sqlite, exemptOn.postgres, timed].flatMap((one) => Object.keys(one));
      expect(reasons.filter((name) => !known.has(name))).toEqual([]);
    },
  );
});
