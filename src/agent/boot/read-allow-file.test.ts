import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../../../catalog/index.ts';
import { readAllowFile } from './read-allow-file.ts';

const namesOf = (access: 'read' | 'write'): string[] =>
  [...catalog.values()].filter((one) => one.access === access).map(({ name }) => name);
const reads = namesOf('read');
const write = namesOf('write')[0] ?? 'no write';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-allow-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function read(content: string | Uint8Array) {
  const file = path.join(folder, 'allow.json');
  writeFileSync(file, content);
  return readAllowFile(file, catalog);
}

describe('the allow-list file', () => {
  test('is not needed', () => {
    expect(readAllowFile(undefined, catalog)).toEqual({ allowed: undefined, problems: [] });
    expect(readAllowFile('', catalog)).toEqual({ allowed: undefined, problems: [] });
  });

  test('enables exactly the reads and writes that it names', () => {
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/u) as string;
    const allows = (content: object) => read(JSON.stringify(content));
    expect(allows({ operations: ['metrics.query'] })).toEqual({
      allowed: new Set(['metrics.query']),
      digest,
      problems: [],
    });
    expect(allows({ operations: [] }).allowed).toEqual(new Set());
    expect(allows({ operations: ['metrics.query'], writes: [write] }).allowed).toEqual(
      new Set(['metrics.query', write]),
    );
    expect(allows({ operations: [], writes: [] }).allowed).toEqual(new Set());
  });

  test('that names only writes leaves every read enabled', () => {
    expect(read(JSON.stringify({ writes: [write] })).allowed).toEqual(new Set([...reads, write]));
    expect(read('{"writes":[]}').allowed).toEqual(new Set(reads));
  });

  test.each([
    ['a wildcard', '{"operations":["metrics.*"]}', 'names metrics.* at operations[0], which is not in the catalog'],
    [
      'an unknown operation',
      '{"operations":["metrics.query","metrics.delete"]}',
      'names metrics.delete at operations[1]',
    ],
    ['another spelling', '{"operations":["Metrics.Query"]}', 'names Metrics.Query at operations[0]'],
    ['a name of an object', '{"operations":["__proto__"]}', 'names __proto__ at operations[0]'],
    ['an unknown write', '{"writes":["metrics.delete"]}', 'names metrics.delete at writes[0]'],
    ['a write among the reads', `{"operations":["${write}"]}`, `names ${write} at operations[0], which is a write`],
    ['a read among the writes', '{"writes":["metrics.query"]}', 'names metrics.query at writes[0], which is a read'],
    [
      'a name that stands twice',
      '{"operations":["metrics.query","metrics.list","metrics.query"]}',
      'names metrics.query at operations[2] and at operations[0]',
    ],
    ['an unknown key', '{"operations":[],"comment":"x"}', 'has the unknown key comment'],
    ['a prototype', '{"operations":[],"__proto__":{"writes":[]}}', 'has the unknown key __proto__'],
    ['a key that stands twice', '{"operations":[],"operations":["metrics.query"]}', 'has the key operations twice'],
    ['a key that is spelled twice', String.raw`{"writes":[],"wr\u0069tes":[]}`, 'has the key writes twice'],
    ['another type', '{"operations":"metrics.query"}', 'is not valid at operations:'],
    ['another type in the list', '{"operations":["metrics.query",7]}', 'is not valid at operations[1]:'],
    ['null', '{"operations":null}', 'is not valid at operations:'],
    ['neither list', '{}', 'has neither operations nor writes'],
    ['a list', '[]', 'is not valid at its top'],
    ['a comment', '{"operations":[]} // all', 'is not JSON'],
    ['no JSON', 'metrics.query', 'is not JSON'],
    ['nothing', '', 'is not JSON'],
    ['invalid UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 'is not JSON'],
    ['too much', `{"operations":[]}${' '.repeat(1 << 20)}`, 'is larger than 1048576 bytes'],
  ])('with %s refuses the boot and enables nothing', (_what, content, problem) => {
    const { allowed, problems } = read(content);
    expect(allowed).toEqual(new Set());
    expect(problems.map((one) => one.problem).join('\n')).toContain(problem);
    expect(problems.every((one) => one.problem.startsWith('The file in RUNNER_ALLOW_FILE '))).toBe(true);
    expect(problems.every(({ variable, remedy }) => variable === 'RUNNER_ALLOW_FILE' && remedy.endsWith('.'))).toBe(
      true,
    );
  });

  test('reports every problem at once', () => {
    const { problems } = read(
      '{"operations":["a.b","metrics.query","metrics.query"],"writes":["c.d"],"operations":[]}',
    );
    expect(problems).toHaveLength(1);
    expect(read('{"operations":["a.b","metrics.query","metrics.query"],"writes":["c.d"]}').problems).toHaveLength(3);
  });

  test('that cannot be read refuses the boot', () => {
    const { allowed, problems } = readAllowFile(path.join(folder, 'absent.json'), catalog);
    expect(allowed).toEqual(new Set());
    expect(problems.map(({ problem }) => problem)).toEqual(['The file in RUNNER_ALLOW_FILE cannot be read (ENOENT).']);
  });
});
