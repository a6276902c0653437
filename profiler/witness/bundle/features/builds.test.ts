import { expect, test } from 'vitest';
import { makeBundle } from '../../../../test/made-bundle.ts';
import { makeProcess } from '../../../../test/made-capture.ts';

const old = { exe_sha256: '0'.repeat(64), build_id: 'a1', exe_bytes: 900 };
const fresh = { exe_sha256: 'f'.repeat(64), build_id: 'b2', exe_bytes: 1000 };

test('processes are attributed to their build, with what they used together', () => {
  const runtime = { kind: 'node', version: '20.1.0' } as const;
  const { builds } = makeBundle({
    processes: [
      makeProcess(1, { ...fresh, cpu_ns: 5, samples: 2, runtime }),
      makeProcess(2, { ...old, cpu_ns: 7 }),
      makeProcess(3, { ...fresh, cpu_ns: 10, samples: 1, runtime }),
      makeProcess(4, { ...fresh, forked: true }),
      makeProcess(5, { ...fresh, exe_path: '/bin/other' }),
    ],
  });
  const app = '/usr/bin/app';
  const { exe_bytes: bytes, ...identity } = fresh;
  expect(builds).toEqual([
    { exe_path: '/bin/other', ...identity, bytes, processes: 1, initial: 1 },
    { exe_path: app, exe_sha256: old.exe_sha256, build_id: 'a1', bytes: 900, processes: 1, initial: 1, cpu_ns: 7 },
    { exe_path: app, ...identity, bytes, processes: 3, initial: 2, cpu_ns: 15, samples: 3, runtime },
  ]);
});

test('a build that was not measured has no sums, and containers are listed once', () => {
  const [first, second] = ['1'.repeat(64), '2'.repeat(64)];
  const processes = [
    makeProcess(1, { container_id: second }),
    makeProcess(2, { container_id: first }),
    makeProcess(3, { container_id: second }),
    makeProcess(4),
  ];
  const { builds, containers } = makeBundle({ processes });
  expect(builds).toHaveLength(1);
  expect(builds[0]).not.toHaveProperty('cpu_ns');
  expect(builds[0]).not.toHaveProperty('samples');
  expect(containers).toEqual([first, second]);
});
