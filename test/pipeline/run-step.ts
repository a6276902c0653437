/** Runs the step of a pipeline, by the action or by the script alone, and checks that it shows no secret. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect } from 'vitest';
import type { Outcome } from '../../src/control/captures/settle.ts';
import { type PushedCaptures, readRecorded } from '../pushed-captures.ts';
import { type ActionFile, readAction, resolveEnv } from './action-file.ts';
import type { FakeGithub } from './fake-github.ts';

export const root = path.resolve(import.meta.dirname, '../..');
export const script = path.join(root, 'deploy/pipeline/farol-capture.sh');
const actionFolder = path.join(root, 'deploy/github-action');
export const action: ActionFile = readAction(path.join(actionFolder, 'action.yml'));

export const ways = ['the action', 'the script'] as const;
export type Way = (typeof ways)[number];

/** Declares the same tests for the script and, in the deep layer, for the action, which does no more than run it. */
export function describeWays(title: '' | `: ${string}`, declare: (way: Way) => void): void {
  for (const way of ways) {
    describe(`${way}${title}`, { tags: way === 'the action' ? ['deep'] : [] }, () => {
      declare(way);
    });
  }
}

/** Inputs of the action; each has a variable of the script. */
export type Inputs = Readonly<Record<string, string>>;

/** What a step runs against. */
export interface Surroundings {
  readonly captures: PushedCaptures;
  readonly github: FakeGithub;
  readonly folder: string;
  /** Variables that a runner sets. */
  readonly runner?: Readonly<Record<string, string>>;
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly summary: string;
  readonly outputs: string;
}

/** With the real curl, and before it a record of the arguments that every user of the machine could read. */
export function makeFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'farol-pipeline-'));
  mkdirSync(path.join(folder, 'bin'));
  const real = spawnSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' }).stdout.trim();
  addProgram(folder, 'curl', `printf '%s\\n' "$*" >>"${folder}/arguments"\nexec ${real} "$@"`);
  return folder;
}

/** The first of its name on the PATH of the step. */
export function addProgram(folder: string, name: string, text: string): void {
  const file = path.join(folder, 'bin', name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
}

/** Empty when there is no such file. */
export function readIn(folder: string, name: string): string {
  const file = path.join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

export function environmentFor(
  { captures, github, folder, runner = {} }: Surroundings,
  way: Way,
  given: Inputs,
): { env: Record<string, string>; command: string[] } {
  const env = {
    PATH: `${path.join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
    TMPDIR: folder,
    GITHUB_API_URL: github.url,
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_SHA: github.sha,
    GITHUB_STEP_SUMMARY: path.join(folder, 'summary'),
    GITHUB_OUTPUT: path.join(folder, 'output'),
    ...runner,
  };
  const inputs: Inputs = {
    url: captures.env.FAROL_URL,
    'capture-token': captures.env.FAROL_CAPTURE_TOKEN,
    'read-token': captures.env.FAROL_READ_TOKEN,
    'ca-file': captures.env.FAROL_CA_FILE,
    workload: 'lantern',
    version: '2.0.0',
    environment: 'prod',
    'wait-seconds': '60',
    ...given,
  };
  const context = { 'github.token': github.token, 'github.event.pull_request.number': String(github.pullRequest) };
  const variables = resolveEnv(action, inputs, context);
  if (way === 'the script') return { env: { ...env, ...variables }, command: [script] };
  const [step] = action.runs.steps;
  const file = path.join(folder, 'step.sh');
  writeFileSync(file, step?.run ?? '');
  const ofAction = { GITHUB_ACTIONS: 'true', GITHUB_ACTION_PATH: actionFolder };
  return { env: { ...env, ...ofAction, ...variables }, command: (step?.shell ?? '').replace('{0}', file).split(' ') };
}

export async function runStep(
  around: Surroundings,
  way: Way,
  given: Inputs,
  meanwhile?: () => Promise<unknown>,
): Promise<Ended> {
  const { captures, github, folder } = around;
  const { env, command } = environmentFor(around, way, given);
  const child = spawn(command[0] ?? '', command.slice(1), { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  let output = '';
  const collect = (text: string): void => void (output += text);
  child.stdout.setEncoding('utf8').on('data', collect);
  child.stderr.setEncoding('utf8').on('data', collect);
  await meanwhile?.();
  const ended = { code: await code, output, summary: readIn(folder, 'summary'), outputs: readIn(folder, 'output') };
  expect(github.violations).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.startsWith('tmp.'))).toEqual([]);
  const shown = output.replaceAll(/^::add-mask::.*$/gmu, '');
  const { FAROL_CAPTURE_TOKEN: capture, FAROL_READ_TOKEN: read } = captures.env;
  const incident = given['incident-token'];
  for (const secret of [capture, read, github.token, ...(incident ? [incident] : [])]) {
    const texts = [shown, ended.summary, ended.outputs, readIn(folder, 'arguments')];
    for (const text of texts) expect(text).not.toContain(secret);
  }
  return ended;
}

/** Ends the next request that is queued, as a Profiler would. */
export async function endNext(
  captures: PushedCaptures,
  outcome: Outcome,
  recorded: 1 | 2 | 3 | 4 = 4,
): Promise<string> {
  let id = '';
  await expect.poll(async () => (id = (await captures.queued())[0] ?? ''), { timeout: 20_000 }).not.toBe('');
  if (outcome === 'pushed') await captures.pushFor(id, await readRecorded(recorded));
  else await captures.end(id, outcome);
  return id;
}
