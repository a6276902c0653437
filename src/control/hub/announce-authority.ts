/**
 * Follows the authority of the store in this replica: serves what its state asks for, and announces a new
 * one to the live instances of this process, each of which confirms that it trusts it. An instance that
 * was away hears of it seconds after it is back.
 */
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { splitCertificates } from '../../core/pem-certificates.ts';
import type { AuthorityAnnouncement } from '../../tunnel/messages.ts';
import type { LiveSession } from '../../tunnel/port.ts';
import { announceAuthority } from '../../tunnel/session/announced-authority.ts';
import { TunnelError } from '../../tunnel/session/tunnel-error.ts';
import type { RunningHub } from './start-hub.ts';
import { Ticker } from '../replicas/ticker.ts';
import type { Store } from '../store/database.ts';
import type { InstanceStore, TrustingInstance } from '../fleet/instance-store.ts';
import type { ServerTls } from '../tls/server-tls.ts';
import type { CommandKeys } from '../keys/command-keys.ts';
import { answerMs, type Asked, Confirmations, everyMs } from '../keys/confirmations.ts';
import { type KeyCustody, type KeyRow, selectKeys } from '../keys/key-custody.ts';
import { authorityKind } from '../keys/key-kinds.ts';

export interface AnnounceAuthorityOptions {
  readonly store: Store;
  readonly custody: Pick<KeyCustody, 'retireDue'>;
  readonly keys: Pick<CommandKeys, 'current'>;
  readonly tls: Pick<ServerTls, 'renew'>;
  readonly hub: Pick<RunningHub, 'allLive' | 'command'>;
  readonly instances: Pick<InstanceStore, 'listTrustingOther' | 'confirmAuthority'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** As many as an announcement has room for: the newest. */
const replacedAtMost = 16;

/** The returned function stops it and resolves when nothing of it runs any more. */
export function startAnnouncingAuthority(options: AnnounceAuthorityOptions): () => Promise<void> {
  const announcer = new AuthorityAnnouncer(options);
  const onError = (error: unknown): void =>
    options.log.error(
      { err: error },
      'a change of the authority could not be applied; the certificate stays as it was',
    );
  const ticker = new Ticker({ clock: options.clock, everyMs, onError }, () => announcer.look());
  ticker.start();
  return () => ticker.stop();
}

class AuthorityAnnouncer {
  readonly #options: AnnounceAuthorityOptions;
  /** The authorities as they were when this replica last took up what it serves. */
  #served: string | undefined;
  readonly #confirmations: Confirmations;

  constructor(options: AnnounceAuthorityOptions) {
    this.#options = options;
    this.#confirmations = new Confirmations({
      ...options,
      what: 'the new authority',
      tooOld:
        'upgrade this instance, or put the new ca.pem into the file of its RUNNER_CA_FILE, before the change ends',
    });
  }

  async look(): Promise<void> {
    const { store, custody, tls, clock, log } = this.#options;
    await custody.retireDue(authorityKind, clock.now());
    const rows = await selectKeys(store.db, authorityKind);
    const state = JSON.stringify(rows.map((row) => [row.fingerprint, row.state, row.retires_at, row.public_part]));
    if (state !== this.#served) {
      const isChange = this.#served !== undefined;
      await tls.renew();
      this.#served = state;
      if (isChange) log.info({ authorities: rows.map(stateOf) }, 'the authority of this control plane changed');
    }
    // One authority since the first start is the one that every instance was given.
    if (rows.length > 1) await this.#announceTo(rows);
  }

  async #announceTo(rows: readonly KeyRow[]): Promise<void> {
    const { keys, hub, instances } = this.#options;
    const current = rows.find(({ state }) => state === 'current');
    const live = new Map(hub.allLive().map((session) => [nameOf(session), session]));
    if (current === undefined || live.size === 0) return;
    const signer = keys.current;
    const announcement = announceAuthority(claimsOf(current, rows), signer);
    const asked = (await instances.listTrustingOther(current.fingerprint)).flatMap((to): Asked[] => {
      const session = live.get(nameOf(to));
      // One that still pins another command key learns that key first.
      if (session === undefined || to.commandKey !== signer.publicKey) return [];
      return [{ session, confirm: () => this.#announce({ to, session }, announcement, current) }];
    });
    await this.#confirmations.ask(asked);
  }

  async #announce(
    { to, session }: { readonly to: TrustingInstance; readonly session: LiveSession },
    announcement: AuthorityAnnouncement,
    { fingerprint }: KeyRow,
  ): Promise<void> {
    const { hub, instances } = this.#options;
    const answer = await hub.command(session, 'authority.announce', announcement, { timeoutMs: answerMs });
    if (answer.authority !== fingerprint) throw new TunnelError('invalid_answer', 'It trusts another authority.');
    await instances.confirmAuthority(to, fingerprint);
  }
}

function claimsOf(current: KeyRow, rows: readonly KeyRow[]): Pick<AuthorityAnnouncement, 'certificate' | 'replaces'> {
  return {
    certificate: `${splitCertificates(current.public_part)[0] ?? ''}\n`,
    replaces: rows
      .filter((row) => row !== current)
      .slice(-replacedAtMost)
      .map((row) => ({ fingerprint: row.fingerprint, until: row.state === 'retired' ? 0 : (row.retires_at ?? 0) })),
  };
}

function stateOf({ fingerprint, state }: KeyRow): string {
  return `${fingerprint} ${state}`;
}

function nameOf({ organization, instance }: { readonly organization: string; readonly instance: string }): string {
  return JSON.stringify([organization, instance]);
}
