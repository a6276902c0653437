import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiProblem } from '../problem/api-problem.ts';
import { parseCaptureBody, parseCaptureForm } from './capture-body.ts';

const valid = { workload: 'checkout', version: '1.2.3' };

function fieldOf(parse: () => unknown): string | undefined {
  try {
    parse();
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 400) return error.field;
    throw error;
  }
  return undefined;
}

describe('the body of a capture request', () => {
  test('has the specified defaults [P-REQ-3] [P-REQ-4] [P-REQ-5] [P-REQ-6]', () => {
    expect(parseCaptureBody(valid)).toEqual({ ...valid, env: '', kind: 'head', duration_sec: 60, warmup_sec: 5 });
  });

  test('takes every field at its bounds', () => {
    const low = { ...valid, env: '', kind: 'replicate', duration_sec: 5, warmup_sec: 0 };
    const high = {
      workload: 'w'.repeat(255),
      version: 'v'.repeat(128),
      env: 'e'.repeat(64),
      kind: 'head',
      duration_sec: 300,
      warmup_sec: 60,
      image: `registry.example.com:5000/${'a'.repeat(228)}@sha256:${'0'.repeat(64)}`,
    };
    expect(parseCaptureBody(low)).toEqual(low);
    expect(parseCaptureBody(high)).toEqual(high);
  });

  test('takes durationSec and warmupSec as aliases [P-REQ-7]', () => {
    expect(parseCaptureBody({ ...valid, durationSec: 30, warmupSec: 1 })).toMatchObject({
      duration_sec: 30,
      warmup_sec: 1,
    });
  });

  test.each([
    [{ ...valid, duration_sec: 30, durationSec: 30 }, 'durationSec'],
    [{ ...valid, warmup_sec: 1, warmupSec: 1 }, 'warmupSec'],
    [{ ...valid, durationSec: 4 }, 'durationSec'],
    [{ version: '1' }, 'workload'],
    [{ workload: 'a' }, 'version'],
    [{ ...valid, workload: '' }, 'workload'],
    [{ ...valid, workload: 'w'.repeat(256) }, 'workload'],
    [{ ...valid, version: 'v'.repeat(129) }, 'version'],
    [{ ...valid, version: 7 }, 'version'],
    [{ ...valid, env: 'e'.repeat(65) }, 'env'],
    [{ ...valid, env: null }, 'env'],
    [{ ...valid, workload: 'a\u0000b' }, 'workload'],
    [{ ...valid, version: '1\n2' }, 'version'],
    [{ ...valid, env: '\ud800' }, 'env'],
    [{ ...valid, kind: 'HEAD' }, 'kind'],
    [{ ...valid, duration_sec: 4 }, 'duration_sec'],
    [{ ...valid, duration_sec: 301 }, 'duration_sec'],
    [{ ...valid, duration_sec: 60.5 }, 'duration_sec'],
    [{ ...valid, duration_sec: '60' }, 'duration_sec'],
    [{ ...valid, image: 'app:1.2.3' }, 'image'],
    [{ ...valid, image: `sha256:${'0'.repeat(63)}` }, 'image'],
    [{ ...valid, image: `sha256:${'A'.repeat(64)}` }, 'image'],
    [{ ...valid, image: `@sha256:${'0'.repeat(64)}` }, 'image'],
    [{ ...valid, image: `${'a'.repeat(256)}@sha256:${'0'.repeat(64)}` }, 'image'],
    [{ ...valid, image: null }, 'image'],
    [{ ...valid, image: '' }, 'image'],
    [{ ...valid, warmup_sec: -1 }, 'warmup_sec'],
    [{ ...valid, warmup_sec: 61 }, 'warmup_sec'],
    [{ ...valid, comment: 'x' }, 'comment'],
    [{ ...valid, Workload: 'x' }, 'Workload'],
    [JSON.parse('{"workload":"a","version":"1","__proto__":{"kind":"replicate"}}'), '__proto__'],
    [[], 'body'],
    ['text', 'body'],
    [null, 'body'],
    [undefined, 'body'],
  ])('refuses %j and names %s [P-ERR-1]', (body, field) => {
    expect(fieldOf(() => parseCaptureBody(body))).toBe(field);
  });

  test('counts characters, not the units they are stored in', () => {
    expect(parseCaptureBody({ ...valid, workload: '🦀'.repeat(255) }).workload).toHaveLength(510);
    expect(fieldOf(() => parseCaptureBody({ ...valid, workload: '🦀'.repeat(256) }))).toBe('workload');
  });

  test('never gives back a token that was sent as the name of a field', () => {
    const token = `rpcap_${'a'.repeat(16)}_${'b'.repeat(52)}_00000000`;
    expect(fieldOf(() => parseCaptureBody({ ...valid, [token]: 1 }))).toBe('[token]');
  });

  test('is either taken or refused by the name of a field, whatever it holds', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (body) => {
        const field = fieldOf(() => parseCaptureBody(body));
        expect(field === undefined || (field.length > 0 && field.length <= 64)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('of the form holds process, version and environment and nothing else [P-FORM-1]', () => {
    expect(parseCaptureForm({ ...valid, env: 'prod' })).toEqual({
      ...valid,
      env: 'prod',
      kind: 'head',
      duration_sec: 60,
      warmup_sec: 5,
    });
    expect(fieldOf(() => parseCaptureForm({ ...valid, duration_sec: 60 }))).toBe('duration_sec');
    expect(fieldOf(() => parseCaptureForm({ ...valid, kind: 'head' }))).toBe('kind');
  });
});
