/** What the manifests ask of a cluster, as data. That they are what the chart renders is a test of the delivery. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { capabilities } from '../../../profiler/host/boot/capabilities.ts';
import { parseTargetList } from '../../../profiler/host/boot/target-list.ts';
import { farolUser } from '../../../scripts/release/base-files.ts';
import { paths, releaseImages } from '../../../scripts/release/images.ts';
import { readVersion } from '../../../src/core/version.ts';
import { parseInstanceConfig } from '../../../src/tunnel/instance/config.ts';
import {
  type Container,
  componentOf,
  controllerOf,
  isController,
  manifestFiles,
  parseManifests,
  readManifest,
} from './read-manifests.ts';

const Rules = z.array(z.looseObject({ ports: z.array(z.looseObject({ port: z.number() })) })).default([]);
const Policy = z.strictObject({
  podSelector: z.strictObject({ matchLabels: z.record(z.string(), z.string()) }),
  policyTypes: z.array(z.string()),
  ingress: Rules,
  egress: Rules,
});

const all = manifestFiles.flatMap((file) => parseManifests(readManifest(file)).map((manifest) => ({ file, manifest })));
const workloads = all
  .filter(({ manifest }) => isController(manifest))
  .map(({ file, manifest }) => {
    const controller = controllerOf(manifest);
    const [container] = controller.template.spec.containers;
    if (container === undefined) throw new Error(`${file} has no container`);
    const title = `${file}: ${manifest.kind} ${componentOf(manifest)}`;
    return { title, file, manifest, controller, pod: controller.template.spec, container };
  });
const of = (component: string) => workloads.filter(({ manifest }) => componentOf(manifest) === component);
const profilers = of('profiler');
const unprivileged = workloads.filter((one) => !profilers.includes(one));
const variable = ({ env }: Container, name: string) => env.find((one) => one.name === name);
const mount = ({ volumeMounts }: Container, at: string) => volumeMounts.find(({ mountPath }) => mountPath === at);

test('every variant has manifests, with the images of this version', () => {
  expect(profilers.length).toBeGreaterThan(3);
  expect([of('agent').length, of('control').length]).toEqual([2, 2]);
  const known = releaseImages.map(({ name }) => `registry.example.com/farol/${name}:v${readVersion()}`);
  expect(workloads.filter(({ container }) => !known.includes(container.image)).map(({ title }) => title)).toEqual([]);
});

describe('the Profiler', () => {
  test('sees the processes of the node, or shares the pod of its target [P-K8S-1]', () => {
    for (const { file, pod } of profilers) {
      const isSidecar = file === 'profiler-sidecar.yaml';
      expect([file, pod.hostPID, pod.shareProcessNamespace, pod.containers.length]).toEqual(
        isSidecar ? [file, undefined, true, 2] : [file, true, undefined, 1],
      );
    }
  });

  test('has the five capabilities and no other, and may gain those of its file [P-K8S-2]', () => {
    for (const { container, pod, title } of profilers) {
      const { securityContext = {} } = container;
      const names = capabilities.map(({ name }) => name);
      expect([title, securityContext.capabilities]).toEqual([title, { drop: ['ALL'], add: names }]);
      expect([title, securityContext.allowPrivilegeEscalation, securityContext.readOnlyRootFilesystem]).toEqual([
        title,
        true,
        true,
      ]);
      const user = { ...pod.securityContext, ...securityContext };
      expect([user['runAsNonRoot'], user['runAsUser'], user['runAsGroup']]).toEqual([true, farolUser.id, farolUser.id]);
    }
  });

  test('has the tracing and debug file systems of the node [P-K8S-3]', () => {
    for (const { container, pod } of profilers) {
      for (const at of ['/sys/kernel/tracing', '/sys/kernel/debug']) {
        const found = pod.volumes.find(({ name }) => name === mount(container, at)?.name);
        expect(found?.hostPath).toEqual({ path: at, type: 'Directory' });
      }
    }
  });

  test('names an AppArmor profile and a seccomp profile, and is never unconfined', () => {
    for (const { container, file } of profilers) {
      const { appArmorProfile, seccompProfile } = container.securityContext ?? {};
      expect(appArmorProfile).toEqual({ type: 'Localhost', localhostProfile: 'farol-profiler-kubernetes' });
      const own = { type: 'Localhost', localhostProfile: 'profiles/farol-profiler.json' };
      expect(seccompProfile).toEqual(file === 'profiler-statefulset.yaml' ? own : { type: 'RuntimeDefault' });
    }
  });

  test('comes with the text of that profile, for the nodes', () => {
    const file = readFileSync(
      path.resolve(import.meta.dirname, '../../../deploy/apparmor/farol-profiler-kubernetes'),
      'utf8',
    );
    const lists = all.filter(({ manifest }) => manifest.kind === 'ConfigMap' && componentOf(manifest) === 'profiler');
    expect(lists.length).toBe(profilers.length);
    for (const { manifest } of lists) expect(manifest.data?.['farol-profiler-kubernetes']).toBe(file);
  });

  test('has a volume of its own for the identity: a claim for each replica, or a folder of the node [P-K8S-5]', () => {
    for (const { container, controller, manifest, pod } of profilers) {
      const { name } = mount(container, paths.data) ?? {};
      const claims = controller.volumeClaimTemplates?.map(({ metadata }) => metadata.name);
      const folder = pod.volumes.find((volume) => volume.name === name)?.hostPath?.path;
      expect([claims, folder]).toEqual(
        manifest.kind === 'DaemonSet' ? [undefined, '/var/lib/farol-profiler'] : [['identity'], undefined],
      );
      expect(variable(container, 'RUNNER_IDENTITY_DIR')?.value).toBe(`${paths.data}/identity`);
    }
  });

  test('has request and limit of memory at the reference, so that it gets no swap [P-K8S-7]', () => {
    for (const { container } of profilers) {
      const { requests, limits } = container.resources ?? {};
      expect([requests?.['memory'], limits]).toEqual(['512Mi', { memory: '512Mi' }]);
    }
  });

  test('is named after its node in a DaemonSet, and after its pod in a StatefulSet [P-K8S-8]', () => {
    const kinds = profilers.map(({ manifest }) => manifest.kind);
    expect(kinds).toEqual(expect.arrayContaining(['DaemonSet', 'StatefulSet']));
    for (const { container, manifest } of profilers) {
      expect(variable(container, 'RUNNER_INSTANCE_ID')).toMatchObject({
        valueFrom: { fieldRef: { fieldPath: manifest.kind === 'DaemonSet' ? 'spec.nodeName' : 'metadata.name' } },
      });
    }
  });

  test('reads a target list that it accepts, mounted as one read-only file', () => {
    for (const { container, file } of profilers) {
      const at = variable(container, 'RUNNER_PROFILE_TARGETS_FILE')?.value ?? '';
      // Without subPath it would be a symbolic link, which the collector refuses.
      expect(mount(container, at)).toMatchObject({ readOnly: true, subPath: 'targets.json' });
      const list = all.find((one) => one.file === file && one.manifest.data !== undefined)?.manifest.data?.[
        'targets.json'
      ];
      expect(parseTargetList(Buffer.from(list ?? '')).targets).toEqual([{ workload: 'checkout' }]);
    }
  });
});

describe('no program', () => {
  test('has a permission in the cluster, or a token for it [P-K8S-6]', () => {
    const roles = all.filter(({ manifest }) => manifest.apiVersion.startsWith('rbac.authorization.k8s.io'));
    expect(roles).toEqual([]);
    expect(workloads.filter(({ pod }) => pod.automountServiceAccountToken).map(({ title }) => title)).toEqual([]);
    const accounts = all.filter(({ manifest }) => manifest.kind === 'ServiceAccount');
    expect(accounts.length).toBe(workloads.length);
    expect(accounts.filter(({ manifest }) => manifest['automountServiceAccountToken'] !== false)).toEqual([]);
  });

  test('holds a secret in a variable', () => {
    const named = workloads.flatMap(({ container }) => container.env.map(({ name }) => name));
    expect(named).toContain('RUNNER_BOOTSTRAP_TOKEN_FILE');
    expect(named.filter((name) => /TOKEN|KEY|DATABASE_URL/u.test(name) && !name.endsWith('_FILE'))).toEqual([]);
    const references = workloads.flatMap(({ container }) =>
      container.env.filter((one) => JSON.stringify(one).includes('secretKeyRef')),
    );
    expect(references).toEqual([]);
    expect(all.filter(({ manifest }) => manifest.kind === 'Secret')).toEqual([]);
  });
});

test('Agent and control plane give up every privilege', () => {
  expect(unprivileged.length).toBe(4);
  for (const { container, pod, title } of unprivileged) {
    expect([title, container.securityContext]).toEqual([
      title,
      { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    ]);
    expect(pod.securityContext).toEqual({
      runAsNonRoot: true,
      runAsUser: farolUser.id,
      runAsGroup: farolUser.id,
      fsGroup: farolUser.id,
      // Otherwise each start would make the files of the identity writable for the group.
      fsGroupChangePolicy: 'OnRootMismatch',
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect([title, pod.hostPID, pod.volumes.filter(({ hostPath }) => hostPath !== undefined)]).toEqual([
      title,
      undefined,
      [],
    ]);
  }
});

test('every Agent and Profiler gets settings that it accepts', () => {
  for (const { container, title } of [...of('agent'), ...profilers]) {
    const given = container.env.map(({ name, value }) => [name, value ?? 'farol-agent-0'] as const);
    const { RUNNER_CA_FILE: ca, ...env } = Object.fromEntries(given);
    expect([title, parseInstanceConfig(env).problems]).toEqual([title, []]);
    expect(mount(container, path.dirname(ca ?? ''))).toMatchObject({ name: 'ca' });
  }
});

test('each program is reached at its ports only, and reaches out only to what it needs', () => {
  const policies = all
    .filter(({ manifest, file }) => manifest.kind === 'NetworkPolicy' && file === 'all-in-one.yaml')
    .map(({ manifest }) => [componentOf(manifest), manifest.spec] as const);
  const specs = new Map(policies.map(([component, spec]) => [component, Policy.parse(spec)]));
  const reached = [...specs].map(([component, { podSelector, policyTypes, ingress, egress }]) => {
    // Without rules for a direction, nothing passes in it.
    expect(policyTypes).toEqual(['Ingress', 'Egress']);
    expect(podSelector.matchLabels['app.kubernetes.io/component']).toBe(component);
    const ports = (rules: typeof ingress): number[] => rules.flatMap((rule) => rule.ports.map(({ port }) => port));
    return [component, [ports(ingress), ports(egress)]] as const;
  });
  expect(Object.fromEntries(reached)).toEqual({
    agent: [[], [53, 53, 8443, 8444, 443]],
    control: [[8443, 8444], []],
    profiler: [[], [53, 53, 8443, 8444]],
  });
});
