import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runOtelProfiler } from './run-otel-profiler.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-otel-'));
  vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program of this text in place of the profiler. */
async function run(text: string): Promise<{ readonly stacks: number }> {
  const program = path.join(folder, 'ebpf-profiler');
  writeFileSync(program, `#!/bin/sh\n${text}\n`);
  chmodSync(program, 0o755);
  const procs = path.join(folder, 'cgroup.procs');
  writeFileSync(procs, '');
  const cgroup = { procs, peakBytes: () => undefined, remove: () => undefined };
  return await runOtelProfiler({ pids: [1], durationSec: 0, signal: new AbortController().signal }, cgroup);
}

const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)('gets what it demands of the machine, where the machine does not have it', async () => {
  const demands = `prlimit --memlock=unlimited true || exit 1
[ -e /sys/kernel/tracing/kprobe_events ] || ! grep -q ' bpf_ksym_add$' /proc/kallsyms || exit 1
[ -e /sys/kernel/tracing/events ] || exit 1
echo 'level=INFO msg="Attached sched monitor"' >&2
trap 'exit 0' TERM; while :; do sleep 0.05; done`;
  await expect(run(demands)).resolves.toMatchObject({ stacks: 0 });
});

test.runIf(isRoot)('says why it ended at its start, and nothing else that it logged', async () => {
  const logs = `echo 'time=x level=INFO msg="Starting"' >&2; echo 'time=y level=ERROR msg="no kprobes here"' >&2; exit 1`;
  await expect(run(logs)).rejects.toThrow(/status 1: no kprobes here$/u);
});
