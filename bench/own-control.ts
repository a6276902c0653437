/** A control plane that a measure starts for itself: its variables, its first owner, requests to it and tunnels that are live. */
import { readFileSync } from 'node:fs';
import { type Agent, request } from 'node:https';
import { ControlApi } from '../src/control/api/api-client.ts';
import { openTunnel, type OpenTunnelOptions } from '../src/tunnel/instance/open-tunnel.ts';
import type { TunnelClient } from '../src/tunnel/port.ts';
import type { Child } from '../demo/child-process.ts';

/** With its data in `folder`, on free ports, and quiet. */
export function controlVariables(folder: string): Readonly<Record<string, string>> {
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    FAROL_DATA_DIR: folder,
    FAROL_PORT: '0',
    FAROL_TUNNEL_PORT: '0',
    FAROL_METRICS_PORT: '0',
    FAROL_LOG_LEVEL: 'error',
    FAROL_JSON: '1',
  };
}

/** Signed in by the link of the first start. The caller closes it. */
export async function signInFirstOwner(control: Child, origin: string, ca: string): Promise<ControlApi> {
  const { file } = await control.waitFor('owner_link', 10_000);
  const owner = new ControlApi(origin, ca);
  await owner.signIn(readFileSync(String(file), 'utf8').trim());
  return owner;
}

/** Resolves when the tunnel is live. @throws when it was stopped instead. */
export async function openLive(options: OpenTunnelOptions): Promise<TunnelClient> {
  const client = openTunnel(options);
  await new Promise<void>((resolve, reject) => {
    const stop = client.onState((state) => {
      if (state.state !== 'live' && state.state !== 'stopped') return;
      stop();
      if (state.state === 'live') resolve();
      else reject(new Error(`${client.instance} was stopped: ${state.code}`));
    });
  });
  return client;
}

interface Asked {
  readonly method?: string;
  /** Text is sent as it is. */
  readonly body?: object | string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly agent: Agent | undefined;
  readonly timeoutMs?: number;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly requestId: string;
  /** Those that it sets, without their attributes. */
  readonly cookies: readonly string[];
}

/** Rejects without a whole answer. */
export function ask(url: URL, { method = 'GET', body, headers, agent, timeoutMs = 10_000 }: Asked): Promise<Reply> {
  const payload = typeof body === 'object' ? JSON.stringify(body) : body;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      agent,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...headers,
        ...(payload !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      const cookies = (response.headers['set-cookie'] ?? []).map((one) => one.split(';')[0] ?? '');
      const requestId = String(response.headers['x-request-id']);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, requestId, cookies }));
      response.on('error', reject);
    });
    sent.end(payload);
  });
}
