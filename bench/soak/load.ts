/**
 * What people, pipelines and instances do to a control plane, at a multiple of what one team is expected to do. Each
 * activity has its own pace and does not wait for the others; each request is counted when it is made and when it ends.
 */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { CaptureAccepted, CaptureList, csrfHeader, Me, SignInLink, TokenCreated } from '../../src/control/api/api.ts';
import { ask, type Reply } from '../own-control.ts';
import { healthReport } from './health-report.ts';
import { Outcomes } from './outcomes.ts';
import { soakAgent, type Soaked } from './start-soaked.ts';

/** A team of some thirty people with assistants, five Agents and a pipeline. */
export const expectedPerHour = {
  operations: 600,
  'pages read': 600,
  'health reports': 60,
  'event streams': 60,
  'sign-ins': 12,
  'tokens made, used and revoked': 12,
  'strangers refused': 60,
  'tunnels cut': 6,
} as const;
/** The ceiling of the product: no multiple of it is possible. */
export const capturesPerHour = 20;

const streamMs = 3000;
const againMs = 60_000;
const drainMs = 90_000;

type Activity = (at: number) => Promise<string>;

export interface LoadOptions {
  /** Of what is expected. */
  readonly times: number;
  /** Between two captures, in seconds. */
  readonly captureEverySec: number;
  /** Names that captures ask for, in rotation. */
  readonly workloads: readonly string[];
}

interface AskedOperation {
  readonly requestId: string;
  readonly end: string;
}

export class Load {
  readonly outcomes = new Outcomes();
  /** Ids of captures that were accepted. */
  readonly captures: string[] = [];
  readonly operations: AskedOperation[] = [];
  readonly #soaked: Soaked;
  readonly #options: LoadOptions;
  readonly #agent: Agent;
  readonly #timers: NodeJS.Timeout[] = [];
  #headers: Readonly<Record<string, string>> = {};
  #captureToken = '';
  #person = '';
  #open = 0;
  #isPaused = false;

  constructor(soaked: Soaked, options: LoadOptions) {
    this.#soaked = soaked;
    this.#options = options;
    this.#agent = new Agent({ ca: soaked.caPem, keepAlive: true });
  }

  async start(): Promise<void> {
    const { owner } = this.#soaked;
    this.#person = (await owner.call({ method: 'GET', path: '/api/me' }, Me)).person.id;
    this.#headers = await this.#signIn();
    const body = { kind: 'capture', name: 'soak' };
    this.#captureToken = (await owner.call({ method: 'POST', path: '/api/tokens', body }, TokenCreated)).value;
    const activities: Record<keyof typeof expectedPerHour, Activity> = {
      operations: (at) => this.#operate(at),
      'pages read': (at) => this.#readPage(at),
      'health reports': (at) => this.#reportHealth(at),
      'event streams': () => this.#holdStream(),
      'sign-ins': () => this.#signInAndOut(),
      'tokens made, used and revoked': () => this.#useToken(),
      'strangers refused': () => this.#beRefused(),
      'tunnels cut': (at) => this.#cut(at),
    };
    for (const [kind, perHour] of Object.entries(expectedPerHour)) {
      const run = activities[kind as keyof typeof expectedPerHour];
      this.#every(3_600_000 / (perHour * this.#options.times), kind, run);
    }
    this.#every(this.#options.captureEverySec * 1000, 'captures asked', (at) => this.#capture(at));
  }

  /** Begins nothing more until `resume`, and resolves when everything begun has ended. */
  async pause(): Promise<void> {
    this.#isPaused = true;
    const deadline = performance.now() + drainMs;
    while (this.#open > 0) {
      if (performance.now() > deadline) {
        throw new Error(`${this.#open} requests have no outcome after ${drainMs / 1000} s`);
      }
      await sleep(50);
    }
  }

  resume(): void {
    this.#isPaused = false;
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#agent.destroy();
  }

  #every(everyMs: number, kind: string, run: Activity): void {
    let at = 0;
    const begin = (): void => {
      if (this.#isPaused) return;
      at += 1;
      this.#open += 1;
      void this.outcomes.count(kind, () => run(at)).finally(() => (this.#open -= 1));
    };
    this.#timers.push(setInterval(begin, everyMs));
  }

  async #operate(at: number): Promise<string> {
    const [name, args] =
      at % 2 === 0
        ? ['metrics.query', { query: { dialect: 'promql', text: 'up' } }]
        : ['quality.getMeasures', { project: 'soak', metrics: ['coverage'] }];
    const body = { args, instance: soakAgent };
    const reply = await this.#send(`/api/operations/${name}`, { method: 'POST', body });
    const end = reply.status === 200 ? 'answered' : codeOf(reply);
    this.operations.push({ requestId: reply.requestId, end });
    return end;
  }

  async #readPage(at: number): Promise<string> {
    const paths = ['/api/fleet', '/api/profiling/captures', '/api/people', '/api/tokens'];
    return endOf(await this.#send(paths[at % paths.length] ?? '', {}), 200);
  }

  async #reportHealth(at: number): Promise<string> {
    const { satellites } = this.#soaked;
    const client = satellites[at % satellites.length]?.client();
    // A report of an Agent whose tunnel is being opened again is not stored: the Agent sends the next one.
    if (client?.state().state !== 'live') return 'not connected';
    const stored = client.report('health.report', healthReport(at)).then(() => 'stored');
    return stored.catch((error: unknown) =>
      client.state().state === 'live' ? Promise.reject(error as Error) : 'lost',
    );
  }

  async #signInAndOut(): Promise<string> {
    const headers = await this.#signIn();
    const me = await this.#send('/api/me', { headers });
    if (me.status !== 200) return `signed in, then ${me.status}`;
    return endOf(await this.#send('/api/session', { method: 'DELETE', headers }), 204);
  }

  async #useToken(): Promise<string> {
    const { owner } = this.#soaked;
    const body = { kind: 'read', name: 'soak', expires_in_hours: 1 };
    const { value, token } = await owner.call({ method: 'POST', path: '/api/tokens', body }, TokenCreated);
    const headers = { authorization: `Bearer ${value}` };
    const used = await this.#send('/api/profiling/captures', { headers });
    if (used.status !== 200) return `its use: ${used.status}`;
    const revoked = await this.#send(`/api/tokens/${token.id}`, { method: 'DELETE' });
    if (revoked.status >= 300) return `its revocation: ${revoked.status}`;
    return endOf(await this.#send('/api/profiling/captures', { headers }), 401);
  }

  async #beRefused(): Promise<string> {
    return endOf(await this.#send('/api/fleet', { headers: { authorization: 'Bearer rapi_of_nobody' } }), 401);
  }

  async #capture(at: number): Promise<string> {
    const { workloads } = this.#options;
    const body = { workload: workloads[at % workloads.length], version: `1.${at}`, duration_sec: 5, warmup_sec: 0 };
    const headers = { authorization: `Bearer ${this.#captureToken}` };
    const reply = await this.#send('/api/profiling/captures', { method: 'POST', body, headers });
    if (reply.status !== 202) return codeOf(reply);
    this.captures.push(CaptureAccepted.parse(JSON.parse(reply.text)).request_id);
    return 'accepted';
  }

  /** The tunnel of one Agent of this process, or the network of a real instance. */
  async #cut(at: number): Promise<string> {
    const { satellites, linked } = this.#soaked;
    const turn = at % (satellites.length + linked.length);
    const instance = linked[turn - satellites.length];
    if (instance === undefined) {
      await satellites[turn]?.reopen();
      return 'live again';
    }
    const timeout = sleep(againMs).then(() =>
      Promise.reject(new Error(`it did not connect within ${againMs / 1000} s`)),
    );
    await Promise.race([instance.link.cut(), timeout]);
    await instance.watch.untilState('live');
    return 'live again';
  }

  async #holdStream(): Promise<string> {
    const sent = request(new URL('/api/events', this.#soaked.control.app), {
      agent: new Agent({ ca: this.#soaked.caPem }),
      headers: this.#headers,
    });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    const isStream = response.headers['content-type'] === 'text/event-stream';
    if (isStream) await sleep(streamMs);
    // Destroying it is an error of the response, which is what is meant here.
    response.on('error', () => undefined);
    const closed = new Promise((resolve) => response.once('close', resolve));
    sent.destroy();
    await closed;
    return isStream ? 'held' : `status ${response.statusCode}`;
  }

  /** Headers of a new session of the owner. */
  async #signIn(): Promise<Readonly<Record<string, string>>> {
    const { owner, control } = this.#soaked;
    const made = await owner.call({ method: 'POST', path: `/api/people/${this.#person}/links` }, SignInLink);
    const { origin } = new URL(control.app);
    const reply = await this.#send('/api/session', {
      method: 'POST',
      body: { token: new URL(made.link).hash.slice(1) },
      headers: { origin },
    });
    return { cookie: reply.cookies[0] ?? '', origin, [csrfHeader]: Me.parse(JSON.parse(reply.text)).csrf };
  }

  /** As the person who is signed in, unless other headers are given. */
  #send(path: string, sent: Partial<Parameters<typeof ask>[1]>): Promise<Reply> {
    return ask(new URL(path, this.#soaked.control.app), { headers: this.#headers, agent: this.#agent, ...sent });
  }
}

/** Captures of the load that still have no outcome. */
export async function countQueued({ owner }: Soaked): Promise<number> {
  const path = '/api/profiling/captures?status=queued';
  return (await owner.call({ method: 'GET', path }, CaptureList)).captures.length;
}

function endOf(reply: Reply, wanted: number): string {
  return reply.status === wanted ? `status ${wanted}` : codeOf(reply);
}

function codeOf({ status, text }: Reply): string {
  return /"code":"(\w+)"/u.exec(text)?.[1] ?? `status ${status}`;
}
