/** An identity directory that was copied, used at two replicas at once. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts';
import { ReplicaPair } from '../../../test/replica-pair.ts';
import { waitForState } from '../../../test/tunnel.ts';
import type { TunnelClient } from '../../tunnel/port.ts';

let postgres: TestPostgres;
let pair: ReplicaPair;

beforeAll(async () => {
  postgres = await startPostgres();
  pair = await ReplicaPair.start(postgres, { FAROL_LOG_LEVEL: 'warn' });
}, 120_000);
afterAll(async () => {
  await pair.close();
  await postgres.stop();
});
afterEach(() => pair.disconnectAll());

const lockMs = 30_000;

test.each(['agent', 'profiler'] as const)(
  'a copy of the identity of one %s at another replica locks both, and each replica says so and what to do',
  { timeout: 90_000 },
  async (instanceClass) => {
    const instance = `cloned-${instanceClass}`;
    const options = { class: instanceClass, instance, handlers: {} };
    const original = await pair.connect({ ...options, at: pair.a });
    const copy = await pair.connectCopy({ ...options, at: pair.b });
    const stopped = (tunnel: TunnelClient) => waitForState(tunnel, 'stopped', lockMs);
    for (const { code, remedy } of await Promise.all([original.tunnel, copy.tunnel].map(stopped))) {
      expect([code, remedy]).toEqual(['locked', expect.stringContaining('one volume per replica')]);
    }
    for (const at of [pair.a, pair.b]) {
      await expect.poll(() => pair.stateOf(at, instance), { timeout: 5000 }).toBe('locked');
      expect((await pair.viewOf(at, instance))?.remedy).toContain('Two copies of its identity were seen');
    }
    // The alert: a line of the log of the replica that saw the second of them.
    const lines = [pair.a, pair.b].flatMap(({ process }) => process.errors.split('\n'));
    expect(lines.filter((line) => line.includes('instance locked') && line.includes(instance))).toHaveLength(1);
  },
);
