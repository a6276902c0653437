/**
 * Clients that generators of Go and Python make of the description that a control plane serves: they are whole, and ask.
 *
 * @module-tag deep
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goSettings } from '../../connectors/eks/upstream/cluster/control-plane-binaries.ts';
import { buildGoTool, say } from '../../scripts/go-tool.ts';
import { startTestControl, type TestControl } from '../control-plane.ts';
import { installEnvironment } from '../python-environment.ts';

const run = promisify(execFile);
const moduleFolder = path.join(import.meta.dirname, 'oapi-codegen');
let running: TestControl;
let folder = '';
let description = '';
let asking: string[] = [];

beforeAll(async () => {
  running = await startTestControl();
  folder = await mkdtemp(path.join(tmpdir(), 'farol-clients-'));
  description = path.join(folder, 'openapi.json');
  await writeFile(description, (await running.send({ path: '/api/openapi.json' })).text);
  const authority = path.join(folder, 'ca.pem');
  await writeFile(authority, running.caPem);
  asking = [running.control.addresses.app, authority];
});
afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true, force: true });
});

test('oapi-codegen: the client in Go compiles and asks', { timeout: 600_000 }, async () => {
  const main = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen';
  const generator = buildGoTool({ name: 'oapi-codegen', moduleFolder, package: main }, say);
  const program = path.join(folder, 'go');
  await cp(moduleFolder, program, { recursive: true });
  await cp(path.join(moduleFolder, 'ask.go.txt'), path.join(program, 'main.go'));
  const written = path.join(program, 'client.go');
  await run(generator, ['-generate', 'types,client', '-package', 'main', '-o', written, description]);
  await run('go', ['build', '-o', 'ask', '.'], { cwd: program, env: { ...process.env, ...goSettings } });
  const { stdout } = await run(path.join(program, 'ask'), asking);
  expect(stdout).toBe('ok ok\n401 not_signed_in\n');
});

test('openapi-python-client: nothing is left out, and the client in Python asks', { timeout: 600_000 }, async () => {
  const program = path.join(import.meta.dirname, 'python');
  const bin = path.join(installEnvironment('openapi-python', program), 'bin');
  // The generator formats what it wrote with a program beside it.
  const env = { PATH: `${bin}:${process.env['PATH']}`, HOME: folder };
  const python = path.join(bin, 'python');
  const written = ['--meta', 'none', '--output-path', path.join(folder, 'client')];
  const options = ['--path', description, '--config', path.join(program, 'config.yaml'), ...written];
  const args = ['-m', 'openapi_python_client', 'generate', ...options, '--fail-on-warning'];
  const { stdout: said } = await run(python, args, { env });
  expect(said).not.toContain('WARNING');
  await cp(path.join(program, 'ask.py'), path.join(folder, 'ask.py'));
  const { cookie } = await running.signIn('owner');
  const { stdout } = await run(python, [path.join(folder, 'ask.py'), ...asking], {
    env: { ...env, FAROL_COOKIE: cookie },
  });
  const { paths } = JSON.parse(await readFile(description, 'utf8')) as { paths: Record<string, object> };
  expect(JSON.parse(stdout)).toEqual({
    ready: ['ok', 'ok'],
    refused: [401, 'not_signed_in'],
    authority: true,
    people: ['owner of acme'],
    operations: Object.values(paths).flatMap((methods) => Object.keys(methods)).length,
  });
});
