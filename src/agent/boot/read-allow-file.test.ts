import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../../../catalog/index.ts';
import { readAllowFile } from './read-allow-file.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-allow-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function read(content: string) {
  const file = path.join(folder, 'allow.json');
  writeFileSync(file, content);
  return readAllowFile(file, catalog);
}

describe('the allow-list file', () => {
  test('is not needed', () => {
    expect(readAllowFile(undefined, catalog)).toEqual({ allowed: undefined, problems: [] });
    expect(readAllowFile('', catalog)).toEqual({ allowed: undefined, problems: [] });
  });

  test('enables exactly what it names', () => {
    expect(read('{"operations":["metrics.query"]}')).toEqual({ allowed: new Set(['metrics.query']), problems: [] });
    expect(read('{"operations":[]}')).toEqual({ allowed: new Set(), problems: [] });
  });

  test.each([
    ['a wildcard', '{"operations":["metrics.*"]}', 'names metrics.*'],
    ['an unknown operation', '{"operations":["metrics.query","metrics.delete"]}', 'names metrics.delete'],
    ['another spelling', '{"operations":["Metrics.Query"]}', 'names Metrics.Query'],
    ['an unknown key', '{"operations":[],"comment":"x"}', 'is not valid at comment'],
    ['another type', '{"operations":"metrics.query"}', 'is not valid at operations'],
    ['a list', '[]', 'is not valid at its top'],
    ['what is no JSON', 'metrics.query', 'is not JSON'],
  ])('with %s refuses the boot and enables nothing', (_what, content, problem) => {
    const { allowed, problems } = read(content);
    expect(allowed).toEqual(new Set());
    expect(problems.map((one) => one.problem).join()).toContain(problem);
    expect(problems[0]?.variable).toBe('RUNNER_ALLOW_FILE');
  });

  test('that cannot be read refuses the boot', () => {
    expect(readAllowFile(path.join(folder, 'absent.json'), catalog).problems).toHaveLength(1);
  });
});
