import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ReadAhead } from './read-ahead.ts';

const form = z.strictObject({ count: z.number() });
let asked: string[] = [];

/** Answers with how often it was asked, unless `status` refuses. */
function answerWith(status = 200): void {
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    const body =
      status === 200 ? { count: asked.length } : { error: { code: 'down', message: 'No.', request_id: 'r' } };
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
}

beforeEach(() => {
  asked = [];
  vi.useFakeTimers();
  answerWith();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('asks an address once, and hands what came to one reader', async () => {
  const ahead = new ReadAhead(form);
  ahead.start('/a');
  ahead.start('/a');
  ahead.start('/b');
  expect(asked).toEqual(['/a', '/b']);
  expect(ahead.ready('/a')).toBeUndefined();
  await vi.waitFor(() => expect(ahead.ready('/a')).toEqual({ value: { count: 1 } }));
  expect(await ahead.take('/a')).toEqual({ count: 1 });
  expect(ahead.take('/a')).toBeUndefined();
  expect(ahead.ready('/a')).toBeUndefined();
  expect(await ahead.take('/b')).toEqual({ count: 2 });
});

test('hands over an answer that has not come yet', async () => {
  const ahead = new ReadAhead(form);
  ahead.start('/a');
  expect(await ahead.take('/a')).toEqual({ count: 1 });
});

test('forgets an answer that nobody opened in half a minute, and asks again', async () => {
  const ahead = new ReadAhead(form);
  ahead.start('/a');
  await vi.advanceTimersByTimeAsync(29_000);
  expect(ahead.ready('/a')).toEqual({ value: { count: 1 } });
  await vi.advanceTimersByTimeAsync(1000);
  expect(ahead.ready('/a')).toBeUndefined();
  ahead.start('/a');
  // The clock of the first one does not end the second one.
  await vi.advanceTimersByTimeAsync(29_000);
  expect(ahead.ready('/a')).toEqual({ value: { count: 2 } });
});

test('forgets a failure, so that what opens asks itself', async () => {
  const ahead = new ReadAhead(form);
  answerWith(503);
  ahead.start('/a');
  await vi.advanceTimersByTimeAsync(1);
  expect(ahead.take('/a')).toBeUndefined();
});

test('refuses an answer of another shape', async () => {
  const ahead = new ReadAhead(z.strictObject({ name: z.string() }));
  ahead.start('/a');
  await expect(ahead.take('/a')).rejects.toMatchObject({ kind: 'unreadable' });
});
