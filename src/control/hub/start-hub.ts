/** The tunnel's listener: TLS unless a proxy ends it, the WebSocket handshake and its limits. Sessions live in `HubSessions`. */
import { createServer as createPlainServer, type IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { WebSocketServer } from 'ws';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { verifyEd25519 } from '../../tunnel/identity/key-pair.ts';
import type { InstanceClass } from '../../tunnel/messages.ts';
import type { LiveSession, UnreadTunnelHub } from '../../tunnel/port.ts';
import { tunnelSubprotocol } from '../../tunnel/session/frame.ts';
import { type HubCounters, makeHubCounters } from '../../tunnel/session/hub-counters.ts';
import { HubSessions } from '../../tunnel/session/hub-sessions.ts';
import { limits } from '../../tunnel/session/limits.ts';
import { type SessionKeys, type Signer, systemRandom } from '../../tunnel/session/ports.ts';
import type { InstanceAddress, SessionStore } from '../../tunnel/session/session-store.ts';
import { openWire } from '../../tunnel/session/ws-wire.ts';
import { clientAddressOf, TrustedProxies } from '../peers/client-address.ts';
import { type ConnectionCounters, ConnectionGuard, type ConnectionLimits } from '../peers/connection-guard.ts';
import { endWith } from '../peers/guard-requests.ts';
import { readDescriptorLimit, sharePorts } from '../peers/port-limits.ts';
import { type DenialSource, startDenialWatch } from './denial-watch.ts';

export interface HubOptions {
  /** Key, certificate and other TLS options of the listener. Undefined: `proxies` end TLS, and only they may connect. */
  readonly tls: TlsOptions | undefined;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly store: SessionStore & DenialSource;
  readonly keys: SessionKeys;
  readonly clock: Clock;
  readonly log: Log;
  readonly isClassAllowed: (organization: string, instanceClass: InstanceClass) => Promise<boolean>;
  /** Organizations that allow Profilers. */
  readonly listProfiled: () => Promise<ReadonlySet<string>>;
  /** Ceilings of the port. Default: its share of the descriptors of the process. */
  readonly connections?: ConnectionLimits;
  /** Their addresses have no ceiling of their own. Default: none. */
  readonly proxies?: TrustedProxies;
}

export interface RunningHub extends UnreadTunnelHub {
  readonly port: number;
  /** For renewing its certificate; undefined where it has none. */
  readonly server: Server | undefined;
  readonly counters: Readonly<HubCounters>;
  readonly connections: Readonly<ConnectionCounters>;
  isListening(): boolean;
  /** Commands to this instance are signed with another key, which it has confirmed. */
  useSigner(of: InstanceAddress, signer: Signer): void;
  /** Of every organization, on sockets of this process. */
  allLive(): readonly LiveSession[];
  find(of: InstanceAddress): LiveSession | undefined;
  /** Closes the port and refuses what is not live yet. Live sessions go on. */
  stopAccepting(): void;
}

/** For long payloads, and a quarter of each for short ones. */
const payloads = { total: 192 << 20, ofOrganization: 96 << 20, ofInstance: limits.payloadBytes } as const;

/** Rejects when the port cannot be bound. */
export async function startHub(options: HubOptions): Promise<RunningHub> {
  const { clock, log, connections = sharePorts(readDescriptorLimit()).tunnel, proxies = TrustedProxies.none } = options;
  const counters = makeHubCounters();
  const sessions = new HubSessions({
    ...options,
    verify: verifyEd25519,
    random: systemRandom,
    counters,
    payloads,
  });
  const { tls } = options;
  const secure = tls === undefined ? undefined : createServer({ ...tls, ALPNProtocols: ['http/1.1'] });
  const server = secure ?? createPlainServer();
  // It cuts off whatever is not a live session in time, from the first byte of TLS on.
  const guard = new ConnectionGuard(server, {
    ...connections,
    isShared: (address) => proxies.has(address),
    ...(tls === undefined && { admits: (address: string) => proxies.has(address) }),
  });
  listenForTunnels(server, { sessions, counters, log, guard, proxies });
  await listen(server, options);
  const stopWatch = startDenialWatch({ ...options, sessions, source: options.store });
  return {
    port: (server.address() as AddressInfo).port,
    server: secure,
    counters,
    connections: guard.counters,
    isListening: () => server.listening,
    useSigner: (of, signer) => sessions.useSigner(of, signer),
    allLive: () => sessions.allLive(),
    find: (of) => sessions.find(of),
    stopAccepting: () => {
      sessions.stopAccepting();
      server.close();
    },
    live: (filter) => sessions.live(filter),
    command: (to, name, request, how) => sessions.command(to, name, request, how),
    commandUnread: (to, name, request, how) => sessions.commandUnread(to, name, request, how),
    onReport: (name, handle) => sessions.onReport(name, handle),
    onChange: (listener) => sessions.onChange(listener),
    disconnect: (filter, code) => sessions.disconnect(filter, code),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await stopWatch();
      await sessions.close();
      clock.after(closeWaitMs, () => server.closeAllConnections(), { unref: true });
      await closed;
    },
  };
}

const closeWaitMs = 500;

type AnyServer = Server | ReturnType<typeof createPlainServer>;

interface Door {
  readonly sessions: HubSessions;
  readonly counters: HubCounters;
  readonly log: Log;
  readonly guard: ConnectionGuard;
  readonly proxies: TrustedProxies;
}

function listenForTunnels(server: AnyServer, { sessions, counters, log, guard, proxies }: Door): void {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: limits.frameBytes,
    // A frame is sent whole; a proxy cuts it into parts of some kilobytes.
    maxFragments: 256,
    clientTracking: false,
    handleProtocols: () => tunnelSubprotocol,
  });
  server.on('request', (_request, response) => {
    response.writeHead(426, { 'content-type': 'text/plain', upgrade: 'websocket', connection: 'close' });
    response.end('This port serves only the tunnel.\n');
  });
  server.on('upgrade', (request, socket, head) => {
    guard.attribute(request.socket, clientAddressOf(request, proxies));
    const refusal = refusalOf(request);
    if (refusal !== undefined) {
      counters.rejected[refusal.code] = (counters.rejected[refusal.code] ?? 0) + 1;
      endWith(socket, `HTTP/1.1 ${refusal.status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const onProved = guard.limitBytes(request.socket, limits.strangerBytes);
      // A broken frame or connection also arrives as a close, which the session receives.
      opened.on('error', (error) => log.info({ err: error.message }, 'a tunnel connection broke'));
      openWire(opened, (wire) => sessions.accept(wire, { onProved, onLive: () => guard.keep(request.socket) }));
    });
  });
}

interface Refusal {
  readonly code: string;
  readonly status: string;
}

/** No browser is an instance: whatever carries an Origin, even an empty one, is a page trying to get in. */
function refusalOf({ headers }: IncomingMessage): Refusal | undefined {
  if (headers.origin !== undefined) return { code: 'origin', status: '403 Forbidden' };
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim());
  return offered.includes(tunnelSubprotocol) ? undefined : { code: 'subprotocol', status: '400 Bad Request' };
}

function listen(server: AnyServer, { host, port }: HubOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
