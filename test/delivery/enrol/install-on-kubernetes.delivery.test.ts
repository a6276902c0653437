/**
 * The commands of the app for Kubernetes, pasted as they are shown, with the chart of the release, the real kubectl and
 * Helm, and a real API server that validates every field and enforces Pod Security. Behind it are no nodes: the Agent is
 * started beside it, with the variables and the Secrets of its pod.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeAuthority } from '../../../connectors/eks/upstream/authority.ts';
import { adminToken, ControlPlane } from '../../../connectors/eks/upstream/cluster/control-plane.ts';
import { buildControlPlane } from '../../../connectors/eks/upstream/cluster/control-plane-binaries.ts';
import { readLayout } from '../../../scripts/release/read-layout.ts';
import { ControlApi } from '../../../src/control/api/api-client.ts';
import { Fleet, TokenCreated } from '../../../src/control/api/api.ts';
import { chartFile } from '../../../src/core/delivered/delivered-programs.ts';
import { ControlProcess } from '../../control-process.ts';
import { ClusterShell } from '../kubernetes/cluster-shell.ts';
import { say } from '../../../scripts/go-tool.ts';
import { findRelease, type Release } from '../release-images.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const registry = 'registry.example.com/farol';
const classes = ['agent', 'profiler'] as const;
type InstanceClass = (typeof classes)[number];

let folder: string;
let release: Release;
let plane: ControlPlane;
let shell: ClusterShell;
/** With a registry, and without one. */
let shops: readonly Shop[];
let agent: ChildProcess | undefined;

interface Shop {
  readonly control: ControlProcess;
  readonly api: ControlApi;
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-on-kubernetes-'));
  release = await findRelease();
  await buildControlPlane(say);
  const authority = await makeAuthority();
  plane = await ControlPlane.start({ cluster: 'shop', host: 'kubernetes.example.com', authority });
  shops = [await open('with', { FAROL_IMAGE_REGISTRY: registry }), await open('without', {})];
  const chart = chartFile({ version: release.tag.slice(1), registry });
  copyFileSync(path.join(release.folder, 'charts', chart), path.join(folder, chart));
  shell = new ClusterShell({ folder, plane, ca: authority.pem, dataDir: path.join(folder, 'with') });
}, 900_000);

afterAll(async () => {
  agent?.kill('SIGKILL');
  for (const { api, control } of shops ?? []) {
    api.close();
    await control.stop();
  }
  await plane?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function open(name: string, env: Record<string, string>): Promise<Shop> {
  const control = await ControlProcess.prepare(path.join(folder, name), env);
  const link = await control.start();
  const api = new ControlApi(control.app, control.caPem);
  await api.signIn(link);
  return { control, api };
}

/** As the page shows it to an owner. */
async function commandOf({ api }: Shop, instanceClass: InstanceClass): Promise<{ command: string; token: string }> {
  const body = { kind: 'bootstrap', class: instanceClass, name: instanceClass };
  const { commands = [], value } = await api.call({ method: 'POST', path: '/api/tokens', body }, TokenCreated);
  const command = commands.find(({ way }) => way === 'kubernetes')?.command ?? '';
  return { command: command.replaceAll('PROCESS', 'checkout'), token: value };
}

const Stored = z.looseObject({
  metadata: z.looseObject({ labels: z.record(z.string(), z.string()).optional() }),
  data: z.record(z.string(), z.string()).optional(),
  spec: z.unknown().optional(),
});
const Controller = z.object({
  template: z.looseObject({
    spec: z.looseObject({
      containers: z.array(
        z.looseObject({
          image: z.string(),
          imagePullPolicy: z.string(),
          env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })),
        }),
      ),
      volumes: z.array(z.looseObject({ name: z.string() })),
    }),
  }),
});

async function read(at: string): Promise<z.infer<typeof Stored>> {
  const { status, body } = await plane.client.send({ path: at, token: adminToken });
  expect([at, status, body]).toEqual([at, 200, body]);
  return Stored.parse(JSON.parse(body));
}
async function secret(instanceClass: InstanceClass, name: string, key: string): Promise<string> {
  const { data = {} } = await read(`/api/v1/namespaces/farol-${instanceClass}/secrets/farol-${instanceClass}-${name}`);
  return Buffer.from(data[key] ?? '', 'base64').toString();
}
const kinds = { agent: 'statefulsets', profiler: 'daemonsets' } as const;
async function podOf(instanceClass: InstanceClass): Promise<z.infer<typeof Controller>['template']['spec']> {
  const at = `/apis/apps/v1/namespaces/farol-${instanceClass}/${kinds[instanceClass]}/farol-${instanceClass}`;
  return Controller.parse((await read(at)).spec).template.spec;
}
async function containerOf(instanceClass: InstanceClass) {
  const [container] = (await podOf(instanceClass)).containers;
  if (container === undefined) throw new Error('the pod has no container');
  return container;
}

describe.each(classes)('the command for a cluster, for class %s', (instanceClass) => {
  const pinned = (): string => readLayout(path.join(release.folder, 'images', `farol-${instanceClass}`)).digest;

  test('is what a dry run of the server accepts, without changing anything', async () => {
    const { command } = await commandOf(shops[0]!, instanceClass);
    // What Helm installs needs its namespace.
    const dry = command.replace('helm upgrade', 'helm upgrade --dry-run=server');
    expect(dry).not.toBe(command);
    const said = shell.run(dry);
    expect(said).toContain(`image: ${registry}/farol-${instanceClass}@${pinned()}`);
    const at = `/apis/apps/v1/namespaces/farol-${instanceClass}/${kinds[instanceClass]}/farol-${instanceClass}`;
    expect((await plane.client.send({ path: at, token: adminToken })).status).toBe(404);
  });

  test('installs by digest from the registry of the control plane, with token and authority in Secrets', async () => {
    const [shop] = shops;
    const { command, token } = await commandOf(shop!, instanceClass);
    const said = shell.run(command);
    expect(said).not.toContain(token);
    expect((await containerOf(instanceClass)).image).toBe(`${registry}/farol-${instanceClass}@${pinned()}`);
    expect(await secret(instanceClass, 'bootstrap', 'token')).toBe(token);
    expect((await secret(instanceClass, 'ca', 'ca.pem')).trim()).toBe(shop!.control.caPem.trim());
    expect(JSON.stringify(await podOf(instanceClass))).not.toContain(token);
    const values = shell.run(`helm get values farol --namespace farol-${instanceClass}`);
    expect(values).not.toContain(token);
  });

  test('has a namespace in which its pod is admitted', async () => {
    const namespace = `farol-${instanceClass}`;
    const level = { agent: 'restricted', profiler: 'privileged' }[instanceClass];
    const { metadata } = await read(`/api/v1/namespaces/${namespace}`);
    expect(metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': level });
    const spec = await podOf(instanceClass);
    const claim = { name: 'identity', persistentVolumeClaim: { claimName: 'identity-0' } };
    const volumes = spec.volumes.some(({ name }) => name === claim.name) ? spec.volumes : [...spec.volumes, claim];
    const body = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'one' }, spec: { ...spec, volumes } };
    const at = `/api/v1/namespaces/${namespace}/pods?dryRun=All&fieldValidation=Strict`;
    const admitted = await plane.client.send({ method: 'POST', path: at, body, token: adminToken });
    expect([admitted.status, admitted.body]).toEqual([201, admitted.body]);
  });

  test('pasted a second time, without a registry, names images that were loaded on the nodes by their tag', async () => {
    const { command, token } = await commandOf(shops[1]!, instanceClass);
    shell.run(command);
    const { image, imagePullPolicy } = await containerOf(instanceClass);
    expect([image, imagePullPolicy]).toEqual([`localhost/farol-${instanceClass}:${release.tag}`, 'Never']);
    expect(await secret(instanceClass, 'bootstrap', 'token')).toBe(token);
  });

  test('is refused by the chart with the name of a value that is wrong', async () => {
    const { command } = await commandOf(shops[0]!, instanceClass);
    const wrong = command.replace('organization: "acme"', 'organization: "Acme Ltd"');
    expect(wrong).not.toBe(command);
    expect(() => shell.run(wrong)).toThrow(/at '\/organization'/u);
  });
});

test('the variables and Secrets of its pod enrol the Agent', async () => {
  const [shop] = shops;
  const { command } = await commandOf(shop!, 'agent');
  shell.run(command);
  const { env } = await containerOf('agent');
  const mounted = path.join(folder, 'mounted');
  const place = (file: string): string => path.join(mounted, file);
  const files = {
    '/run/secrets/farol/bootstrap/token': await secret('agent', 'bootstrap', 'token'),
    '/run/secrets/farol/ca/ca.pem': await secret('agent', 'ca', 'ca.pem'),
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(place(file)), { recursive: true });
    writeFileSync(place(file), text, { mode: 0o440 });
  }
  const variables = env.map(({ name, value }): [string, string] => {
    // The field of the pod that the chart names.
    if (value === undefined) return [name, 'farol-agent-0'];
    return [name, value.startsWith('/') ? place(value) : value];
  });
  agent = spawn(process.execPath, [path.join(root, 'dist/src/cli/main.js'), 'agent'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...Object.fromEntries(variables) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [agent.stdout, agent.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const live = async (): Promise<string[]> => {
    const { instances } = await shop!.api.call({ method: 'GET', path: '/api/fleet' }, Fleet);
    return instances.filter(({ state }) => state === 'live').map(({ instance }) => instance);
  };
  await expect
    .poll(async () => [await live(), said], { timeout: 60_000, interval: 500 })
    .toEqual([['farol-agent-0'], expect.anything()]);
}, 120_000);
