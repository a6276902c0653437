/** A capture runner for the tests of one file: the collector is a real process of our own making, and so is the target. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { CaptureRunner, type RunnerDeps } from '../../profiler/host/capture/capture-runner.ts';
import { Spool } from '../../profiler/host/outbox/spool.ts';
import type { CollectorRecord } from '../../profiler/witness/bundle/record/collector-record.ts';
import { createLog } from '../../src/core/log.ts';
import { Redactor } from '../../src/core/redact.ts';
import { CaptureOutcome, type CaptureStart } from '../../src/tunnel/messages.ts';
import { buildStandIn, type Plan, type StandIn } from '../stand-in-collector.ts';

export const workload = `farol-runner-${process.pid}`;
export const request: CaptureStart = {
  request_id: 'r1',
  workload,
  version: 'v1',
  env: '',
  kind: 'head',
  duration_sec: 5,
  warmup_sec: 0,
  requested_by: 'pipeline',
  requested_at: '2026-11-21T10:00:00.000Z',
  image: `app@sha256:${'0'.repeat(64)}`,
};

export interface RunnerBench {
  readonly runner: CaptureRunner;
  readonly spool: Spool;
  readonly spoolDir: string;
  readonly log: Record<string, unknown>[];
  readonly phases: string[];
  readonly workDir: string;
}

/** Called once in a test file, outside its tests; each test finds a new bench. */
export function useCaptureRunner(): RunnerInUse {
  const inUse = new RunnerInUse();
  beforeAll(() => inUse.start());
  beforeEach(() => inUse.reset());
  afterEach(() => inUse.bench.runner.stop());
  afterAll(() => inUse.end());
  return inUse;
}

class RunnerInUse {
  folder!: string;
  standIn!: StandIn;
  target!: ChildProcess;
  bench!: RunnerBench;
  #count = 0;

  async start(): Promise<void> {
    this.folder = mkdtempSync(path.join(os.tmpdir(), 'farol-runner-'));
    this.standIn = buildStandIn(this.folder);
    this.target = spawn('/bin/sleep', ['600'], { argv0: workload });
    await once(this.target, 'spawn');
    this.standIn.knows(workload, [this.target.pid ?? 0]);
  }

  async reset(): Promise<void> {
    this.standIn.listing('answer');
    this.bench = await this.open();
  }

  end(): void {
    this.target.kill('SIGKILL');
    rmSync(this.folder, { recursive: true });
  }

  async open(change: Partial<RunnerDeps> = {}): Promise<RunnerBench> {
    this.#count++;
    const workDir = path.join(this.folder, `work-${this.#count}`);
    const spoolDir = path.join(this.folder, `spool-${this.#count}`);
    const [log, phases]: [Record<string, unknown>[], string[]] = [[], []];
    mkdirSync(workDir);
    const spool = await Spool.open(spoolDir);
    const destination = { write: (line: string) => void log.push(JSON.parse(line) as Record<string, unknown>) };
    const runner = new CaptureRunner({
      instance: 'node-1',
      targets: [{ workload }, { workload: 'farol-not-running' }, { workload: `${workload}-ns`, namespace: 'shop' }],
      targetsFile: '/etc/farol/targets.json',
      allocationsOf: new Set(),
      collector: this.standIn.file,
      workDir,
      spool,
      log: createLog('test', { level: 'info', redactor: new Redactor(), destination }),
      onPhase: (_, phase) => phases.push(phase),
      onEnded: () => undefined,
      ...change,
    });
    return { runner, spool, spoolDir, log, phases, workDir };
  }

  async outcomeOf(id = 'r1', { spool } = this.bench): Promise<CaptureOutcome> {
    for (let turn = 0; turn < 2000; turn++) {
      const outcome = await spool.outcomeOf(id);
      if (outcome !== undefined) return CaptureOutcome.parse(outcome);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error('no outcome');
  }

  async captureWith(plan: Plan, record?: CollectorRecord | string, on = this.bench): Promise<CaptureOutcome> {
    this.standIn.plan(plan, record);
    const answer = await on.runner.offer(request);
    if (answer.answer !== 'taken') throw new Error(`the offer was ${JSON.stringify(answer)}`);
    return this.outcomeOf('r1', on);
  }

  /** A program that runs this line of shell, and then is the stand-in. */
  collectorThatFirst(line: string): string {
    const file = path.join(this.folder, 'wrapped');
    writeFileSync(file, `#!/bin/sh\n${line}\nexec "${this.standIn.file}" "$@"\n`);
    chmodSync(file, 0o755);
    return file;
  }

  /** Processes of the stand-in that run now. */
  collectors(): string[] {
    return readdirSync('/proc').filter((pid) => this.#isCollector(pid));
  }

  #isCollector(pid: string): boolean {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(this.standIn.file);
    } catch {
      return false;
    }
  }
}
