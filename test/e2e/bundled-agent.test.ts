/**
 * The Agent as it is delivered, without any package beside it: each question to AWS is asked by the parts of the
 * vendor's clients that the build joined into the program.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exemplar } from '../../connectors/aws/upstream/exemplar.ts';
import { manifest } from '../../connectors/aws/manifest.ts';
import { stageImage } from '../../demo/image.ts';
import { InstanceDetail, OperationResponse, TokenCreated } from '../../src/control/api/api.ts';
import { variablesAt } from '../contract/canary.ts';
import { FakeUpstream } from '../contract/fake-upstream.ts';
import { strictReply } from '../contract/looking.ts';
import { startTestControl, type TestControl } from '../control-plane.ts';
import { type AgentProcess, startAgentProcess } from './agent-process.ts';

const repository = path.resolve(import.meta.dirname, '../..');
/** What the guard of SQL needs in its thread; nothing of AWS. */
const packages = ['antlr4ng', 'dt-sql-parser'];

let folder: string;
let running: TestControl;
let owner: Readonly<Record<string, string>>;
let upstream: FakeUpstream;
let agent: AgentProcess;
const unexpected: string[] = [];

beforeAll(async () => {
  const built = spawnSync(process.execPath, ['scripts/build.ts', 'programs'], { cwd: repository, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
  folder = await mkdtemp(path.join(tmpdir(), 'farol-bundled-'));
  const image = stageImage(repository, path.join(folder, 'image'), { folders: ['agent'], packages });
  upstream = await FakeUpstream.start((call) => strictReply(exemplar, call, unexpected));
  running = await startTestControl();
  owner = await running.signIn('owner');
  const body = { kind: 'bootstrap', class: 'agent', name: 'agent-1' };
  const made = await running.send({ method: 'POST', path: '/api/tokens', headers: owner, body });
  agent = await startAgentProcess(running, {
    instance: 'agent-1',
    token: TokenCreated.parse(made.json()).value,
    metricsUrl: '',
    program: path.join(image, 'dist/agent/bin.js'),
    settings: {
      ...variablesAt(exemplar.variables, upstream.url),
      RUNNER_CONNECTOR_OPERATIONS_PER_MINUTE: '1000',
      GRAFANA_METRICS_USER: '',
      GRAFANA_METRICS_TOKEN: '',
    },
    isReady: async () => (await readChecks()).length > 0,
  });
}, 240_000);
afterAll(async () => {
  await agent?.stop('SIGTERM');
  await running?.close();
  await upstream?.close();
  await rm(folder, { recursive: true, force: true });
});

async function readChecks() {
  const answer = await running.send({ path: '/api/fleet/agent-1', headers: owner });
  return answer.status === 200 ? InstanceDetail.parse(answer.json()).instance.checks : [];
}

test('its checks ask every client, and find nothing to say', async () => {
  const checks = (await readChecks()).filter(({ connector }) => connector === 'aws');
  expect(checks.map(({ check, status }) => `${check} ${status}`).toSorted()).toEqual(
    Object.keys(manifest.checks)
      .map((id) => `${id} ok`)
      .toSorted(),
  );
});

test('each operation is answered', { timeout: 120_000 }, async () => {
  const questions = Object.entries(exemplar.questions).flatMap(([name, each]) => each.map((args) => ({ name, args })));
  expect(new Set(questions.map(({ name }) => name))).toEqual(new Set(Object.keys(manifest.operations)));
  const refused: string[] = [];
  for (const { name, args } of questions) {
    const asked = { method: 'POST', path: `/api/operations/${name}`, headers: owner, body: { args } } as const;
    const answer = await running.send(asked);
    if (!OperationResponse.safeParse(answer.json()).success) refused.push(`${name}: ${answer.text}`);
  }
  expect(refused).toEqual([]);
  expect(unexpected).toEqual([]);
});
