import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeRecord } from '../../../test/made-capture.ts';
import { request, useCaptureRunner, workload } from '../../../test/profiler/use-capture-runner.ts';

const profiler = useCaptureRunner();

describe('an offer', () => {
  test('of a process outside the target list is declined [P-ERR-5] [P-REQ-1]', async () => {
    for (const other of ['bash', '*', workload.toUpperCase(), '']) {
      expect(await profiler.bench.runner.offer({ ...request, workload: other })).toMatchObject({
        answer: 'declined',
        reason: { code: 'not_in_target_list' },
      });
    }
    expect(profiler.bench.spool.has('r1')).toBe(false);
  });

  test('is answered without a word about the list [P-TARGET-10]', async () => {
    const answer = await profiler.bench.runner.offer({ ...request, workload: 'bash' });
    expect(JSON.stringify(answer)).not.toMatch(/farol-|shop/u);
  });

  test('of a listed process that does not run here is declined', async () => {
    expect(await profiler.bench.runner.offer({ ...request, workload: 'farol-not-running' })).toMatchObject({
      answer: 'declined',
      reason: { code: 'no_such_process' },
    });
  });

  test.each([
    ['die', 'collector_killed', 'Signal: SIGKILL.'],
    ['mumble', 'collector_failed', 'Exit status 3: it went wrong'],
    ['refuse', 'target_list_refused', 'the list is not accepted'],
    ['flood', 'collector_failed', 'It answered with more than 4194304 bytes.'],
  ] as const)(
    'whose search ends with %s is declined, never searched with less sight: %s',
    async (plan, code, words) => {
      profiler.standIn.listing(plan);
      const answer = await profiler.bench.runner.offer(request);
      expect(answer).toMatchObject({
        answer: 'declined',
        reason: { code, text: expect.stringContaining(words) as string },
      });
      const reason = answer.answer === 'declined' ? answer.reason.text : '';
      expect(profiler.bench.log).toMatchObject([{ msg: 'capture failed', request_id: 'r1', code, reason }]);
      expect(profiler.bench.spool.has('r1')).toBe(false);
    },
  );

  test('is declined when there is no collector to search with', async () => {
    const { runner } = await profiler.open({ collector: path.join(profiler.folder, 'no-ptop') });
    expect(await runner.offer(request)).toMatchObject({
      answer: 'declined',
      reason: { code: 'collector_failed', text: expect.stringContaining('ENOENT') as string },
    });
  });

  test('says how many of that name a namespace ruled out, and why the first [P-TARGET-9]', async () => {
    const name = `${workload}-ns`;
    const why = 'its namespace cannot be read from /proc/7/root/x (ENOENT)';
    const namespace = { state: 'unreadable', reason: why };
    const one = { pid: 7, start_ticks: 1, matched_by: 'comm', namespace };
    const counts = { matching: 0, passed_over: 3, unread: 1 };
    profiler.standIn.knows(name, JSON.stringify({ processes: [], passed_over: [one], counts }));
    expect(await profiler.bench.runner.offer({ ...request, workload: name })).toEqual({
      answer: 'declined',
      reason: {
        code: 'no_such_process',
        text: `The process is listed, but none with that name runs on this node. 3 of that name did not match the listed namespace: process 7, ${why}. The executable of 1 process may not be read even by the collector, so only command name and argv[0] were compared; if AppArmor is enabled, search the kernel log for apparmor="DENIED" operation="ptrace".`,
      },
    });
  });

  test('of more processes than one capture takes is declined', async () => {
    const one = { pid: 7, start_ticks: 1, matched_by: 'comm', namespace: { state: 'not_asked' } };
    const counts = { matching: 1025, passed_over: 0, unread: 0 };
    profiler.standIn.knows('farol-not-running', JSON.stringify({ processes: [one], passed_over: [], counts }));
    expect(await profiler.bench.runner.offer({ ...request, workload: 'farol-not-running' })).toMatchObject({
      answer: 'declined',
      reason: { code: 'too_many_processes', text: expect.stringContaining('1025 run.') as string },
    });
    profiler.standIn.knows('farol-not-running', []);
  });

  test('is measured with the start of each process, so that a reused pid is not measured', async () => {
    const told = path.join(profiler.folder, 'told');
    const collector = profiler.collectorThatFirst(`[ "$1" = capture ] && echo "$@" > ${told}`);
    await profiler.captureWith('record', makeRecord(), await profiler.open({ collector }));
    expect(readFileSync(told, 'utf8')).toMatch(
      new RegExp(`^capture --pid ${profiler.target.pid}:1 --duration 5 `, 'u'),
    );
  });

  test('is searched for after the offers before it, all of which are answered', async () => {
    const offers = Array.from({ length: 10 }, (_, index) =>
      profiler.bench.runner.offer({ ...request, request_id: `n${index}`, workload: 'farol-not-running' }),
    );
    profiler.standIn.plan('record', makeRecord());
    const taken = profiler.bench.runner.offer(request);
    const answers = await Promise.all(offers);
    expect(answers.every((one) => one.answer === 'declined' && one.reason.code === 'no_such_process')).toBe(true);
    expect(await taken).toEqual({ answer: 'taken', processes: 1 });
    await profiler.outcomeOf();
  });

  test('that is searched for when the Profiler stops is left to its next start', async () => {
    profiler.standIn.listing('wait');
    const answer = profiler.bench.runner.offer(request);
    await profiler.bench.runner.stop();
    expect(await answer).toMatchObject({ answer: 'declined', reason: { code: 'busy' } });
    expect(profiler.collectors()).toEqual([]);
  });

  test('while another one runs is declined as busy, and taken afterwards', async () => {
    profiler.standIn.plan('wait');
    await profiler.bench.runner.offer(request);
    const other = { ...request, request_id: 'r2' };
    expect(await profiler.bench.runner.offer(other)).toMatchObject({ answer: 'declined', reason: { code: 'busy' } });
    profiler.bench.runner.abort('r1');
    await profiler.outcomeOf();
    profiler.standIn.plan('record', makeRecord());
    await expect.poll(async () => (await profiler.bench.runner.offer(other)).answer).toBe('taken');
    expect((await profiler.outcomeOf('r2')).outcome).toBe('pushed');
  });

  test('made again changes nothing, before and after the end [P-STATE-4]', async () => {
    profiler.standIn.plan('record', makeRecord());
    const answers = await Promise.all(Array.from({ length: 20 }, () => profiler.bench.runner.offer(request)));
    expect(answers.every(({ answer }) => answer === 'taken')).toBe(true);
    await profiler.outcomeOf();
    expect(await profiler.bench.runner.offer(request)).toMatchObject({ answer: 'taken' });
    expect(profiler.bench.log.filter(({ msg }) => msg === 'capture measured')).toHaveLength(1);
  });

  test('that cannot be written to disk is not taken, and can be made again', async () => {
    rmSync(profiler.bench.spoolDir, { recursive: true });
    await expect(profiler.bench.runner.offer(request)).rejects.toMatchObject({ code: 'ENOENT' });
    mkdirSync(profiler.bench.spoolDir);
    expect((await profiler.captureWith('record', makeRecord())).outcome).toBe('pushed');
  });

  test('while the Profiler stops is left to its next start', async () => {
    await profiler.bench.runner.stop();
    expect(await profiler.bench.runner.offer(request)).toMatchObject({ answer: 'declined', reason: { code: 'busy' } });
  });
});
