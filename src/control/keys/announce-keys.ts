/**
 * Tells live instances of a new command key, and notes who has confirmed it. Runs in every replica for
 * the tunnels it holds; an instance that was away is told seconds after it is back.
 */
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { LiveSession } from '../../tunnel/port.ts';
import { TunnelError } from '../../tunnel/session/tunnel-error.ts';
import type { RunningHub } from '../hub/start-hub.ts';
import type { InstanceStore, PinningInstance } from '../store/instance-store.ts';
import type { CommandKeys } from './command-keys.ts';

export interface AnnounceOptions {
  readonly keys: CommandKeys;
  readonly hub: Pick<RunningHub, 'live' | 'command' | 'useSigner' | 'disconnect'>;
  readonly instances: Pick<InstanceStore, 'listPinningOther' | 'confirmCommandKey'>;
  readonly clock: Clock;
  readonly log: Log;
}

const everyMs = 2_000;
const answerMs = 10_000;
/** Announcements under way at once: each costs one write on either side. */
const atOnce = 16;
/** An instance that did not take it is asked again this much later, or in its next session. */
const againMs = 60_000;

/** The returned function stops it and resolves when nothing of it runs any more. */
export function startAnnouncing(options: AnnounceOptions): () => Promise<void> {
  const announcer = new Announcer(options);
  const { clock, log } = options;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let cancel = schedule();

  function schedule(): () => void {
    return clock.after(everyMs, () => {
      running = announcer
        .look()
        .catch((error: unknown) => log.error({ err: error }, 'the command keys of the store could not be read'))
        .then(() => {
          if (!isStopped) cancel = schedule();
        });
    });
  }
  return () => {
    isStopped = true;
    cancel();
    return running;
  };
}

class Announcer {
  readonly #options: AnnounceOptions;
  /** Sessions that did not take it, until when they are left alone (monotonic milliseconds). */
  readonly #waiting = new Map<string, number>();
  /** The last look, or one before this process, may have left sessions of a key that has ended. */
  #isUnsettled = true;

  constructor(options: AnnounceOptions) {
    this.#options = options;
  }

  async look(): Promise<void> {
    const { keys, instances, clock } = this.#options;
    await keys.refresh();
    if (!keys.isChanging && !this.#isUnsettled) return;
    this.#isUnsettled = keys.isChanging;
    for (const [session, until] of this.#waiting) if (until <= clock.monotonic()) this.#waiting.delete(session);
    const others = await instances.listPinningOther(keys.current.publicKey);
    const due = others.flatMap((one) => this.#findSession(one));
    for (let at = 0; at < due.length; at += atOnce) {
      await Promise.all(due.slice(at, at + atOnce).map(({ session, pinned }) => this.#announce(session, pinned)));
    }
  }

  #findSession({ organization, instance, commandKey }: PinningInstance): { session: LiveSession; pinned: string }[] {
    const session = this.#options.hub.live({ organization }).find((one) => one.instance === instance);
    if (session === undefined || commandKey === undefined) return [];
    return [{ session, pinned: commandKey }];
  }

  async #announce(session: LiveSession, pinned: string): Promise<void> {
    const { keys, hub, instances, clock, log } = this.#options;
    const { organization, instance } = session;
    const announcement = keys.announcementFor(pinned);
    if (announcement === undefined) {
      if ((await keys.signerFor(pinned)) === undefined) {
        hub.disconnect({ organization, instance }, 'command_key_retired');
      }
      return;
    }
    if (this.#waiting.has(nameOf(session))) return;
    const signer = keys.current;
    try {
      const answer = await hub.command(session, 'keys.announce', announcement, { timeoutMs: answerMs });
      if (answer.command_key !== signer.publicKey) throw new TunnelError('invalid_answer', 'It pins another key.');
      await instances.confirmCommandKey({ organization, instance }, { from: pinned, to: signer.publicKey });
      hub.useSigner(session, signer);
      // Once more, under the new key: seeing it in use, the instance forgets the one before.
      await hub.command(session, 'keys.announce', announcement, { timeoutMs: answerMs });
      log.info({ organization, instance }, 'an instance confirmed the new command key');
    } catch (error) {
      this.#waiting.set(nameOf(session), clock.monotonic() + againMs);
      const code = error instanceof TunnelError ? error.code : 'failed';
      const remedy =
        code === 'unknown_request'
          ? 'upgrade this instance before the change ends, or it must be enrolled again'
          : 'it is asked again';
      log.warn({ err: error, organization, instance, code }, `an instance did not take the new command key; ${remedy}`);
    }
  }
}

function nameOf({ organization, instance, generation }: LiveSession): string {
  return JSON.stringify([organization, instance, generation]);
}
