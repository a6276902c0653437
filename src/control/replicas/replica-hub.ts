/**
 * The tunnels of all replicas as one hub. Commands go over a socket of this process where there is one and
 * are otherwise handed to the replica that has it. Reports are handled where they arrive. Closing a
 * session elsewhere is not asked for: every replica sees within half a second what the store refuses.
 */
import {
  type CommandAnswer,
  type CommandName,
  type CommandRequest,
  commands,
  type InstanceClass,
  type ReportAnswer,
  type ReportName,
  type ReportRequest,
} from '../../tunnel/messages.ts';
import type { LiveSession, UnreadTunnelHub } from '../../tunnel/port.ts';
import { readAnswer } from '../../tunnel/session/parse-payload.ts';
import type { InstanceAddress } from '../../tunnel/session/session-store.ts';
import { TunnelError } from '../../tunnel/session/tunnel-error.ts';
import { addressKey } from './ownership.ts';
import type { RelaySender } from './relay-sender.ts';
import type { DirectoryPart } from './owner-table.ts';
import type { DirectoryChange, SessionDirectory } from './session-directory.ts';

type ChangeListener = (change: { session: LiveSession; live: boolean }) => void;

export interface ReplicaHubDeps {
  /** Sockets of this process. */
  readonly local: UnreadTunnelHub & { find(of: InstanceAddress): LiveSession | undefined };
  readonly directory: SessionDirectory;
  readonly sender: RelaySender;
  readonly replica: string;
  readonly isHeld: () => boolean;
  /** Reads the sessions of these at the others now. */
  readonly refresh: (of: DirectoryPart) => Promise<void>;
}

export class ReplicaHub implements UnreadTunnelHub {
  readonly #deps: ReplicaHubDeps;
  readonly #listeners = new Set<ChangeListener>();
  readonly #inFlight = new Map<string, number>();

  constructor(deps: ReplicaHubDeps) {
    this.#deps = deps;
    deps.local.onChange((change) => this.#tell(change));
  }

  /** Of all replicas. Where one has just moved, the session that the store knows. */
  live(filter: { organization: string; class?: InstanceClass }): readonly LiveSession[] {
    const { directory, replica } = this.#deps;
    const own = this.own(filter);
    const here = new Set(own.map(({ instance }) => instance));
    const elsewhere = this.#deps.isHeld()
      ? directory.live(filter).filter((one) => one.replica !== replica && !here.has(one.instance))
      : [];
    return [...own, ...elsewhere];
  }

  /** On sockets of this process. None while it has no lease. */
  own(filter: { organization: string; class?: InstanceClass }): readonly LiveSession[] {
    return this.#deps.isHeld() ? this.#deps.local.live(filter) : [];
  }

  /** Reads the sessions of these at the others now: what a cache does not know may have connected a moment ago. */
  async refresh(of: DirectoryPart): Promise<void> {
    await this.#deps.refresh(of);
  }

  /** Whether an instance is between two replicas. */
  isMoving(filter: { organization: string; class: InstanceClass; instance?: string | undefined }): boolean {
    const { directory, replica } = this.#deps;
    if (directory.isMoving(filter)) return true;
    // Its socket here has ended, and the store has not heard so yet.
    const here = new Set(this.own(filter).map(({ instance }) => instance));
    return directory
      .live(filter)
      .some(
        ({ replica: at, instance }) =>
          at === replica && (filter.instance ?? instance) === instance && !here.has(instance),
      );
  }

  async command<N extends CommandName>(
    to: InstanceAddress,
    name: N,
    request: CommandRequest<N>,
    options: { timeoutMs: number; signal?: AbortSignal },
  ): Promise<CommandAnswer<N>> {
    return readAnswer(name, await this.commandUnread(to, name, request, options));
  }

  async commandUnread<N extends CommandName>(
    to: InstanceAddress,
    name: N,
    request: CommandRequest<N>,
    options: { timeoutMs: number; signal?: AbortSignal },
  ): Promise<string> {
    const { directory, sender, replica } = this.#deps;
    const { class: wanted } = commands[name];
    const here = this.#deps.isHeld() ? this.#deps.local.find(to) : undefined;
    if (here !== undefined && (wanted === 'any' || here.class === wanted)) {
      return this.commandHere(to, name, request, options);
    }
    if (directory.find(to) === undefined) await this.refresh(to);
    const owner = this.#deps.isHeld() ? directory.find(to) : undefined;
    if (owner === undefined || owner.replica === replica || (wanted !== 'any' && owner.class !== wanted)) {
      throw new TunnelError(
        'not_live',
        `No live ${wanted === 'any' ? 'instance' : wanted} ${to.instance} is connected.`,
      );
    }
    return sender.send(owner, { name, text: JSON.stringify(request) }, options);
  }

  /** Over a socket of this process; the answer unread. */
  async commandHere<N extends CommandName>(
    to: InstanceAddress,
    name: N,
    request: CommandRequest<N>,
    options: { timeoutMs: number; signal?: AbortSignal },
  ): Promise<string> {
    if (!this.#deps.isHeld()) throw new TunnelError('not_live', 'This replica has no lease.');
    const key = addressKey(to);
    this.#inFlight.set(key, this.inFlight(to) + 1);
    try {
      return await this.#deps.local.commandUnread(to, name, request, options);
    } finally {
      const left = this.inFlight(to) - 1;
      if (left > 0) this.#inFlight.set(key, left);
      else this.#inFlight.delete(key);
    }
  }

  /** Commands that this process has on the way to an instance. */
  inFlight(address: InstanceAddress): number {
    return this.#inFlight.get(addressKey(address)) ?? 0;
  }

  onReport<N extends ReportName>(
    name: N,
    handle: (from: LiveSession, request: ReportRequest<N>) => Promise<ReportAnswer<N>>,
  ): void {
    this.#deps.local.onReport(name, handle);
  }

  onChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What the directory saw of other replicas. */
  tellElsewhere(changes: readonly DirectoryChange[]): void {
    for (const change of changes) if (change.session.replica !== this.#deps.replica) this.#tell(change);
  }

  disconnect(filter: { organization: string; instance?: string; class?: InstanceClass }, code: string): number {
    return this.#deps.local.disconnect(filter, code);
  }

  close(): Promise<void> {
    return this.#deps.local.close();
  }

  #tell(change: { session: LiveSession; live: boolean }): void {
    for (const listener of this.#listeners) listener(change);
  }
}
