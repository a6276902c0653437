/** How each situation of the table comes about for an Agent: the real program, the real control plane, nothing replaced. */
import { chmod, chown, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer as createTcp } from 'node:net';
import path from 'node:path';
import { WebSocketServer } from 'ws';
import { type Situation, type SituationName, situations } from '../../scripts/generate/troubleshooting/situations.ts';
import { agentAuditName } from '../../src/agent/audit/audit-files.ts';
import { sha256 } from '../../src/agent/audit/audit-line.ts';
import { createAuthority, encodeKeyed, issueServerCertificate } from '../../src/control/tls/certificate.ts';
import { toBase64Url } from '../../src/tunnel/session/ports.ts';
import { tunnelVersion } from '../../src/tunnel/session/frame.ts';
import { type RunningInstance, type Start, startAgent } from './running-instance.ts';
import { buildShiftedTime } from './shifted-time.ts';
import { enrolAt, fillVolume, mountVolume, type Place, type Variables } from './trouble-bench.ts';

export interface Provoked extends Start {
  /** Done once the Agent is connected. */
  readonly thenDo?: (agent: RunningInstance) => Promise<void>;
}

export interface Way {
  readonly provoke: (place: Place) => Promise<Provoked>;
  /** Takes longer, or repeats in breadth what another one shows. */
  readonly isDeep?: true;
  /** What is otherwise before the first connection. */
  readonly differs?: Partial<Pick<Situation, 'line' | 'act' | 'ends'>>;
}

/** Before its first connection, with a token that is good. */
async function fresh({ env, bench }: Place, changes: Variables = {}): Promise<Provoked> {
  return { env: { ...env, RUNNER_BOOTSTRAP_TOKEN: (await bench.mint()).value, ...changes } };
}

async function enrolled(place: Place, changes: Variables = {}): Promise<Provoked> {
  await enrolAt(place);
  return { env: { ...place.env, ...changes } };
}

type Change = (place: Place) => Variables | Promise<Variables>;

/** The same in both lives of an instance; before it is enrolled it tries another address first. */
function bothLives(change: Change, differs: Way['differs'] = { line: unenrolled }): readonly [Way, Way] {
  return [
    { provoke: async (place) => enrolled(place, await change(place)) },
    { provoke: async (place) => fresh(place, await change(place)), isDeep: true, differs },
  ];
}

const unenrolled = 'enrolment did not succeed; retrying';
const failed = 'the agent failed';
/** There is no identity yet that could be given up by mistake. */
const unenrolledAct = situations['other authority'].act.replace(' The identity stays valid: do not enrol again.', '');

function deep(list: readonly Way[]): Way[] {
  return list.map((way) => ({ ...way, isDeep: true }));
}

function addresses(host: string): Variables {
  return { RUNNER_ENROLL_URL: `https://${host}/enroll`, RUNNER_TUNNEL_URL: `wss://${host}` };
}

/** Nobody listens there. */
async function closedPort({ bench }: Place): Promise<string> {
  const server = createTcp();
  const port = await bench.listen(server);
  await new Promise((resolve) => server.close(resolve));
  return `127.0.0.1:${port}`;
}

/** A server with a certificate of an authority that the place trusts. */
async function trustedServer({ bench, folder }: Place) {
  const authority = await createAuthority(Date.now());
  const pem = await encodeKeyed(await issueServerCertificate(authority, ['127.0.0.1'], Date.now()));
  const server = createHttps({ key: pem, cert: pem }, (_request, response) => response.end('<h1>Welcome</h1>'));
  const caFile = path.join(folder, 'ca-of-server.pem');
  await writeFile(caFile, `${authority.certificate.toString('pem')}\n`);
  return { server, changes: { ...addresses(`127.0.0.1:${await bench.listen(server)}`), RUNNER_CA_FILE: caFile } };
}

/** The two addresses of the control plane, each where the other should be. */
function swapped({ env }: Place): Variables {
  const [tunnel, enroll] = [new URL(env['RUNNER_TUNNEL_URL'] ?? ''), new URL(env['RUNNER_ENROLL_URL'] ?? '')];
  return { RUNNER_ENROLL_URL: `https://${tunnel.host}/enroll`, RUNNER_TUNNEL_URL: `wss://${enroll.host}` };
}

async function proxyThatAsksForPassword({ bench }: Place): Promise<Variables> {
  const proxy = createHttp();
  const answer = 'HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="proxy"\r\n\r\n';
  proxy.on('connect', (_request, socket) => socket.end(answer));
  return { HTTPS_PROXY: `http://127.0.0.1:${await bench.listen(proxy)}` };
}

async function authorityOfAnother({ folder }: Place): Promise<Variables> {
  const caFile = path.join(folder, 'ca-of-another.pem');
  await writeFile(caFile, `${(await createAuthority(Date.now())).certificate.toString('pem')}\n`);
  return { RUNNER_CA_FILE: caFile };
}

async function speaking(version: number, place: Place): Promise<Provoked> {
  const { server, changes } = await trustedServer(place);
  new WebSocketServer({ server }).on('connection', (socket) => {
    const nonce = toBase64Url(new Uint8Array(32));
    socket.send(JSON.stringify({ n: 1, t: 'challenge', v: version, nonce }));
  });
  return enrolled(place, changes);
}

const years = 365 * 86_400;

function shifted(seconds: number): (place: Place) => Variables {
  return ({ bench }) => ({
    LD_PRELOAD: buildShiftedTime(bench.control.folder),
    SHIFTED_SECONDS: String(seconds),
  });
}

async function changeToken(place: Place, changed: { expires_at: number } | { uses_left: number }): Promise<Provoked> {
  const { id, value } = await place.bench.mint();
  const { db } = place.bench.control.store;
  await db.updateTable('bootstrap_tokens').set(changed).where('id', '=', id).execute();
  return { env: { ...place.env, RUNNER_BOOTSTRAP_TOKEN: value } };
}

async function withToken({ env }: Place, value: string): Promise<Provoked> {
  return { env: { ...env, RUNNER_BOOTSTRAP_TOKEN: value } };
}

/** Root without the right to ignore owners and modes, as any other user is. */
const bound = ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all', '--'];

async function givenAway(place: Place, name = ''): Promise<Provoked> {
  const start = await enrolled(place);
  await chown(path.join(place.identityDir, name), 1000, 1000);
  return { ...start, before: bound };
}

async function rewritten({ identityDir }: Place, name: string, change: (text: string) => string): Promise<void> {
  const file = path.join(identityDir, name);
  await writeFile(file, change(await readFile(file, 'utf8')));
}

async function connectedOnce(start: Start): Promise<void> {
  const agent = startAgent(start);
  await agent.untilLive();
  await agent.kill();
}

/** A claim within two seconds of another one is taken for one that was overtaken on the way. */
async function laterThanTheLastClaim(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 2_100));
}

async function copied(place: Place): Promise<string> {
  const copy = path.join(place.folder, 'copy');
  // The log is locked by the process that writes it.
  await cp(place.identityDir, copy, { recursive: true, filter: (name) => !name.includes(agentAuditName) });
  return copy;
}

const inUse = async (place: Place): Promise<Provoked> => {
  const start = await enrolled(place);
  const thenDo = async (): Promise<void> => {
    const second = startAgent({ env: { ...start.env, RUNNER_IDENTITY_DIR: await copied(place) } });
    place.bench.onClose(() => second.kill());
  };
  return { ...start, thenDo };
};

async function restored(place: Place): Promise<Provoked> {
  const start = await enrolled(place);
  const copy = await copied(place);
  await connectedOnce(start);
  await laterThanTheLastClaim();
  await rm(place.identityDir, { recursive: true });
  await cp(copy, place.identityDir, { recursive: true });
  return start;
}

async function forgotten(place: Place): Promise<Provoked> {
  const start = await enrolled(place);
  const { db } = place.bench.control.store;
  await db.deleteFrom('instances').where('instance', '=', place.instance).execute();
  return start;
}

async function revoke({ bench, instance }: Place): Promise<void> {
  await bench.ask('POST', `/api/fleet/${instance}/revoke`);
}

async function withNewerRecord(place: Place): Promise<Provoked> {
  const start = await enrolled(place);
  const unsealed = { seq: 1, at: new Date().toISOString(), event: 'of_a_later_version', previous: '0'.repeat(64) };
  const line = JSON.stringify({ ...unsealed, hash: sha256(JSON.stringify(unsealed)) });
  await writeFile(path.join(place.identityDir, agentAuditName), `${line}\n`, { mode: 0o600 });
  return start;
}

/** Situations of a Profiler alone are provoked in `profiler.test.ts`. */
export const ways: Readonly<Record<Exclude<SituationName, 'disabled'>, readonly Way[]>> = {
  'wrong name': deep(bothLives(() => addresses('farol.invalid:8444'))),
  'wrong port': bothLives(async (place) => addresses(await closedPort(place))),
  'web page': deep([
    ...bothLives(swapped, { line: failed, ends: 3 }),
    { provoke: async (place) => enrolled(place, (await trustedServer(place)).changes), isDeep: true },
  ]),
  'no TLS': deep(
    bothLives(async ({ bench }) =>
      addresses(`127.0.0.1:${await bench.listen(createHttp((_request, answer) => answer.end()))}`),
    ),
  ),
  'proxy away': deep(bothLives(async (place) => ({ HTTPS_PROXY: `http://${await closedPort(place)}` }))),
  'proxy password': deep(bothLives(proxyThatAsksForPassword)),
  'no authority file': deep([
    { provoke: (place) => fresh(place, { RUNNER_CA_FILE: path.join(place.folder, 'absent.pem') }) },
  ]),
  'other authority': [
    ...bothLives(authorityOfAnother, { line: unenrolled, act: unenrolledAct }),
    {
      provoke: (place) => fresh(place, { RUNNER_CA_FILE: '' }),
      isDeep: true,
      differs: { line: unenrolled, act: unenrolledAct },
    },
  ],
  'certificate time': deep([...bothLives(shifted(2 * years)), ...bothLives(shifted(-2 * years))]),
  clock: [
    ...bothLives(shifted(600), {}),
    ...deep([-600, years, -years].flatMap((seconds) => bothLives(shifted(seconds), {}))),
  ],
  'no token': [
    {
      provoke: async (place) => {
        const start = await enrolled(place);
        await rm(place.identityDir, { recursive: true });
        return start;
      },
    },
  ],
  'wrong path': deep([
    { provoke: (place) => fresh(place, { RUNNER_ENROLL_URL: new URL('/', place.env['RUNNER_ENROLL_URL']).href }) },
  ]),
  'token expired': [{ provoke: (place) => changeToken(place, { expires_at: 1 }) }],
  'token used': deep([{ provoke: (place) => changeToken(place, { uses_left: 0 }) }]),
  'token unknown': deep([
    { provoke: async (place) => withToken(place, (await place.bench.mint()).value.slice(0, -2)) },
  ]),
  'token of another kind': deep([
    { provoke: async (place) => withToken(place, (await place.bench.mint('profiler')).value) },
  ]),
  'not enabled': deep([{ provoke: (place) => fresh(place, { RUNNER_TENANT: 'nobody' }) }]),
  'identity lost': deep([
    {
      provoke: async (place) => {
        await enrolAt(place);
        await rm(place.identityDir, { recursive: true });
        return fresh(place);
      },
    },
  ]),
  'disk full at first': deep([
    {
      provoke: async (place) => {
        await mountVolume(place, 64);
        await fillVolume(place);
        return fresh(place);
      },
    },
  ]),
  'disk full later': deep([
    {
      provoke: async (place) => {
        await mountVolume(place, 512);
        const start = await enrolled(place);
        const relay = await place.bench.relay();
        const thenDo = async (): Promise<void> => {
          await fillVolume(place);
          relay.breakAll();
        };
        return { env: { ...start.env, RUNNER_TUNNEL_URL: relay.url }, thenDo };
      },
    },
  ]),
  'audit volume full': deep([
    {
      provoke: async (place) => {
        await mountVolume(place, 64);
        const start = await enrolled(place);
        await fillVolume(place);
        return start;
      },
    },
  ]),
  'another owner': deep([{ provoke: givenAway }]),
  'file of another owner': [
    { provoke: (place) => givenAway(place, 'identity.json') },
    { provoke: (place) => givenAway(place, 'generation.json'), isDeep: true },
  ],
  'open to everybody': deep([
    {
      provoke: async (place) => {
        const start = await enrolled(place);
        await chmod(path.join(place.identityDir, 'identity.json'), 0o644);
        return start;
      },
    },
  ]),
  damaged: deep([
    {
      provoke: async (place) => {
        const start = await enrolled(place);
        await rewritten(place, 'identity.json', (text) => text.slice(0, 40));
        return start;
      },
    },
  ]),
  'rolled back': (['identity', 'generation'] as const).map((name, index) => ({
    provoke: async (place) => {
      const start = await enrolled(place);
      await rewritten(place, `${name}.json`, (text) => text.replace(`farol.${name}.v1`, `farol.${name}.v9`));
      return start;
    },
    ...(index > 0 && { isDeep: true as const }),
  })),
  'newer records': deep([{ provoke: withNewerRecord }]),
  'two processes': [{ provoke: inUse, isDeep: true }],
  'old copy': [{ provoke: restored, isDeep: true }],
  'unknown identity': deep([{ provoke: forgotten }]),
  revoked: [
    {
      provoke: async (place) => {
        const start = await enrolled(place);
        await revoke(place);
        return start;
      },
    },
    { provoke: async (place) => ({ ...(await enrolled(place)), thenDo: () => revoke(place) }), isDeep: true },
  ],
  'newer control plane': deep([{ provoke: (place) => speaking(tunnelVersion + 1, place) }]),
  'older control plane': [{ provoke: (place) => speaking(tunnelVersion - 1, place), isDeep: true }],
};
