/** The commands of the guide, as they are written there, against a real control plane. */
import { spawn } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Bundle } from '../../profiler/witness/bundle/record/bundle.ts';
import { encodeBundle } from '../../profiler/witness/bundle/encode.ts';
import { PushedCaptures, readRecorded } from '../pushed-captures.ts';
import { readGuide } from '../read-guide.ts';
import { readYaml } from './action-file.ts';
import { addProgram, endNext, makeFolder, readIn, root, script } from './run-step.ts';

const blocks = readGuide(path.join(root, 'docs/guides/pipelines.md'));

let captures: PushedCaptures;
let folder = '';
/** Of the older version. */
let id = '';
const target = { workload: 'checkout', env: 'production' };

beforeAll(async () => {
  captures = await PushedCaptures.start();
  id = (await captures.push(await readRecorded(1), { ...target, version: '1.41.0' })).requestId;
});
afterAll(() => captures.close());

beforeEach(() => {
  folder = makeFolder();
  copyFileSync(script, path.join(folder, 'farol-capture.sh'));
  const start = (file: string): string => `exec '${process.execPath}' '${path.join(root, file)}' "$@"`;
  addProgram(folder, 'farol', start('src/cli/main.ts'));
  addProgram(folder, 'witness', start('profiler/witness/cli/bin.ts'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function blockWith(language: string, words: string): string {
  const [found, ...more] = blocks.filter((one) => one.language === language && one.text.includes(words));
  expect([words, found === undefined, more]).toEqual([words, false, []]);
  return (found?.text ?? '').replaceAll('https://farol.example.com:8444', captures.env.FAROL_URL);
}

interface Ran {
  readonly code: number | null;
  readonly output: string;
}

async function run(command: string, env: Readonly<Record<string, string>> = {}, meanwhile = false): Promise<Ran> {
  const child = spawn('sh', ['-e', '-c', command], {
    cwd: folder,
    env: { PATH: `${path.join(folder, 'bin')}:${process.env['PATH'] ?? ''}`, TMPDIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  if (meanwhile) await endNext(captures, 'pushed');
  return { code: await closed, output };
}

test('the script in any pipeline', { timeout: 60_000 }, async () => {
  const { FAROL_URL: _, ...secrets } = captures.env;
  const { code, output } = await run(blockWith('sh', 'sh farol-capture.sh'), secrets, true);
  expect([code, output]).toEqual([0, expect.stringContaining('### checkout in production: 1.41.0 → 1.42.0')]);
});

test('the job of GitLab', { timeout: 60_000 }, async () => {
  interface Job {
    readonly variables: Record<string, string>;
    readonly script: string[];
    readonly artifacts: { readonly paths: string[] };
  }
  const { farol: job } = readYaml(blockWith('yaml', 'stage: .post')) as unknown as { farol: Job };
  const { FAROL_URL: _, ...secrets } = captures.env;
  const variables = {
    ...job.variables,
    FAROL_VERSION: job.variables['FAROL_VERSION']?.replace('$CI_COMMIT_SHA', '1.43.0'),
  };
  expect(variables.FAROL_VERSION).toBe('1.43.0');
  const { code } = await run(job.script.join('\n'), { ...variables, FAROL_VERSION: '1.43.0', ...secrets }, true);
  expect([code, readIn(folder, job.artifacts.paths[0] ?? '')]).toEqual([0, expect.stringContaining('1.43.0')]);
});

test('the stage of Jenkins', { timeout: 60_000 }, async () => {
  const text = blockWith('groovy', "stage('Farol')");
  const settings = [...text.matchAll(/^ +(?<name>FAROL_\w+) = (?<value>.+)$/gmu)].map(
    ({ groups }) => [groups?.['name'] ?? '', groups?.['value'] ?? ''] as const,
  );
  const literal = settings.flatMap(([name, value]) => (value.startsWith("'") ? [[name, value.slice(1, -1)]] : []));
  const secret = settings.flatMap(([name, value]) => (value.startsWith('credentials(') ? [name] : []));
  const { FAROL_URL: _, ...secrets } = captures.env;
  expect(secret.toSorted()).toEqual(Object.keys(secrets).toSorted());
  const env = { ...Object.fromEntries(literal), FAROL_VERSION: '1.44.0', ...secrets } as Record<string, string>;
  const step = /^ +sh '(?<command>.+)'$/mu.exec(text)?.groups?.['command'] ?? '';
  const { code, output } = await run(step, env, true);
  expect([code, output]).toEqual([0, expect.stringContaining('→ 1.44.0')]);
});

test('the commands of farol', { timeout: 60_000 }, async () => {
  const { code, output } = await run(blockWith('sh', 'farol capture request'), captures.env, true);
  // Replicates are missing, and the gate comes last.
  expect([code, output]).toEqual([
    2,
    expect.stringMatching(/### checkout in production: .*→ 1\.42\.0[\s\S]*Not decided/u),
  ]);
});

test('the comparison of files', { timeout: 60_000 }, async () => {
  const write = (name: string, bundle: Bundle): void =>
    writeFileSync(path.join(folder, name), encodeBundle(bundle).bytes);
  const measured = await readRecorded(4);
  const request = { ...measured.request, ...target, version: '1.42.0', requested_at: new Date().toISOString() };
  write('v2.json.gz', { ...measured, instance: 'node-1', request });
  write('v2-replicate.json.gz', {
    ...measured,
    instance: 'node-1',
    request: { ...request, request_id: 'again', kind: 'replicate' },
    window: { ...measured.window, start_wall: new Date().toISOString() },
  });
  const { code, output } = await run(blockWith('sh', 'witness diff'), { ...captures.env, id });
  expect([code, output]).toEqual([0, expect.stringContaining('checkout 1.42.0 uses')]);
  expect(readIn(folder, 'change.pb.gz')).not.toBe('');
  expect(JSON.parse(readIn(folder, 'v1.speedscope.json'))).toHaveProperty('shared');
  expect(readIn(folder, 'arguments')).not.toContain(captures.env.FAROL_READ_TOKEN);
});

test('every block of commands is run here', () => {
  // `farol login` has tests of its own.
  const known = [
    'sh farol-capture.sh',
    'farol capture request',
    'farol login',
    'witness diff',
    'stage: .post',
    "stage('Farol')",
  ];
  const others = blocks.filter(({ text }) => !known.some((words) => text.includes(words)));
  // Two excerpts of a workflow of GitHub, whose action has a test of its own.
  expect(others.map(({ language, text }) => [language, text.includes('deploy/github-action@')])).toEqual([
    ['yaml', true],
    ['yaml', true],
  ]);
});
