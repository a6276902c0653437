/**
 * The two faces of the tunnel that the rest of Farol programs against. `src/tunnel/instance` and
 * `src/control/hub` implement them; hosts, queues and tests use only these types.
 */
import type {
  CommandAnswer,
  CommandName,
  CommandRequest,
  InstanceClass,
  ReportAnswer,
  ReportName,
  ReportRequest,
} from './messages.ts';

/** What an Agent or a Profiler registers: one function for each command of its class. */
export type CommandHandlers<N extends CommandName> = {
  readonly [K in N]: (request: CommandRequest<K>, context: { signal: AbortSignal }) => Promise<CommandAnswer<K>>;
};

export type TunnelState =
  | { readonly state: 'connecting'; readonly attempt: number }
  | { readonly state: 'live'; readonly generation: number; readonly since: number }
  | { readonly state: 'waiting'; readonly because: string; readonly remedy: string; readonly retryInMs: number }
  /** Revoked, cloned or disabled: no further attempt is made; `remedy` says who must act. */
  | { readonly state: 'stopped'; readonly code: string; readonly remedy: string };

/** The instance's end. Reconnects by itself until stopped. */
export interface TunnelClient {
  readonly instance: string;
  state(): TunnelState;
  onState(listener: (state: TunnelState) => void): () => void;
  /** Rejects when the tunnel is not live or the answer does not come in time; the caller decides whether to send again. */
  report<N extends ReportName>(
    name: N,
    request: ReportRequest<N>,
    options?: { timeoutMs?: number },
  ): Promise<ReportAnswer<N>>;
  close(): Promise<void>;
}

/** One live session as the control plane sees it. */
export interface LiveSession {
  readonly organization: string;
  readonly instance: string;
  readonly class: InstanceClass;
  readonly generation: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly catalogDigest: string | undefined;
  /** Profilers say how many targets they read; never which. */
  readonly targets: number | undefined;
  readonly since: number;
}

/** The control plane's end. */
export interface TunnelHub {
  live(filter: { organization: string; class?: InstanceClass }): readonly LiveSession[];
  /** Signs and sends. Rejects with code `not_live`, `timeout` or `closed`. */
  command<N extends CommandName>(
    to: { organization: string; instance: string },
    name: N,
    request: CommandRequest<N>,
    options: { timeoutMs: number; signal?: AbortSignal },
  ): Promise<CommandAnswer<N>>;
  onReport<N extends ReportName>(
    name: N,
    handle: (from: LiveSession, request: ReportRequest<N>) => Promise<ReportAnswer<N>>,
  ): void;
  onChange(listener: (change: { session: LiveSession; live: boolean }) => void): () => void;
  /** Closes the socket at once; returns how many were closed. */
  disconnect(filter: { organization: string; instance?: string; class?: InstanceClass }, code: string): number;
  close(): Promise<void>;
}

/** Also gives answers as they came: within their cap of bytes, and otherwise unread. */
export interface UnreadTunnelHub extends TunnelHub {
  commandUnread<N extends CommandName>(
    to: { organization: string; instance: string },
    name: N,
    request: CommandRequest<N>,
    options: { timeoutMs: number; signal?: AbortSignal },
  ): Promise<string>;
}
