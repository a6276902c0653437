import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ImageSpec, images, stageImage } from './image.ts';

const repository = path.resolve(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'farol-image-'));

beforeAll(() => {
  const built = spawnSync(process.execPath, ['scripts/build.ts', 'programs'], { cwd: repository, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function stage(name: keyof typeof images): string {
  return stageImage(repository, path.join(folder, name), images[name] satisfies ImageSpec);
}

function run(image: string, args: readonly string[]) {
  const [program = '', ...rest] = args;
  const command = [path.join(image, 'dist', program), ...rest];
  return spawnSync(path.join(image, 'node'), command, { cwd: image, env: {}, encoding: 'utf8', timeout: 30_000 });
}

describe('the image of', () => {
  test(
    'the Profiler stands alone: it starts from it, and nothing of Agent, connectors or control plane is in it [P-SVC-1]',
    { timeout: 60_000 },
    () => {
      const image = stage('profiler');
      const foreign = [
        'connectors',
        'src/agent',
        'src/cloud',
        'src/connector',
        'src/control',
        'src/secrets/stores',
        'web',
      ];
      expect(foreign.filter((one) => existsSync(path.join(image, 'dist', one)))).toEqual([]);
      // The command line is beside it, and knows only this program.
      const helped = run(image, ['src/cli/main.js', '--help']);
      expect([helped.status, helped.stderr]).toEqual([0, '']);
      expect(helped.stdout).toMatch(/ profiler +run a Profiler\n +doctor /u);
      expect(helped.stdout).not.toMatch(/ (?:agent|control|run|token) {2}/u);
      // It refuses to boot without settings, which it can only say once everything it imports was found.
      const { status, stdout, stderr } = run(image, ['profiler/host/bin.js']);
      expect(stderr).not.toContain('ERR_MODULE_NOT_FOUND');
      expect([status, stdout]).toEqual([2, expect.stringContaining('"event":"boot_refused"')]);
      // The aggregator compares offline, and brings its libraries along.
      const recorded = [1, 2, 3, 4].map((name) => path.join(repository, 'test/captures-v1', `${name}.json.gz`));
      const compared = run(image, ['witness/witness.js', 'diff', ...recorded]);
      expect([compared.status, compared.stderr]).toEqual([0, '']);
      expect(compared.stdout).toContain('lantern in demo: 1.0.0 → 2.0.0');
    },
  );

  test('the control plane holds no connector, and starts from it', { timeout: 60_000 }, () => {
    const image = stage('control');
    expect(globSync(path.join(image, 'dist/connectors/**'))).toEqual([]);
    const { status, stderr } = run(image, ['src/cli/main.js', 'control', 'owner-link', '--help']);
    expect([status, stderr]).toEqual([0, '']);
    // What a worker imports is found only when it starts.
    const worker = pathToFileURL(path.join(image, 'dist/src/control/bundles/bundle-questions.js')).href;
    const loaded = spawnSync(path.join(image, 'node'), ['--input-type=module', '--eval', `await import('${worker}')`], {
      cwd: image,
      env: {},
      encoding: 'utf8',
    });
    expect([loaded.status, loaded.stderr]).toEqual([0, '']);
  });

  test(
    'the Agent is self-contained: it starts from its image, without control plane and Profiler',
    { timeout: 60_000 },
    () => {
      const image = stage('agent');
      expect(existsSync(path.join(image, 'dist/profiler'))).toBe(false);
      expect(existsSync(path.join(image, 'dist/src/control'))).toBe(false);
      for (const program of [['agent/bin.js'], ['src/cli/main.js', 'agent']]) {
        const { status, stderr } = run(image, program);
        expect(stderr).not.toContain('ERR_MODULE_NOT_FOUND');
        expect(status).toBe(2);
      }
    },
  );

  test('the Agent that asks nothing yet needs no library beside its program', { timeout: 60_000 }, () => {
    const image = stageImage(repository, path.join(folder, 'bare'), { folders: ['agent'], packages: [] });
    expect(run(image, ['agent/bin.js']).status).toBe(2);
  });

  // Of some packages an older version lies inside another one, and needs packages that nothing else needs.
  test('an Agent with every client library loads each of them', { timeout: 60_000 }, () => {
    const packages = [
      '@octokit/rest',
      '@slack/web-api',
      '@google-cloud/bigquery',
      '@google-cloud/billing',
      '@aws-sdk/client-ec2',
      'mongodb',
    ];
    const image = stageImage(repository, path.join(folder, 'libraries'), { folders: ['agent'], packages });
    const ask = `for (const name of ${JSON.stringify(packages)}) { await import(name); console.log(name); }`;
    const command = ['--input-type=module', '-e', ask];
    const { stdout, stderr } = spawnSync(path.join(image, 'node'), command, { cwd: image, encoding: 'utf8' });
    expect([stdout.trim().split('\n'), stderr]).toEqual([packages, '']);
  });

  test('the Agent judges SQL in a thread that it finds beside its program', { timeout: 60_000 }, () => {
    const packages = ['antlr4ng', 'dt-sql-parser'];
    const image = stageImage(repository, path.join(folder, 'guard'), { folders: ['agent'], packages });
    const ask = `
      const { Worker } = await import('node:worker_threads');
      const worker = new Worker('./dist/agent/guard-worker.js', { execArgv: [], env: {} });
      const next = () => new Promise((resolve) => worker.once('message', resolve));
      await next();
      for (const text of ['SELECT 1', 'DROP TABLE t']) {
        worker.postMessage({ dialect: 'athena', text });
        console.log((await next()).accepted);
      }
      await worker.terminate();
    `;
    const command = ['--input-type=module', '-e', ask];
    const { stdout, stderr } = spawnSync(path.join(image, 'node'), command, { cwd: image, encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['true\nfalse\n', '']);
  });
});
