/**
 * `node web/dev-server/main.ts [--empty]`: builds the app and serves it over the fake control plane, with
 * a fresh sign-in link for each role. Requests walk through their states by themselves.
 */
import { parseArgs } from 'node:util';
import { buildWeb, webOutDir } from '../build.ts';
import { announce, type FakeState, links } from './fake-state.ts';
import { startFakeControlPlane } from './fake-control-plane.ts';

const { values } = parseArgs({ options: { empty: { type: 'boolean' }, port: { type: 'string' } } });

await buildWeb();
const fake = await startFakeControlPlane({
  webDir: webOutDir,
  port: Number(values.port ?? 8440),
  isEmpty: values.empty === true,
});
for (const role of ['owner', 'admin', 'member'] as const) {
  process.stdout.write(`${role}: ${fake.origin}/welcome#${links[role]}\n`);
}
setInterval(() => advance(fake.state), 5000);

/** Moves the oldest request in flight one step on. */
function advance(state: FakeState): void {
  const capture = state.captures.findLast(({ status }) => status === 'queued');
  if (capture === undefined) return;
  const now = new Date().toISOString();
  const isWaiting = capture.progress?.step === 'waiting';
  const next = isWaiting
    ? {
        ...capture,
        progress: { step: 'running' as const, taken_by: ['profiler-node-a'], since: now, phase: 'measuring' },
      }
    : {
        ...capture,
        progress: undefined,
        status: 'failed' as const,
        outcome: 'failed' as const,
        finished_at: now,
        reason: { code: 'target_restarted', text: 'The process restarted inside the window.' },
        instances: [
          {
            instance: 'profiler-node-a',
            outcome: 'failed' as const,
            reason: { code: 'target_restarted', text: 'The process restarted inside the window.' },
          },
        ],
      };
  state.captures = state.captures.map((one) => (one === capture ? next : one));
  announce(state, { type: 'capture', request_id: capture.request_id });
}
