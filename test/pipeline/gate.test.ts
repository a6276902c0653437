/** The gate of a pipeline, over a real control plane: what it judges, and how the step ends. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/control/captures/settle.ts';
import { PushedCaptures, readRecorded } from '../pushed-captures.ts';
import { FakeGithub } from './fake-github.ts';
import { addProgram, describeWays, endNext, type Inputs, makeFolder, root, runStep, type Way } from './run-step.ts';

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
const end = (outcome: Outcome): Promise<string> => endNext(captures, outcome);

describeWays('', (way) => {
  beforeAll(async () => {
    captures = await PushedCaptures.start();
  });
  afterAll(() => captures.close());

  test('as a gate ends with the code of the gate command, and without one with 0', { timeout: 60_000 }, async () => {
    const inputs = { version: `gated ${way}`, kind: 'replicate', comment: 'false' };
    const is = `test "$FAROL_WORKLOAD $FAROL_VERSION $FAROL_ENV" = "lantern ${inputs.version} prod" || exit 9`;
    for (const code of [0, 1, 2, 3]) {
      const gate = { gate: 'true', 'gate-command': `${is}; exit ${code}` };
      expect((await run(way, { ...inputs, ...gate }, () => end('pushed'))).code).toBe(code);
    }
    const off = { ...inputs, gate: 'false', 'gate-command': 'exit 1' };
    expect((await run(way, off, () => end('pushed'))).code).toBe(0);
  });

  test('as a gate ends with 3 when its settings are wrong or the gate command is missing', async () => {
    const inputs = { version: `gated ${way}`, gate: 'true', 'gate-command': '/nowhere/farol gate' };
    const ended = await run(way, inputs, () => end('pushed'));
    expect([ended.code, ended.output]).toEqual([3, expect.stringContaining('The gate command could not be started')]);
    expect((await run(way, { gate: 'yes' })).code).toBe(3);
    const unseen = await run(way, { ...inputs, 'wait-seconds': '0' });
    expect([unseen.code, unseen.output]).toEqual([3, expect.stringMatching(/FAROL_WAIT_SECONDS must not be 0/u)]);
    expect(await captures.queued()).toEqual([]);
  });

  describe('as a gate without a command of its own', () => {
    const target = { workload: 'lantern', env: 'gated' };
    const gated = { environment: target.env, gate: 'true', comment: 'false' };

    // Two versions that are judged whole, the second with a regression; each capture an hour after the one before.
    beforeAll(async () => {
      const began = Date.now() - 6 * 3_600_000;
      for (const at of [0, 1, 2, 3, 4, 5]) {
        const version = at < 3 ? '1.0.0' : '2.0.0';
        const kind = at % 3 === 0 ? 'head' : 'replicate';
        const measured = await readRecorded(at < 3 ? 1 : 4);
        await captures.push(measured, { ...target, version, kind }, began + at * 3_600_000);
      }
    }, 60_000);

    beforeEach(() => {
      addProgram(folder, 'farol', `exec '${process.execPath}' '${path.join(root, 'src/cli/main.ts')}' "$@"`);
    });

    test.each([
      ['failed', 'the capture ended as failed: Because of the test.'],
      ['nothing_to_push', 'the capture ended as nothing_to_push: Because of the test.'],
    ] as const)('ends with 2 when the capture is %s, and judges no other version', async (outcome, why) => {
      const ended = await run(way, { ...gated, version: '3.0.0' }, () => end(outcome));
      expect([ended.code, ended.output]).toEqual([2, expect.stringContaining(`Nothing was judged: ${why}`)]);
      expect(ended.output).not.toContain('confirmed regression');
    });

    test('ends with 2 when the wait is over before the capture, and says so', async () => {
      const ended = await run(way, { ...gated, version: '3.0.0', 'wait-seconds': '1' });
      await end('failed');
      const why = 'Nothing was judged: the capture had no outcome within 1 s.';
      expect([ended.code, ended.output]).toEqual([2, expect.stringContaining(why)]);
      expect(ended.output).not.toContain('confirmed regression');
    });

    test('judges the version that was captured, also after another one', { timeout: 60_000 }, async () => {
      await captures.push(await readRecorded(2), { ...target, version: '4.0.0' });
      const again = { ...gated, version: '2.0.0', kind: 'replicate' };
      const ended = await run(way, again, () => end('pushed'));
      expect([ended.code, ended.output]).toEqual([0, expect.stringContaining('lantern 2.0.0 uses 2.8 × the CPU')]);
      const first = await run(way, { ...gated, version: '--json' }, () => end('pushed'));
      expect([first.code, first.output]).toEqual([2, expect.stringContaining('of --json missing')]);
    });
  });
});
