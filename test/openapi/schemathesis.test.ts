/**
 * Schemathesis makes right and wrong requests of the description that a control plane serves, and holds every answer
 * against it. It asks with a read token, on each store.
 *
 * @module-tag deep
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TokenCreated } from '../../src/control/api/api.ts';
import { startTestControl } from '../control-plane.ts';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { installEnvironment } from '../python-environment.ts';

interface Report {
  readonly complete: boolean;
  readonly operations: { readonly total: number; readonly tested: number };
  readonly test_cases: { readonly generated: number };
  readonly failures: readonly unknown[];
  readonly errors: readonly unknown[];
}

const program = path.join(import.meta.dirname, 'schemathesis');
let python = '';
let postgres: TestPostgres;

beforeAll(async () => {
  python = path.join(installEnvironment('schemathesis', program), 'bin/python');
  postgres = await startPostgres();
}, 300_000);
afterAll(() => postgres.stop());

test.each(['sqlite', 'postgres'])('schemathesis finds nothing, on %s', { timeout: 300_000 }, async (store) => {
  const settings = store === 'postgres' && { FAROL_DATABASE_URL: await postgres.createDatabase() };
  const running = await startTestControl({ ...settings });
  const folder = await mkdtemp(path.join(tmpdir(), 'farol-schemathesis-'));
  try {
    const headers = await running.signIn('owner');
    const body = { kind: 'read', name: 'schemathesis' };
    const made = await running.send({ method: 'POST', path: '/api/tokens', headers, body });
    const written = path.join(folder, 'report.json');
    const options = ['--tls-verify', running.control.caFile ?? '', '--no-color', '--report-json-path', written];
    const address = `${running.control.addresses.app}/api/openapi.json`;
    const token = TokenCreated.parse(made.json()).value;
    expect(await whatFailed(['run', address, ...options], folder, { FAROL_READ_TOKEN: token })).toBe('');
    const report = JSON.parse(await readFile(written, 'utf8')) as Report;
    expect(report).toMatchObject({ complete: true, failures: [], errors: [] });
    expect(report.operations.tested).toBe(report.operations.total);
    expect(report.test_cases.generated).toBeGreaterThan(1000);
  } finally {
    await running.close();
    await rm(folder, { recursive: true, force: true });
  }
});

/** Everything that it said, when it did not end well. */
function whatFailed(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<string> {
  const command = ['-m', 'schemathesis.cli', '--config-file', path.join(program, 'schemathesis.toml'), ...args];
  const options = { cwd, env: { PATH: process.env['PATH'], HOME: cwd, ...env }, timeout: 240_000, maxBuffer: 2 ** 26 };
  return new Promise((resolve) => {
    execFile(python, command, options, (error, stdout, stderr) =>
      resolve(error === null ? '' : `${error.message}\n${stdout}${stderr}`),
    );
  });
}
