/** A DaemonSet without Kubernetes: Profilers on nodes of their own measure the workload that one request names. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { CaptureRecord } from '../../../src/control/api/api.ts';

test('several Profilers of one workload give one record with the result of each node, also of one that came later [P-K8S-8] [P-K8S-1]', () => {
  const scenario = path.join(import.meta.dirname, 'daemonset-scenario.ts');
  const { status, stdout, stderr } = spawnSync('unshare', ['--net', process.execPath, scenario], {
    encoding: 'utf8',
    timeout: 400_000,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect([status, stderr]).toEqual([0, '']);
  const [first, second] = z.tuple([CaptureRecord, CaptureRecord]).parse(JSON.parse(stdout));
  const nodes = ({ instances }: CaptureRecord): string[] => instances.map(({ instance }) => instance).toSorted();
  // node-3 does not run the workload: it declined, and nothing is said in its name.
  expect([nodes(first), nodes(second)]).toEqual([
    ['node-1', 'node-2'],
    ['node-1', 'node-2', 'node-4'],
  ]);
  for (const { instances, outcome } of [first, second]) {
    expect(outcome).toBe('pushed');
    // Each with a bundle of its own, of the processes of its own node.
    expect(new Set(instances.map(({ bundle_id }) => bundle_id)).size).toBe(instances.length);
    for (const { instance, outcome: own, probes } of instances) {
      expect([instance, own, (probes?.measured ?? 0) > 15]).toEqual([instance, 'pushed', true]);
    }
  }
}, 420_000);
