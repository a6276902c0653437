import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isNode } from './scan-source.ts';
import { WordTracer } from './trace-words.ts';

const words = `
export const shared = 'Of another file.';
export function refuse(what: string, remedy: string): Fault {
  return new Fault('refused', { what }, remedy);
}
`;
const uses = `
import { refuse, shared } from './words.ts';
const cause = 'Not the cause.';
const table = { a: 'Of a row.', b: \`Of row \${cause}\` };
const choose = (is: boolean): string => (is ? 'One branch.' : shared);
refuse('a', table[key]);
refuse('b', choose(true));
refuse('c', found ?? 'By default. ' + cause);
refuse('d', computed());
`;

let folder = '';
const file = (name: string): string => path.relative(process.cwd(), path.join(folder, name));

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'trace-words-'));
  writeFileSync(path.join(folder, 'words.ts'), words);
  writeFileSync(path.join(folder, 'uses.ts'), uses);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('follows a parameter to every call, through rows, choices, functions, sums and imports', () => {
  const tracer = new WordTracer([file('words.ts'), file('uses.ts')]);
  const [thrown] = tracer.nodesOf(file('words.ts'), 'NewExpression');
  const remedy = isNode(thrown) ? (thrown['arguments'] as readonly unknown[])[2] : undefined;
  expect(tracer.trace(file('words.ts'), remedy)).toEqual([
    'Of a row.',
    'Of row …',
    'Not the cause.',
    'One branch.',
    'Of another file.',
    'By default. …',
  ]);
});
