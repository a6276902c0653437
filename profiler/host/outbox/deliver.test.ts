import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { createLog } from '../../../src/core/log.ts';
import { Redactor } from '../../../src/core/redact.ts';
import type { CaptureOutcome } from '../../../src/tunnel/messages.ts';
import type { TunnelClient, TunnelState } from '../../../src/tunnel/port.ts';
import { Delivery } from './deliver.ts';
import { Spool } from './spool.ts';

/** The control plane's end as the tunnel shows it: live or not, and an answer or none for each request. */
class FakeTunnel implements Pick<TunnelClient, 'state' | 'onState' | 'report'> {
  readonly received: string[] = [];
  readonly refused = new Set<string>();
  readonly #listeners = new Set<(state: TunnelState) => void>();
  #state: TunnelState = { state: 'connecting', attempt: 1 };

  state(): TunnelState {
    return this.#state;
  }

  onState(listener: (state: TunnelState) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  become(state: 'live' | 'connecting'): void {
    this.#state = state === 'live' ? { state, generation: 1, since: 0 } : { state, attempt: 1 };
    for (const listener of this.#listeners) listener(this.#state);
  }

  readonly report = ((_name: string, outcome: CaptureOutcome) => {
    this.received.push(outcome.request_id);
    if (this.refused.has(outcome.request_id)) return Promise.reject(new Error('timeout'));
    return Promise.resolve({ stored: true });
  }) as TunnelClient['report'];
}

let folder: string;
let spool: Spool;
let tunnel: FakeTunnel;
let clock: ManualClock;
let delivery: Delivery;
beforeEach(async () => {
  folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'farol-deliver-')), 'outcomes');
  spool = await Spool.open(folder);
  tunnel = new FakeTunnel();
  clock = new ManualClock();
  const log = createLog('test', { level: 'silent', redactor: new Redactor() });
  delivery = new Delivery({ spool, tunnel, clock, log });
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true }));

async function end(id: string): Promise<void> {
  await spool.take(id);
  await spool.end({ request_id: id, outcome: 'failed', reason: { code: 'x', text: 'X.' } });
  delivery.wake();
}

/** Resolves when no round runs any more: the disk answers in real time. */
async function settled(check: () => boolean): Promise<void> {
  for (let turn = 0; turn < 400 && !check(); turn++) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(check()).toBe(true);
}

test('nothing is sent before there is a session; then each outcome once, and nothing stays', async () => {
  await end('a');
  await end('b');
  expect(tunnel.received).toEqual([]);
  tunnel.become('live');
  await settled(() => spool.pending().length === 0);
  expect(tunnel.received).toEqual(['a', 'b']);
});

test('an outcome that is not acknowledged is sent again, later each time, and holds up no other', async () => {
  tunnel.refused.add('poison');
  tunnel.become('live');
  await end('poison');
  await end('good');
  await settled(() => spool.pending().join() === 'poison');
  const sent = (): number => tunnel.received.filter((id) => id === 'poison').length;
  await settled(() => sent() >= 1);
  for (let waited = 0; waited < 10; waited++) {
    const before = sent();
    await settled(() => {
      clock.advance(1000);
      return sent() > before;
    });
  }
  expect(clock.monotonic()).toBeGreaterThan(60_000);
  tunnel.refused.clear();
  await settled(() => {
    clock.advance(60_000);
    return spool.pending().length === 0;
  });
});

test('a session that ended is not retried by the clock; the next one wakes the delivery', async () => {
  tunnel.refused.add('a');
  tunnel.become('live');
  await end('a');
  await settled(() => tunnel.received.length === 1);
  tunnel.become('connecting');
  clock.advance(600_000);
  tunnel.refused.clear();
  expect(tunnel.received).toEqual(['a']);
  tunnel.become('live');
  await settled(() => spool.pending().length === 0);
});

test('after a stop nothing is sent, and what was not stays for the next start', async () => {
  await delivery.stop();
  tunnel.become('live');
  await end('a');
  expect(tunnel.received).toEqual([]);
  expect((await Spool.open(folder)).pending()).toEqual(['a']);
});

test('checks age and size every hour while nothing can be sent [P-STATE-4]', async () => {
  const limits = { maxBytes: 256 << 20, maxAgeMs: 2 * 3_600_000 };
  spool = await Spool.open(path.join(folder, 'aging'), undefined, { limits, clock });
  const log = createLog('test', { level: 'silent', redactor: new Redactor() });
  const aging = new Delivery({ spool, tunnel, clock, log });
  await spool.take('a');
  const reason = { code: 'measured', text: 'Measured.' };
  await spool.end({ request_id: 'a', outcome: 'pushed', reason, bundle: 'AAAA' });
  let code: string | undefined;
  const look = async (): Promise<void> => void (code = (await spool.outcomeOf('a'))?.reason.code);
  clock.advance(3_600_000);
  await look();
  expect(code).toBe('measured');
  clock.advance(2 * 3_600_000);
  for (let turn = 0; turn < 400 && code === 'measured'; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await look();
  }
  expect([code, tunnel.received]).toEqual(['outcome_dropped', []]);
  await aging.stop();
});
