import { expect, test } from 'vitest';
import { AnswerBook } from './answer-book.ts';

test('what is asked and never answered is lost, with the reason of its last attempt', () => {
  const book = new AnswerBook();
  book.ask('fine');
  book.answer('fine', 'a');
  book.ask('silent');
  book.ask('refused');
  book.fail('refused', 'ECONNRESET');
  book.fail('refused', 'status 503');
  expect(book.lost).toEqual(['silent: no attempt has ended', 'refused: status 503']);
  expect(book.doubled).toEqual([]);
  expect(book.asked).toBe(3);
});

test('a second answer that differs is found, and one that repeats the first is not one', () => {
  const book = new AnswerBook();
  for (const key of ['repeated', 'doubled']) {
    book.ask(key);
    book.answer(key, 'first');
    book.ask(key);
  }
  book.answer('repeated', 'first');
  book.answer('doubled', 'second');
  expect(book.doubled).toEqual(['doubled']);
  expect(book.lost).toEqual([]);
});

test('an answer to nobody is refused', () => {
  expect(() => new AnswerBook().answer('key', 'a')).toThrow('never requested');
});
