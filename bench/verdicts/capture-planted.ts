/**
 * Captures of the C server with one planted change each, every one beside captures of the unchanged server. Each
 * capture has a process of its own. Started again, it goes on where it stopped.
 *
 * usage: node bench/verdicts/capture-planted.ts --out FOLDER [--replicates 3] [--window 5]
 */
import { planPlanted } from './capture-plan.ts';
import { readOptions } from './read-options.ts';
import { withBackends } from './run-captures.ts';
import { startServer } from './start-server.ts';
import { takeCapture } from './take-capture.ts';
import { variants } from './variants.ts';

const { out: folder, numbers } = readOptions(process.argv.slice(2), { replicates: 3, window: 5 });

await withBackends({ folder, windowSec: numbers.window }, async ({ run, isTaken, say }) => {
  for (const planned of planPlanted(variants, numbers.replicates).flat()) {
    if (isTaken(planned)) continue;
    const server = await startServer(folder, planned.server, planned.variant);
    try {
      const { requests_sent: sent, load_factor: factor } = await takeCapture(planned, server.pid, run);
      say(`${planned.id}: ${sent} requests, load ${factor.toFixed(2)}`);
    } finally {
      await server.stop();
    }
  }
});
