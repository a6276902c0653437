/** The way to the control plane, tried for real: names, proxy, authority, enrolment address, tunnel, clock. */
import { lookup } from 'node:dns/promises';
import { type Agent, request } from 'node:https';
import { TLSSocket } from 'node:tls';
import { type Clock, systemClock } from '../../core/clock.ts';
import { createAgents } from '../../core/network-agent.ts';
import { isUntrusted, networkCodeOf, networkFault } from '../../core/network-fault.ts';
import { type ProxySettings, readProxySettings } from '../../core/proxy-settings.ts';
import type { AuthorityLedger } from '../identity/authorities-file.ts';
import type { InstanceConfig } from '../instance/config.ts';
import { ControlTrust } from '../instance/control-trust.ts';
import { createWsNet } from '../instance/ws-net.ts';
import { type Frame, FramePort } from '../session/frame.ts';
import type { Diagnosis } from './diagnosis.ts';

export interface NetworkPorts {
  readonly proxies: ProxySettings;
  /** As enrolment and tunnel use it: its proxy and its authorities are what is tried. */
  readonly agent: Agent;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const tryMs = 8_000;

interface WayPorts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** As the tunnel of an instance goes it, with the authorities that it learned since: `ledger`. */
export async function examineWay(
  config: InstanceConfig,
  { env, signal }: WayPorts,
  ledger: AuthorityLedger | undefined,
): Promise<Diagnosis[]> {
  const agents = createAgents({ ca: config.ca, env });
  const clock = systemClock;
  const agent = ledger === undefined ? agents.https : new ControlTrust({ agent: agents.https, ledger, clock }).agent();
  try {
    return await examineNetwork(config, { proxies: readProxySettings(env), agent, clock, signal });
  } finally {
    agents.close();
    agent.destroy();
  }
}

export async function examineNetwork(config: InstanceConfig, ports: NetworkPorts): Promise<Diagnosis[]> {
  const addresses = { RUNNER_ENROLL_URL: config.enrollUrl, RUNNER_TUNNEL_URL: config.tunnelUrl };
  const parts = await Promise.all([
    ...Object.entries(addresses).map(([variable, url]) => examineName(variable, url, ports.proxies)),
    examineEnrolment(config.enrollUrl, ports),
    examineTunnel(config.tunnelUrl, ports),
  ]);
  return parts.flat();
}

async function examineName(variable: string, url: URL, proxies: ProxySettings): Promise<Diagnosis[]> {
  const { hostname } = url;
  const at = { area: 'network', subject: `${variable}: name ${hostname}` } as const;
  if (proxies.problems.length === 0 && proxies.wayTo(url).proxy !== undefined) {
    return [{ ...at, status: 'skipped', says: 'The proxy resolves names.' }];
  }
  try {
    const found = await lookup(hostname.replaceAll(/^\[|\]$/gu, ''), { all: true });
    return [{ ...at, status: 'ok', says: `It resolves to ${found.map(({ address }) => address).join(', ')}.` }];
  } catch (error) {
    return [unreachable(at.subject, { error, where: variable })];
  }
}

interface HttpSeen {
  readonly status: number;
  readonly body: string;
  /** Time of the other side minus the time of this machine; undefined when it was not reported. */
  readonly aheadMs: number | undefined;
  /** When the certificate that was served ends; undefined when the proxy or the connection does not show it. */
  readonly servedUntil: number | undefined;
}

async function examineEnrolment(url: URL, ports: NetworkPorts): Promise<Diagnosis[]> {
  const subject = `RUNNER_ENROLL_URL: ${url.host}`;
  try {
    const seen = await get(new URL('healthz', url), ports);
    return [judgeAnswer(subject, seen), ...judgeServed(url, seen, ports.clock.now()), judgeClock(seen)];
  } catch (error) {
    const clock = { area: 'clock', subject: 'this machine', status: 'skipped' } as const;
    const says = 'Cannot be compared: the control plane is not responding.';
    return [unreachable(subject, { error, where: 'RUNNER_ENROLL_URL' }), { ...clock, says }];
  }
}

function judgeAnswer(subject: string, { status, body }: HttpSeen): Diagnosis {
  const at = { area: 'network', subject } as const;
  if (status === 200 && body === '{"status":"ok"}') return { ...at, status: 'ok', says: 'A control plane answers.' };
  const says = `A server answers with status ${status}, but it does not look like a control plane.`;
  const fix = 'Compare RUNNER_ENROLL_URL with the address that Settings, Enrolment shows; look for a proxy in between.';
  return { ...at, status: 'warning', says, who: 'operator', fix };
}

const soonMs = 30 * 86_400_000;

function judgeServed({ host }: URL, { servedUntil }: HttpSeen, nowMs: number): Diagnosis[] {
  if (servedUntil === undefined) return [];
  const at = { area: 'network', subject: `certificate of ${host}` } as const;
  const says = `Valid until ${new Date(servedUntil).toISOString()}.`;
  if (servedUntil - nowMs >= soonMs) return [{ ...at, status: 'ok', says }];
  const fix =
    'Renew the certificate in FAROL_TLS_CERT_FILE. If the control plane issues its own, its log says why it was not renewed.';
  return [{ ...at, status: 'warning', says, who: 'control_plane', fix }];
}

/** Signed requests to cloud providers fail from five minutes on. */
const brokenMs = 300_000;
const noticedMs = 30_000;

function judgeClock({ aheadMs }: HttpSeen): Diagnosis {
  const at = { area: 'clock', subject: 'this machine' } as const;
  if (aheadMs === undefined) return { ...at, status: 'skipped', says: 'The control plane did not report its time.' };
  const off = Math.abs(aheadMs);
  const says = `It is ${Math.round(off / 1000)} s ${aheadMs > 0 ? 'behind' : 'ahead of'} the control plane.`;
  if (off < noticedMs) return { ...at, status: 'ok', says };
  const fix = 'Set the clock of this machine, for example with chrony; windows such as now-15m follow it.';
  return { ...at, status: off < brokenMs ? 'warning' : 'problem', says, who: 'operator', fix };
}

function get(url: URL, { agent, clock, signal }: NetworkPorts): Promise<HttpSeen> {
  const startedAt = clock.now();
  return new Promise((resolve, reject) => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(tryMs)]);
    const sent = request(url, { agent, signal: ends, headers: { accept: 'application/json' } }, (response) => {
      const told = Date.parse(response.headers.date ?? '');
      const midway = (startedAt + clock.now()) / 2;
      const servedUntil = readServedUntil(response.socket);
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => (body = `${body}${part}`.slice(0, 1000)));
      response.once('error', reject);
      response.once('end', () => {
        const aheadMs = Number.isNaN(told) ? undefined : told - midway;
        resolve({ status: response.statusCode ?? 0, body, aheadMs, servedUntil });
      });
    });
    sent.once('error', reject);
    sent.end();
  });
}

function readServedUntil(socket: unknown): number | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  return socket.getPeerX509Certificate()?.validToDate.getTime();
}

/** Opens a connection and waits for the control plane's first word; the session of a running Agent is left alone. */
async function examineTunnel(url: URL, { agent, signal }: NetworkPorts): Promise<Diagnosis[]> {
  const at = { area: 'network', subject: `RUNNER_TUNNEL_URL: ${url.host}` } as const;
  const ends = AbortSignal.any([signal, AbortSignal.timeout(tryMs)]);
  try {
    const first = await hearFirst(
      createWsNet(url, () => agent),
      ends,
    );
    if (first.t === 'challenge') return [{ ...at, status: 'ok', says: 'A control plane answers on the tunnel.' }];
    if (first.t !== 'refused') throw new Error(`the first frame is ${first.t}`);
    const says = `The control plane refuses the connection (${first.code}).`;
    return [{ ...at, status: 'problem', says, who: 'control_plane', fix: first.remedy }];
  } catch (error) {
    if (networkCodeOf(error) !== unknownCode) return [unreachable(at.subject, { error, where: 'RUNNER_TUNNEL_URL' })];
    const words = error instanceof Error ? error.message : 'unknown cause';
    const fix =
      'Compare RUNNER_TUNNEL_URL with the address that Settings, Enrolment shows; look for a proxy in between.';
    return [{ ...at, status: 'problem', says: `It is not a tunnel: ${words}.`, who: 'operator', fix }];
  }
}

/** What `networkCodeOf` says where there is no code. */
const unknownCode = 'ECONNECTION';

function hearFirst(net: ReturnType<typeof createWsNet>, signal: AbortSignal): Promise<Frame> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(timedOut(signal)), { once: true });
    net
      .dial((wire) => {
        const port = new FramePort(wire);
        return {
          onText: (text) => {
            try {
              resolve(port.read(text));
            } catch (error) {
              reject(new Error('the server does not speak the tunnel protocol', { cause: error }));
            }
            port.close('examined');
          },
          onClose: (because) => reject(new Error(`the connection was closed (${because})`)),
        };
      }, signal)
      .catch(reject);
  });
}

function timedOut(signal: AbortSignal): Error {
  return Object.assign(new Error('no answer in time', { cause: signal.reason }), { code: 'TIMEOUT' });
}

function unreachable(subject: string, { error, where }: { error: unknown; where: string }): Diagnosis {
  const isTimeout = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  const code = isTimeout ? 'TIMEOUT' : networkCodeOf(error);
  const { remedy } = networkFault(code, where, error);
  const fix = isUntrusted(code) ? `${remedy} ${sleptThrough}` : remedy;
  return { area: 'network', subject, status: 'problem', says: `It cannot be reached (${code}).`, who: 'operator', fix };
}

const sleptThrough =
  'If the authority of the control plane was replaced while this instance was off, that is its current ca.pem; the ' +
  'identity stays valid, so do not enrol again.';
