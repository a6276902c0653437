/** docs/guides/install-kubernetes.md, word for word, as far as a cluster without nodes allows. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAuthority } from '../../../connectors/eks/upstream/authority.ts';
import { adminToken, ControlPlane } from '../../../connectors/eks/upstream/cluster/control-plane.ts';
import { type Child, startChild } from '../../../demo/child-process.ts';
import { chartFolder } from '../../../scripts/delivery/kubernetes/render-chart.ts';
import { writeChart } from '../../../scripts/release/write-chart.ts';
import { readVersion } from '../../../src/core/version.ts';
import { readGuide } from '../../read-guide.ts';
import { ClusterShell } from './cluster-shell.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const commands = readGuide(path.join(root, 'docs/guides/install-kubernetes.md')).filter(
  ({ language }) => language === 'sh',
);
/** Those that are run in their order; the others have a name and are run where a test says so. */
const inOrder = commands.filter(({ name }) => name === undefined);
const section = (heading: string): string => {
  const blocks = inOrder.filter((one) => one.heading === heading);
  if (blocks.length === 0) throw new Error(`the guide has no commands under ${heading}`);
  return blocks.map(({ text }) => text).join('');
};
const named = (name: string): string => commands.find((one) => one.name === name)?.text ?? '';

/** Printed by Helm. */
const guideAddress = 'https://farol.example.com:8444/docs/guides/install-kubernetes.html';

let folder: string;
let plane: ControlPlane;
let control: Child;
let shell: ClusterShell;
const version = section('Install on Kubernetes').trim();
const run = (block: string): string => shell.run(`${version}\n${block}`);

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-kubernetes-guide-'));
  const authority = await makeAuthority();
  plane = await ControlPlane.start({ cluster: 'shop', host: 'kubernetes.example.com', authority });
  const dataDir = path.join(folder, 'control');
  await startControl(dataDir);
  for (const tag of [`v${readVersion()}`, 'v9.0.0']) {
    writeChart({ repository: root, out: folder, tag, date: 1_700_000_000, digests: digestsOf(tag) });
  }
  shell = new ClusterShell({ folder: path.join(folder, 'charts'), plane, ca: authority.pem, dataDir });
}, 900_000);
/** With the settings that the chart gives it, but for its folder and its ports. */
async function startControl(dataDir: string): Promise<void> {
  control = startChild({
    name: 'control plane',
    command: process.execPath,
    args: [path.join(root, 'dist/src/cli/main.js'), 'control'],
    env: {
      FAROL_DATA_DIR: dataDir,
      FAROL_PUBLIC_URL: 'https://farol.example.com:8444',
      FAROL_TUNNEL_URL: 'wss://farol.example.com:8443',
      FAROL_PORT: '0',
      FAROL_TUNNEL_PORT: '0',
      FAROL_JSON: '1',
    },
    cwd: folder,
    logFile: path.join(folder, 'control.log'),
    identity: undefined,
  });
  await control.waitFor('listening', 60_000);
}
afterAll(async () => {
  await control.stop();
  await plane.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Of a release that is not built here: chart and cluster see nothing but their names. */
function digestsOf(tag: string): Record<'control' | 'agent' | 'profiler', string> {
  const of = (part: string): string =>
    `sha256:${createHash('sha256')
      .update(part + tag)
      .digest('hex')}`;
  return { control: of('control'), agent: of('agent'), profiler: of('profiler') };
}

interface Stored {
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: { readonly template?: { readonly spec?: { readonly containers: { image: string }[] } } };
}

async function read(path: string): Promise<Stored> {
  const { status, body } = await plane.client.send({ path, token: adminToken });
  expect([path, status, body]).toEqual([path, 200, body]);
  return JSON.parse(body) as Stored;
}
const secret = async (namespace: string, name: string): Promise<Record<string, string>> => {
  const { data = {} } = await read(`/api/v1/namespaces/${namespace}/secrets/${name}`);
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));
};
const workload = (namespace: string, kind: string, name: string): Promise<Stored> =>
  read(`/apis/apps/v1/namespaces/${namespace}/${kind}/${name}`);
const imageOf = async (...where: [string, string, string]): Promise<string | undefined> =>
  (await workload(...where)).spec?.template?.spec?.containers[0]?.image;

describe('the guide', () => {
  test('is for this version, and its commands are the ones below', () => {
    expect(version).toBe(`version=${readVersion()}`);
    expect([...new Set(inOrder.map(({ heading }) => heading))]).toEqual([
      'Install on Kubernetes',
      'Control plane',
      'Agent',
      'Profiler',
    ]);
    expect(commands.flatMap(({ name }) => name ?? [])).toEqual([
      'copy',
      'node',
      'postgres',
      'key',
      'backup',
      'upgrade',
      'rollback',
      'restore',
      'remove',
    ]);
  });

  test('installs the control plane, and hands out the link and the authority', async () => {
    const said = run(section('Control plane'));
    expect(said).toContain('farol control owner-link');
    expect(said).toMatch(/https:\/\/farol\.example\.com:8444\/\S+/u);
    expect(await imageOf('farol', 'statefulsets', 'farol-control')).toBe(
      `registry.example.com/farol/farol-control@${digestsOf(`v${readVersion()}`).control}`,
    );
    expect(said).toContain(`\n${guideAddress}\n`);
    const ca = await secret('farol', 'farol-ca');
    expect(ca['ca.pem']?.trim()).toBe(readFileSync(path.join(folder, 'control/tls/ca.pem'), 'utf8').trim());
  });

  test('installs an Agent with a token that the control plane knows', async () => {
    run(section('Agent'));
    expect((await secret('farol', 'farol-agent-bootstrap'))['token']).toMatch(/^rboot_\S+\n$/u);
    expect(await imageOf('farol', 'statefulsets', 'farol-agent')).toContain('/farol-agent@sha256:');
    expect(existsSync(path.join(folder, 'charts/token'))).toBe(false);
  });

  test('installs a Profiler on each node, in a namespace of its own', async () => {
    const said = run(section('Profiler'));
    expect(said).toContain('the AppArmor profile farol-profiler-kubernetes, loaded on every node');
    expect(said).toContain('connection.cidr is empty: the NetworkPolicy lets these pods reach every address');
    expect(said).toContain(`\n${guideAddress}\n`);
    expect((await secret('farol-profiler', 'farol-profiler-bootstrap'))['token']).toMatch(/^rboot_\S+\n$/u);
    expect(await imageOf('farol-profiler', 'daemonsets', 'farol-profiler')).toContain('/farol-profiler@sha256:');
    const listed = run('kubectl exec x -- farol token list --json');
    expect(JSON.parse(listed)).toMatchObject({
      tokens: expect.arrayContaining([
        expect.objectContaining({ class: 'agent', name: 'kubernetes', uses_left: 1 }),
        expect.objectContaining({ class: 'profiler', name: 'nodes', uses_left: 50 }),
      ]) as unknown,
    });
  });

  test('upgrades, and goes back', async () => {
    const images = () =>
      Promise.all([
        imageOf('farol', 'statefulsets', 'farol-control'),
        imageOf('farol', 'statefulsets', 'farol-agent'),
        imageOf('farol-profiler', 'daemonsets', 'farol-profiler'),
      ]);
    const before = await images();
    run(`new=9.0.0\n${named('upgrade')}`);
    const { control: plane, agent, profiler } = digestsOf('v9.0.0');
    const after = { 'farol-control': plane, 'farol-agent': agent, 'farol-profiler': profiler };
    expect(await images()).toEqual(
      Object.entries(after).map(([name, digest]) => `registry.example.com/farol/${name}@${digest}`),
    );
    run(named('rollback'));
    expect(await images()).toEqual(before);
  });

  test('goes back by a backup that left the cluster, to the store as it was', async () => {
    const listTokens = (): string => run('kubectl exec x -- farol token list --json');
    run(named('key'));
    run(named('backup'));
    expect(statSync(path.join(folder, 'charts/backup.key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.join(folder, 'charts/tmp'))).toEqual([]);
    const before = listTokens();
    run('kubectl exec x -- farol token create --kind capture --name later');
    expect(listTokens()).not.toBe(before);
    // What scaling to nothing would do.
    await control.stop();
    run(named('restore'));
    expect(listTokens()).toBe(before);
    await startControl(path.join(folder, 'control'));
    expect(listTokens()).toBe(before);
    expect((await workload('farol', 'statefulsets', 'farol-control')).spec).toMatchObject({ replicas: 1 });
    const { status } = await plane.client.send({
      path: '/api/v1/namespaces/farol/pods/farol-restore',
      token: adminToken,
    });
    expect(status).toBe(404);
  });

  test('has values for PostgreSQL that the chart accepts', () => {
    // The database of the guide is not there, and its password is left out: the values are what counts.
    const install = 'helm install other farol-$version.tgz --namespace farol --dry-run=server';
    const rendered = run(`${named('postgres')}\n${install} --values farol.yaml --values postgres.yaml`);
    expect(rendered).toMatch(/^kind: Deployment$/mu);
    expect(rendered).toContain('secretName: farol-store-key');
  });

  test('names files for the nodes that are in the release', () => {
    expect(named('node')).toContain('apparmor_parser -r -W');
    const profile = path.join(root, 'deploy/apparmor/farol-profiler-kubernetes');
    const [, name] =
      /^ {2}appArmorProfile: (\S+)$/mu.exec(readFileSync(path.join(chartFolder, 'values.yaml'), 'utf8')) ?? [];
    expect(name).toBe(path.basename(profile));
    expect(readFileSync(profile, 'utf8')).toMatch(new RegExp(`^profile ${path.basename(profile)} flags=`, 'mu'));
    expect(existsSync(path.join(root, 'deploy/seccomp/farol-profiler.json'))).toBe(true);
  });

  test('removes everything but what holds data and secrets', async () => {
    run(named('remove'));
    const { body } = await plane.client.send({ path: '/apis/apps/v1/statefulsets', token: adminToken });
    expect((JSON.parse(body) as { items: unknown[] }).items).toEqual([]);
    expect(await secret('farol', 'farol-ca')).toHaveProperty(['ca.pem']);
  });
});
