/**
 * Announces a new command key to live instances, and records which have confirmed it. Runs in every replica for
 * the tunnels it holds; an instance that was offline gets it seconds after it reconnects.
 */
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { KeyAnnouncement } from '../../tunnel/messages.ts';
import type { LiveSession } from '../../tunnel/port.ts';
import { TunnelError } from '../../tunnel/session/tunnel-error.ts';
import type { RunningHub } from './start-hub.ts';
import type { InstanceStore, PinningInstance } from '../fleet/instance-store.ts';
import { Ticker } from '../replicas/ticker.ts';
import type { CommandKeys } from '../keys/command-keys.ts';
import { answerMs, type Asked, Confirmations, everyMs } from '../keys/confirmations.ts';

export interface AnnounceOptions {
  readonly keys: CommandKeys;
  readonly hub: Pick<RunningHub, 'live' | 'command' | 'useSigner' | 'disconnect'>;
  readonly instances: Pick<InstanceStore, 'listPinningOther' | 'confirmCommandKey'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The returned function stops it and resolves when nothing of it runs any more. */
export function startAnnouncing(options: AnnounceOptions): () => Promise<void> {
  const announcer = new Announcer(options);
  const onError = (error: unknown): void =>
    options.log.error({ err: error }, 'the command keys of the store could not be read');
  const ticker = new Ticker({ clock: options.clock, everyMs, onError }, () => announcer.look());
  ticker.start();
  return () => ticker.stop();
}

class Announcer {
  readonly #options: AnnounceOptions;
  readonly #confirmations: Confirmations;
  /** The last look, or one before this process, may have left sessions of a key that has ended. */
  #isUnsettled = true;

  constructor(options: AnnounceOptions) {
    this.#options = options;
    this.#confirmations = new Confirmations({
      ...options,
      what: 'the new command key',
      tooOld: 'upgrade this instance before the change ends, or it must be enrolled again',
    });
  }

  async look(): Promise<void> {
    const { keys, instances } = this.#options;
    await keys.refresh();
    if (!keys.isChanging && !this.#isUnsettled) return;
    this.#isUnsettled = keys.isChanging;
    const others = await instances.listPinningOther(keys.current.publicKey);
    const asked = await Promise.all(others.map((one) => this.#prepare(one)));
    await this.#confirmations.ask(asked.flatMap((one) => one ?? []));
  }

  /** Undefined for an instance that has no session here, or whose key announces nothing any more. */
  async #prepare({ organization, instance, commandKey: pinned }: PinningInstance): Promise<Asked | undefined> {
    const { keys, hub } = this.#options;
    const session = hub.live({ organization }).find((one) => one.instance === instance);
    if (session === undefined || pinned === undefined) return undefined;
    const announcement = keys.announcementFor(pinned);
    if (announcement !== undefined) return { session, confirm: () => this.#announce(session, pinned, announcement) };
    if ((await keys.signerFor(pinned)) === undefined) {
      hub.disconnect({ organization, instance }, 'command_key_retired');
    }
    return undefined;
  }

  async #announce(session: LiveSession, pinned: string, announcement: KeyAnnouncement): Promise<void> {
    const { keys, hub, instances } = this.#options;
    const { organization, instance } = session;
    const signer = keys.current;
    const answer = await hub.command(session, 'keys.announce', announcement, { timeoutMs: answerMs });
    if (answer.command_key !== signer.publicKey) throw new TunnelError('invalid_answer', 'It pins another key.');
    await instances.confirmCommandKey({ organization, instance }, { from: pinned, to: signer.publicKey });
    hub.useSigner(session, signer);
    // Once more, under the new key: seeing it in use, the instance forgets the one before.
    await hub.command(session, 'keys.announce', announcement, { timeoutMs: answerMs });
  }
}
