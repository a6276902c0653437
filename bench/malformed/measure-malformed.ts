/**
 * `node bench/malformed/measure-malformed.ts [N] [PART]`: N malformed requests (100,000 unless given) to each route of
 * asking, ways in and records (or to those with PART in their name), at a control plane in a process of its own, on
 * SQLite or on the empty database that FAROL_DATABASE_URL names. Prints the classes of status, apart those of a caller
 * that was not let in, the 99th percentile, and the memory of that process. Ends with 1 on a 5xx, a trace in a body, a
 * lost answer, or a peak of memory that the second half of the requests to one route raises.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startChild } from '../../demo/child-process.ts';
import { People, SignInLink, TokenCreated } from '../../src/control/api/api.ts';
import { ControlApi } from '../../src/control/api/api-client.ts';
import { ask, controlVariables, type Reply, signInFirstOwner } from '../own-control.ts';
import { seededRandom } from '../verdicts/seeded-random.ts';
import { makeBody, makeText, pick, type Random } from './malformed-bodies.ts';
import { startIdleProvider } from './idle-provider.ts';
import { type Asked, MalformedCallers, type Post } from './malformed-callers.ts';
import { classOfAnswer, type ListedTool, makeMessage, refusedByRate } from './malformed-messages.ts';
import { findRoutes, type MalformedRoute } from './malformed-routes.ts';

const [each = '100000', part = ''] = process.argv.slice(2);
const count = Number(each);
if (!Number.isSafeInteger(count) || count < 1) throw new Error('N: must be a whole number above 0');
const atOnce = 16;
const seed = 20_261_126;
/** In the second half of a route: by the first one its caches are full, and the heap is as large as it is let grow. */
const mayGrowBytes = 32 << 20;
const leak = /\bat .*:\d+:\d+|node_modules|SQLITE|Error:/u;
/** No Agent is connected: a question that is well formed gets that far. */
const unanswered = 'no Agent';
const operations = ['metrics.query', 'chat.postMessage', 'tickets.create'];

const folder = await mkdtemp(path.join(tmpdir(), 'farol-malformed-'));
const provider = await startIdleProvider();
const control = startChild({
  name: 'control',
  command: process.execPath,
  args: [path.resolve(import.meta.dirname, '../../src/cli/main.ts'), 'control'],
  env: {
    ...controlVariables(folder),
    FAROL_ORGANIZATION: 'acme',
    // So that each request can say another address, and the limit of wrong attempts lets it through to the body.
    FAROL_TRUSTED_PROXIES: '127.0.0.1',
    FAROL_SSO_ISSUER: provider.issuer,
    FAROL_SSO_CLIENT_ID: 'farol',
    FAROL_SSO_CLIENT_SECRET: 'not-a-secret',
    FAROL_SSO_DEFAULT_ROLE: 'member',
    ...(process.env['FAROL_DATABASE_URL'] !== undefined && { FAROL_DATABASE_URL: process.env['FAROL_DATABASE_URL'] }),
  },
  cwd: folder,
  logFile: path.join(folder, 'control.log'),
  identity: undefined,
});
const agent = { current: undefined as Agent | undefined };
try {
  process.exitCode = await measure();
} finally {
  agent.current?.destroy();
  await control.stop();
  await provider.close();
  await rm(folder, { recursive: true, force: true });
}

interface Seen {
  readonly classes: Map<string, number>;
  readonly tookMs: number[];
  readonly wrong: string[];
}

async function measure(): Promise<number> {
  const listening = await control.waitFor('listening', 60_000);
  const origin = new URL(String(listening['app'])).origin;
  const ca = readFileSync(String(listening['ca_file']), 'utf8');
  agent.current = new Agent({ ca, keepAlive: true, maxSockets: atOnce });
  const owner = await signInFirstOwner(control, origin, ca);
  const mint = async (kind: string, scopes: readonly string[]): Promise<string> => {
    const body = { kind, name: 'malformed', scopes };
    return (await owner.call({ method: 'POST', path: '/api/tokens', body }, TokenCreated)).value;
  };
  const post: Post = async (to, headers, body) => {
    const sent = { method: 'POST', headers, body: body === undefined ? undefined : JSON.stringify(body) };
    return send(new URL(`${origin}${to}`), sent, Math.random);
  };
  const { people } = await owner.call({ method: 'GET', path: '/api/people' }, People);
  const signIn = async (): Promise<Readonly<Record<string, string>>> => {
    const made = await owner.call({ method: 'POST', path: `/api/people/${people[0]?.id ?? ''}/links` }, SignInLink);
    const other = new ControlApi(origin, ca);
    await other.signIn(made.link);
    const headers = { ...other.session(), origin };
    other.close();
    return headers;
  };
  const callers = await MalformedCallers.open({ origin, post, signIn, mint, count });
  const tools = await listTools(post, callers.assistant(0));
  const { body: described } = await owner.callRaw({ method: 'GET', path: '/api/openapi.json' });
  const routes = findRoutes(described).filter((one) => `${one.method} ${one.path}`.includes(part));
  let failed = 0;
  let mostRaised = 0;
  for (const route of routes) {
    const seeded = seededRandom(seed);
    const random = (): number => seeded.next();
    const before = memory().rss;
    const classes = new Map(route.path === '/mcp' ? [[refusedByRate, 0]] : []);
    const seen: Seen = { classes, tookMs: [], wrong: [] };
    let at = 0;
    let halfwayPeak = 0;
    const work = async (): Promise<void> => {
      while (at < count) {
        at += 1;
        if (at === Math.ceil(count / 2)) halfwayPeak = memory().peak;
        const asked = await callers.headersOf(route, at);
        await sendOne(origin, route, { random, asked, seen, tools });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const after = memory();
    const printed = [...seen.classes]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, many]) => `${name}: ${many}`);
    const p99 = seen.tookMs.toSorted((a, b) => a - b)[Math.floor(seen.tookMs.length * 0.99)] ?? 0;
    const raised = after.peak - halfwayPeak;
    mostRaised = Math.max(mostRaised, raised);
    const [from, to, peak, late] = [before, after.rss, after.peak, raised].map(inMiB);
    const held = `${from} → ${to} MiB, peak ${peak}, of which ${late} in the second half`;
    print(`${route.method} ${route.path}  ${printed.join(', ')}  p99 ${p99.toFixed(1)} ms  ${held}`);
    for (const one of seen.wrong.slice(0, 5)) print(`  WRONG: ${one}`);
    failed += seen.wrong.length;
  }
  const grown = `no second half raised the peak by more than ${inMiB(mostRaised)} MiB`;
  print(`${routes.length} routes, ${count} each: ${failed} wrong; ${grown}`);
  owner.close();
  return failed > 0 || mostRaised > mayGrowBytes ? 1 : 0;
}

function inMiB(bytes: number): number {
  return Math.round(bytes / (1 << 20));
}

interface Sending {
  readonly random: Random;
  readonly asked: Asked;
  readonly seen: Seen;
  readonly tools: readonly ListedTool[];
}

async function listTools(post: Post, headers: Readonly<Record<string, string>>): Promise<readonly ListedTool[]> {
  const { text } = await post('/mcp', headers, { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const listed = /\{"(?:jsonrpc|result)".*\}/u.exec(text)?.[0] ?? '{}';
  const { result } = JSON.parse(listed) as { result?: { tools: readonly ListedTool[] } };
  if (result === undefined) throw new Error('the control plane listed no tools');
  return result.tools;
}

async function sendOne(origin: string, route: MalformedRoute, { random, asked, seen, tools }: Sending): Promise<void> {
  const { method, path: to, schema } = route;
  const isMcp = to === '/mcp';
  const address = makeAddress(random, route, asked);
  const message = isMcp ? makeMessage(random, schema, tools) : { body: makeBody(random, schema), headers: {} };
  const body = method === 'GET' ? undefined : message.body;
  const started = performance.now();
  try {
    const { status, text } = await send(
      new URL(`${origin}${address}`),
      { method, headers: { ...asked.headers, ...message.headers }, body },
      random,
    );
    const name = (isMcp ? classOfAnswer(status, text) : undefined) ?? classOfStatus(status, text);
    seen.classes.set(name, (seen.classes.get(name) ?? 0) + 1);
    if (name !== unanswered && (status >= 500 || (status >= 400 && leak.test(text)))) {
      seen.wrong.push(`${status} ${JSON.stringify(body ?? address).slice(0, 200)} → ${text.slice(0, 200)}`);
    }
  } catch (error) {
    seen.wrong.push(`no answer to ${JSON.stringify(body ?? address).slice(0, 200)}: ${String(error)}`);
  }
  seen.tookMs.push(performance.now() - started);
}

function classOfStatus(status: number, text: string): string {
  if (status === 503 && text.includes('no_live_agent')) return unanswered;
  // A caller that was not let in says nothing about the body.
  return [401, 403, 429].includes(status) ? String(status) : `${Math.floor(status / 100)}xx`;
}

/** Path and query. */
function makeAddress(random: Random, { method, path: to, keys }: MalformedRoute, { state }: Asked): string {
  const filled = to.replaceAll(/\{\w+\}/gu, () => {
    const isKnown = to.startsWith('/api/operations') && random() < 0.5;
    const text = isKnown ? pick(random, operations) : makeText(random);
    return encodeURIComponent(text.toWellFormed().slice(0, 260)) || 'x';
  });
  return method === 'GET' ? `${filled}${makeQuery(random, { keys, to, state })}` : filled;
}

/** One of its keys with anything, or another key; what makes the route read on beside it. */
function makeQuery(
  random: Random,
  { keys, to, state }: { readonly keys: readonly string[]; readonly to: string; readonly state: string | undefined },
): string {
  const key = pick(random, [...keys, ...keys, '__proto__', 'q', 'limit']);
  const text = makeText(random).toWellFormed().slice(0, 300);
  // An export of everything would grow with each of them.
  const bounded = to === '/api/audit/export' && key !== 'to' ? '&to=2000-01-01T00:00:00Z' : '';
  const known = state !== undefined && key !== 'state' && random() < 0.5 ? `&state=${state}` : '';
  return `?${key}=${encodeURIComponent(text)}${bounded}${known}`;
}

/** Says an address of its own. */
function send(
  url: URL,
  sent: Pick<Parameters<typeof ask>[1], 'method' | 'headers' | 'body'>,
  random: Random,
): Promise<Reply> {
  const address = `10.${[0, 0, 0].map(() => Math.floor(random() * 256)).join('.')}`;
  const headers = { ...sent.headers, 'x-forwarded-for': address };
  return ask(url, { ...sent, headers, agent: agent.current, timeoutMs: 60_000 });
}

/** Bytes of the control plane. */
function memory(): { readonly rss: number; readonly peak: number } {
  const status = readFileSync(`/proc/${control.pid}/status`, 'utf8');
  const read = (field: string): number => Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'mu').exec(status)?.[1]) * 1024;
  return { rss: read('VmRSS'), peak: read('VmHWM') };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
