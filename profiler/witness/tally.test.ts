import { expect, test } from 'vitest';
import { absent, allProbes, measured } from '../../test/made-capture.ts';
import { declareInstrumentation, tallyProbes } from './tally.ts';

test('all measured is fully instrumented [P-INST-1]', () => {
  const tally = tallyProbes(allProbes);
  expect(tally).toEqual({ measured: 6, total: 6, missing: [] });
  expect(declareInstrumentation(tally)).toBe('fully instrumented');
});

test('each probe that did not measure is named with its reason and its remedy [P-INST-2]', () => {
  const silent = {
    ...absent('cpu_samples', 'cpu_stacks', 'failed'),
    state: 'attached_silent' as const,
    liveness: { method: 'canary' as const, expected: 3, observed: 0 },
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
      { probe: 'cpu_samples', why: 'The probe cpu_samples is failed. Mend cpu_samples.' },
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
