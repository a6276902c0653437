import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { absent, allProbes, idleAxes, makeProcess, makeRecord } from '../../../test/made-capture.ts';
import { request, useCaptureRunner } from '../../../test/profiler/use-capture-runner.ts';
import { decodeBundle } from '../../witness/bundle/encode.ts';

/** Axes of a capture on which everything was measured. */
const all = new Set(allProbes.map(({ axis }) => axis)).size;

const profiler = useCaptureRunner();
const { image } = request;

describe('an outcome', () => {
  test('pushed carries the bundle, the tally and the memory of the collector [P-OUT-1] [P-INST-1]', async () => {
    const outcome = await profiler.captureWith('record', makeRecord());
    expect(outcome).toMatchObject({
      outcome: 'pushed',
      reason: {
        code: 'measured',
        text: expect.stringContaining(`${all} of ${all} axes; fully instrumented.`) as string,
      },
      probes: { measured: allProbes.length, total: allProbes.length, missing: [] },
      collector: { peak_rss_bytes: 8_388_608 },
    });
    const { bundle } = decodeBundle(Buffer.from(outcome.bundle ?? '', 'base64'));
    expect(bundle).toMatchObject({ instance: 'node-1', request: { request_id: 'r1', version: 'v1', image } });
    expect(profiler.bench.phases).toEqual(['window']);
    expect(readdirSync(profiler.bench.workDir)).toEqual([]);
  });

  test('with missing axes says N of M and names each with its reason [P-INST-2] [P-SVC-7] [P-ERR-10]', async () => {
    const probes = allProbes.map((one) => (one.axis === 'files' ? absent(one.id, 'files', 'failed') : one));
    const outcome = await profiler.captureWith('record', makeRecord({ probes }));
    const fewer = `${all - 1} of ${all} axes; ${allProbes.length - 1} of ${allProbes.length} probes.`;
    expect(outcome).toMatchObject({
      outcome: 'pushed',
      reason: { text: expect.stringContaining(fewer) as string },
      probes: { missing: [{ probe: 'file_opens', why: 'The probe file_opens is failed. Mend file_opens.' }] },
    });
  });

  test('nothing_to_push when live instruments measured zero on every axis [P-OUT-1]', async () => {
    const outcome = await profiler.captureWith('record', makeRecord({ axes: idleAxes }));
    expect(outcome).toMatchObject({
      outcome: 'nothing_to_push',
      reason: { code: 'no_events' },
      probes: { measured: allProbes.length },
    });
    expect(outcome.bundle).toBeUndefined();
  });

  test('failed when every process of the start has gone, not when a worker has', async () => {
    const gone = makeProcess(1, { present_at_end: false });
    const restarted = makeRecord({ processes: [gone, makeProcess(2, { forked: true })] });
    expect(await profiler.captureWith('record', restarted)).toMatchObject({
      outcome: 'failed',
      reason: { code: 'target_restarted' },
    });
    const again = await profiler.open();
    const worker = makeRecord({ processes: [gone, makeProcess(2)] });
    expect((await profiler.captureWith('record', worker, again)).outcome).toBe('pushed');
  });

  test('failed when no axis could be measured, never pushed as less [P-SVC-7] [P-SVC-8]', async () => {
    const probes = allProbes.map(({ id, axis }) => absent(id, axis, 'failed'));
    expect(await profiler.captureWith('record', makeRecord({ probes, axes: {} }))).toMatchObject({
      outcome: 'failed',
      reason: { code: 'nothing_measured' },
      probes: { measured: 0, total: allProbes.length },
    });
  });

  test.each([
    ['die', '', 'collector_killed', 'no OOM kill is recorded in the container cgroup. Signal: SIGKILL.'],
    ['gone', '', 'target_gone', 'ended before the window opened'],
    ['no_memory', '', 'collector_no_memory', 'A map was refused.'],
    ['no_room', '', 'collector_no_room', 'It takes more than'],
    ['not_listed', '', 'not_in_target_list', 'Not by this list.'],
    ['list_refused', '', 'target_list_refused', 'Not by this list.'],
    ['mumble', '', 'collector_failed', 'Exit status 1: it went wrong'],
    ['empty', '', 'collector_failed', 'It exited with status 0 but wrote no record.'],
    ['record', '{"half":', 'collector_failed', 'Its record is not JSON.'],
    ['record', '{"schema":"other"}', 'collector_failed', 'Its record does not parse at schema'],
    ['flood', '', 'collector_failed', 'Exit status 0'],
  ] as const)('of a collector that chooses to %s: %s %s', async (plan, record, code, words) => {
    const outcome = await profiler.captureWith(plan, record);
    expect(outcome).toMatchObject({ outcome: 'failed', reason: { code } });
    expect(outcome.reason.text).toContain(words);
    expect(profiler.bench.log.filter(({ msg }) => msg === 'capture failed')).toMatchObject([
      { reason: outcome.reason.text },
    ]);
    expect(readdirSync(profiler.bench.workDir)).toEqual([]);
  });

  test('of a collector that is gone by the time the capture begins', async () => {
    // It answers which processes run, and takes itself away.
    const collector = profiler.collectorThatFirst('rm "$0"');
    expect(await profiler.captureWith('record', '', await profiler.open({ collector }))).toMatchObject({
      outcome: 'failed',
      reason: { code: 'collector_failed', text: expect.stringContaining('ENOENT') as string },
    });
  });
});
