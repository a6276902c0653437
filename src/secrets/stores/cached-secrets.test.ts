import { beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { Fault } from '../../core/fault.ts';
import { createLog } from '../../core/log.ts';
import { Redactor } from '../../core/redact.ts';
import { keptMs, CachedSecrets, outageMs } from './cached-secrets.ts';
import type { StoredSecret } from './stored-secret.ts';

const down = new Fault('upstream_down', { status: 503 }, 'Wait.');
const limited = new Fault('rate_limited', { retryAfterSec: 1 }, 'Wait.');
const noKey = new Fault('credential_rejected', { kind: 'role', reason: 'missing' }, 'Attach it.');
const page = new Fault('wrong_endpoint', { variable: 'X', tried: 'status 404' }, 'Check it.');
const expired = new Fault('credential_rejected', { kind: 'key', reason: 'expired' }, 'Renew it.');
const denied = new Fault('permission_missing', { grant: 'read', layer: 'policy' }, 'Allow it.');
const gone = new Fault('not_found_or_hidden', { what: 'secret a' }, 'Create it.');

let clock: ManualClock;
let given: Fault | string;
let reads: string[];
let told: string[];
let written: string[];
let kept: CachedSecrets;

beforeEach(() => {
  clock = new ManualClock();
  [given, reads, told, written] = ['first', [], [], []];
  kept = new CachedSecrets({
    read: (name) => {
      reads.push(name);
      return given instanceof Fault ? Promise.reject(given) : Promise.resolve({ kind: 'text', text: given });
    },
    onRead: (stored) => told.push(textOf(stored)),
    clock,
    log: createLog('agent', { redactor: new Redactor(), destination: { write: (line) => written.push(line) } }),
  });
});

const textOf = (stored: StoredSecret): string => (stored.kind === 'text' ? stored.text : '');
const read = async (): Promise<string> => textOf(await kept.read('a'));
const reread = async (): Promise<string> => textOf(await kept.reread('a'));

describe('what a store gave', () => {
  test('is read once for all concurrent callers, and reported before it is used', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, read));
    expect(new Set(all)).toEqual(new Set(['first']));
    expect(reads).toEqual(['a']);
    expect(told).toEqual(['first']);
  });

  test('is cached for five minutes and no longer', async () => {
    await read();
    given = 'second';
    clock.advance(keptMs - 1);
    expect(await read()).toBe('first');
    clock.advance(1);
    expect(await read()).toBe('second');
    expect(reads).toHaveLength(2);
  });

  test('is asked for again on request, and by many requests at once no more than once', async () => {
    await read();
    given = 'second';
    clock.advance(2_000);
    expect(await Promise.all([reread(), reread(), reread()])).toEqual(['second', 'second', 'second']);
    expect(await reread()).toBe('second');
    expect(reads).toHaveLength(2);
  });

  test('one name says nothing of another', async () => {
    await read();
    await kept.read('b');
    expect(reads).toEqual(['a', 'b']);
  });
});

describe('a store that does not answer', () => {
  test.each([down, limited, noKey, page])(
    'costs nobody what was read before, for an hour, and says so in the log ($kind)',
    async (fault) => {
      await read();
      given = fault;
      clock.advance(keptMs);
      expect(await read()).toBe('first');
      expect(written.join('')).toContain('the secret store is not responding');
      expect(written.join('')).not.toContain('first');
      clock.advance(outageMs - keptMs);
      await expect(read()).rejects.toBe(fault);
    },
  );

  test('is not asked again by everybody at once', async () => {
    given = down;
    await expect(read()).rejects.toBe(down);
    await expect(read()).rejects.toBe(down);
    expect(reads).toHaveLength(1);
    given = 'first';
    clock.advance(5_000);
    expect(await read()).toBe('first');
  });

  test('after a refusal on request leaves what there was', async () => {
    await read();
    given = down;
    clock.advance(10_000);
    expect(await reread()).toBe('first');
  });
});

describe('a store that refuses', () => {
  test.each([denied, gone, expired])('ends the use of what was read before ($kind)', async (fault) => {
    await read();
    given = fault;
    clock.advance(keptMs);
    await expect(read()).rejects.toBe(fault);
    given = down;
    clock.advance(5_000);
    await expect(read()).rejects.toBe(down);
  });
});
