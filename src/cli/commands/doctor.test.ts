import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Ended, runFarol } from '../../../test/run-farol.ts';
import { FakeUpstream } from '../../../test/contract/fake-upstream.ts';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import type { Diagnosis } from '../../tunnel/doctor/diagnosis.ts';
import type { SupportBundle } from '../../agent/doctor/support-bundle.ts';
import { systemClock } from '../../core/clock.ts';
import { createLog } from '../../core/log.ts';
import { createAgents } from '../../core/network-agent.ts';
import { fingerprintOf } from '../../core/pem-certificates.ts';
import { Redactor } from '../../core/redact.ts';
import { Secret } from '../../core/secret.ts';
import { TokenCreated } from '../../control/api/api.ts';
import { createAuthority, encodeKeyed, issueServerCertificate, serverDays } from '../../control/tls/certificate.ts';
import { enrol } from '../../tunnel/instance/enrol.ts';
import { parseInstanceConfig } from '../../tunnel/instance/config.ts';

const core = randomBytes(9).toString('hex');
/** Of a form that every encoding changes. */
const canary = `glc_canary/${core}+"\\ü`;
const proxyCanary = `proxy-${randomBytes(9).toString('hex')}`;

let control: TestControl;
let upstream: FakeUpstream;
let folder: string;
let identity: string;
let env: Record<string, string>;

beforeAll(async () => {
  control = await startTestControl();
  folder = await mkdtemp(path.join(tmpdir(), 'farol-doctor-'));
  await writeFile(path.join(folder, 'ca.pem'), control.caPem);
  upstream = await FakeUpstream.start(({ path: asked }) => {
    const data = asked.endsWith('/labels')
      ? ['job']
      : { resultType: 'vector', result: [{ metric: { job: 'api' }, value: [1, String(Date.now() / 1000)] }] };
    return { status: 200, body: JSON.stringify({ status: 'success', data }) };
  });
});
beforeEach(async () => {
  identity = await mkdtemp(path.join(folder, 'identity-'));
  const { tunnel, enroll } = control.control.addresses;
  env = {
    PATH: process.env['PATH'] ?? '',
    RUNNER_TENANT: 'acme',
    RUNNER_INSTANCE_ID: path.basename(identity),
    RUNNER_TUNNEL_URL: tunnel,
    RUNNER_ENROLL_URL: enroll,
    RUNNER_IDENTITY_DIR: identity,
    RUNNER_CA_FILE: path.join(folder, 'ca.pem'),
    GRAFANA_METRICS_URL: upstream.url,
    GRAFANA_METRICS_USER: '1234567',
    GRAFANA_METRICS_TOKEN: canary,
  };
});
afterAll(async () => {
  await upstream.close();
  await control.close();
  await rm(folder, { recursive: true });
});

function farol(args: readonly string[], changes: Record<string, string> = {}): Promise<Ended> {
  return runFarol(args, { env: { ...env, ...changes }, cwd: folder });
}

interface Examined {
  readonly code: number;
  readonly well: boolean;
  readonly findings: readonly Diagnosis[];
  /** Status and sentence of what was found about this. */
  readonly about: (subject: string) => readonly string[];
}

async function examine(changes: Record<string, string> = {}, ...args: string[]): Promise<Examined> {
  const { code, stdout } = await farol(['doctor', '--json', ...args], changes);
  const { well, findings } = JSON.parse(stdout) as { well: boolean; findings: Diagnosis[] };
  const about = (subject: string): string[] =>
    findings.filter((one) => one.subject.includes(subject)).map(({ status, says }) => `${status}: ${says}`);
  return { code, well, findings, about };
}

const unwell = (findings: readonly Diagnosis[]): Diagnosis[] =>
  findings.filter(({ status }) => status === 'warning' || status === 'problem');

/** As the first start of an Agent does. */
async function enrolInstance(): Promise<void> {
  const owner = await control.signIn('owner');
  const body = { kind: 'bootstrap', class: 'agent', name: 'doctor' };
  const made = await control.send({ method: 'POST', path: '/api/tokens', headers: owner, body });
  const token = new Secret(TokenCreated.parse(made.json()).value);
  const { config } = parseInstanceConfig(env);
  if (config === undefined) throw new Error('the settings of this test are not valid');
  const agents = createAgents({ ca: config.ca, env: {} });
  const log = createLog('test', { level: 'silent', redactor: new Redactor() });
  const common = { config, class: 'agent', agent: agents.https, clock: systemClock, log } as const;
  await enrol({ ...common, token: () => Promise.resolve(token) });
  agents.https.destroy();
}

/** Instead of an identity. */
const token = { RUNNER_BOOTSTRAP_TOKEN: `rboot_${'x'.repeat(40)}` };

describe('farol doctor', () => {
  test('finds an enrolled Agent well: way, tunnel, clock, identity and connectors', async () => {
    await enrolInstance();
    const { code, well, findings, about } = await examine();
    expect(unwell(findings)).toEqual([]);
    expect([code, well]).toEqual([0, true]);
    expect(about('RUNNER_ENROLL_URL: 127')).toEqual(['ok: A control plane answers.']);
    expect(about('RUNNER_TUNNEL_URL: 127')).toEqual(['ok: A control plane answers on the tunnel.']);
    expect(about('this machine')).toEqual([expect.stringMatching(/^ok: The clock of this machine is -?\d s /u)]);
    expect(about('RUNNER_CA_FILE, certificate 1')).toEqual([expect.stringMatching(/^ok: Valid until /u)]);
    expect(about(identity)).toContainEqual(expect.stringMatching(/^ok: Enrolled as .* of acme since /u));
    expect(about('grafana metrics_read')).toEqual([expect.stringMatching(/^ok: /u)]);
    expect(about('enabled operations')).toEqual([
      expect.stringMatching(/^ok: \d+ reads enabled, writes: none, inert: 0/u),
    ]);
  });

  test('warns of what ends: the authority, one that was replaced, and the certificate that is served', async () => {
    await enrolInstance();
    const { organization } = JSON.parse(await readFile(path.join(identity, 'identity.json'), 'utf8')) as {
      readonly organization: string;
    };
    const replaced = [{ fingerprint: fingerprintOf(control.caPem)!, until: Date.UTC(2100, 0, 1) }];
    const [next, ending] = [
      await createAuthority(Date.now()),
      // Made ten years ago: it has twenty days left.
      await createAuthority(Date.now() - (3653 - 20) * 86_400_000),
    ].map(({ certificate }) => `${certificate.toString('pem')}\n`);
    await writeFile(
      path.join(identity, 'authorities.json'),
      JSON.stringify({ format: 'farol.authorities.v1', organization, trusted: [next, ending], replaced }),
    );
    const { code, findings, about } = await examine();
    expect(about('RUNNER_CA_FILE, certificate 1')).toEqual([
      expect.stringMatching(/^warning: The control plane replaced this authority, which expires on 2100-01-01/u),
    ]);
    expect(about('authorities.json, certificate 1')).toEqual([expect.stringMatching(/^ok: Valid until /u)]);
    expect(about('authorities.json, certificate 2')).toEqual([expect.stringMatching(/^warning: Valid until /u)]);
    expect(about('certificate of 127.0.0.1')).toEqual([expect.stringMatching(/^ok: Valid until /u)]);
    expect(findings.find(({ subject }) => subject.startsWith('RUNNER_CA_FILE'))).toMatchObject({
      who: 'operator',
      fix: expect.stringMatching(/current ca\.pem .* RUNNER_CA_FILE/u) as string,
    });
    expect(code).toBe(0);
  });

  test('names the certificate of the operator that ends soon, and who renews it', async () => {
    const authority = await createAuthority(Date.now());
    // Made so long ago that it has twenty days left.
    const madeAt = Date.now() - (serverDays - 20) * 86_400_000;
    const pem = await encodeKeyed(await issueServerCertificate(authority, ['127.0.0.1'], madeAt));
    const server = createHttpsServer({ key: pem, cert: pem }, (_request, response) => response.end('{"status":"ok"}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const caFile = path.join(identity, 'other-ca.pem');
      await writeFile(caFile, `${authority.certificate.toString('pem')}\n`);
      const { findings, about } = await examine({
        RUNNER_ENROLL_URL: `https://127.0.0.1:${port}/enroll`,
        RUNNER_CA_FILE: caFile,
        RUNNER_BOOTSTRAP_TOKEN: 'x'.repeat(20),
      });
      expect(about(`certificate of 127.0.0.1:${port}`)).toEqual([expect.stringMatching(/^warning: Valid until /u)]);
      expect(findings.find(({ subject }) => subject.startsWith('certificate of'))).toMatchObject({
        who: 'control_plane',
        fix: expect.stringMatching(/^Renew the certificate in FAROL_TLS_CERT_FILE/u) as string,
      });
      // The tunnel is of a control plane whose authority this file does not hold.
      expect(findings.find(({ subject }) => subject.startsWith('RUNNER_TUNNEL_URL: 127'))).toMatchObject({
        status: 'problem',
        fix: expect.stringMatching(/present ca\.pem of the control plane/u) as string,
      });
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test('leaves the session of the instance alone', async () => {
    await enrolInstance();
    const before = await readFile(path.join(identity, 'generation.json'), 'utf8');
    await examine();
    expect(await readFile(path.join(identity, 'generation.json'), 'utf8')).toBe(before);
  });

  test('changes nothing: a directory that does not exist is not made', async () => {
    const absent = path.join(identity, 'absent');
    const { about } = await examine(
      { RUNNER_IDENTITY_DIR: absent, RUNNER_BOOTSTRAP_TOKEN: 'x'.repeat(20) },
      '--offline',
    );
    expect(about(absent)).toContain(
      'skipped: The directory does not exist yet; the program creates it at its first start.',
    );
    await expect(stat(absent)).rejects.toThrow('ENOENT');
  });

  test('says of everything that is not well who must act and what to do', async () => {
    await mkdir(identity, { recursive: true });
    await writeFile(path.join(identity, 'identity.json'), '{');
    await writeFile(path.join(identity, 'audit.jsonl'), 'no record\n');
    const closed = await closedPort();
    const { code, well, findings, about } = await examine({
      RUNNER_ENROLL_URL: `https://127.0.0.1:${closed}/enroll`,
      RUNNER_CA_FILE: '',
      RUNNER_CATALOG_LOCK_FILE: '/nonexistent',
      RUNNER_TENNANT: 'acme',
      GRAFANA_METRICS_USER: '',
    });
    expect([code, well]).toEqual([1, false]);
    expect(about('RUNNER_ENROLL_URL: 127')).toEqual([
      expect.stringMatching(/^problem: Nothing accepts connections at \S+ \(RUNNER_ENROLL_URL\) \(ECONNREFUSED\)\.$/u),
    ]);
    expect(about('RUNNER_TUNNEL_URL: 127')).toEqual([
      expect.stringMatching(/^problem: The certificate of .*(?:CERT|UNABLE)/u),
    ]);
    expect(about('lock_file')).toEqual([expect.stringContaining('cannot be read (ENOENT)')]);
    expect(about('unknown_variable')).toEqual([expect.stringMatching(/^warning: RUNNER_TENNANT /u)]);
    expect(about('audit.jsonl')).toEqual([expect.stringMatching(/^problem: edited: /u)]);
    expect(findings.filter(({ area, status }) => area === 'identity' && status === 'problem')).not.toEqual([]);
    for (const one of unwell(findings)) {
      expect(one).toMatchObject({ who: 'operator', fix: expect.stringMatching(/\w/u) as string });
    }
    const spoken = await farol(['doctor', '--offline'], { RUNNER_CATALOG_LOCK_FILE: '/nonexistent' });
    expect(spoken.stdout).toMatch(/^problem {2}gate: lock_file: .*\n +the operator of this machine: /mu);
    expect(spoken.stderr).toContain('checking: configuration');
  });

  test('finds what answers at an address that is no control plane', async () => {
    const { about } = await examine({ RUNNER_TUNNEL_URL: env['RUNNER_ENROLL_URL']?.replace('https:', 'wss:') ?? '' });
    expect(about('RUNNER_TUNNEL_URL: 127')).toEqual([
      expect.stringMatching(/^problem: The server at .* does not answer as a control plane \(status \d+\)/u),
    ]);
  });

  test('goes on without a network', async () => {
    const far = { RUNNER_ENROLL_URL: 'https://farol.invalid/enroll', RUNNER_TUNNEL_URL: 'wss://farol.invalid' };
    const { code, about } = await examine({ ...far, GRAFANA_METRICS_URL: 'https://grafana.invalid' });
    expect(code).toBe(1);
    expect(about('name farol.invalid')).toEqual([
      expect.stringMatching(/^problem: The host name farol\.invalid .*\((?:ENOTFOUND|EAI_AGAIN)\)/u),
      expect.stringMatching(/^problem: The host name farol\.invalid .*\((?:ENOTFOUND|EAI_AGAIN)\)/u),
    ]);
    const offline = await examine({ ...far, RUNNER_BOOTSTRAP_TOKEN: 'x'.repeat(20) }, '--offline');
    expect(unwell(offline.findings)).toEqual([]);
    expect([offline.code, offline.about('control plane and connectors')]).toEqual([
      0,
      ['skipped: Nothing was sent, as requested.'],
    ]);
  });

  test('tries the way through the proxy, and shows its host alone', async () => {
    const proxy = `127.0.0.1:${await closedPort()}`;
    const { findings, about } = await examine({ HTTPS_PROXY: `http://user:${proxyCanary}@${proxy}` });
    expect(about('HTTPS_PROXY')).toEqual([`ok: The proxy is ${proxy}.`]);
    for (const variable of ['RUNNER_ENROLL_URL', 'RUNNER_TUNNEL_URL']) {
      expect(about(`${variable}, way to 127`)).toEqual([`ok: Through the proxy ${proxy} (HTTPS_PROXY).`]);
    }
    expect(about('GRAFANA_METRICS_URL, way to')).toEqual(['ok: Directly: no proxy is set for it.']);
    expect(about('name 127.0.0.1')).toEqual([
      'skipped: The proxy resolves names.',
      'skipped: The proxy resolves names.',
    ]);
    for (const subject of ['RUNNER_ENROLL_URL: 127', 'RUNNER_TUNNEL_URL: 127']) {
      expect(about(subject)).toEqual([
        expect.stringMatching(/^problem: The proxy 127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)\.$/u),
      ]);
    }
    expect(JSON.stringify(findings)).not.toContain(proxyCanary);
  });

  test('says which proxy applies to each address, and sends nothing to find out', async () => {
    const settings = {
      ALL_PROXY: 'proxy.example:3128',
      NO_PROXY: '10.0.0.0/8 127.0.0.0/8',
      GCP_PROJECT: 'acme-prod',
      ...token,
    };
    const { code, about } = await examine(settings, '--offline');
    expect(code).toBe(0);
    expect(about('ALL_PROXY')).toEqual(['ok: The proxy is proxy.example:3128.']);
    for (const variable of ['RUNNER_ENROLL_URL', 'GRAFANA_METRICS_URL']) {
      expect(about(`${variable}, way to 127`)).toEqual(['ok: Directly: NO_PROXY lists 127.0.0.0/8.']);
    }
    expect(about('GRAFANA_API_URL, way to grafana.com')).toEqual([
      'ok: Through the proxy proxy.example:3128 (ALL_PROXY).',
    ]);
    expect(about('gcp: way to')).toEqual([
      'ok: Through the proxy proxy.example:3128 (ALL_PROXY), except for the hosts in NO_PROXY.',
    ]);
    expect((await examine(token, '--offline')).about('proxy')).toContain(
      'ok: None is set: everything is reached directly.',
    );
  });

  test.each([
    ['HTTPS_PROXY', 'socks5h://proxy.example:1080', 'SOCKS'],
    ['no_proxy', 'example.com,10.0.0.0/33', 'entry 2'],
  ])('refuses %s=%s by its name, as the start of an Agent does', async (variable, value, form) => {
    const { code, findings } = await examine({ ...token, [variable]: value }, '--offline');
    expect(code).toBe(1);
    const [problem, ...more] = unwell(findings);
    expect(problem).toMatchObject({ status: 'problem', who: 'operator' });
    expect(problem?.says).toContain(variable);
    expect(problem?.says).toContain(form);
    expect(more).toEqual([]);
    const run = await farol(['run', 'metrics.query', '--args', '{}'], { [variable]: value });
    expect(run.code).not.toBe(0);
    expect(run.stderr).toContain(variable);
  });

  test('asks for nothing of a control plane where none is configured', async () => {
    const none = Object.fromEntries(
      Object.keys(env)
        .filter((name) => name.startsWith('RUNNER_'))
        .map((name) => [name, '']),
    );
    const { code, about } = await examine({ ...none, RUNNER_IDENTITY_DIR: identity });
    expect(code).toBe(0);
    expect(about('control plane')).toEqual([expect.stringMatching(/^skipped: None is configured/u)]);
  });

  test('ends with 2 for an unknown option', async () => {
    expect(await farol(['doctor', '--all'])).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('farol support-bundle', () => {
  test('holds versions, settings by name, findings, health and the last records', async () => {
    await enrolInstance();
    await farol(['run', 'metrics.query', '--args', '{"query":{"dialect":"promql","text":"up"}}']);
    const file = path.join(identity, 'bundle.json');
    const ended = await farol(['support-bundle', '--out', file]);
    expect([ended.code, ended.stdout]).toEqual([0, `${file}\n`]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const bundle = JSON.parse(await readFile(file, 'utf8')) as SupportBundle;
    expect(bundle).toMatchObject({ format: 'farol-support/1', versions: { node: process.version } });
    const variable = (name: string) => bundle.variables.find((one) => one.name === name);
    expect(variable('GRAFANA_METRICS_TOKEN')).toEqual({ name: 'GRAFANA_METRICS_TOKEN', set: 'value' });
    expect(variable('GRAFANA_METRICS_URL')).toEqual({
      name: 'GRAFANA_METRICS_URL',
      set: 'value',
      host: new URL(upstream.url).host,
    });
    expect(variable('RUNNER_ALLOW_FILE')).toEqual({ name: 'RUNNER_ALLOW_FILE' });
    expect(bundle.health?.checks.map(({ connector }) => connector)).toContain('grafana');
    expect(bundle.diagnoses.map(({ area }) => area)).toContain('clock');
    expect(bundle.audit).toMatchObject([
      { log: 'audit-local.jsonl', last: [{ event: 'started' }, { event: 'operation', operation: 'metrics.query' }] },
    ]);
    expect(JSON.stringify(bundle.audit)).not.toContain('arguments_digest');
    expect(bundle.sources).toEqual([]);
  });

  test('names the sources of the file with how each setting is given, and no value', async () => {
    const sources = path.join(identity, 'sources.json');
    const settings = { GRAFANA_METRICS_URL: upstream.url, GRAFANA_METRICS_USER: '7', GRAFANA_METRICS_TOKEN: canary };
    await writeFile(sources, JSON.stringify({ sources: [{ name: 'g-eu', connector: 'grafana', settings }] }));
    const file = path.join(identity, 'bundle.json');
    const changes = { RUNNER_SOURCES_FILE: sources };
    expect((await farol(['support-bundle', '--out', file, '--offline'], changes)).code).toBe(0);
    const text = await readFile(file, 'utf8');
    expect((JSON.parse(text) as SupportBundle).sources).toEqual([
      {
        source: 'g-eu',
        connector: 'grafana',
        variables: [
          { name: 'GRAFANA_METRICS_URL', set: 'value', host: new URL(upstream.url).host },
          { name: 'GRAFANA_METRICS_USER', set: 'value' },
          { name: 'GRAFANA_METRICS_TOKEN', set: 'value' },
        ],
      },
    ]);
    expect(text).not.toContain(JSON.stringify(canary).slice(1, -1));
  });

  test('holds no secret in any encoding, however it was given and wherever it was put', async () => {
    await writeFile(path.join(folder, 'token'), canary);
    const echoing = await FakeUpstream.start(() => ({ status: 401, body: JSON.stringify({ error: canary }) }));
    const misplaced = {
      // A credential where none belongs: each is reported without the value.
      RUNNER_TENANT: canary,
      RUNNER_ENROLL_URL: `https://user:${encodeURIComponent(canary)}@farol.invalid/enroll`,
      HTTPS_PROXY: `http://user:${proxyCanary}@127.0.0.1:9`,
      NO_PROXY: '127.0.0.1',
      RUNNER_BOOTSTRAP_TOKEN: canary,
      LOG_LEVEL: 'debug',
    };
    const bundles: string[] = [];
    for (const [name, changes] of Object.entries({
      value: misplaced,
      file: { ...misplaced, GRAFANA_METRICS_TOKEN: '', GRAFANA_METRICS_TOKEN_FILE: path.join(folder, 'token') },
      both: { ...misplaced, GRAFANA_METRICS_TOKEN_FILE: path.join(folder, 'token') },
      echoed: { GRAFANA_METRICS_URL: echoing.url, GRAFANA_METRICS_USER: '7654321' },
      // A question that carries the secret in its name and its arguments.
      asked: {},
    })) {
      if (name === 'asked') {
        await farol(['run', `${'m'.repeat(85)}${canary}`, '--args', JSON.stringify({ text: canary })]);
      }
      const file = path.join(identity, `${name}.json`);
      const { code, stdout, stderr } = await farol(['support-bundle', '--out', file], changes);
      expect(code).toBe(0);
      bundles.push(stdout, stderr, await readFile(file, 'utf8'));
    }
    await echoing.close();
    const everything = bundles.join('\n');
    expect(everything.length).toBeGreaterThan(10_000);
    for (const form of [core, ...formsOf(canary), ...formsOf(proxyCanary)]) expect(everything).not.toContain(form);
  });

  test('replaces nothing', async () => {
    const file = path.join(identity, 'bundle.json');
    await writeFile(file, 'kept');
    const { code, stdout, stderr } = await farol(['support-bundle', '--out', file, '--offline']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('already exists and is not overwritten');
    expect(await readFile(file, 'utf8')).toBe('kept');
  });

  test('can be made where nothing works', async () => {
    const changes = { RUNNER_TENANT: '', RUNNER_ALLOW_FILE: '/nonexistent', RUNNER_IDENTITY_DIR: '/dev/null/x' };
    const file = path.join(identity, 'bundle.json');
    const { code } = await farol(['support-bundle', '--out', file, '--offline'], changes);
    expect(code).toBe(0);
    const { diagnoses } = JSON.parse(await readFile(file, 'utf8')) as SupportBundle;
    expect(diagnoses.filter(({ status }) => status === 'problem').length).toBeGreaterThan(1);
  });
});

/** Written independently of the redactor's own list. */
function formsOf(secret: string): string[] {
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift, 'x'), Buffer.from(secret)])
      .toString('base64')
      .slice(4, -4),
  );
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('hex'),
    ...base64,
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
    Buffer.from(`1234567:${secret}`).toString('base64').slice(12, -4),
  ];
}

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}
