import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { request, type RunnerBench, useCaptureRunner } from '../../../test/profiler/use-capture-runner.ts';
import { createMemoryCgroup, type MemoryCgroup } from '../../../demo/memory-cgroup.ts';

const profiler = useCaptureRunner();

const name = `farol-oom-${process.pid}`;
let cgroup: MemoryCgroup;
beforeEach(() => {
  const made = createMemoryCgroup(name, 48 << 20);
  if (made === undefined) throw new Error('this suite needs a memory cgroup of its own');
  cgroup = made;
});
afterEach(() => cgroup.remove());

describe('an OOM kill', () => {
  test('recorded by the kernel gives the specified reason with the limits, in record and log alike [P-ERR-8]', async () => {
    const outcome = await profiler.captureWith('exhaust', '', await insideCgroup());
    expect(outcome.outcome).toBe('failed');
    expect(outcome.reason).toEqual({
      code: 'collector_oom',
      text: 'collector (ptop) was killed by SIGKILL — OOM kill recorded in the container cgroup; memory limit 48 MiB, no swap beyond it',
    });
    expect(profiler.bench.log.filter(({ msg }) => msg === 'capture failed')).toMatchObject([
      { reason: outcome.reason.text },
    ]);
  });

  test('while processes are searched for declines the offer with the same reason [P-ERR-8]', async () => {
    profiler.standIn.listing('exhaust');
    const { runner } = await insideCgroup();
    expect(await runner.offer(request)).toMatchObject({
      answer: 'declined',
      reason: {
        code: 'collector_oom',
        text: expect.stringContaining('OOM kill recorded in the container cgroup') as string,
      },
    });
  });

  test('of an earlier capture is no proof for this one [P-ERR-8]', async () => {
    const first = await profiler.captureWith('exhaust', '', await insideCgroup());
    expect(first.reason.code).toBe('collector_oom');
    const second = await profiler.captureWith('die', '', await insideCgroup());
    expect(second.reason.code).toBe('collector_killed');
  });

  test('is avoided: the collector gets the free memory and refuses a capture that could use more', async () => {
    const outcome = await profiler.captureWith('no_room', '', await insideCgroup());
    expect(outcome).toMatchObject({ outcome: 'failed', reason: { code: 'collector_no_room' } });
    expect(outcome.reason.text).toMatch(/ \(memory limit 48 MiB, no swap beyond it\)$/u);
    const [, free] = /more than (\d+) MiB/u.exec(outcome.reason.text) ?? [];
    expect(Number(free)).toBeGreaterThan(40);
    expect(Number(free)).toBeLessThanOrEqual(48);
  });

  /** The collector enters the cgroup before it starts, and the runner reads that cgroup as if it were its own. */
  async function insideCgroup(): Promise<RunnerBench> {
    const collector = profiler.collectorThatFirst(`echo $$ > ${cgroup.procs}`);
    const membership = path.join(profiler.folder, 'membership');
    const version1 = existsSync('/sys/fs/cgroup/memory/memory.limit_in_bytes');
    writeFileSync(membership, version1 ? `4:memory:/${name}\n` : `0::/${name}\n`);
    profiler.bench = await profiler.open({ collector, cgroup: { membership, mount: '/sys/fs/cgroup' } });
    return profiler.bench;
  }
});
