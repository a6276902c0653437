/**
 * When checks run: at once when the tunnel first comes up, then every five minutes while all is well and
 * every minute while something is not, but never so often that they take more than a hundredth of a
 * processor; and whenever they are asked for. One run at a time.
 */
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { HealthCheck, HealthReport } from '../../tunnel/messages.ts';

export interface CheckRun {
  readonly checks: readonly HealthCheck[];
  /** Processor time of the run; undefined when it was interrupted. */
  readonly cpuMs: number | undefined;
}

export interface HealthSchedulerPorts {
  /** Runs all checks, given the results of the run before. Never rejects. */
  readonly check: (run: { readonly signal: AbortSignal; readonly before: readonly HealthCheck[] }) => Promise<CheckRun>;
  readonly clock: Clock;
  readonly log: Log;
  /** Sends one report to the control plane; rejects when it was not taken. */
  readonly send: (report: HealthReport) => Promise<unknown>;
}

const whileWellMs = 5 * 60_000;
const whileNotMs = 60_000;
/** Longest pause, also after a run that was cut short. */
const longestMs = 15 * 60_000;
/** Of one processor. */
const steadyShare = 0.01;

interface Cached {
  readonly report: HealthReport;
  /** By the monotonic clock. */
  readonly dueAt: number;
}

export class HealthScheduler {
  readonly #ports: HealthSchedulerPorts;
  readonly #stopping = new AbortController();
  #running: Promise<HealthReport> | undefined;
  #last: Cached | undefined;
  #isUp = false;
  #cancelNext: () => void = () => undefined;

  constructor(ports: HealthSchedulerPorts) {
    this.#ports = ports;
  }

  /** The report of the run under way, or of a new one. Never rejects. */
  run(): Promise<HealthReport> {
    this.#running ??= this.#runAll().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Called when the tunnel has come up. One that comes and goes gets the last report, and no run more than is due. */
  start(): void {
    this.#isUp = true;
    const last = this.#last;
    if (last === undefined || this.#ports.clock.monotonic() >= last.dueAt) void this.#report();
    else {
      void this.#send(last.report);
      this.#plan(last.dueAt);
    }
  }

  /** Called when the tunnel is down: a report could not be sent. */
  pause(): void {
    this.#isUp = false;
    this.#cancelNext();
  }

  stop(): void {
    this.pause();
    this.#stopping.abort(new Error('the Agent stops'));
  }

  async #report(): Promise<void> {
    const report = await this.run();
    if (this.#isUp) await this.#send(report);
  }

  async #send(report: HealthReport): Promise<void> {
    const { send, log } = this.#ports;
    await send(report).catch((error: unknown) => log.warn({ err: error }, 'the health report was not accepted'));
  }

  async #runAll(): Promise<HealthReport> {
    const { check, clock } = this.#ports;
    const before = this.#last?.report.checks ?? [];
    const { checks, cpuMs } = await check({ signal: this.#stopping.signal, before });
    const report = { at: new Date(clock.now()).toISOString(), checks: [...checks] };
    const dueAt = clock.monotonic() + pauseAfter({ checks, cpuMs });
    this.#last = { report, dueAt };
    if (this.#isUp) this.#plan(dueAt);
    return report;
  }

  #plan(dueAt: number): void {
    const { clock } = this.#ports;
    this.#cancelNext();
    this.#cancelNext = clock.after(dueAt - clock.monotonic(), () => void this.#report(), { unref: true });
  }
}

function pauseAfter({ checks, cpuMs }: CheckRun): number {
  if (cpuMs === undefined) return longestMs;
  const isWell = checks.every(({ status }) => status === 'ok' || status === 'skipped');
  return Math.min(longestMs, Math.max(isWell ? whileWellMs : whileNotMs, cpuMs / steadyShare));
}
