import { expect, test } from 'vitest';
import { limits } from '../../src/tunnel/session/limits.ts';
import { commentsOf, nodesOf, wordsOf } from './scan-source.ts';

test('the comment of a constant and of each member is found, also behind export', () => {
  const { comment, members } = commentsOf('src/tunnel/session/limits.ts', 'limits');
  expect(comment).toBe('Every number of the session protocol, in one place. Both ends use the same ones.');
  expect(members['frameBytes']).toBe('One frame as UTF-8.');
  expect(Object.keys(members)).toEqual(Object.keys(limits));
  expect(Object.entries(members).filter(([, text]) => text === '')).toEqual([]);
});

test('a constant that is not there is named', () => {
  expect(() => commentsOf('src/tunnel/session/limits.ts', 'none')).toThrow('declares no none');
});

test('words of a choice and of a template are all found', () => {
  const file = 'src/control/operations/ask-agent.ts';
  const words = nodesOf(file, 'ConditionalExpression').flatMap(wordsOf);
  expect(words).toContain('This Agent is not connected. The Fleet page shows what it needs.');
  expect(words).toContain('No Agent is connected. The Fleet page shows what each one needs.');
});
