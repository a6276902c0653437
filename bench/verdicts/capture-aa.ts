/**
 * Captures of servers that do not change, in turn, under varying load: whatever a comparison finds between two
 * of them is false. Started again, it goes on where it stopped.
 *
 * usage: node bench/verdicts/capture-aa.ts --out FOLDER [--captures 60] [--window 10] [--spacing 0] [--servers c,go,node]
 * `--spacing` is the least number of seconds from one capture of a server to its next.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from '../../demo/child-process.ts';
import type { ServerName } from './capture-index.ts';
import { planSameVersion } from './capture-plan.ts';
import { readOptions } from './read-options.ts';
import { withBackends } from './run-captures.ts';
import { startServer } from './start-server.ts';
import { takeCapture, warmUp } from './take-capture.ts';
import { unchanged } from './variants.ts';

const usual = { captures: 60, window: 10, spacing: 0 };
const { out: folder, numbers, servers: names } = readOptions(process.argv.slice(2), usual);

await withBackends({ folder, windowSec: numbers.window }, async ({ run, isTaken, say }) => {
  const servers = new Map<ServerName, Child>();
  try {
    for (const name of names) servers.set(name, await startServer(folder, name, unchanged));
    const rounds = planSameVersion(numbers.captures, names);
    for (const planned of rounds[0] ?? []) await warmUp(planned, run);
    for (const round of rounds) {
      const missing = round.filter((planned) => !isTaken(planned));
      const startedMs = performance.now();
      for (const planned of missing) {
        const { requests_sent: sent, load_factor: factor } = await takeCapture(
          planned,
          servers.get(planned.server)?.pid ?? -1,
          run,
        );
        say(`${planned.id}: ${sent} requests, load ${factor.toFixed(2)}`);
      }
      const restMs = numbers.spacing * 1000 - (performance.now() - startedMs);
      if (missing.length > 0 && restMs > 0) await sleep(restMs, undefined, { signal: run.signal });
    }
  } finally {
    for (const server of servers.values()) await server.stop();
  }
});
