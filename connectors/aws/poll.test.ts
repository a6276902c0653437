import { describe, expect, test } from 'vitest';
import { pollUntil, waitSec } from './poll.ts';
import { HurriedClock } from './upstream/use-aws.ts';

function waiting(): { clock: HurriedClock; signal: AbortSignal; controller: AbortController } {
  const controller = new AbortController();
  return { clock: new HurriedClock(), signal: controller.signal, controller };
}

describe('waiting for a query', () => {
  test('asks ever more rarely, from half a second to three', async () => {
    const context = waiting();
    let asked = 0;
    const value = await pollUntil(context, () => Promise.resolve((asked += 1) === 8 ? 'over' : undefined));
    expect(value).toBe('over');
    expect(context.clock.waits).toEqual([500, 750, 1125, 1687.5, 2531.25, 3000, 3000, 3000]);
  });

  test('ends after the time set for it, with as few as forty questions', async () => {
    const context = waiting();
    let asked = 0;
    const value = await pollUntil(context, () => {
      asked += 1;
      return Promise.resolve(undefined);
    });
    expect(value).toBeUndefined();
    let waitedMs = 0;
    for (const wait of context.clock.waits) waitedMs += wait;
    expect(waitedMs).toBeLessThanOrEqual(waitSec * 1000);
    expect(waitedMs).toBeGreaterThan(waitSec * 1000 - 6000);
    expect(asked).toBeLessThanOrEqual(40);
  });

  test('ends at once when the caller leaves, before or while it waits', async () => {
    for (const isLate of [false, true]) {
      const { controller, ...context } = waiting();
      const reason = new Error('left');
      let asked = 0;
      if (!isLate) controller.abort(reason);
      const outcome = pollUntil(context, () => {
        asked += 1;
        controller.abort(reason);
        return Promise.resolve(undefined);
      });
      await expect(outcome).rejects.toBe(reason);
      expect(asked).toBe(isLate ? 1 : 0);
    }
  });

  test('passes on what asking throws', async () => {
    const fault = new Error('refused');
    await expect(pollUntil(waiting(), () => Promise.reject(fault))).rejects.toBe(fault);
  });
});
