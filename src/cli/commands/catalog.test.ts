import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, runFarol } from '../../../test/run-farol.ts';
import { catalog } from '../../../catalog/index.ts';
import { registry } from '../../../connectors/registry.ts';
import { renderLock } from '../../agent/boot/catalog-lock.ts';
import type { DescribedOperation } from '../../agent/gate/describe-catalog.ts';

const entry = path.resolve(import.meta.dirname, '../main.ts');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'farol-catalog-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Without any variable: the catalog is the same for everybody. */
function farol(...args: string[]): Promise<Ended> {
  return runFarol(['catalog', ...args], { env: {}, cwd: folder });
}

describe('farol catalog', () => {
  test('prints every operation with access, connectors and what they need', async () => {
    const { code, stdout, stderr } = await farol('--json');
    expect([code, stderr]).toEqual([0, '']);
    const { operations, digest } = JSON.parse(stdout) as { operations: DescribedOperation[]; digest: string };
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/u);
    expect(operations.map(({ name }) => name)).toEqual([...catalog.keys()].toSorted());
    expect(operations.filter(({ connectors }) => connectors.length === 0)).toEqual([]);
    const query = operations.find(({ name }) => name === 'metrics.query');
    expect(query).toMatchObject({ access: 'read' });
    expect(query?.connectors.find(({ id }) => id === 'grafana')).toMatchObject({
      grants: [
        { grant: 'metrics:read', need: 'required', group: 'Access policy scope' },
        { grant: 'datasources:query', need: 'optional' },
        { grant: 'datasources:read', need: 'optional' },
      ],
    });
    const bindings = operations.flatMap(({ name, connectors }) => connectors.map(({ id }) => `${name} ${id}`));
    const declared = registry.flatMap(({ manifest }) =>
      Object.keys(manifest.operations).map((name) => `${name} ${manifest.id}`),
    );
    expect(bindings.toSorted()).toEqual(declared.toSorted());
  });

  test('prints one line of at most 80 columns for each operation, for people', async () => {
    const { stdout } = await farol();
    const lines = stdout.split('\n').slice(0, -1);
    expect(lines.map((line) => line.split(' ')[0])).toEqual([...catalog.keys()].toSorted());
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.some((line) => /^tickets\.create +write {2}\S/u.test(line))).toBe(true);
  });

  test('prints the arguments, connectors and grants of one operation', async () => {
    const { code, stdout } = await farol('metrics.query');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^metrics\.query \(read\)\n/u)]);
    for (const part of [
      catalog.get('metrics.query')?.summary,
      '  stepSec: integer\n',
      '  grafana\n    metrics:read (required)\n',
    ]) {
      expect(stdout).toContain(part);
    }
    expect(JSON.parse((await farol('metrics.query', '--json')).stdout)).toMatchObject({
      name: 'metrics.query',
      arguments: { type: 'object', properties: { stepSec: { type: 'integer' } } },
    });
  });

  test('ends quietly when its reader closes the pipe', async () => {
    const { execFileSync } = await import('node:child_process');
    const command = `"${process.execPath}" "${entry}" catalog | head -n 1`;
    const ended = execFileSync('/bin/sh', ['-c', `${command}; true`], { env: {}, encoding: 'utf8', stdio: 'pipe' });
    expect(ended.split('\n')).toHaveLength(2);
  });
});

describe('farol catalog lock and diff', () => {
  test('what was just locked differs in nothing', async () => {
    const file = path.join(folder, 'now.json');
    const locked = await farol('lock', '--out', file);
    expect([locked.code, locked.stdout]).toEqual([0, '']);
    expect(await readFile(file, 'utf8')).toBe((await farol('lock')).stdout);
    const same = await farol('diff', file);
    expect([same.code, same.stdout]).toEqual([0, '']);
    expect(JSON.parse((await farol('diff', file, '--json')).stdout)).toMatchObject({
      added: [],
      changed: [],
      removed: [],
    });
  });

  test('an upgrade shows as what it added, changed and removed, and ends with 1', async () => {
    const file = path.join(folder, 'old.json');
    const query = catalog.get('metrics.query');
    const old = new Map([...catalog].filter(([name]) => name !== 'metrics.list'));
    if (query !== undefined) old.set('things.gone', { ...query, name: 'things.gone' });
    await writeFile(file, renderLock(old, '0.0.9').replace(/(?<="metrics\.query": \{ "access": ")read/u, 'write'));
    const { code, stdout } = await farol('diff', file, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      from: '0.0.9',
      to: expect.any(String) as string,
      added: [{ name: 'metrics.list', access: 'read', summary: catalog.get('metrics.list')?.summary }],
      changed: [{ name: 'metrics.query', what: ['access'] }],
      removed: ['things.gone'],
    });
    const spoken = await farol('diff', file);
    expect(spoken.stdout.split('\n').map((line) => line.split(/ +/u).slice(0, 2))).toEqual([
      ['added', 'metrics.list'],
      ['changed', 'metrics.query'],
      ['removed', 'things.gone'],
      [''],
    ]);
  });

  test.each([
    ['a file that is not there', ['diff', 'absent.json'], 'absent.json cannot be read (ENOENT)'],
    ['no file', ['diff'], "missing required argument 'file'"],
    [
      'a folder that is not there',
      ['lock', '--out', 'absent/lock.json'],
      'absent/lock.json cannot be written (ENOENT)',
    ],
    ['an unknown command', ['dif'], '(Did you mean diff?)'],
    ['an unknown operation', ['metrics.qury'], 'no operation metrics.qury.\n(Did you mean metrics.query?)'],
    ['an unknown option', ['lock', '--file', 'x'], "unknown option '--file'"],
  ])('%s ends with 2', async (_what, args, words) => {
    const { code, stdout, stderr } = await farol(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });

  test('a file that is no lock ends with 2 and says where', async () => {
    await writeFile(
      path.join(folder, 'no.json'),
      '{"format":"farol-catalog-lock/1","farol":"0.1.0","operations":{},"more":1}',
    );
    const { code, stderr } = await farol('diff', 'no.json');
    expect([code, stderr]).toEqual([2, 'farol catalog: no.json has the unknown key more.\n']);
  });
});
