import { expect, test } from 'vitest';
import { absent, allProbes, measured } from '../../../../test/made-capture.ts';
import { declareInstrumentation, tallyProbes } from './axis-reasons.ts';
import type { ProbeResult } from './collector-record.ts';

test('all measured is fully instrumented [P-INST-1]', () => {
  const tally = tallyProbes(allProbes);
  expect(tally).toEqual({ measured: allProbes.length, total: allProbes.length, missing: [] });
  expect(declareInstrumentation(tally)).toBe('fully instrumented');
});

test('each probe that did not measure is named with its reason and its remedy [P-INST-2]', () => {
  const { id, axis, required, attach } = measured('cpu_samples', 'cpu_stacks');
  const silent: ProbeResult = {
    id,
    axis,
    required,
    attach,
    state: 'attached_silent',
    liveness: { method: 'canary', expected: 3, observed: 0 },
    reason_code: 'silent',
    reason: 'It did not fire.',
    fix: 'Report it.',
  };
  const tally = tallyProbes([
    measured('cpu_time', 'cpu_time'),
    absent('syscalls', 'syscalls', 'failed'),
    absent('net_connect', 'network', 'unsupported'),
    silent,
  ]);
  expect(tally).toEqual({
    measured: 1,
    total: 4,
    missing: [
      { probe: 'syscalls', why: 'The probe syscalls is failed. Mend syscalls.' },
      { probe: 'net_connect', why: 'The probe net_connect is unsupported. Mend net_connect.' },
      { probe: 'cpu_samples', why: 'It did not fire. Report it.' },
    ],
  });
  expect(declareInstrumentation(tally)).toBe('1 of 4 probes');
});

test('what does not apply or was not asked for is not counted', () => {
  const tally = tallyProbes([
    measured('cpu_time', 'cpu_time'),
    absent('jvm', 'cpu_stacks', 'not_applicable'),
    absent('net_accept', 'network', 'disabled'),
  ]);
  expect(tally).toEqual({ measured: 1, total: 1, missing: [] });
});
