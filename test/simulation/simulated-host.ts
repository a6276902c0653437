/** A connector in a simulated Agent: its manifest, handler, limits and gate are real, and only the socket is not. */
import { CallLimits } from '../../src/agent/connectors/call-limits.ts';
import type { QuestionHost } from '../../src/agent/connectors/connector-host.ts';
import { createUpstreamGate, type UpstreamGate } from '../../src/agent/connectors/upstream-gate.ts';
import type { ConnectorContext } from '../../src/connector/context.ts';
import type { HttpClient, HttpRequest, HttpResponse } from '../../src/core/http-client.ts';
import { Fault } from '../../src/core/fault.ts';
import { networkCodeOf, networkFault, wasNeverSent } from '../../src/core/network-fault.ts';
import { silentLog } from './tunnel/silent-log.ts';
import type { NodeClock } from './tunnel/virtual-time.ts';
import { thingsConnector } from '../writes/things.ts';
import type { Bugs } from './bugs.ts';
import type { Exchange, ThirdParty } from './third-party.ts';

const connector = thingsConnector();
const { manifest } = connector;
const loaded = connector.load();
const noSecrets = new Map<never, never>();
const setup = {
  manifest,
  source: manifest.id,
  isTouched: true,
  missing: undefined,
  present: new Set(['THINGS_URL']),
  urls: new Map([['THINGS_URL', new URL('https://things.example')]]),
  texts: new Map<string, string>(),
  secrets: noSecrets,
  problems: [],
};

export interface HostWorld {
  readonly clock: NodeClock;
  readonly thirdParty: ThirdParty;
  readonly bugs: Bugs;
}

export function simulatedHost(world: HostWorld): QuestionHost {
  const { clock } = world;
  return {
    id: manifest.id,
    setup,
    limits: new CallLimits({ concurrentCalls: 8, operationsPerMinute: 10_000 }, clock),
    load: () => loaded,
    requireConfigured: () => undefined,
    readSecrets: () => Promise.resolve(),
    openContext: (reads, signal, options) => {
      const { writes, maxCalls } = options ?? {};
      const gate = createUpstreamGate({ reads, writes, maxCalls: maxCalls ?? manifest.limits.upstreamCalls });
      const client = { send: (request: HttpRequest) => send(request, { ...world, gate, signal }) };
      const context: Partial<ConnectorContext> = {
        config: {
          url: () => new URL('https://things.example'),
          text: () => undefined,
          has: () => true,
          describe: () => '',
        },
        http: () => client as unknown as HttpClient,
        noteUnread: () => undefined,
        clock,
        log: silentLog,
        source: manifest,
        signal,
      };
      return { context: context as ConnectorContext, gate, unread: [] };
    },
  };
}

/** As the client of production sends: the gate is asked before and notified after, and a write is tried once. */
async function send(
  request: HttpRequest,
  world: HostWorld & { readonly gate: UpstreamGate; readonly signal: AbortSignal },
): Promise<HttpResponse> {
  const { gate, signal, thirdParty, bugs, clock } = world;
  const { method, path, access } = request;
  signal.throwIfAborted();
  const tell = gate.admit({ method, path }, access);
  const { name } = request.access === 'write' ? (request.json as { name: string }) : { name: '' };
  const exchange = (): Promise<Exchange> => (access === 'read' ? thirdParty.look() : thirdParty.write(name));
  try {
    const first = beforeEnd(exchange(), signal);
    const answer = await (bugs.doubleCommit && access === 'write'
      ? first.catch(() => beforeEnd(exchange(), signal))
      : first);
    tell({ status: answer.status });
    if (access === 'write' && !clock.isCrashed && provesRefusal(answer)) thirdParty.prove(name);
    return { ...answer, headers: {} };
  } catch (error) {
    const code = networkCodeOf(error);
    tell({ code: bugs.unknownIsNotDone ? 'ECONNREFUSED' : code });
    signal.throwIfAborted();
    if (access === 'write' && !clock.isCrashed && wasNeverSent(code)) thirdParty.prove(name);
    if (access === 'read' || wasNeverSent(code)) throw networkFault(code, 'THINGS_URL', error);
    throw new Fault('outcome_unknown', { operation: path }, 'Look upstream.', { cause: error });
  }
}

function provesRefusal({ status, body }: Exchange): boolean {
  return status === 403 || body === '{"ok":false}';
}

function beforeEnd<T>(outcome: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    outcome.then(resolve, reject);
  });
}
