/** Runs all checks when the tunnel comes up and every minute after, and sends each report up. One run at a time. */
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Redactor } from '../../core/redact.ts';
import type { HealthReport } from '../../tunnel/messages.ts';
import type { ConnectorHost } from '../connector-host.ts';
import { runChecks } from './run-check.ts';

export interface HealthSchedulerPorts {
  readonly hosts: readonly ConnectorHost[];
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly log: Log;
  /** Sends one report to the control plane; rejects when it was not taken. */
  readonly send: (report: HealthReport) => Promise<unknown>;
}

const everyMs = 60_000;

export class HealthScheduler {
  readonly #ports: HealthSchedulerPorts;
  readonly #stopping = new AbortController();
  #running: Promise<HealthReport> | undefined;
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

  /** Called when the tunnel has come up: reports now and goes on every minute. */
  start(): void {
    this.#cancelNext();
    this.#cancelNext = this.#ports.clock.after(everyMs, () => this.start(), { unref: true });
    void this.#report();
  }

  /** Called when the tunnel is down: nobody would take a report. */
  pause(): void {
    this.#cancelNext();
  }

  stop(): void {
    this.pause();
    this.#stopping.abort(new Error('the Agent stops'));
  }

  async #report(): Promise<void> {
    const { send, log } = this.#ports;
    const report = await this.run();
    if (this.#stopping.signal.aborted) return;
    await send(report).catch((error: unknown) => log.warn({ err: error }, 'the health report was not taken'));
  }

  async #runAll(): Promise<HealthReport> {
    const { hosts, redactor, clock, log } = this.#ports;
    const { signal } = this.#stopping;
    const checks = await Promise.all(hosts.map((host) => runChecks(host, { redactor, log, signal })));
    return { at: new Date(clock.now()).toISOString(), checks: checks.flat() };
  }
}
