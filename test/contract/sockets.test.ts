/** Nothing is sent but by the Agent's client, whatever library builds the request: no connector opens a socket of its own. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import net from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AgentUnderTest } from './agent-under-test.ts';
import { ConnectorUnderTest, loaded } from './connector-under-test.ts';

/** Of a system that speaks no HTTP the vendor's driver opens the connections. */
const overHttp = loaded.filter(([, registered]) => new ConnectorUnderTest(registered).exemplar.start === undefined);

/** Sockets of requests that an Agent's client made. */
const ours = new Set<unknown>();
/** Every socket that connected. */
const connected = new Set<unknown>();
/** Whatever follows from asking the Agent, and nothing of other tests in this process. */
const asking = new AsyncLocalStorage<true>();
const strayRequests: string[] = [];
let agent: AgentUnderTest | undefined;

const channel = 'http.client.request.created';
function look(message: unknown): void {
  if (asking.getStore() === undefined) return;
  const { request } = message as { readonly request: ClientRequest & { readonly agent?: unknown } };
  if (agent?.owns(request.agent) !== true) strayRequests.push(`${request.method} ${request.path}`);
  else request.once('socket', (socket) => ours.add(socket));
}

beforeEach(() => {
  ours.clear();
  connected.clear();
  strayRequests.length = 0;
  subscribe(channel, look);
});
afterEach(() => {
  unsubscribe(channel, look);
  vi.restoreAllMocks();
});

describe.each(overHttp)('%s', (_id, registered) => {
  const it = new ConnectorUnderTest(registered);
  beforeAll(() => it.start());
  afterEach(() => it.closeAgents());
  afterAll(() => it.close());

  test('opens no socket but by the client of the Agent', async () => {
    const connect = Reflect.get(net.Socket.prototype, 'connect') as (...args: unknown[]) => net.Socket;
    vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (this: net.Socket, ...args: unknown[]) {
      if (asking.getStore() !== undefined) connected.add(this);
      return Reflect.apply(connect, this, args);
    });
    it.upstream.answerWith(it.strict([]));
    const asked = it.agentWith();
    agent = asked;
    await asking.run(true, async () => {
      for (const name of it.operations) await it.ask(asked, name);
      await asked.check();
    });
    expect(ours.size).toBeGreaterThan(0);
    expect(strayRequests).toEqual([]);
    expect(connected.size).toBeGreaterThan(0);
    expect([...connected].filter((socket) => !ours.has(socket))).toEqual([]);
  });
});
