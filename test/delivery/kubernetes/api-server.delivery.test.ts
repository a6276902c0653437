/** The manifests before real API servers: every field is known, every pod is admitted where it should be, and nothing is granted. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminToken, type ControlPlane } from '../../../connectors/eks/upstream/cluster/control-plane.ts';
import { apiServerVersions, apply, makeNamespace, startApiServer } from './api-servers.ts';
import {
  componentOf,
  controllerOf,
  isController,
  type Manifest,
  manifestFiles,
  parseManifests,
  readManifest,
} from './read-manifests.ts';

describe.each(apiServerVersions)('Kubernetes %s', (version) => {
  let plane: ControlPlane;
  beforeAll(async () => {
    plane = await startApiServer(version);
    for (const level of ['privileged', 'baseline', 'restricted']) await makeNamespace(plane, `farol-${level}`, level);
    await makeNamespace(plane, 'farol', 'privileged');
  }, 900_000);
  afterAll(() => plane.stop());

  test('is that version', async () => {
    const { body } = await plane.client.send({ path: '/version', token: adminToken });
    expect((JSON.parse(body) as { gitVersion: string }).gitVersion).toMatch(new RegExp(`^v${version}\\.\\d+$`, 'u'));
  });

  test.each(manifestFiles)('accepts every field of %s, in a dry run and then for good', async (file) => {
    const manifests = parseManifests(readManifest(file));
    for (const dryRun of [true, false]) {
      const answers = [];
      for (const manifest of manifests) answers.push(await apply(plane, manifest, { dryRun }));
      expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
      expect(answers.length).toBeGreaterThan(2);
    }
    // A second time changes nothing.
    const [first] = manifests;
    if (first === undefined) throw new Error(`${file} is empty`);
    const revision = async (): Promise<unknown> =>
      (JSON.parse((await apply(plane, first)).body) as { metadata: { resourceVersion: string } }).metadata
        .resourceVersion;
    expect(await revision()).toBe(await revision());
  });

  test('refuses a field that it does not know, so that the tests above can fail', async () => {
    const [policy] = parseManifests(readManifest('agent.yaml'));
    const { status, body } = await apply(
      plane,
      { ...policy!, spec: { ...(policy!.spec as object), podSelecter: {} } } as Manifest,
      { dryRun: true },
    );
    expect([status, body]).toEqual([expect.any(Number), expect.stringContaining('podSelecter')]);
    expect(status).toBeGreaterThanOrEqual(400);
  });

  /** The pod of a controller, as the controller would create it. */
  const podsOf = (file: string, component: string): Manifest[] =>
    parseManifests(readManifest(file))
      .filter((one) => isController(one) && componentOf(one) === component)
      .map((one) => {
        const { template, volumeClaimTemplates = [] } = controllerOf(one);
        const claims = volumeClaimTemplates.map(({ metadata: { name } }) => ({
          name,
          persistentVolumeClaim: { claimName: `${name}-0` },
        }));
        const spec = { ...template.spec, volumes: [...template.spec.volumes, ...claims] };
        return { apiVersion: 'v1', kind: 'Pod', metadata: { ...one.metadata, name: 'one' }, spec };
      });

  test.each([
    ['all-in-one.yaml', 'control'],
    ['control-plane-postgres.yaml', 'control'],
    ['agent.yaml', 'agent'],
  ])('admits the pod of %s, %s, where Pod Security is restricted', async (file, component) => {
    const pods = podsOf(file, component);
    expect(pods.length).toBe(1);
    for (const pod of pods) {
      const { status, body } = await apply(plane, pod, { namespace: 'farol-restricted', dryRun: true });
      expect([status, body]).toEqual([201, expect.not.stringContaining('violates PodSecurity')]);
    }
  });

  test('admits the Profiler only where Pod Security is privileged, and names what it asks for [P-K8S-1] [P-K8S-2] [P-K8S-3]', async () => {
    const [pod] = podsOf('profiler-daemonset.yaml', 'profiler');
    const ask = (level: string) => apply(plane, pod!, { namespace: `farol-${level}`, dryRun: true });
    expect((await ask('privileged')).status).toBe(201);
    const refused = await ask('baseline');
    expect(refused.status).toBe(403);
    const { message } = JSON.parse(refused.body) as { message: string };
    expect(message).toMatch(/violates PodSecurity "baseline:latest"/u);
    expect(message).toMatch(/host namespaces \(hostPID=true\)/u);
    expect(message).toMatch(/"BPF", "DAC_READ_SEARCH", "PERFMON", "SYS_ADMIN", "SYS_PTRACE"/u);
    const volumes = /hostPath volumes \(volumes ([^)]+)\)/u.exec(message)?.[1]?.split(', ').toSorted();
    expect(volumes).toEqual(['"debug"', '"identity"', '"tracing"']);
  });

  test.each(['agent', 'control', 'profiler'])('grants the account of the %s nothing [P-K8S-6]', async (component) => {
    const allowed: string[] = [];
    for (const [verb, resource] of asked) {
      const body = {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        spec: {
          user: `system:serviceaccount:farol:farol-${component}`,
          groups: ['system:serviceaccounts', 'system:serviceaccounts:farol', 'system:authenticated'],
          resourceAttributes: { namespace: 'farol', verb, resource },
        },
      };
      const at = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
      const answer = await plane.client.send({ method: 'POST', path: at, body, token: adminToken });
      expect(answer.status).toBe(201);
      const { status } = JSON.parse(answer.body) as { status: { allowed: boolean } };
      if (status.allowed) allowed.push(`${verb} ${resource}`);
    }
    expect(allowed).toEqual([]);
  });
});

const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'];
const resources = ['pods', 'secrets', 'configmaps', 'nodes', 'services', 'serviceaccounts', 'events'];
const asked = verbs.flatMap((verb) => resources.map((resource) => [verb, resource] as const));
