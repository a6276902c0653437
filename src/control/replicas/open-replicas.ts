/**
 * This process as one of several on a store: its lease, the tunnels it holds, what it knows of the others
 * and what passes between them. The embedded store has one process; there everything is the same but the
 * lease, which nobody could take over.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { LiveSession, UnreadTunnelHub } from '../../tunnel/port.ts';
import type { InstanceAddress, SessionStore } from '../../tunnel/session/session-store.ts';
import type { HubSessions } from '../../tunnel/session/hub-sessions.ts';
import type { Store } from '../store/database.ts';
import { drain } from './drain.ts';
import { LeaseTable, type Leases } from './lease-table.ts';
import { type Owners, OwnerTable } from './owner-table.ts';
import { TunnelOwnership } from './ownership.ts';
import { RelayRunner } from './relay-runner.ts';
import { RelaySender } from './relay-sender.ts';
import { type Relays, RelayTable } from './relay-table.ts';
import { channel } from './shared-statements.ts';
import { ReplicaHub } from './replica-hub.ts';
import { ReplicaLease } from './replica-lease.ts';
import { HeardChanges } from './heard-changes.ts';
import { type Refreshed, SessionDirectory } from './session-directory.ts';
import { Ticker } from './ticker.ts';

/** The sockets of this process. */
type LocalHub = Pick<HubSessions, keyof UnreadTunnelHub | 'allLive' | 'find' | 'stopAccepting'>;

/** What the processes on one store share. */
export interface SharedTables {
  readonly leases: Leases;
  readonly owners: Owners;
  relaysOf(replica: string): Relays;
  /** Hears what others say, and `''` whenever some of it may have been missed. The returned function ends it. */
  listen(hear: (text: string) => void): () => Promise<void>;
  send(text: string): Promise<void>;
}

export interface ReplicaDeps extends Surroundings {
  readonly store: Store;
}

interface Surroundings {
  readonly clock: Clock;
  readonly log: Log;
  /** Called when instances of an organization reported at another replica. */
  readonly onReported: (organization: string) => void;
  /** Called when a marker of an organization was recorded at another replica. */
  readonly onMarked: (organization: string) => void;
}

export interface Replicas {
  readonly id: string;
  /** Commits sessions and claims them. */
  own(sessions: SessionStore): SessionStore;
  /** Joins the sockets of this process to those of the others. Call it once. */
  join(local: LocalHub): Promise<JoinedReplica>;
  /** Ends the lease: the last thing to do. */
  close(): Promise<void>;
}

export interface JoinedReplica {
  readonly id: string;
  readonly hub: ReplicaHub;
  readonly owners: Owners;
  /** False while other replicas may take this one for dead. */
  isHeld(): boolean;
  /** Whether another process serves this store as well. */
  hasOthers(): Promise<boolean>;
  /** Sessions on sockets of this process, with the epoch of each. */
  own(organization: string): readonly (LiveSession & { readonly epoch: number })[];
  /** Notifies the other replicas that an instance reported. */
  announceReport(organization: string): Promise<void>;
  /** Notifies the other replicas that a marker was recorded. */
  announceMarker(organization: string): Promise<void>;
  /** Moves every session elsewhere. Call it before anything that serves is closed. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

const refreshMs = 1_000;
const cleanMs = 5_000;

/** Resolves when this process has its lease. */
export function openReplicas({ store, ...surroundings }: ReplicaDeps): Promise<Replicas> {
  const { clock } = surroundings;
  const tables: SharedTables = {
    leases: new LeaseTable(store, clock),
    owners: new OwnerTable(store, clock),
    relaysOf: (replica) => new RelayTable(store, clock, replica),
    listen: (hear) => store.signals.listen(hear, channel),
    send: (text) => store.db.transaction().execute((transaction) => store.signals.send(transaction, text, channel)),
  };
  return openReplicasOn(tables, surroundings);
}

/** The same over tables that may be elsewhere than in a store. */
export async function openReplicasOn(
  tables: SharedTables,
  { clock, log, onReported, onMarked }: Surroundings,
): Promise<Replicas> {
  const id = randomUUID();
  const { leases, owners } = tables;
  let onLost = (): void => {};
  const lease = new ReplicaLease({ table: leases, clock, log, id, onLost: () => onLost() });
  const isHeld = (): boolean => lease.isHeld();
  const ownership = new TunnelOwnership({ table: owners, replica: id, clock, log, isHeld });
  await lease.start();
  return {
    id,
    own: (sessions) => ownership.over(sessions),
    join: async (local) => {
      const directory = new SessionDirectory(owners, clock, (refreshed) => onRead(refreshed));
      const table = tables.relaysOf(id);
      const sender = new RelaySender({ table, directory, clock, log });
      const hub = new ReplicaHub({
        local,
        directory,
        sender,
        replica: id,
        isHeld,
        refresh: (of) => directory.refresh([of]),
      });
      let isDraining = false;
      const find = (of: InstanceAddress): LiveSession | undefined => (isHeld() ? local.find(of) : undefined);
      const runner = new RelayRunner({
        table,
        log,
        isHeld,
        // What has not begun is better asked of the replica that the instance moves to.
        epochOf: (address) => {
          const session = isDraining ? undefined : find(address);
          return session && ownership.epochOf(session);
        },
        run: (to, name, request, options) => hub.commandHere(to, name, request, options),
      });
      onLost = () => {
        sender.failAll();
        runner.cancelAll();
        for (const session of local.allLive()) close(local, session, 'unavailable');
      };
      local.onChange(({ session, live }) => {
        if (!live) ownership.release(session, isDraining || !isHeld());
      });
      const onRead = (refreshed: Refreshed): void => {
        const sessions = {
          own: (of: InstanceAddress) => local.find(of),
          placed: (of: InstanceAddress) => directory.find(of),
        };
        for (const lost of ownership.reconcile(sessions, refreshed)) {
          close(local, lost, 'replaced');
        }
        hub.tellElsewhere(refreshed.changes);
        if (refreshed.changes.length > 0) sender.leaveBehind().catch(onError('commands were not withdrawn'));
      };
      const onError = (what: string) => (error: unknown) => log.error({ err: error }, what);
      const refreshing = new Ticker(
        { clock, everyMs: refreshMs, onError: onError('live sessions were not read') },
        () => directory.refresh(),
      );
      const heard = new HeardChanges(clock, (parts) => {
        directory.refresh(parts).catch(onError('changed sessions were not read'));
      });
      const relaying = new Ticker(
        { clock, everyMs: refreshMs, onError: onError('commands were not cleaned up') },
        async () => {
          await Promise.all([runner.stopWithdrawn(), sender.poll()]);
        },
      );
      // A word comes with each command, hundreds a second: what else there is to look after can wait.
      const taking = new Ticker({ clock, everyMs: refreshMs, onError: onError('commands were not fetched') }, () =>
        runner.take(),
      );
      const cleaning = new Ticker(
        { clock, everyMs: cleanMs, onError: onError('dead replicas were not cleaned up') },
        async () => {
          await owners.endDead();
          await table.sweep();
        },
      );
      const words: Readonly<Record<string, (whom: string, what: string, instance: string | undefined) => void>> = {
        '': () => {
          refreshing.wake();
          taking.wake();
          relaying.wake();
        },
        owners: (_replica, organization, instance) => {
          // An older version does not say whose session it is.
          if (instance === undefined) refreshing.wake();
          else heard.add({ organization, instance });
        },
        command: (whom) => {
          if (whom === id) taking.wake();
        },
        answer: (whom, command) => {
          if (whom === id) sender.fetch(command).catch(onError('an answer was not fetched'));
        },
        cancel: (whom, command) => {
          if (whom === id) runner.cancel(command);
        },
        reported: (organization) => onReported(organization),
        marked: (organization) => onMarked(organization),
      };
      const hear = (text: string): void => {
        const [word = '', whom = '', what = '', instance] = text.split(' ');
        if (Object.hasOwn(words, word)) words[word]?.(whom, what, instance);
      };
      const stopListening = tables.listen(hear);
      await directory.refresh();
      const tickers = [refreshing, taking, relaying, cleaning];
      for (const ticker of tickers) ticker.start();
      return {
        id,
        hub,
        owners,
        isHeld,
        hasOthers: () => lease.hasOthers(),
        own: (organization) =>
          hub.own({ organization }).flatMap((session) => {
            const epoch = ownership.epochOf(session);
            return epoch === undefined ? [] : [{ ...session, epoch }];
          }),
        announceReport: (organization) => tables.send(`reported ${organization}`),
        announceMarker: (organization) => tables.send(`marked ${organization}`),
        drain: async () => {
          isDraining = true;
          local.stopAccepting();
          await drain({
            clock,
            listLive: () => local.allLive(),
            inFlight: (session) => hub.inFlight(session),
            close: (session) => close(local, session, 'shutting_down'),
          });
          await ownership.settled();
        },
        close: async () => {
          isDraining = true;
          await stopListening();
          heard.stop();
          for (const ticker of tickers) await ticker.stop();
          sender.failAll();
          await runner.settled();
          for (const session of local.allLive()) close(local, session, 'shutting_down');
          await ownership.settled();
        },
      };
    },
    close: () => lease.stop(),
  };
}

function close(local: LocalHub, { organization, instance }: InstanceAddress, code: string): void {
  local.disconnect({ organization, instance }, code);
}
