/**
 * Natural questions, answered by an assistant in few calls and few bytes. Prints what each took:
 * `npx vitest run test/assistant-questions`.
 *
 * @module-tag deep
 */
import { expect, test } from 'vitest';
import { playQuestions } from './play-questions.ts';

const mostCalls = 3;
/** Of all answers to one question. */
const mostBytes = 8192;

test('each question is answered within three calls and 8 KB', { timeout: 180_000 }, async () => {
  const played = await playQuestions();
  expect(played).toHaveLength(20);
  const lines = played.map(({ asked, calls, bytes }) => `${calls.length} calls  ${bytes} bytes  ${asked}`);
  process.stdout.write(`${lines.join('\n')}\n`);
  for (const { last, ...one } of played) expect([one, last]).toEqual([{ ...one, isAnswered: true }, last]);
  expect(played.filter(({ calls }) => calls.length > mostCalls)).toEqual([]);
  expect(played.filter(({ bytes }) => bytes > mostBytes)).toEqual([]);
});
