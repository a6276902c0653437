/** The program as a user runs it, on files as the control plane serves them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { makeBundle } from '../../../test/made-bundle.ts';
import { makeRecord, opened } from '../../../test/made-capture.ts';
import { type Ended, runProgram } from '../../../test/run-farol.ts';
import type { Bundle } from '../bundle/record/bundle.ts';
import { Diff } from '../diff/diff.ts';
import { decodeBundle, encodeBundle } from '../bundle/encode.ts';

const entry = path.resolve('profiler/witness/cli/bin.ts');
const folder = mkdtempSync(path.join(os.tmpdir(), 'farol-witness-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Without a variable and without a network address: it needs neither. */
const witness = (...args: string[]): Promise<Ended> => runProgram([entry, ...args], { env: {}, cwd: folder });
const recorded = [1, 2, 3, 4].map((name) => path.resolve(`test/captures-v1/${name}.json.gz`));

const laterBy = (time: string): string => new Date(Date.parse(time) + 86_400_000).toISOString();

let made = 0;
function fileOf(request: Partial<Bundle['request']>, change: Partial<Bundle> = {}, record = {}): string {
  made++;
  const requested_at = new Date(Date.UTC(2026, 10, 21, made)).toISOString();
  const bundle = makeBundle(record, { request_id: `request-${made}`, requested_at, ...request });
  const file = path.join(folder, `${made}.json.gz`);
  writeFileSync(file, encodeBundle({ ...bundle, ...change }).bytes);
  return file;
}

describe('witness diff', () => {
  test('finds head, replicates and baseline in the contents, whatever the order and the form of the files', async () => {
    const unpacked = path.join(folder, 'unpacked.json');
    writeFileSync(unpacked, gunzipSync(readFileSync(recorded[3]!)));
    const ended = await witness('diff', '--json', recorded[2]!, unpacked, recorded[0]!, recorded[1]!);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    const diff = Diff.parse(JSON.parse(ended.stdout));
    expect(diff).toMatchObject({
      workload: 'lantern',
      env: 'demo',
      head: { version: '2.0.0', bundle_id: decodeBundle(readFileSync(recorded[3]!)).id },
      baseline: { version: '1.0.0', request_id: '59cb9e76-7361-4539-963f-0890b4795366' },
      head_replicates: [],
      baseline_choice: { why: '1.0.0 is the latest version captured before 2.0.0' },
    });
    expect(diff.baseline_replicates).toHaveLength(2);
  });

  test('prints text, Markdown, or writes each export to its file or to standard output', async () => {
    const [text, markdown, stacks] = await Promise.all([
      witness('diff', ...recorded),
      witness('diff', '--markdown', ...recorded),
      witness('diff', ...recorded, '--collapsed', '-'),
    ]);
    expect(text.stdout).toMatch(/^lantern in demo: 1\.0\.0 → 2\.0\.0$/mu);
    expect(markdown.stdout).toMatch(/^### lantern in demo: 1\.0\.0 → 2\.0\.0\n/u);
    expect(stacks.stdout).toMatch(
      /^\[unknown\] \(libc\.so\.6\);.*;price_quote\.constprop\.0 \(lantern\) \d+ 5882352941\n/u,
    );
    for (const [form, begins] of [
      ['pprof', '\x1f\x8b'],
      ['speedscope', '{"$schema"'],
      ['sarif', '{\n  "$schema": "https://docs.oasis-open.org/sarif/'],
    ] as const) {
      const file = path.join(folder, `out.${form}`);
      expect(await witness('diff', ...recorded, `--${form}`, file)).toMatchObject({ code: 0, stdout: '', stderr: '' });
      expect(readFileSync(file, 'latin1').startsWith(begins)).toBe(true);
    }
  });

  test('--from and --to choose versions, and a file of neither side is named', async () => {
    const files = ['v1', 'v2', 'v3'].map((version) => fileOf({ version }));
    const chosen = await witness('diff', '--json', '--from', 'v1', '--to', 'v2', ...files);
    expect(Diff.parse(JSON.parse(chosen.stdout))).toMatchObject({
      baseline: { version: 'v1' },
      head: { version: 'v2' },
    });
    expect(chosen.stderr).toBe(`witness diff: ${files[2]} is not used: it is on neither side (version v3)\n`);
  });

  test('counts a capture that is given twice once', async () => {
    const [before, after] = [fileOf({ version: 'v1' }), fileOf({ version: 'v2' })];
    const copy = path.join(folder, 'copy.json.gz');
    writeFileSync(copy, readFileSync(before));
    const ended = await witness('diff', '--json', before, copy, after);
    expect(Diff.parse(JSON.parse(ended.stdout)).baseline_replicates).toEqual([]);
    expect(ended.stderr).toBe(`witness diff: ${copy} is not used: ${before} is the same capture\n`);
  });

  test('compares on the node of the head where a request has bundles of several nodes', async () => {
    const files = [
      fileOf({ version: 'v1', request_id: 'first', requested_at: '2026-11-20T08:00:00.000Z' }, { instance: 'node-1' }),
      fileOf({ version: 'v1', request_id: 'first', requested_at: '2026-11-20T08:00:00.000Z' }, { instance: 'node-2' }),
      fileOf({ version: 'v2' }, { instance: 'node-2' }),
    ];
    const diff = Diff.parse(JSON.parse((await witness('diff', '--json', ...files)).stdout));
    expect([diff.baseline.instance, diff.baseline_replicates]).toEqual(['node-2', []]);
  });

  test('--history says how often comparisons of the workload are wrong, and names a file of another one', async () => {
    const { window } = makeRecord();
    const at = (hour: number) => ({
      window: { ...window, start_wall: new Date(Date.UTC(2026, 10, 20, hour)).toISOString() },
    });
    const files = ['v1', 'v1', 'v2', 'v2'].map((version, hour) =>
      fileOf({ version, kind: hour % 2 === 0 ? 'head' : 'replicate' }, {}, at(hour)),
    );
    const history = [4, 5, 6, 7, 8, 9, 10, 11].map((hour) => fileOf({ version: 'v0' }, {}, at(hour)));
    const without = await witness('diff', '--spacing', '0', ...files);
    expect(without.stdout).toContain('Own false-alarm rate not known yet (0 comparisons of captures of one version).');
    const ended = await witness('diff', '--json', '--spacing', '0', ...files, '--history', ...history);
    const diff = Diff.parse(JSON.parse(ended.stdout));
    expect(diff.own_false_alarms).toMatchObject({ state: 'known', comparisons: 2, false: 0 });
    const other = fileOf({ workload: 'other' }, {}, at(12));
    expect(await witness('diff', ...files, '--history', other)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `witness diff: --history ${other}: is a capture of another workload, environment or namespace\n`,
    });
  });

  describe('of captures a few seconds apart', () => {
    const { window } = makeRecord();
    const at = (second: number) => ({
      window: {
        ...window,
        start_wall: new Date(Date.UTC(2026, 10, 20, 8) + second * 1000).toISOString(),
        requested_ns: 10e9,
        measured_ns: 10e9,
      },
    });
    const filesOf = (...seconds: number[]) =>
      seconds.map((second, place) => {
        const version = place < seconds.length / 2 ? 'v1' : 'v2';
        return fileOf({ version, kind: second % 60 === 0 ? 'head' : 'replicate' }, {}, at(second));
      });
    const six = filesOf(0, 12, 31, 60, 73, 90);

    test('says that they count as one, and with which spacing they do not', async () => {
      const [diff, gate] = await Promise.all([witness('diff', ...six, '--sarif', '-'), witness('gate', ...six)]);
      const note =
        'v1 has 3 captures, 1 occasion and v2 has 3 captures, 1 occasion, because captures of a version less than 900 s apart count as one: no amount has a verdict. --spacing 12 counts each of these; captures of one moment share the state of the machine, so that a difference between two moments may pass for one between versions\n';
      expect([diff.stderr, gate.stderr]).toEqual([`witness diff: ${note}`, `witness gate: ${note}`]);
      expect([diff.code, gate.code]).toEqual([0, 2]);
    });

    test('judges them with that spacing, and says nothing more', async () => {
      const [diff, gate] = await Promise.all([
        witness('diff', ...six, '--spacing', '12'),
        witness('gate', ...six, '--spacing', '12'),
      ]);
      expect([diff.stderr, gate.stderr, gate.code]).toEqual(['', '', 0]);
      expect(diff.stdout).toMatch(/^[1-9]\d* rows judged/mu);
    });

    test('says that no verdict is confirmed where two occasions are left', async () => {
      const ended = await witness('diff', ...filesOf(0, 12, 1000, 2040, 3600, 3612));
      expect(ended.stderr).toContain('v1 has 3 captures, 2 occasions and v2 has 3 captures, 2 occasions');
      expect(ended.stderr).toContain('no verdict is confirmed. --spacing 12 counts');
    });

    test('names 0 for captures within a second, and nothing where a version has one alone', async () => {
      const both = await witness('diff', ...filesOf(0, 0.2, 60, 60.2));
      expect(both.stderr).toContain('--spacing 0 counts');
      expect((await witness('diff', ...filesOf(0, 60))).stderr).toBe('');
      expect((await witness('diff', six[0]!, six[1]!, six[3]!)).stderr).toBe('');
    });
  });

  test('--as-of answers as a control plane would have then, and names the files that it leaves out', async () => {
    const { window } = makeRecord();
    const at = (day: number, version: string, kind: 'head' | 'replicate' = 'head') => {
      const time = new Date(Date.UTC(2026, 8, day)).toISOString();
      return fileOf({ version, kind, requested_at: time }, {}, { window: { ...window, start_wall: time } });
    };
    const files = [at(1, 'v1'), at(2, 'v2'), at(5, 'v2', 'replicate'), at(9, 'v3')];
    const ask = (...args: string[]) => witness('diff', '--json', ...args, ...files);
    const [open, closed, without, wrong] = await Promise.all([
      ask('--as-of', '2026-09-02T12:00:00Z'),
      ask('--as-of', '2026-09-06T00:00:00+02:00'),
      ask('--to', 'v2'),
      ask('--as-of', '2026-09-06'),
    ]);
    expect(Diff.parse(JSON.parse(open.stdout)).confirmation).toMatchObject({ state: 'open', missing: 2 });
    expect(open.stderr).toContain(`witness diff: ${files[3]} is not used: it was measured after the time of --as-of\n`);
    const late = Diff.parse(JSON.parse(closed.stdout));
    expect([late.confirmation?.closed_by, late.head_replicates]).toEqual(['time', []]);
    expect(closed.stderr).toContain(`${files[2]} is not used: it lies outside what counts of version v2`);
    const all = Diff.parse(JSON.parse(without.stdout));
    expect([all.confirmation, all.head_replicates.length]).toEqual([undefined, 1]);
    expect([wrong.code, wrong.stdout]).toEqual([2, '']);
    expect(wrong.stderr).toContain('It must be a time with its zone');
  });

  test('does not compare the same process of another namespace', async () => {
    const other = fileOf({ version: 'v1' }, { target: { ...makeBundle().target, namespace: 'b' } });
    const head = fileOf({ version: 'v2' }, { target: { ...makeBundle().target, namespace: 'a' } });
    const ended = await witness('diff', other, head);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain('No other version was captured before v2');
  });

  test('names workloads and environments when there are several, and the option that chooses', async () => {
    const files = [
      fileOf({ workload: 'pay', env: 'prod', version: 'v1' }),
      fileOf({ workload: 'pay', env: 'prod', version: 'v2' }),
      fileOf({ workload: 'pay', env: 'test', version: 'v2' }),
      fileOf({ workload: 'cart', version: 'v1' }),
    ];
    expect(await witness('diff', ...files)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'witness diff: The files have more than one workload: "cart", "pay". Choose one with --workload.\n',
    });
    expect((await witness('diff', '--workload', 'pay', ...files)).stderr).toBe(
      'witness diff: The files have more than one env: "prod", "test". Choose one with --env.\n',
    );
    expect((await witness('diff', '--workload', 'pay', '--env', 'dev', ...files)).stderr).toBe(
      'witness diff: No file has env "dev"; the files have "prod", "test".\n',
    );
    expect((await witness('diff', '--workload', 'pay', '--env', 'prod', ...files)).code).toBe(0);
  });

  test('says which side is missing and lists what was given', async () => {
    const only = fileOf({ version: 'v9' });
    expect((await witness('diff', only)).stderr).toBe(
      `witness diff: No other version was captured before v9: its captures become the baseline of the next one. The files are ${only} (v9, head).\n`,
    );
    const replicate = fileOf({ version: 'v9', kind: 'replicate' });
    expect((await witness('diff', replicate)).stderr).toContain('No main capture was pushed yet.');
  });

  test('names the file, and the field where one is wrong', async () => {
    const bundle = makeBundle();
    const broken = path.join(folder, 'broken.json');
    writeFileSync(broken, JSON.stringify({ ...bundle, window: { ...bundle.window, measured_ns: -1 } }));
    const noJson = path.join(folder, 'no.json');
    writeFileSync(noJson, 'not JSON');
    const cases: [file: string, why: RegExp][] = [
      [broken, /broken\.json: not a bundle: too_small at window\.measured_ns\n$/u],
      [noJson, /no\.json: the bundle holds no JSON\n$/u],
      ['absent.json', /absent\.json: cannot be read \(ENOENT\)\n$/u],
      [folder, /: cannot be read \(EISDIR\)\n$/u],
    ];
    for (const [file, why] of cases) {
      expect(await witness('diff', recorded[0]!, file)).toEqual({
        code: 1,
        signal: null,
        stdout: '',
        stderr: expect.stringMatching(why) as string,
      });
    }
    expect(await witness('diff', ...recorded, '--pprof', '/nowhere/x')).toMatchObject({
      code: 1,
      stderr: 'witness diff: /nowhere/x: cannot be written (ENOENT)\n',
    });
  });
});

describe('witness show', () => {
  test('prints what was measured, what was not, and the largest keys', async () => {
    const { stdout, code } = await witness('show', recorded[0]!);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^lantern 1\.0\.0 in demo, head\n/u);
    expect(stdout).toContain('7 of 7 probes measured');
    expect(stdout).toContain('CPU_STACKS (complete)\n  152 samples  price_quote.constprop.0 (lantern)\n');
  });

  test('lets nothing of the target steer the terminal', async () => {
    const file = fileOf(
      { version: 'v1' },
      {},
      { axes: { files: { opens: [opened('/tmp/\u001b[2J\u202e')], cut: 0 } } },
    );
    const { stdout } = await witness('show', file);
    expect(stdout).toContain(String.raw`/tmp/\u{001b}[2J\u{202e}`);
  });

  test('exports one capture, and says why there is nothing to export', async () => {
    expect((await witness('show', recorded[0]!, '--collapsed', '-')).stdout).toContain(
      ';price_quote.constprop.0 (lantern) ',
    );
    expect(JSON.parse((await witness('show', recorded[0]!, '--json')).stdout)).toEqual(
      decodeBundle(readFileSync(recorded[0]!)).bundle,
    );
    const { stacks, ...without } = makeBundle();
    expect(stacks).toBeDefined();
    const file = path.join(folder, 'without.json.gz');
    writeFileSync(file, encodeBundle(without).bytes);
    expect(await witness('show', file, '--pprof', '-')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'witness show: No capture of version v1 has CPU stacks. request-1: the capture has no whole stacks.\n',
    });
  });
});

test.each([
  [[], /Usage: witness/u],
  [['diff'], /missing required argument 'bundle'/u],
  [['show', 'a', '--markdown'], /unknown option '--markdown'/u],
  [['diff', 'a', '--json', '--pprof', 'x'], /'--json' cannot be used with option '--pprof <file>'/u],
  [['other'], /unknown command 'other'/u],
])('%j is wrong usage: status 2', async (args, why) => {
  const ended = await witness(...args);
  expect([ended.code, ended.stdout]).toEqual([2, '']);
  expect(ended.stderr).toMatch(why);
});

describe('witness gate', () => {
  test('ends with 2 while replicates are missing, and says how many', async () => {
    const ended = await witness('gate', '--spacing', '0', recorded[0]!, recorded[3]!);
    expect([ended.code, ended.stderr]).toEqual([2, '']);
    expect(ended.stdout).toContain('2 replicates of 1.0.0 and 2 replicates of 2.0.0 missing for a confirmed verdict');
  });

  test('ends with 3 when the command is wrong: 2 is a verdict', async () => {
    const ended = await Promise.all([witness('gate'), witness('gate', '--no-such-option', recorded[0]!)]);
    expect(ended.map(({ code, stdout }) => [code, stdout])).toEqual([
      [3, ''],
      [3, ''],
    ]);
    expect((await witness('gate', '--help')).stdout).toMatch(/Exit codes:\n {2}0 {2}no confirmed regression/u);
  });

  const pair = [1, 2, 3, 4, 5, 6].map((name) => path.resolve(`demo/recorded/${name}.json.gz`));
  /** The same measurements once more, as those of a later version. */
  const again = (): string[] =>
    pair.slice(0, 3).map((name, at) => {
      const { bundle } = decodeBundle(readFileSync(name));
      const request = {
        ...bundle.request,
        version: '1.0.1',
        request_id: `again-${at}`,
        requested_at: laterBy(bundle.request.requested_at),
      };
      const window = { ...bundle.window, start_wall: laterBy(bundle.window.start_wall) };
      const file = path.join(folder, `again-${at}.json.gz`);
      writeFileSync(file, encodeBundle({ ...bundle, request, window }).bytes);
      return file;
    });

  test('ends with 1 at a confirmed regression, and names it', async () => {
    const stopped = await witness('gate', '--spacing', '5', '--json', ...pair);
    const answer = JSON.parse(stopped.stdout) as { code: number; reasons: string[] };
    expect([stopped.code, answer.code]).toEqual([1, 1]);
    expect(answer.reasons.join('\n')).toMatch(/^cpu_stacks: price_quote \(lantern\) × \d/mu);
  });

  test('ends with 0 without one, and with 2 where undecided keys are to be decided', async () => {
    const sides = ['--spacing', '5', ...pair.slice(0, 3), ...again()];
    const [passed, undecided, sets] = await Promise.all([
      witness('gate', ...sides),
      witness('gate', ...sides, '--require-decision'),
      witness('gate', ...sides, '--require-decision', '--require-axis', 'files', '--require-axis', 'network'),
    ]);
    expect([passed.code, passed.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^No confirmed regression\.\nCosts that were tested: .*\n(?:Costs that were not tested: .*\n)?(?:suspected.*\n|caveat.*\n)*Required, .*: cpu_stacks\.\n/u,
      ),
    ]);
    expect(passed.stdout).toContain('undecided: cpu_stacks: ');
    expect(undecided.code).toBe(2);
    expect(undecided.stdout).toMatch(/^cpu_stacks: .* is undecided$/mu);
    expect([sets.code, sets.stdout]).toEqual([
      0,
      expect.stringContaining('Required, complete and comparable: files, network.'),
    ]);
  });

  test('reads the required axes before the files, each by itself or separated by commas', async () => {
    const files = [...pair.slice(0, 3), ...again()];
    const passed = await witness(
      'gate',
      '--require-axis',
      'files, network',
      '--require-axis',
      'files',
      '--spacing',
      '5',
      ...files,
    );
    expect([passed.code, passed.stderr]).toEqual([0, '']);
    expect(passed.stdout).toMatch(
      /^No confirmed regression\.\n[\s\S]*Required, complete and comparable: files, network/u,
    );
    const empty = await witness('gate', '--require-axis', 'files,', ...files);
    expect([empty.code, empty.stdout]).toEqual([3, '']);
    expect(empty.stderr).toContain("option '--require-axis <axis>' argument 'files,' is invalid. Name an axis");
  });

  test('ends with 3 when it cannot answer, naming what is wrong', async () => {
    const missing = await witness('gate', 'no-such-file');
    expect([missing.code, missing.stdout]).toEqual([3, '']);
    expect(missing.stderr).toMatch(/^witness gate: .*no-such-file/u);
    const axis = await witness('gate', '--require-axis', 'files,cpu', recorded[0]!, recorded[3]!);
    expect([axis.code, axis.stderr]).toEqual([3, expect.stringContaining('--require-axis cpu')]);
  });
});
