import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseAnswer } from './parse-answer.ts';

const Shape = z.object({ data: z.array(z.object({ name: z.string() })) });

test('gives what the schema describes and ignores what a vendor added', () => {
  expect(parseAnswer(Shape, '{"data":[{"name":"a","new":1}],"more":true}')).toEqual({ data: [{ name: 'a' }] });
});

test.each([
  ['a web page', '<html>secret-page</html>', '$'],
  ['a changed leaf', '{"data":[{"name":"a"},{"name":7}]}', '$.data.1.name'],
  ['a missing field', '{}', '$.data'],
])('names the place of %s and never its content', (_what, body, path) => {
  expect(() => parseAnswer(Shape, body)).toThrow(
    expect.objectContaining({ kind: 'upstream_changed', data: { path } }) as Error,
  );
  expect(() => parseAnswer(Shape, body)).not.toThrow(/secret-page/u);
});
