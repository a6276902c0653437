import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../../../catalog/index.ts';
import { renderLock } from './catalog-lock.ts';
import { readLockFile } from './read-lock-file.ts';

const whole = renderLock(catalog, '0.1.0');
const withoutQuery = new Map([...catalog].filter(([name]) => name !== 'metrics.query'));

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-lock-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function read(content: string) {
  const file = path.join(folder, 'lock.json');
  writeFileSync(file, content);
  return readLockFile(file, catalog);
}

describe('the lock file', () => {
  test('is not needed', () => {
    for (const file of [undefined, '']) expect(readLockFile(file, catalog)).toEqual({ inert: new Map(), problems: [] });
  });

  test('of this version leaves nothing inert', () => {
    expect(read(whole)).toEqual({
      inert: new Map(),
      digest: expect.stringMatching(/^[0-9a-f]{64}$/u) as string,
      problems: [],
    });
  });

  test('leaves inert what it does not hold, and what it holds otherwise', () => {
    expect(read(renderLock(withoutQuery, '0.0.9')).inert).toEqual(new Map([['metrics.query', []]]));
    const digest = /(?<="metrics\.query": \{[^}]*"result": ")sha256:[0-9a-f]{64}/u;
    expect(read(whole.replace(digest, `sha256:${'0'.repeat(64)}`)).inert).toEqual(
      new Map([['metrics.query', ['result']]]),
    );
    const access = /(?<="metrics\.query": \{ "access": ")read/u;
    expect(read(whole.replace(access, 'write')).inert).toEqual(new Map([['metrics.query', ['access']]]));
  });

  const entry = whole.split('\n').find((line) => line.includes('"metrics.query"')) ?? '';
  test.each([
    [
      'an operation of no catalog',
      whole.replace('"metrics.query"', '"metrics.drop"'),
      'names metrics.drop, which is not',
    ],
    [
      'an operation that stands twice',
      whole.replace(entry, `${entry}\n${entry}`),
      'has the key operations.metrics.query twice',
    ],
    ['a prototype', whole.replace('"metrics.query"', '"__proto__"'), 'has the unknown key operations.__proto__'],
    ['an unknown key', whole.replace('"farol"', '"comment": "x",\n  "farol"'), 'has the unknown key comment'],
    [
      'an unknown key of an operation',
      whole.replace(entry, entry.replace('{ ', '{ "note": "x", ')),
      'has the unknown key operations.metrics.query.note',
    ],
    ['another format', whole.replace('lock/1', 'lock/2'), 'is not valid at format'],
    ['no version', whole.replace('"0.1.0"', '1'), 'is not valid at farol'],
    ['another access', whole.replace('"access": "read"', '"access": "admin"'), 'is not valid at operations.'],
    ['half a digest', whole.replace(/sha256:[0-9a-f]{64}/u, 'sha256:00'), 'must be sha256: and 64 hexadecimal digits'],
    ['a list', '[]', 'is not valid at its top'],
    ['half of it', whole.slice(0, 2000), 'is not JSON'],
  ])('with %s refuses the boot and leaves everything inert', (_what, content, problem) => {
    const { inert, problems } = read(content);
    expect(problems.map((one) => one.problem).join('\n')).toContain(problem);
    expect(
      problems.every(
        ({ variable, remedy }) => variable === 'RUNNER_CATALOG_LOCK_FILE' && remedy.includes('farol catalog'),
      ),
    ).toBe(true);
    expect(inert.size).toBe(catalog.size);
  });

  test('that cannot be read refuses the boot', () => {
    expect(readLockFile(path.join(folder, 'absent.json'), catalog).problems.map(({ problem }) => problem)).toEqual([
      'The file in RUNNER_CATALOG_LOCK_FILE cannot be read (ENOENT).',
    ]);
  });
});
