/**
 * The linters that people run over descriptions of interfaces, at the description that a control plane serves.
 *
 * @module-tag deep
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestControl } from '../control-plane.ts';
import { installProgram } from '../install-program.ts';

let modules = '';
let folder = '';
let file = '';

beforeAll(async () => {
  modules = installProgram('openapi', import.meta.dirname);
  folder = await mkdtemp(path.join(tmpdir(), 'farol-openapi-'));
  file = path.join(folder, 'openapi.json');
  const running = await startTestControl();
  await writeFile(file, (await running.send({ path: '/api/openapi.json' })).text);
  await running.close();
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test('redocly finds no error', { timeout: 60_000 }, async () => {
  const { code, text } = await lint('@redocly/cli/bin/cli.js', 'lint', file, '--format=json');
  const { totals } = JSON.parse(text) as { totals: { errors: number } };
  expect([code, totals.errors]).toEqual([0, 0]);
});

test('spectral finds nothing', { timeout: 60_000 }, async () => {
  const rules = path.join(folder, 'rules.yaml');
  await writeFile(rules, 'extends: ["spectral:oas"]\n');
  const { text } = await lint('@stoplight/spectral-cli/dist/index.js', 'lint', file, '-r', rules, '-f', 'json', '-q');
  const found = JSON.parse(text) as { code: string; path: string[] }[];
  expect(found.map(({ code }) => code)).toEqual([]);
});

test('a description with an error is not passed', { timeout: 60_000 }, async () => {
  const wrong = path.join(folder, 'wrong.json');
  await writeFile(wrong, JSON.stringify({ openapi: '3.1.0', info: { title: 'x' }, paths: { '/a/{b}': { get: {} } } }));
  expect((await lint('@redocly/cli/bin/cli.js', 'lint', wrong, '--format=json')).code).toBe(1);
});

function lint(program: string, ...args: string[]): Promise<{ readonly code: number; readonly text: string }> {
  const env = { PATH: process.env['PATH'], HOME: folder, REDOCLY_TELEMETRY: 'off' };
  return new Promise((resolve) => {
    execFile(process.execPath, [path.join(modules, program), ...args], { env, maxBuffer: 2 ** 26 }, (error, stdout) =>
      resolve({ code: Number(error?.code ?? 0), text: stdout }),
    );
  });
}
