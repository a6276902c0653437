/**
 * One text for each source that outlives the process, in the identity directory. The Agent, the process of its health
 * checks and a command on its machine may want it at the same time: the one that has it holds a lock beside it.
 */
import path from 'node:path';
import type { StoredText } from '../../connector/context.ts';
import { type Clock, sleep } from '../../core/clock.ts';
import { Fault } from '../../core/fault.ts';
import { tryLock } from '../../core/lock-file.ts';
import { type Disk, systemDisk } from '../../tunnel/identity/disk.ts';
import { replaceFile } from '../../tunnel/identity/replace-file.ts';
import { notRecorded } from '../writes/write-faults.ts';

export interface SourceStorePorts {
  /** The identity directory. */
  readonly folder: string;
  readonly clock: Clock;
  readonly disk?: Disk;
}

const pauseMs = 50;

export class SourceStore {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #disk: Disk;

  constructor({ folder, clock, disk = systemDisk }: SourceStorePorts) {
    this.#folder = folder;
    this.#clock = clock;
    this.#disk = disk;
  }

  /** @throws Fault `not_recorded` when the file cannot be read or written, or others hold it until the signal. */
  async withStored<T>(source: string, signal: AbortSignal, run: (stored: StoredText) => Promise<T>): Promise<T> {
    const name = `source-${source}.json`;
    const file = path.join(this.#folder, name);
    const unlock = await this.#lock(name, signal);
    try {
      return await run({
        read: () =>
          orFault(name, async () => {
            const found = await this.#disk.read(file);
            return found === undefined ? undefined : Buffer.from(found.bytes).toString('utf8');
          }),
        replace: (text) => orFault(name, () => replaceFile(this.#disk, file, Buffer.from(text))),
      });
    } finally {
      unlock();
    }
  }

  async #lock(name: string, signal: AbortSignal): Promise<() => void> {
    for (;;) {
      const unlock = await orFault(name, () => Promise.resolve(tryLock(path.join(this.#folder, `${name}.lock`), 0)));
      if (unlock !== undefined) return unlock;
      if (signal.aborted) throw inUse(name);
      await sleep(this.#clock, pauseMs);
    }
  }
}

/** Of the Agent whose identity directory is set: a second store would spend a credential that is valid once without the Agent knowing the next. */
export function openSourceStore(
  env: Readonly<Record<string, string | undefined>>,
  clock: Clock,
): SourceStore | undefined {
  const given = env['RUNNER_IDENTITY_DIR'];
  return given === undefined || given === '' ? undefined : new SourceStore({ folder: path.resolve(given), clock });
}

async function orFault<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const rule =
      'This source has a credential that changes with each use, and the Agent uses none that it cannot store.';
    throw notRecorded(name, cause, rule);
  }
}

function inUse(name: string): Fault {
  const remedy =
    'Another process of this Agent is renewing the credential of this source: ask again. If this stays, look for a farol command on this machine that does not end.';
  return new Fault('not_recorded', { file: name }, remedy);
}

/** For a process without an identity directory. */
export function withoutStore(): Fault {
  const remedy =
    'This source has a credential that changes with each use, so that the newest must outlive the process: set RUNNER_IDENTITY_DIR to the directory of the Agent, on a volume that stays. Without one, use a credential that does not change.';
  return new Fault('not_configured', { variable: 'RUNNER_IDENTITY_DIR' }, remedy);
}
