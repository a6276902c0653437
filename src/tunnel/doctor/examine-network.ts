/** The way to the control plane, tried for real: names, proxy, authority, enrolment address, tunnel, clock, and whether it lets this instance in. */
import { lookup } from 'node:dns/promises';
import { type Agent, request } from 'node:https';
import { TLSSocket } from 'node:tls';
import { type Clock, systemClock } from '../../core/clock.ts';
import { createAgents, proxyOn } from '../../core/network-agent.ts';
import { networkCodeOf, networkErrorKind } from '../../core/network-fault.ts';
import type { Identity } from '../identity/open-identity.ts';
import type { InstanceConfig } from '../instance/config.ts';
import {
  type AddressVariable,
  clockOffMs,
  explainAnswer,
  explainConnection,
  setClock,
  type Tried,
} from '../instance/connection-problem.ts';
import type { Explanation } from '../instance/explained-error.ts';
import { ControlTrust } from '../instance/control-trust.ts';
import { createWsNet } from '../instance/ws-net.ts';
import type { Actor, Diagnosis } from './diagnosis.ts';
import { askTunnel, judgeStanding } from './examine-standing.ts';

export interface NetworkPorts {
  /** As enrolment and tunnel use it: its proxy and its authorities are what is tried. */
  readonly agent: Agent;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Of an instance that is enrolled: it asks whether it is let in. */
  readonly identity?: Identity | undefined;
}

const tryMs = 8_000;

interface WayPorts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** As the tunnel of an instance goes it, with the authorities that it learned since. */
export async function examineWay(
  config: InstanceConfig,
  { env, signal }: WayPorts,
  identity: Identity | undefined,
): Promise<Diagnosis[]> {
  const agents = createAgents({ ca: config.ca, env });
  const clock = systemClock;
  const trust = identity && new ControlTrust({ agent: agents.https, ledger: identity.authorities, clock });
  const agent = trust?.agent() ?? agents.https;
  try {
    return await examineNetwork(config, { agent, clock, signal, identity });
  } finally {
    agents.close();
    agent.destroy();
  }
}

export async function examineNetwork(config: InstanceConfig, ports: NetworkPorts): Promise<Diagnosis[]> {
  const [tunnel, enrolment] = await Promise.all([
    examineAddress('RUNNER_TUNNEL_URL', config.tunnelUrl, ports, examineTunnel),
    examineAddress('RUNNER_ENROLL_URL', config.enrollUrl, ports, examineEnrolment),
  ]);
  return [...tunnel, ...enrolment];
}

type Examine = (tried: Tried, ports: NetworkPorts) => Promise<Diagnosis[]>;

/** A name that does not resolve is one finding, and nothing is sent to it. */
async function examineAddress(
  variable: AddressVariable,
  url: URL,
  ports: NetworkPorts,
  examine: Examine,
): Promise<Diagnosis[]> {
  const { hostname, host } = url;
  const { agent, clock, identity } = ports;
  const proxy = proxyOn(agent, url);
  const tried: Tried = { variable, url, nowMs: clock.now(), proxy, isEnrolled: identity !== undefined };
  const at = { area: 'network', subject: `${variable}: name ${hostname}` } as const;
  let name: Diagnosis = { ...at, status: 'skipped', says: 'The proxy resolves names.' };
  try {
    if (proxy === undefined) {
      const found = await lookup(hostname.replaceAll(/^\[|\]$/gu, ''), { all: true });
      name = { ...at, status: 'ok', says: `It resolves to ${found.map(({ address }) => address).join(', ')}.` };
    }
    return [name, ...(await examine(tried, ports))];
  } catch (error) {
    const isName = networkErrorKind(networkCodeOf(error)) === 'no_name';
    const found = await withServersTime(explainConnection(error, tried), tried, ports);
    return isName ? [diagnose(at.subject, found)] : [name, diagnose(`${variable}: ${host}`, found)];
  }
}

interface Found extends Explanation {
  readonly who?: Actor;
}

function diagnose(subject: string, { code, cause, remedy, who = 'operator' }: Found): Diagnosis {
  return {
    area: 'network',
    subject,
    status: 'problem',
    says: `${cause.replace(/\.$/u, '')} (${code}).`,
    who,
    fix: remedy,
  };
}

export const clockByServer =
  'Set the clock of this machine, for example with chrony. If it is right, the clock of the control plane is wrong.';

/**
 * A certificate that is not valid by the clock of this machine: what the server says of the time, unverified as it
 * is, tells which of the two is wrong. Nothing but the question is sent to it.
 */
async function withServersTime(problem: Explanation, { variable, url }: Tried, ports: NetworkPorts): Promise<Found> {
  if (networkErrorKind(problem.code) !== 'certificate_time') return problem;
  const aheadMs = await get(new URL('/', toHttps(url)), ports, { rejectUnauthorized: false }).then(
    (seen) => seen.aheadMs,
    () => undefined,
  );
  if (aheadMs === undefined) return problem;
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  return Math.abs(aheadMs) < clockOffMs
    ? {
        ...problem,
        who: 'control_plane',
        remedy: `Renew the certificate of ${url.host} (${variable}): the clocks of both machines agree.`,
      }
    : {
        ...problem,
        cause: `${problem.cause} The server says that this machine is ${seconds} s ${aheadMs > 0 ? 'behind' : 'ahead'}.`,
        remedy: clockByServer,
      };
}

function toHttps({ host }: URL): URL {
  return new URL(`https://${host}`);
}

interface HttpSeen {
  readonly status: number;
  readonly body: string;
  /** Time of the other side minus the time of this machine; undefined when it was not reported. */
  readonly aheadMs: number | undefined;
  /** When the certificate that was served ends; undefined when the proxy or the connection does not show it. */
  readonly servedUntil: number | undefined;
}

/** Of what is found at the address for enrolment. */
export function enrolmentSubject({ host }: URL): string {
  return `RUNNER_ENROLL_URL: ${host}`;
}

async function examineEnrolment(tried: Tried, ports: NetworkPorts): Promise<Diagnosis[]> {
  const { url } = tried;
  const subject = enrolmentSubject(url);
  const seen = await get(new URL('/healthz', url), ports);
  return [judgeAnswer(subject, seen, tried), ...judgeServed(url, seen, ports.clock.now()), judgeClock(seen)];
}

function judgeAnswer(subject: string, { status, body }: HttpSeen, tried: Tried): Diagnosis {
  const at = { area: 'network', subject } as const;
  if (status === 200 && body === '{"status":"ok"}') return { ...at, status: 'ok', says: 'A control plane answers.' };
  const { cause: says, remedy: fix } = explainAnswer(status, tried);
  // An instance that is enrolled uses the tunnel alone.
  return { ...at, status: tried.isEnrolled ? 'warning' : 'problem', says, who: 'operator', fix };
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

const noticedMs = 30_000;

function judgeClock({ aheadMs }: HttpSeen): Diagnosis {
  const at = { area: 'clock', subject: 'this machine' } as const;
  if (aheadMs === undefined) return { ...at, status: 'skipped', says: 'The control plane did not report its time.' };
  const off = Math.abs(aheadMs);
  const says = `The clock of this machine is ${Math.round(off / 1000)} s ${aheadMs > 0 ? 'behind' : 'ahead of'} the control plane.`;
  if (off < noticedMs) return { ...at, status: 'ok', says };
  return { ...at, status: off < clockOffMs ? 'warning' : 'problem', says, who: 'operator', fix: setClock };
}

function get(
  url: URL,
  { agent, clock, signal }: NetworkPorts,
  tls: { readonly rejectUnauthorized?: false } = {},
): Promise<HttpSeen> {
  const startedAt = clock.now();
  return new Promise((resolve, reject) => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(tryMs)]);
    const options = { agent, signal: ends, headers: { accept: 'application/json' }, ...tls };
    const sent = request(url, options, (response) => {
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

/** Opens a connection and asks; the session of a running instance is left alone. */
async function examineTunnel(
  { url, isEnrolled }: Tried,
  { agent, signal, identity }: NetworkPorts,
): Promise<Diagnosis[]> {
  const subject = `RUNNER_TUNNEL_URL: ${url.host}`;
  const ends = AbortSignal.any([signal, AbortSignal.timeout(tryMs)]);
  const net = createWsNet(url, () => agent, isEnrolled);
  const last = await askTunnel(net, identity, ends);
  const answers: Diagnosis = { area: 'network', subject, status: 'ok', says: 'A control plane answers on the tunnel.' };
  if (last.t === 'challenge' || identity === undefined) return [judgeStanding(last, subject)];
  return [answers, judgeStanding(last, `${identity.instance} of ${identity.tenant}`)];
}
