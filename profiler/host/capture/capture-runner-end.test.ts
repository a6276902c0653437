import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { request, useCaptureRunner, workload } from '../../../test/profiler/use-capture-runner.ts';
import { Spool } from '../outbox/spool.ts';

const profiler = useCaptureRunner();

describe('an end from outside', () => {
  const reason = { code: 'profiler_disabled', text: 'The Profiler was disabled.' };

  test('by the control plane carries its reason, and only for the request that runs', async () => {
    profiler.standIn.plan('wait');
    await profiler.bench.runner.offer(request);
    await expect.poll(() => profiler.bench.phases).toEqual(['window']);
    profiler.bench.runner.abort('another', reason);
    expect(await profiler.bench.spool.outcomeOf('r1')).toBeUndefined();
    profiler.bench.runner.abort('r1', reason);
    expect(await profiler.outcomeOf()).toEqual({ request_id: 'r1', outcome: 'failed', reason });
  });

  test('that comes before the collector starts is not lost', async () => {
    profiler.standIn.plan('wait');
    const offered = profiler.bench.runner.offer(request);
    profiler.bench.runner.abort('r1', reason);
    await offered;
    expect(await profiler.outcomeOf()).toMatchObject({ reason });
    expect(profiler.bench.phases).toEqual([]);
  });

  test('by a stop of this process ends it as profiler_restarted, on disk', async () => {
    profiler.standIn.plan('wait');
    await profiler.bench.runner.offer(request);
    await profiler.bench.runner.stop();
    const next = await Spool.open(profiler.bench.spoolDir);
    expect(await next.outcomeOf('r1')).toMatchObject({ outcome: 'failed', reason: { code: 'profiler_restarted' } });
  });

  test('kills a collector that ignores the polite signal', async () => {
    profiler.standIn.plan('stubborn');
    await profiler.bench.runner.offer(request);
    await expect.poll(() => profiler.bench.phases).toEqual(['window']);
    profiler.bench.runner.abort('r1', reason);
    expect(await profiler.outcomeOf()).toMatchObject({ reason });
  });

  test('by kill -9 of the Profiler leaves one outcome at the next start, and no collector behind [P-STATE-4]', async () => {
    profiler.standIn.plan('wait');
    const spoolFolder = path.join(profiler.folder, 'spool-killed');
    const program = `
      import { CaptureRunner } from ${JSON.stringify(path.join(import.meta.dirname, 'capture-runner.ts'))};
      import { Spool } from ${JSON.stringify(path.join(import.meta.dirname, '../outbox/spool.ts'))};
      const spool = await Spool.open(${JSON.stringify(spoolFolder)});
      const quiet = () => {};
      const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
      const runner = new CaptureRunner({
        instance: 'node-1', targets: [{ workload: ${JSON.stringify(workload)} }], allocationsOf: new Set(),
        targetsFile: '/etc/farol/targets.json',
        collector: ${JSON.stringify(profiler.standIn.file)},
        workDir: ${JSON.stringify(profiler.folder)}, spool, log, onEnded: quiet, onPhase: () => console.log('measuring'),
      });
      await runner.offer(${JSON.stringify(request)});
    `;
    const killed = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(killed.stdout, 'data');
    expect(profiler.collectors()).toHaveLength(1);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await expect.poll(() => profiler.collectors()).toEqual([]);
    const next = await Spool.open(spoolFolder);
    expect(next.pending()).toEqual(['r1']);
    expect(await next.outcomeOf('r1')).toMatchObject({ outcome: 'failed', reason: { code: 'profiler_restarted' } });
  });
});
