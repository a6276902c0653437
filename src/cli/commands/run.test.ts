import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Ended, runFarol } from '../../../test/run-farol.ts';
import type { z } from 'zod';
import { catalog } from '../../../catalog/index.ts';
import { FakeUpstream } from '../../../test/contract/fake-upstream.ts';
import { AuditLine } from '../../agent/audit/audit-line.ts';
import { renderLock } from '../../agent/boot/catalog-lock.ts';
import { verifyAudit } from '../../agent/audit/verify-audit.ts';
import { actorWords, type FaultKind, faultTable } from '../../core/fault.ts';
import { HealthReport, OperationResult, WireFault } from '../../tunnel/messages.ts';

const canary = 'glc_canary-7d1f0b6c2e9a';
const up = '{"query":{"dialect":"promql","text":"up"}}';

let folder: string;
let identity: string;
let upstream: FakeUpstream;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'farol-run-'));
  upstream = await FakeUpstream.start(({ path: asked }) => {
    const data = asked.endsWith('/labels')
      ? ['job']
      : { resultType: 'vector', result: [{ metric: { job: 'api' }, value: [1, String(Date.now() / 1000)] }] };
    return { status: 200, body: JSON.stringify({ status: 'success', data }) };
  });
});
beforeEach(async () => {
  identity = await mkdtemp(path.join(folder, 'identity-'));
  env = {
    PATH: process.env['PATH'] ?? '',
    RUNNER_IDENTITY_DIR: identity,
    GRAFANA_METRICS_URL: upstream.url,
    GRAFANA_METRICS_USER: '1234567',
    GRAFANA_METRICS_TOKEN: canary,
  };
});
afterAll(async () => {
  await upstream.close();
  await rm(folder, { recursive: true });
});

function farol(args: readonly string[], changes: Record<string, string> = {}, input = ''): Promise<Ended> {
  return runFarol(args, { env: { ...env, ...changes }, input });
}

interface Told extends z.infer<typeof WireFault> {
  /** Of a boot that was refused. */
  readonly problems?: readonly { readonly cause: string }[];
}
const errorIn = ({ stdout }: Ended): Told => (JSON.parse(stdout) as { error: Told }).error;

async function recordsOf(): Promise<AuditLine[]> {
  const text = await readFile(path.join(identity, 'audit-local.jsonl'), 'utf8');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => AuditLine.parse(JSON.parse(line)));
}

describe('farol run', () => {
  test('prints the envelope, ends with 0 and leaves a record, without a control plane', async () => {
    const ended = await farol(['run', 'metrics.query', '--args', up, '--source', 'grafana', '--json']);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    const result = OperationResult.parse(JSON.parse(ended.stdout));
    expect(result).toMatchObject({ source: 'grafana', complete: true, data: { series: [{ labels: { job: 'api' } }] } });
    const [started, asked] = await recordsOf();
    expect(started).toMatchObject({ event: 'started', writes: [], inert: 0 });
    expect(asked).toMatchObject({
      event: 'operation',
      operation: 'metrics.query',
      source: 'grafana',
      outcome: 'answered',
      rows: 1,
      answer_bytes: Buffer.byteLength(JSON.stringify(result)),
    });
    expect(await verifyAudit(path.join(identity, 'audit-local.jsonl'))).toMatchObject({ intact: true, records: 2 });
  });

  test('prints the data alone for people, and what it is worth beside it', async () => {
    const { code, stdout, stderr } = await farol(['run', 'metrics.query', '--args', '-'], {}, up);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ series: [{ labels: { job: 'api' } }] });
    expect(stderr).toContain('answered by grafana');
  });

  test.each([
    ['outside the catalog', ['metrics.delete', '--args', 'is not even read'], 'not_in_catalog'],
    ['with a name of an object', ['__proto__'], 'not_in_catalog'],
    ['that is a write', ['tickets.create', '--args', '{}'], 'not_enabled'],
    ['without a connector', ['chat.getHistory', '--args', '{}'], 'not_configured'],
    ['with a wrong argument', ['metrics.query', '--args', '{"nope":1}'], 'invalid_arguments'],
    ['of another source', ['metrics.query', '--args', up, '--source', 'nowhere'], 'invalid_arguments'],
  ])('an operation %s ends with 1, its fault on standard output and in the record', async (_what, args, code) => {
    const ended = await farol(['run', ...args, '--json']);
    expect([ended.code, ended.stderr]).toEqual([1, '']);
    expect(WireFault.parse(errorIn(ended)).code).toBe(code);
    expect((await recordsOf()).at(-1)).toMatchObject({ event: 'operation', outcome: code });
    const spoken = await farol(['run', ...args]);
    expect([spoken.code, spoken.stdout]).toEqual([1, '']);
    expect(spoken.stderr).toContain(errorIn(ended).remedy);
    expect(errorIn(ended).actor).toBe(faultTable[code as FaultKind].who);
    expect(spoken.stderr).toContain(`Who must act: ${actorWords[errorIn(ended).actor]}.`);
  });

  test.each([
    ['arguments that are no JSON', ['metrics.query', '--args', '{query: my-private-text}'], '--args is not JSON'],
    ['no operation', [], "missing required argument 'operation'"],
    ['two operations', ['metrics.query', 'metrics.list'], 'too many arguments'],
    ['an unknown option', ['metrics.query', '--arg', '{}'], "unknown option '--arg'"],
  ])('%s end with 2 and leave nothing on standard output', async (_what, args, words) => {
    const { code, stdout, stderr } = await farol(['run', ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain('my-private-text');
  });

  test('refuses a configuration that an Agent refuses, with every problem', async () => {
    const changes = {
      GRAFANA_METRICS_URL: 'ftp://x',
      RUNNER_ALLOW_FILE: '/nonexistent',
      RUNNER_CA_FILE: '/nonexistent',
    };
    const ended = await farol(['run', 'metrics.query', '--args', up, '--json'], changes);
    expect(ended.code).toBe(2);
    expect(errorIn(ended)).toMatchObject({ code: 'boot_refused' });
    const causes =
      errorIn(ended)
        .problems?.map(({ cause }) => cause)
        .join('\n') ?? '';
    for (const name of Object.keys(changes)) {
      expect(causes).toContain(name);
      expect(ended.stderr).toContain(name);
    }
  });

  test('passes the same gate as the Agent: allow-list and lock file hold', async () => {
    const allow = path.join(folder, 'allow.json');
    await writeFile(allow, '{"operations":["metrics.list"]}');
    const unlisted = await farol(['run', 'metrics.query', '--args', up, '--json'], { RUNNER_ALLOW_FILE: allow });
    expect(errorIn(unlisted)).toMatchObject({ code: 'not_enabled', data: { operation: 'metrics.query' } });

    const lock = path.join(folder, 'lock.json');
    await writeFile(lock, renderLock(new Map([...catalog].filter(([name]) => name !== 'metrics.query')), '0.0.9'));
    const inert = await farol(['run', 'metrics.query', '--args', up, '--json'], { RUNNER_CATALOG_LOCK_FILE: lock });
    expect(errorIn(inert).code).toBe('not_enabled');
    expect(errorIn(inert).remedy).toContain('farol catalog lock');
    expect(await recordsOf()).toMatchObject([
      { event: 'started', reads: 1, allow_file: expect.any(String) as string },
      { outcome: 'not_enabled' },
      { event: 'started', inert: 1, lock_file: expect.any(String) as string },
      { outcome: 'not_enabled' },
    ]);
  });

  test('several at once take turns at the record', async () => {
    const ended = await Promise.all(Array.from({ length: 4 }, () => farol(['run', 'metrics.query', '--args', up])));
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(await verifyAudit(path.join(identity, 'audit-local.jsonl'))).toMatchObject({ intact: true, records: 8 });
  });

  test('shows no secret, whatever goes wrong', async () => {
    const broken = await FakeUpstream.start(() => ({ status: 401, body: `no ${canary} here` }));
    try {
      const changes = { GRAFANA_METRICS_URL: broken.url, LOG_LEVEL: 'debug' };
      const { code, stdout, stderr } = await farol(['run', 'metrics.query', '--args', up, '--json'], changes);
      expect(code).toBe(1);
      expect(`${stdout}${stderr}${JSON.stringify(await recordsOf())}`).not.toContain(canary);
    } finally {
      await broken.close();
    }
  });
});

describe('farol health', () => {
  test('prints the report and ends with 0 when no check failed', async () => {
    const ended = await farol(['health', '--connector', 'grafana', '--json']);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    const { checks } = HealthReport.parse(JSON.parse(ended.stdout));
    const told = checks.filter(({ status }) => status !== 'skipped');
    expect(told.map(({ connector, check, status }) => [connector, check, status])).toEqual([
      ['grafana', 'metrics_read', 'ok'],
      ['grafana', 'token_kind', 'ok'],
    ]);
    expect((await farol(['health'])).stdout).toContain('ok  grafana metrics_read: ');
  });

  test('ends with 1 when a check failed, and says what to do', async () => {
    const { code, stdout } = await farol(['health', '--connector', 'grafana'], {
      GRAFANA_METRICS_URL: 'http://127.0.0.1:9',
    });
    expect(code).toBe(1);
    expect(stdout).toContain('failed  grafana metrics_read: ');
    expect(stdout).toContain('affects: metrics.query');
    expect(stdout).toContain('check host and port');
  });

  test('skips connectors that are not configured', async () => {
    const changes = { GRAFANA_METRICS_URL: '', GRAFANA_METRICS_USER: '', GRAFANA_METRICS_TOKEN: '' };
    const ended = await farol(['health', '--json'], changes);
    expect(ended.code).toBe(0);
    const { checks } = HealthReport.parse(JSON.parse(ended.stdout));
    expect(new Set(checks.map(({ status }) => status))).toEqual(new Set(['skipped']));
  });

  test('ends with 2 for a source that there is not', async () => {
    const { code, stdout, stderr } = await farol(['health', '--connector', 'nowhere']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Sources: ');
  });
});

describe('farol with a sources file', () => {
  const settings = () => ({ GRAFANA_METRICS_URL: upstream.url });
  const two = () => [
    { name: 'g-east', connector: 'grafana', about: 'East', settings: settings() },
    { name: 'g-down', connector: 'grafana', settings: { GRAFANA_METRICS_URL: 'http://127.0.0.1:9' } },
  ];

  async function withSources(sources: unknown): Promise<Record<string, string>> {
    const file = path.join(identity, 'sources.json');
    await writeFile(file, JSON.stringify({ sources }));
    const unset = { GRAFANA_METRICS_URL: '', GRAFANA_METRICS_USER: '', GRAFANA_METRICS_TOKEN: '' };
    return { ...unset, RUNNER_SOURCES_FILE: file };
  }

  test('run asks the source that is named, records it, and records which file was in force', async () => {
    const changes = await withSources(two());
    const asked = ['run', 'metrics.query', '--args', up, '--json'];
    expect(errorIn(await farol(asked, changes)).remedy).toBe('Name one as source: g-east (East), g-down.');
    const ended = await farol([...asked, '--source', 'g-east'], changes);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(OperationResult.parse(JSON.parse(ended.stdout)).source).toBe('g-east');
    const records = await recordsOf();
    expect(records.at(-1)).toMatchObject({ event: 'operation', source: 'g-east' });
    expect(records[0]).toMatchObject({ sources_file: expect.stringMatching(/^[0-9a-f]{64}$/u) as string });
  });

  test('run asks several sources, or all, and keeps their answers apart', async () => {
    const changes = await withSources([...two(), { name: 'g-west', connector: 'grafana', settings: settings() }]);
    const asked = ['run', 'metrics.query', '--args', up];
    const { code, stdout } = await farol([...asked, '--source', 'all', '--json'], changes);
    const said = JSON.parse(stdout) as { answers: { source: string; error?: { code: string } }[] };
    expect([code, said]).toEqual([
      1,
      {
        operation: 'metrics.query',
        complete: false,
        because: '1 of 3 sources did not answer: g-down (upstream_down).',
        answers: [
          { source: 'g-east', result: expect.objectContaining({ source: 'g-east', complete: true }) as object },
          { source: 'g-down', error: expect.objectContaining({ code: 'upstream_down' }) as object },
          { source: 'g-west', result: expect.objectContaining({ source: 'g-west' }) as object },
        ],
      },
    ]);
    const ofRecord = (await recordsOf()).filter(({ event }) => event === 'operation');
    expect(ofRecord.map((one) => ('source' in one ? String(one.source) : '')).toSorted()).toEqual([
      'g-down',
      'g-east',
      'g-west',
    ]);
    const whole = await farol([...asked, '--source', 'g-west', '--source', 'g-east'], changes);
    expect([whole.code, whole.stderr.match(/^g-\w+$/gmu)]).toEqual([0, ['g-west', 'g-east']]);
    expect(whole.stderr).toContain('All 2 sources answered, and completely.');
  });

  test.each([
    ['a write', ['chat.postMessage', '--source', 'all'], 'Only a read'],
    ['a cursor', ['metrics.query', '--source', 'all', '--args', '{"cursor":"x"}'], 'A cursor is a place'],
    ['a name beside all', ['metrics.query', '--source', 'all', '--source', 'g-east'], 'name no other'],
    ['what none answers', ['dns.listZones', '--source', 'all'], 'No source that answers dns.listZones'],
  ])('run does not ask several sources %s', async (_what, args, words) => {
    const { code, stderr } = await farol(['run', ...args], await withSources(two()));
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  test('refuses the name that means all', async () => {
    const { code, stderr } = await farol(['sources'], await withSources([{ ...two()[0], name: 'all' }]));
    expect([code, stderr]).toEqual([2, expect.stringContaining('sources[0].name: is what names every source')]);
  });

  test('sources lists each with the state of its worst check, and what to do', async () => {
    const changes = await withSources(two());
    const { code, stdout, stderr } = await farol(['sources'], changes);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^g-east {2}grafana {2}ok +East\ng-down {2}grafana {2}failed\n {4}metrics_read: .*\n {4}.*host and port/u,
    );
    expect(stderr).toMatch(/^Not configured: \d+ connectors\.\n$/u);
    const offline = await farol(['sources', '--offline', '--json'], changes);
    expect([offline.code, JSON.parse(offline.stdout)]).toEqual([
      0,
      {
        sources: [
          { source: 'g-east', connector: 'grafana', about: 'East', state: 'not_asked' },
          { source: 'g-down', connector: 'grafana', state: 'not_asked' },
        ],
      },
    ]);
  });

  test('health and doctor name the source', async () => {
    const changes = await withSources(two());
    const one = await farol(['health', '--source', 'g-down'], changes);
    expect([one.code, one.stdout.includes('failed  g-down metrics_read: '), one.stdout.includes('g-east')]).toEqual([
      1,
      true,
      false,
    ]);
    expect((await farol(['health', '--source', 'grafana'], changes)).stdout).toContain('ok  g-east metrics_read: ');
    expect((await farol(['doctor'], changes)).stdout).toContain('connectors: g-down metrics_read: ');
  });

  test.each([
    [
      'is misspelt',
      [{ name: 'g', connector: 'grafana', settings: { GRAFANA_METRIC_URL: 'https://x.example' } }],
      'GRAFANA_METRIC_URL',
    ],
    [
      'has a value that cannot be',
      [{ name: 'g', connector: 'grafana', settings: { GRAFANA_METRICS_URL: 'x' } }],
      'no operation of g works',
    ],
  ])('refuses to start while a setting %s, and names it', async (_what, sources, named) => {
    const { code, stderr } = await farol(['sources'], await withSources(sources));
    expect(code).toBe(2);
    expect(stderr).toContain(named);
  });

  test('refuses a name that the variables give already', async () => {
    const changes = await withSources([{ name: 'grafana', connector: 'grafana', settings: settings() }]);
    expect((await farol(['sources', '--offline'], changes)).code).toBe(0);
    const { code, stderr } = await farol(['sources'], { ...changes, GRAFANA_METRICS_URL: upstream.url });
    expect(code).toBe(2);
    expect(stderr).toContain('has a source grafana, and variables of the Agent configure one of that name too');
  });
});
