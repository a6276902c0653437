/**
 * A whole control plane for tests: real TLS, real store in a temporary folder, free ports, a second
 * organization, and clients of every kind. Nothing in it is replaced.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { csrfHeader, Me, type Role } from '../src/control/api/api.ts';
import { parseControlConfig } from '../src/control/config/config.ts';
import { openLog } from '../src/control/http/log.ts';
import { Links } from '../src/control/people/links.ts';
import { ensureOrganization } from '../src/control/people/organization.ts';
import { type RunningControl, startControl } from '../src/control/start-control.ts';
import { openStore, type Store } from '../src/control/store/database.ts';
import { type Clock, systemClock } from '../src/core/clock.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  json(): unknown;
}

export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Disconnects. */
  readonly signal?: AbortSignal;
}

export interface TestControl {
  readonly control: RunningControl;
  readonly store: Store;
  readonly folder: string;
  /** Every log line so far. */
  readonly log: readonly string[];
  readonly caPem: string;
  send(sent: Sent): Promise<Answer>;
  /** Headers of a new person of this role, as a browser sends them. */
  signIn(role: Role, organization?: string): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

/** The organization that is started with is `acme`; others are made by `signIn`. `clock`: what the control plane takes for the clock of its machine. */
export async function startTestControl(
  env: Readonly<Record<string, string>> = {},
  clock: Clock = systemClock,
): Promise<TestControl> {
  const folder = await mkdtemp(path.join(tmpdir(), 'farol-control-'));
  const log: string[] = [];
  const config = parseControlConfig({
    FAROL_DATA_DIR: folder,
    FAROL_ORGANIZATION: 'acme',
    FAROL_PORT: '0',
    FAROL_TUNNEL_PORT: '0',
    FAROL_METRICS_PORT: '0',
    FAROL_WEB_DIR: path.join(folder, 'web'),
    FAROL_LOG_LEVEL: 'debug',
    ...env,
  });
  const control = await startControl(config, {
    log: openLog(config.logLevel, { write: (line) => log.push(line) }),
    wall: clock,
  });
  const store = await openStore(config.databaseUrl.reveal(), { clock });
  const caPem = await readFile(control.caFile ?? '', 'utf8');
  const agent = new Agent({ ca: caPem, keepAlive: true });
  const origin = control.addresses.app;
  const send = (sent: Sent): Promise<Answer> => sendRequest(new URL(sent.path, origin), sent, agent);
  return {
    control,
    store,
    folder,
    log,
    caPem,
    send,
    signIn: async (role, organization = 'acme') => {
      const { id } = await ensureOrganization(store, organization, clock);
      const { token } = await new Links(store, clock).mint({
        organization: id,
        name: `${role} of ${organization}`,
        role,
        createdBy: 'test',
      });
      const answer = await send({
        method: 'POST',
        path: '/api/session',
        body: { token: token.reveal() },
        headers: { origin },
      });
      const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
      return { cookie, origin, [csrfHeader]: Me.parse(answer.json()).csrf };
    },
    close: async () => {
      agent.destroy();
      await store.close();
      await control.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function sendRequest(url: URL, { method = 'GET', body, headers = {}, signal }: Sent, agent: Agent): Promise<Answer> {
  const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      agent,
      ...(signal !== undefined && { signal }),
      headers: {
        // Without a length a DELETE with a body is not readable.
        ...(payload !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
        ...headers,
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      const finish = (): void =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: () => JSON.parse(text) as unknown,
        });
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        // A stream of events never ends by itself.
        if (response.headers['content-type'] === 'text/event-stream') {
          finish();
          response.destroy();
        }
      });
      response.on('end', finish);
      response.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNRESET') reject(error);
      });
    });
    sent.end(payload);
  });
}
