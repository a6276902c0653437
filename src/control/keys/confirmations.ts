/** Has live instances confirm a change of keys: a few at once, and one that does not is left alone for a while. */
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { LiveSession } from '../../tunnel/port.ts';
import { TunnelError } from '../../tunnel/session/tunnel-error.ts';

/** How often a replica looks who has not confirmed. */
export const everyMs = 2_000;
export const answerMs = 10_000;
/** Announcements under way at once: each costs one write on either side. */
const atOnce = 16;
/** An instance that did not confirm is asked again this much later, or in its next session. */
const againMs = 60_000;

export interface Asked {
  readonly session: LiveSession;
  /** Asks it and notes that it confirmed. */
  readonly confirm: () => Promise<void>;
}

export interface ConfirmationOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** What is confirmed, in the words of the log: `the new command key`. */
  readonly what: string;
  /** What to do about an instance whose version does not know the question. */
  readonly tooOld: string;
}

export class Confirmations {
  readonly #options: ConfirmationOptions;
  /** Sessions that did not confirm, until when they are left alone (monotonic milliseconds). */
  readonly #waiting = new Map<string, number>();

  constructor(options: ConfirmationOptions) {
    this.#options = options;
  }

  /** Resolves when each has confirmed or has not. Never rejects for one that has not. */
  async ask(asked: readonly Asked[]): Promise<void> {
    const now = this.#options.clock.monotonic();
    for (const [session, until] of this.#waiting) if (until <= now) this.#waiting.delete(session);
    const due = asked.filter(({ session }) => !this.#waiting.has(nameOf(session)));
    for (let at = 0; at < due.length; at += atOnce) {
      await Promise.all(due.slice(at, at + atOnce).map((one) => this.#askOne(one)));
    }
  }

  async #askOne({ session, confirm }: Asked): Promise<void> {
    const { clock, log, what, tooOld } = this.#options;
    const { organization, instance } = session;
    try {
      await confirm();
      log.info({ organization, instance }, `an instance confirmed ${what}`);
    } catch (error) {
      this.#waiting.set(nameOf(session), clock.monotonic() + againMs);
      const code = error instanceof TunnelError ? error.code : 'failed';
      const remedy = code === 'unknown_request' ? tooOld : 'retrying';
      log.warn({ err: error, organization, instance, code }, `an instance did not accept ${what}; ${remedy}`);
    }
  }
}

function nameOf({ organization, instance, generation }: LiveSession): string {
  return JSON.stringify([organization, instance, generation]);
}
