import { describe, expect, test } from 'vitest';
import { CachedToken, type ObtainedToken } from './cached-token.ts';
import { systemClock } from './clock.ts';
import { Fault } from './fault.ts';
import { Secret } from './secret.ts';

/** A source of tokens of 100 s, under a clock that the test sets. */
function lab() {
  const time = { ms: 0 };
  const obtained: ObtainedToken[] = [];
  const cached = new CachedToken({ ...systemClock, monotonic: () => time.ms });
  const obtain = (): Promise<ObtainedToken> => {
    const token = { token: new Secret(`token-${obtained.length + 1}`), goodForSec: 100 };
    obtained.push(token);
    return Promise.resolve(token);
  };
  return { time, obtained, cached, obtain };
}

describe('a cached token', () => {
  test('is obtained once for readers of the same time, and used until a tenth of its life is left', async () => {
    const { time, obtained, cached, obtain } = lab();
    await Promise.all([cached.read(obtain), cached.read(obtain), cached.read(obtain)]);
    time.ms = 89_000;
    await cached.read(obtain);
    expect(obtained).toHaveLength(1);
    time.ms = 90_000;
    await Promise.all([cached.read(obtain), cached.read(obtain)]);
    expect(obtained).toHaveLength(2);
  });

  test('that is refused is forgotten once, however many were refused with it', async () => {
    const { obtained, cached, obtain } = lab();
    const first = await cached.read(obtain);
    cached.forgetOnly(first);
    const second = await cached.read(obtain);
    cached.forgetOnly(first);
    expect(await cached.read(obtain)).toBe(second);
    expect(obtained).toHaveLength(2);
  });

  test('is refused to everybody who waited when a fault prevents it, and tried again after', async () => {
    const { obtained, cached, obtain } = lab();
    const fault = new Fault('credential_rejected', { kind: 'key', reason: 'rejected' }, 'Replace it.');
    const refuse = (): Promise<ObtainedToken> => Promise.reject(fault);
    const readers = [cached.read(refuse), cached.read(obtain), cached.read(obtain)];
    expect(await Promise.allSettled(readers)).toEqual(readers.map(() => ({ status: 'rejected', reason: fault })));
    expect(obtained).toHaveLength(0);
    await cached.read(obtain);
    expect(obtained).toHaveLength(1);
  });

  test('is obtained by those who waited when the one who obtained it left', async () => {
    const { obtained, cached, obtain } = lab();
    const left = cached.read(() => Promise.reject(new DOMException('gone', 'AbortError')));
    const waiting = [cached.read(obtain), cached.read(obtain)];
    await expect(left).rejects.toThrow('gone');
    const [one, other] = await Promise.all(waiting);
    expect(other).toBe(one);
    expect(obtained).toHaveLength(1);
  });
});
