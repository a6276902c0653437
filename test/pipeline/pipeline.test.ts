/** What a pipeline runs after a deploy, over a real control plane and a strict fake of GitHub. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/control/captures/settle.ts';
import { PushedCaptures, readRecorded } from '../pushed-captures.ts';
import { FakeGithub } from './fake-github.ts';
import {
  action,
  describeWays,
  endNext,
  environmentFor,
  type Inputs,
  makeFolder,
  readIn,
  runStep,
  script,
  type Way,
} from './run-step.ts';

let captures: PushedCaptures;
let github: FakeGithub;
let folder = '';

beforeAll(async () => {
  github = await FakeGithub.start();
});
afterAll(() => github.close());

beforeEach(() => {
  github.reset();
  folder = makeFolder();
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const run = (way: Way, given: Inputs = {}, meanwhile?: () => Promise<unknown>) =>
  runStep({ captures, github, folder }, way, given, meanwhile);
const read = (name: string): string => readIn(folder, name);
const end = (outcome: Outcome, recorded?: 1 | 2 | 3 | 4): Promise<string> => endNext(captures, outcome, recorded);

describeWays('', (way) => {
  beforeAll(async () => {
    captures = await PushedCaptures.start();
    await captures.push(await readRecorded(1), { workload: 'lantern', version: '1.0.0', env: 'prod' });
  });
  afterAll(() => captures.close());

  test('requests a head, waits, writes the summary and keeps one comment', { timeout: 60_000 }, async () => {
    github.comment('mallory', `<!-- farol-capture:${'1-1'} --> not ours`);
    const version = `2.0.0 of ${way}`;
    let id = '';
    const image = `lantern@sha256:${'0'.repeat(64)}`;
    const sarif = path.join(folder, 'out.sarif');
    const first = await run(way, { version, image, sarif }, async () => (id = await end('pushed')));
    expect(first.code).toBe(0);
    expect(await captures.show(id)).toMatchObject({ kind: 'head', workload: 'lantern', version, env: 'prod', image });
    expect(first.summary).toMatch(new RegExp(`^### lantern in prod: .* → ${version}\n`, 'u'));
    expect(first.summary).toContain('`price_quote (lantern)`');
    expect(first.summary).toContain(`[Capture ${id}](${captures.env.FAROL_URL}/profiling/captures/${id})`);
    expect(first.outputs).toBe(`request-id=${id}\noutcome=pushed\n`);
    expect(JSON.parse(read('out.sarif'))).toMatchObject({
      version: '2.1.0',
      runs: [{ tool: { driver: { name: 'Farol' } }, properties: { workload: 'lantern', to: version } }],
    });
    const [, comment] = github.comments;
    expect(github.comments).toHaveLength(2);
    expect(comment?.body).toMatch(/^<!-- farol-capture:\d+-\d+ -->\n### lantern/u);
    expect(comment?.body.split('\n').slice(1).join('\n')).toBe(first.summary.trimEnd());
    // Somebody copies the whole comment, marker included: theirs stays as it is.
    const copy = comment?.body ?? '';
    github.comments.unshift({ id: 1, login: 'mallory', body: copy });
    const inputs = { version, kind: 'replicate', sarif: '/nowhere/out.sarif' };
    const again = await run(way, inputs, () => end('pushed', 3));
    expect([again.code, again.output]).toEqual([0, expect.stringContaining('FAROL_SARIF_FILE cannot be written.')]);
    expect(github.comments.map(({ login }) => login)).toEqual(['mallory', 'mallory', github.author]);
    expect(github.comments[0]?.body).toBe(copy);
    expect(comment?.body).toContain('Captures: 1 → 2');
  });

  test.each([
    ['failed', 'The capture ended as `failed`: `Because of the test.`'],
    ['nothing_to_push', 'The capture ended as `nothing_to_push`: `Because of the test.`'],
  ] as const)('ends with 0 and the reason when the capture is %s', async (outcome, said) => {
    const version = `${outcome} of ${way}`;
    const ended = await run(way, { version, sarif: path.join(folder, 'out.sarif') }, () => end(outcome));
    expect([ended.code, ended.outputs.split('\n')[1]]).toEqual([0, `outcome=${outcome}`]);
    expect([ended.output, existsSync(path.join(folder, 'out.sarif'))]).toEqual([
      expect.stringContaining(`FAROL_SARIF_FILE was not written: the capture ended as ${outcome}.`),
      false,
    ]);
    expect(ended.summary).toContain(`### \`lantern\` \`${version}\` in \`prod\`\n\n${said}\n`);
    expect(github.comments[0]?.body).toContain(said);
  });

  test('stops waiting in time, and ends with 0', async () => {
    const started = Date.now();
    const ended = await run(way, { version: `late for ${way}`, 'wait-seconds': '2' });
    expect(Date.now() - started).toBeLessThan(12_000);
    expect([ended.code, ended.outputs.split('\n')[1]]).toEqual([0, 'outcome=queued']);
    expect(ended.summary).toContain('The capture had no outcome within 2 s.');
    await end('failed');
  });

  test('only requests when it is not to wait, and needs no read token then', async () => {
    const ended = await run(way, {
      version: `asked by ${way}`,
      'wait-seconds': '0',
      'read-token': '',
      duration: '5',
      warmup: '0',
    });
    expect([ended.code, ended.summary, github.seen]).toEqual([0, '', []]);
    const id = await end('failed');
    expect(ended.outputs).toBe(`request-id=${id}\n`);
    expect(await captures.show(id)).toMatchObject({ duration_sec: 5, warmup_sec: 0 });
  });

  test.each<[Inputs, RegExp]>([
    [{ url: 'http://127.0.0.1:1' }, /Set FAROL_URL to the https address/u],
    [{ url: 'https://127.0.0.1:1' }, /The capture was not requested: curl: \(7\)/u],
    [{ 'ca-file': '' }, /The capture was not requested: curl: \(60\)/u],
    [{ 'capture-token': '' }, /Set FAROL_CAPTURE_TOKEN to a token of kind capture/u],
    [{ 'capture-token': 'rapi_wrong' }, /FAROL_CAPTURE_TOKEN does not hold a token of kind capture/u],
    [{ 'capture-token': 'rpcap_a\nx: y' }, /FAROL_CAPTURE_TOKEN holds characters that no token has/u],
    [{ 'capture-token': 'rpcap_wrong' }, /The capture was not requested: status 401: /u],
    [{ 'read-token': '' }, /Set FAROL_READ_TOKEN to a token of kind read/u],
    [{ workload: '' }, /Set FAROL_WORKLOAD/u],
    [{ version: '' }, /Set FAROL_VERSION/u],
    [{ duration: '4' }, /status 400: duration_sec must be/u],
    [{ duration: '-1' }, /FAROL_DURATION must be a whole number of seconds/u],
    [{ 'wait-seconds': 'long' }, /FAROL_WAIT_SECONDS must be a whole number of seconds/u],
    [{ kind: 'tail' }, /status 400: kind must be/u],
    [{ image: 'lantern:2' }, /status 400: image must be sha256:/u],
  ])(
    'with %j does not block the deploy and says why; as a gate it ends with 3',
    { timeout: 60_000 },
    async (given, why) => {
      const ended = await run(way, given);
      expect([ended.code, ended.summary]).toEqual([0, '']);
      expect(ended.output).toMatch(why);
      expect(ended.output.includes('::warning title=Farol::')).toBe(way === 'the action');
      expect((await run(way, { ...given, gate: 'true' })).code).toBe(3);
    },
  );

  test('writes no comment without a pull request, and finds that of the commit', async () => {
    github.hasPullRequest = false;
    const inputs = { version: `without a number, ${way}`, 'pull-request': '' };
    expect((await run(way, inputs, () => end('failed'))).output).toContain('no pull request belongs to this commit');
    expect(github.comments).toEqual([]);
    github.hasPullRequest = true;
    await run(way, inputs, () => end('failed'));
    expect(github.comments).toHaveLength(1);
  });

  test('finds its comment behind a hundred others', async () => {
    const inputs = { version: `many comments, ${way}` };
    await run(way, inputs, () => end('failed'));
    const [own] = github.comments.splice(0);
    for (let index = 0; index < 130; index++) github.comment('someone', `"${'x\\'.repeat(200)}" ${index}`);
    github.comments.push(own!);
    await run(way, { ...inputs, version: `second, ${way}` }, () => end('failed'));
    expect(github.comments).toHaveLength(131);
    expect(own?.body).toContain(`second, ${way}`);
  }, 60_000);

  test('that may not comment warns, ends with 0 and has written the summary', async () => {
    github.canWrite = false;
    const ended = await run(way, { version: `no permission, ${way}` }, () => end('failed'));
    expect(ended.code).toBe(0);
    expect(ended.output).toContain('was not written: status 403. The token needs pull-requests: write.');
    expect(ended.summary).not.toBe('');
    expect(
      (await run(way, { version: `no comment, ${way}`, comment: 'false' }, () => end('failed'))).output,
    ).not.toContain('pull request');
  });

  test('passes names on as they are, runs nothing in them and lets them format nothing', async () => {
    const version = `1"2\\3 $(touch pwned) \`touch pwned\` %0A::error::x ##[add-path]x <b> ${way}`;
    let id = '';
    const ended = await run(way, { version }, async () => (id = await end('failed')));
    expect((await captures.show(id)).version).toBe(version);
    expect(existsSync(path.join(folder, 'pwned'))).toBe(false);
    expect(ended.output).not.toMatch(/^::error|##\[/mu);
    expect(ended.summary).toContain(`\`1"2\\3 $(touch pwned) 'touch pwned' %0A::error::x # [add-path]x <b> ${way}\``);
  });

  test('masks both tokens first where a runner reads its output, and prints none elsewhere', async () => {
    const { output } = await run(way, { version: `masked ${way}`, 'wait-seconds': '0' });
    await end('failed');
    const masks = output.split('\n').filter((line) => line.startsWith('::add-mask::'));
    const { FAROL_CAPTURE_TOKEN: capture, FAROL_READ_TOKEN: readToken } = captures.env;
    const expected = [`::add-mask::${capture}`, `::add-mask::${readToken}`];
    expect(masks).toEqual(way === 'the action' ? expected : []);
    expect(output.startsWith(masks.join('\n'))).toBe(true);
  });

  test('shows no token in a trace of the caller', async () => {
    const { env } = environmentFor({ captures, github, folder }, 'the script', {
      version: `traced ${way}`,
      'wait-seconds': '0',
    });
    const { stderr, status } = spawnSync('sh', ['-x', script], { env, encoding: 'utf8', cwd: folder });
    await end('failed');
    expect([status, stderr]).toEqual([0, expect.stringContaining('+ set +x')]);
    expect(stderr).not.toContain(captures.env.FAROL_CAPTURE_TOKEN);
  });
});

/** With a control plane of its own: an organization requests a bounded number of captures in an hour. */
describeWays(': deploy markers', (way) => {
  beforeAll(async () => {
    captures = await PushedCaptures.start();
  });
  afterAll(() => captures.close());

  test('records the deploy once for a run, before it requests the capture, and masks the token', async () => {
    const token = await captures.incidentToken(['workload:lantern', 'env:prod']);
    const version = `deployed by ${way}`;
    const given = { version, 'wait-seconds': '0', 'incident-token': token };
    const runner = { GITHUB_RUN_ID: way === 'the action' ? '77' : '78', GITHUB_RUN_ATTEMPT: '2' };
    const ended = await runStep({ captures, github, folder, runner }, way, given);
    await end('failed');
    const again = await runStep({ captures, github, folder, runner }, way, given);
    await end('failed');
    for (const one of [ended, again]) {
      expect([one.code, one.output]).toEqual([0, expect.stringContaining('the deploy marker is recorded')]);
    }
    expect(ended.output.includes(`::add-mask::${token}\n`)).toBe(way === 'the action');
    const own = (await captures.markers()).filter((one) => one.version === version);
    expect(own).toHaveLength(1);
    const url = `https://github.com/acme/shop/actions/runs/${runner.GITHUB_RUN_ID}`;
    expect(own[0]).toMatchObject({ kind: 'deploy', workload: 'lantern', env: 'prod', url, recorded_by: 'deploys' });
  });

  test('says that the deploy marker was not sent, and requests the capture all the same', async () => {
    const restricted = await captures.incidentToken(['env:staging']);
    for (const [token, why] of [
      [restricted, /The deploy marker was not sent: status 403: This token is restricted/u],
      [`rapi_${'a'.repeat(16)}`, /The deploy marker was not sent: FAROL_INCIDENT_TOKEN does not hold a token of kind/u],
      ['rinc_$(touch pwned)', /The deploy marker was not sent: FAROL_INCIDENT_TOKEN holds characters/u],
    ] as const) {
      const given = { version: `unmarked ${way} ${token.length}`, 'wait-seconds': '0', 'incident-token': token };
      const { code, output } = await run(way, given);
      expect([code, output]).toEqual([0, expect.stringMatching(why)]);
      expect(output).toContain('is queued');
      await end('failed');
    }
    const replicate = {
      version: `replicate ${way}`,
      kind: 'replicate',
      'wait-seconds': '0',
      'incident-token': restricted,
    };
    expect((await run(way, replicate)).output).not.toContain('marker');
    await end('failed');
    expect((await captures.markers()).filter(({ version = '' }) => /unmarked|replicate/u.test(version))).toEqual([]);
  });
});

describe('the files', () => {
  test('of the action put no expression into a script, and use every input', () => {
    const [step, ...others] = action.runs.steps;
    expect([action.runs.using, others]).toEqual(['composite', []]);
    expect(step?.run).not.toContain('${{');
    const used = Object.values(step?.env ?? {}).join(' ');
    expect(Object.keys(action.inputs).filter((name) => !used.includes(`inputs.${name} `))).toEqual([]);
    expect(Object.values(action.outputs).map(({ value }) => value)).toEqual([
      '${{ steps.capture.outputs.request-id }}',
      '${{ steps.capture.outputs.outcome }}',
    ]);
  });

  test('of shell are accepted by shellcheck and by the strictest shell at hand', () => {
    for (const [command, ...args] of [['shellcheck'], ['dash', '-n'], ['busybox', 'sh', '-n']].filter(
      ([name]) => name !== 'busybox',
    )) {
      const { status, stdout, stderr } = spawnSync(command ?? '', [...args, script], { encoding: 'utf8' });
      expect([command, status, stdout, stderr]).toEqual([command, 0, '', '']);
    }
  });
});
