import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { AnswerDesk, atOnceUnits } from './answer-desk.ts';

const desk = new AnswerDesk(systemClock);
afterAll(() => desk.close());

const result = { data: [1], complete: true, truncated: false, source: 'grafana', upstreamCalls: 1 };
const fault = { code: 'rate_limited', actor: 'operator', data: { retryAfterSec: 7 }, summary: 's', remedy: 'r' };
const render = (answer: object): string => JSON.stringify(answer);
/** The same JSON, long enough to be read in the worker. */
const pad = (text: string): string => `${text}${' '.repeat(atOnceUnits)}`;

test.each([
  ['a small answer', (text: string) => text],
  ['a large one', pad],
])('%s is its result as JSON in UTF-8', async (_name, send) => {
  const read = await desk.read('acme', send(render({ ok: true, result })));
  expect(read.ok && Buffer.from(read.result).toString()).toBe(render(result));
});

test('a refusal is its fault, and one that is as long as an answer is none', async () => {
  expect(await desk.read('acme', render({ ok: false, fault }))).toEqual({ ok: false, fault });
  const tooLong = { code: 'invalid_answer', message: 'The refusal is too long.' };
  await expect(desk.read('acme', pad(render({ ok: false, fault })))).rejects.toMatchObject(tooLong);
});

test.each([
  ['no JSON', pad('{'), 'The payload is not JSON.'],
  ['another shape', pad('{"ok":true}'), 'The payload is not valid at result: invalid_type.'],
  ['too many values', `[${'0,'.repeat(2_000_000)}0]`, 'The payload has more than 2000000 values.'],
  ['too deep', '['.repeat(atOnceUnits + 1), 'The payload has more than 64 levels.'],
])('a large answer that is %s is refused for that', async (_name, text, message) => {
  await expect(desk.read('acme', text)).rejects.toMatchObject({ name: 'TunnelError', code: 'invalid_answer', message });
});

/** Of each thread of this process, which other tests may have started too. */
async function nicenesses(): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const id of await readdir('/proc/self/task')) {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
    // The 19th field; the name before them may have spaces.
    found.set(id, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]));
  }
  return found;
}

test('the thread that reads large answers goes behind the event loop', async () => {
  const before = await nicenesses();
  const own = new AnswerDesk(systemClock);
  await own.read('acme', pad(render({ ok: true, result })));
  const after = await nicenesses();
  await own.close();
  expect(after.get(String(process.pid))).toBe(0);
  expect([...after].filter(([id, niceness]) => niceness === 10 && !before.has(id))).toHaveLength(1);
});

test('an organization whose large answers queue up must wait, and another one need not', async () => {
  const text = pad(render({ ok: true, result }));
  const asked = Array.from({ length: 40 }, () => desk.read('acme', text).then(() => 'read', codeOf));
  const other = desk.read('globex', text).then(() => 'read', codeOf);
  const counts = Object.groupBy(await Promise.all(asked), (outcome) => outcome);
  expect(Object.keys(counts).toSorted()).toEqual(['read', 'too_many_answers']);
  expect(await other).toBe('read');
});

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
