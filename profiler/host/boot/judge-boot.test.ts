import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { capabilities } from './capabilities.ts';
import { healthyBoot as fine } from './healthy-boot.ts';
import { type BootFacts, judgeBoot } from './judge-boot.ts';

const all = fine.own.bounding;
const file = fine.collectorFile!;
const configProblem = { variable: 'RUNNER_X', problem: 'RUNNER_X is not set.', remedy: 'Set RUNNER_X.' };
const listProblem = { field: undefined, cause: 'It is empty', fix: 'Fill it.' };

/** Each problem that can be had alone: the facts that change, and the codes it gives. */
const problems: readonly (readonly [string, Partial<BootFacts>])[] = [
  ['configuration', { config: [configProblem] }],
  ['configuration', { token: [configProblem] }],
  ['identity', { identity: [{ cause: 'It is damaged.', remedy: 'Restore it.' }] }],
  ['target_list', { targets: { targets: undefined, problems: [listProblem] } }],
  ['counted_allocations', { allocations: [listProblem] }],
  ['no_kernel_btf', { hasKernelBtf: false }],
  ['perf_event_paranoid', { perfEventParanoid: 3 }],
  ['runs_as_root', { own: { ...fine.own, uid: 0 } }],
  ['holds_capabilities', { own: { ...fine.own, permitted: 1n } }],
  ['holds_capabilities', { own: { ...fine.own, effective: 1n << 39n } }],
  ['no_new_privs', { own: { ...fine.own, noNewPrivs: true } }],
  ['target_list_untrusted', { collectorsView: { isAccepted: false, message: 'Not roots.', fix: 'Give it to root.' } }],
  ['collector_open_to_all', { collectorFile: { ...file, mode: 0o755 } }],
  ['collector_not_roots', { collectorFile: { ...file, owner: 1000 } }],
  ['collector_writable', { collectorFile: { ...file, mode: 0o770 } }],
  ['collector_writable', { collectorFile: { ...file, mode: 0o752 } }],
  ['collector_replaceable', { collectorFile: { ...file, folders: [{ path: '/opt', owner: 1000, mode: 0o755 }] } }],
  ['collector_replaceable', { collectorFile: { ...file, folders: [{ path: '/opt', owner: 0, mode: 0o775 }] } }],
  ['collector_replaceable', { collectorFile: { ...file, folders: [{ path: '/opt', owner: 0, mode: 0o777 }] } }],
  ['collector_not_started', { collector: { state: 'not_started', path: '/ptop', code: 'ENOENT' } }],
];
const codesOf = (facts: Partial<BootFacts>) => judgeBoot({ ...fine, ...facts }).refusals.map(({ code }) => code);

test('with everything in order there is nothing to say', () => {
  expect(judgeBoot(fine)).toEqual({ refusals: [], warnings: [] });
});

test.each(problems)('%s alone is one refusal with cause, cost and remedy (%#)', (code, facts) => {
  const { refusals } = judgeBoot({ ...fine, ...facts });
  expect(refusals).toEqual([
    {
      code,
      cause: expect.stringMatching(/[^.]$/u) as string,
      cost: expect.stringMatching(/[^.]$/u) as string,
      fix: expect.stringMatching(/^[A-Z].*\S/u) as string,
    },
  ]);
});

test('any set of problems is reported whole [P-BOOT-2]', () => {
  const apart = problems.filter(([, facts]) => facts.own === undefined && facts.collectorFile === undefined);
  fc.assert(
    fc.property(fc.subarray([...apart]), (some) => {
      const facts: Partial<BootFacts> = Object.assign({}, ...some.map(([, one]) => one));
      expect(codesOf(facts).toSorted()).toEqual(some.map(([code]) => code).toSorted());
    }),
  );
});

describe('capabilities', () => {
  test.each(capabilities)(
    '$name missing is named once per place, with its own cost [P-CONT-1] [P-ERR-6]',
    ({ name, bit, cost }) => {
      const without = all & ~(1n << BigInt(bit));
      const bounding = judgeBoot({ ...fine, own: { ...fine.own, bounding: without } }).refusals;
      expect(bounding).toMatchObject([{ code: 'capability_missing', cost }]);
      expect(bounding[0]?.cause).toContain(name);
      for (const sets of [
        { permitted: without, effective: all },
        { permitted: all, effective: without },
      ]) {
        const file = judgeBoot({ ...fine, collector: { state: 'started', version: '1', ...sets } }).refusals;
        expect(file).toMatchObject([{ code: 'file_capability_missing', cost }]);
      }
    },
  );

  test('the costs differ from one another', () => {
    expect(new Set(capabilities.map(({ cost }) => cost)).size).toBe(5);
  });

  test('the bare EPERM of a missing capability is not reported a second time', () => {
    const own = { ...fine.own, bounding: all & ~(1n << 39n) };
    const collector = { state: 'not_started', path: '/ptop', code: 'EPERM' } as const;
    expect(codesOf({ own, collector })).toEqual(['capability_missing']);
    expect(codesOf({ collector })).toEqual(['collector_not_started']);
  });

  test('each surplus capability of the file is refused; what the kernel gives root is not the file’s', () => {
    const collector = { state: 'started', version: '1', permitted: all | 1n | (1n << 40n), effective: all } as const;
    expect(codesOf({ collector })).toEqual(['file_capability_surplus', 'file_capability_surplus']);
    expect(codesOf({ collector, own: { ...fine.own, uid: 0 } })).toEqual(['runs_as_root']);
  });
});

describe('warnings do not refuse', () => {
  test.each([
    [{ mounts: { tracefs: false, debugfs: true } }, ['tracefs_not_mounted']],
    [{ mounts: { tracefs: true, debugfs: false } }, ['debugfs_not_mounted']],
    [{ isHostPidNamespace: false }, ['not_host_pid_namespace']],
    [{ memory: undefined }, ['no_memory_limit']],
    [{ memory: { limitBytes: undefined, swapBytes: 0 } }, ['no_memory_limit']],
    [{ memory: { limitBytes: 512 << 20, swapBytes: 512 << 20 } }, ['swap_beyond_limit']],
    [{ memory: { limitBytes: 512 << 20, swapBytes: undefined } }, ['swap_beyond_limit']],
    [{ perfEventParanoid: undefined }, []],
    [{ perfEventParanoid: -1 }, []],
  ])('%j [P-CONT-4] [P-CONT-5]', (facts, codes) => {
    const { refusals, warnings } = judgeBoot({ ...fine, ...facts });
    expect(refusals).toEqual([]);
    expect(warnings.map(({ code }) => code)).toEqual(codes);
    expect(warnings.every(({ cause, cost, fix }) => cause !== '' && cost !== '' && fix !== '')).toBe(true);
  });
});
