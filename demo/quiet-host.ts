/**
 * Waits while a hypervisor keeps more of the CPU time of this machine than a comparison lets pass: what it would measure
 * meanwhile could only be suspected.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { mostSteal } from '../profiler/witness/judge/comparable/host-limits.ts';

/** Of all CPUs since boot, in ticks. */
export interface CpuTimes {
  readonly stolen: number;
  readonly all: number;
}

/** `stat`: the text of /proc/stat (https://docs.kernel.org/filesystems/proc.html). */
export function parseCpuTimes(stat: string): CpuTimes {
  // Time of guests is in user and nice already.
  const ticks = stat.split('\n', 1)[0]?.trim().split(/\s+/u).slice(1, 9).map(Number) ?? [];
  return { stolen: ticks[7] ?? 0, all: ticks.reduce((sum, one) => sum + one, 0) };
}

export interface QuietHostOptions {
  readonly say: (text: string) => void;
  readonly statFile?: string;
  readonly sampleMs?: number;
  /** Over all waits together. */
  readonly mostMs?: number;
}

export class QuietHost {
  readonly #options: Required<QuietHostOptions>;
  #leftMs: number;

  constructor(options: QuietHostOptions) {
    this.#options = { statFile: '/proc/stat', sampleMs: 1000, mostMs: 120_000, ...options };
    this.#leftMs = this.#options.mostMs;
  }

  /** Resolves at once where nothing was ever stolen, and in the end also on a host that is never quiet. */
  async wait(): Promise<void> {
    const { say, sampleMs } = this.#options;
    let isSaid = false;
    let before = this.#read();
    while (before.stolen > 0 && this.#leftMs > 0) {
      await sleep(sampleMs);
      const now = this.#read();
      const share = (now.stolen - before.stolen) / Math.max(1, now.all - before.all);
      if (share <= mostSteal) return;
      this.#leftMs -= sampleMs;
      before = now;
      if (isSaid) continue;
      isSaid = true;
      say(
        `waiting: the hypervisor keeps ${percent(share)} of the CPU time of this machine, and a comparison confirms CPU time up to ${percent(mostSteal)}`,
      );
    }
    if (this.#leftMs <= 0) say('not waiting any longer: findings on CPU time may be suspected only');
  }

  #read(): CpuTimes {
    return parseCpuTimes(readFileSync(this.#options.statFile, 'utf8'));
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
