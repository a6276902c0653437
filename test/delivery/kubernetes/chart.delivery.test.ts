/** The chart as Helm sees it, and the plain manifests that are rendered from it. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clusterRules } from '../../../connectors/kubernetes/cluster/cluster-role.ts';
import { registry } from '../../../connectors/registry.ts';
import { refusedValues } from '../../../scripts/delivery/kubernetes/refused-values.ts';
import { chartFolder, renderChartWith } from '../../../scripts/delivery/kubernetes/render-chart.ts';
import { renderManifests } from '../../../scripts/delivery/kubernetes/render-manifests.ts';
import { sidecarBase, variants } from '../../../scripts/delivery/kubernetes/variants.ts';
import { buildHelm, say } from '../../../scripts/go-tool.ts';
import { readSourcesFile } from '../../../src/agent/boot/read-sources-file.ts';
import { serviceAccountFolder } from '../../../src/cloud/kubernetes/service-account.ts';
import { readVersion } from '../../../src/core/version.ts';
import {
  componentOf,
  controllerOf,
  isController,
  manifestFiles,
  parseManifests,
  readManifest,
} from './read-manifests.ts';

let helm: string;
let folder: string;
beforeAll(() => {
  helm = buildHelm(say);
  folder = mkdtempSync(path.join(tmpdir(), 'farol-chart-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const all = [...variants, sidecarBase];
const [accepted = sidecarBase] = variants;
const renderedBy = (values: object, kubernetes?: string) => parseManifests(renderChartWith(helm, values, kubernetes));
const withProfiler = (profiler: object): object => ({
  ...accepted.values,
  profiler: { ...(accepted.values['profiler'] as object), ...profiler },
});

describe('the plain manifests', () => {
  test('are what the chart renders', () => {
    const rendered = renderManifests(helm);
    expect(manifestFiles).toEqual([...rendered.keys()].toSorted());
    for (const [file, text] of rendered) expect([file, readManifest(file)]).toEqual([file, text]);
  });
});

describe('Helm', () => {
  test.each(all)('finds nothing to complain about in $name', ({ name, values }) => {
    const file = path.join(folder, `${name}.yaml`);
    writeFileSync(file, JSON.stringify(values));
    const args = ['lint', '--strict', '--kube-version', '1.36.0', '--values', file, chartFolder];
    const { status, stdout, stderr } = spawnSync(helm, args, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('1 chart(s) linted, 0 chart(s) failed');
  });

  test.each(refusedValues)('refuses $field, by its name: $because', ({ field, values }) => {
    let message = '';
    try {
      renderChartWith(helm, values);
    } catch (error) {
      ({ message } = error as Error);
    }
    const keys = field.split('.');
    const [last = ''] = keys.slice(-1);
    const unknown = `at '/${keys.slice(0, -1).join('/')}': additional properties '${last}'`;
    const isNamed = [`at '/${keys.join('/')}'`, unknown].some((one) => message.includes(one));
    expect([isNamed, message]).toEqual([true, message]);
    expect(message).toContain("values don't meet the specifications of the schema");
  });

  test('refuses a cluster that is too old, and takes the chart as part of another one', () => {
    expect(() => renderChartWith(helm, accepted.values, '1.24.9')).toThrow(/requires kubeVersion: >=1\.25\.0-0/u);
    const parent = path.join(folder, 'parent');
    cpSync(chartFolder, path.join(parent, 'charts/farol'), { recursive: true });
    writeFileSync(path.join(parent, 'Chart.yaml'), 'apiVersion: v2\nname: parent\nversion: 1.0.0\n');
    writeFileSync(
      path.join(parent, 'values.yaml'),
      JSON.stringify({ global: { team: 'shop' }, farol: accepted.values }),
    );
    const args = ['template', 'shop', parent, '--kube-version', '1.36.0'];
    const { status, stderr, stdout } = spawnSync(helm, args, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('name: shop-farol-agent');
  });
});

describe('a value', () => {
  const profilerOf = (values: object, kubernetes?: string) => {
    const found = renderedBy(values, kubernetes)
      .filter(isController)
      .find((one) => componentOf(one) === 'profiler');
    if (found === undefined) throw new Error('no Profiler is rendered');
    return controllerOf(found).template;
  };

  test('names the AppArmor profile in the field, and in the annotation before Kubernetes 1.30', () => {
    const values = withProfiler({ appArmorProfile: 'ours' });
    const annotation = 'container.apparmor.security.beta.kubernetes.io/profiler';
    const [after, before] = [profilerOf(values, '1.30.0'), profilerOf(values, '1.29.4')];
    const field = (one: typeof after) => one.spec.containers[0]?.securityContext?.appArmorProfile;
    expect(field(after)).toEqual({ type: 'Localhost', localhostProfile: 'ours' });
    expect(after.metadata.annotations).not.toHaveProperty([annotation]);
    expect(field(before)).toBeUndefined();
    expect(before.metadata.annotations).toMatchObject({ [annotation]: 'localhost/ours' });
    expect(field(profilerOf(withProfiler({ appArmorProfile: '' })))).toBeUndefined();
  });

  test('writes the AppArmor profile for other names of it and of the targets', () => {
    const values = withProfiler({ appArmorProfile: 'ours', appArmorTarget: 'shop.checkout' });
    const list = renderedBy(values).find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'farol-profiler',
    );
    const text = list?.data?.['ours'] ?? '';
    expect(text).toMatch(/^profile ours flags=\(attach_disconnected,mediate_deleted\) \{$/mu);
    expect(text).toMatch(/^ {2}ptrace \(read\) peer=shop\.checkout,$/mu);
    expect(text).not.toMatch(/PROFILE|TARGET/u);
    const file = path.join(folder, 'ours');
    writeFileSync(file, text);
    const { status, stderr } = spawnSync('apparmor_parser', ['-Q', '-K', file], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('error')]);
  });

  test('pins an image by its digest, and refuses a tag beside it, which would be ignored', () => {
    const digests = { profiler: `sha256:${'a'.repeat(64)}` };
    const images = renderedBy({ ...accepted.values, image: { digests } })
      .filter(isController)
      .map((one) => controllerOf(one).template.spec.containers[0]?.image.replace('registry.example.com/farol/', ''));
    const tag = `v${readVersion()}`;
    expect(new Set(images)).toEqual(
      new Set([`farol-agent:${tag}`, `farol-control:${tag}`, `farol-profiler@${digests.profiler}`]),
    );
    expect(() => renderedBy({ ...accepted.values, image: { tag: 'v9.8.7', digests } })).toThrow(
      /image\.tag is v9\.8\.7, but image\.digests\.profiler decides which image is installed/u,
    );
  });

  test('gives an Agent its secrets as files, its rights as a list, and its ways out', () => {
    const agent = {
      bootstrapToken: { secret: 'boot' },
      replicas: 2,
      environment: { GRAFANA_METRICS_URL: 'https://prometheus.example.com' },
      secrets: { GITHUB_TOKEN: { secret: 'github', key: 'token' } },
      allow: { operations: ['metrics.query'], writes: [] },
      serviceAccountAnnotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::123456789012:role/farol' },
      egress: [{ cidr: '10.0.0.0/16', port: 9090 }],
    };
    const rendered = renderedBy({ ...accepted.values, agent }).filter((one) => componentOf(one) === 'agent');
    const of = (kind: string) => rendered.find((one) => one.kind === kind);
    const stateful = of('StatefulSet');
    const [container] = stateful === undefined ? [] : controllerOf(stateful).template.spec.containers;
    expect(container?.env).toEqual(
      expect.arrayContaining([
        { name: 'GITHUB_TOKEN_FILE', value: '/run/secrets/farol/connectors/GITHUB_TOKEN' },
        { name: 'GRAFANA_METRICS_URL', value: 'https://prometheus.example.com' },
        { name: 'RUNNER_ALLOW_FILE', value: '/etc/farol/allow.json' },
      ]),
    );
    expect(JSON.parse(of('ConfigMap')?.data?.['allow.json'] ?? '')).toEqual(agent.allow);
    expect(of('ServiceAccount')?.metadata.annotations).toEqual(agent.serviceAccountAnnotations);
    expect(of('PodDisruptionBudget')?.spec).toMatchObject({ maxUnavailable: 1 });
    expect(JSON.stringify(of('NetworkPolicy')?.spec)).toContain('{"ipBlock":{"cidr":"10.0.0.0/16"}}');
  });

  test('lets an Agent read the cluster it runs in with the cluster role and nothing else, when that is asked for', () => {
    const agent = { ...(accepted.values['agent'] as object), readOwnCluster: true };
    const ofAgent = (values: object) => renderedBy(values).filter((one) => componentOf(one) === 'agent');
    const rendered = ofAgent({ ...accepted.values, agent });
    const of = (kind: string) => rendered.find((one) => one.kind === kind);
    const role = of('ClusterRole');
    const { rules, subjects, roleRef } = { ...role, ...of('ClusterRoleBinding') } as unknown as Record<string, unknown>;
    expect(rules).toEqual(clusterRules);
    expect(roleRef).toMatchObject({ kind: 'ClusterRole', name: role?.metadata.name });
    const { name } = of('ServiceAccount')?.metadata ?? {};
    expect(subjects).toEqual([{ kind: 'ServiceAccount', name, namespace: 'farol' }]);
    const stateful = of('StatefulSet');
    const spec = stateful === undefined ? undefined : controllerOf(stateful).template.spec;
    expect(spec).toMatchObject({ automountServiceAccountToken: false });
    expect(spec?.containers[0]?.env).toContainEqual({ name: 'KUBERNETES_IN_CLUSTER', value: 'true' });
    const mounted = JSON.stringify(spec);
    expect(mounted).toContain(`"mountPath":"${serviceAccountFolder}"`);
    expect(mounted).toContain('{"serviceAccountToken":{"path":"token","expirationSeconds":3600}}');
    expect(JSON.stringify(of('NetworkPolicy')?.spec)).toContain('"port":6443');
    const without = ofAgent(accepted.values);
    expect(without.map(({ kind }) => kind)).not.toContain('ClusterRole');
    expect(JSON.stringify(without)).not.toContain('serviceAccountToken":');
  });

  test('writes the sources file of an Agent, with each secret in the folder of its source', () => {
    const settings = { GRAFANA_METRICS_URL: 'https://eu.example.com', GRAFANA_METRICS_USER: '12' };
    const secrets = { GRAFANA_METRICS_TOKEN: { secret: 'grafana-eu', key: 'token' } };
    const named = [
      { name: 'g-eu', connector: 'grafana', about: 'Europe "one"', settings, secrets },
      { name: 'slack', connector: 'slack' },
    ];
    const agent = { ...(accepted.values['agent'] as object), sources: named };
    const rendered = renderedBy({ ...accepted.values, agent }).filter((one) => componentOf(one) === 'agent');
    const of = (kind: string) => rendered.find((one) => one.kind === kind);
    const stateful = of('StatefulSet');
    const spec = stateful === undefined ? undefined : controllerOf(stateful).template.spec;
    const { sources, problems } = readSourcesText(of('ConfigMap')?.data?.['sources.json'] ?? '');
    expect(problems).toEqual([]);
    const file = '/run/secrets/farol/sources/g-eu/GRAFANA_METRICS_TOKEN';
    expect(sources).toEqual([
      {
        name: 'g-eu',
        connector: 'grafana',
        about: 'Europe "one"',
        settings: { ...settings, GRAFANA_METRICS_TOKEN_FILE: file },
      },
      { name: 'slack', connector: 'slack', settings: {} },
    ]);
    expect(spec?.containers[0]?.env).toContainEqual({
      name: 'RUNNER_SOURCES_FILE',
      value: '/etc/farol/sources.json',
    });
    const mounted = JSON.stringify(spec);
    expect(mounted).toContain('"path":"g-eu/GRAFANA_METRICS_TOKEN"');
    expect(mounted).toContain('"mountPath":"/run/secrets/farol/sources"');
  });

  test('lets a node be emptied of one Profiler of several at a time', () => {
    const budgets = (profiler: object) =>
      renderedBy(withProfiler(profiler)).filter(
        (one) => one.kind === 'PodDisruptionBudget' && componentOf(one) === 'profiler',
      );
    const [budget, ...more] = budgets({ kind: 'StatefulSet', replicas: 2 });
    expect([budget?.spec, more]).toMatchObject([{ maxUnavailable: 1 }, []]);
    expect(budgets({ kind: 'StatefulSet', replicas: 1 })).toEqual([]);
    expect(budgets({ kind: 'DaemonSet', replicas: 2 })).toEqual([]);
  });

  test('opens the metrics to one namespace, on a Service of their own', () => {
    const metrics = { enabled: true, serviceMonitor: true, namespace: 'observe' };
    const controlPlane = { ...(accepted.values['controlPlane'] as object), metrics };
    const rendered = renderedBy({ ...accepted.values, controlPlane });
    const kinds = rendered.filter((one) => componentOf(one) === 'control').map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'Service').length).toBe(2);
    expect(kinds).toContain('ServiceMonitor');
    const policy = rendered.find((one) => one.kind === 'NetworkPolicy' && componentOf(one) === 'control');
    expect(policy?.spec).toMatchObject({
      ingress: [
        { ports: [{ port: 8443 }, { port: 8444 }] },
        {
          ports: [{ port: 9464 }],
          from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'observe' } } }],
        },
      ],
    });
  });

  test('another target list starts new pods', () => {
    const sum = (workload: string) => profilerOf(withProfiler({ targets: [{ workload }] })).metadata.annotations;
    expect(sum('one')).not.toEqual(sum('two'));
    expect(sum('one')).toEqual(sum('one'));
  });
});

/** As the Agent reads it. */
function readSourcesText(text: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'farol-chart-'));
  const file = path.join(folder, 'sources.json');
  writeFileSync(file, text);
  try {
    return readSourcesFile(file, registry);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
