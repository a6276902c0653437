/** What the chart renders, each variant of it, before real API servers that validate strictly. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../../connectors/eks/upstream/cluster/control-plane.ts';
import { renderChartWith } from '../../../scripts/delivery/kubernetes/render-chart.ts';
import { variants } from '../../../scripts/delivery/kubernetes/variants.ts';
import { buildHelm, say } from '../../../scripts/go-tool.ts';
import { apiServerVersions, apply, makeNamespace, startApiServer } from './api-servers.ts';
import { parseManifests } from './read-manifests.ts';

describe.each(apiServerVersions)('Kubernetes %s', (version) => {
  let plane: ControlPlane;
  beforeAll(async () => {
    plane = await startApiServer(version);
    await makeNamespace(plane, 'farol', 'privileged');
  }, 900_000);
  afterAll(() => plane.stop());

  test.each(variants)('accepts what the chart renders for this version: $name', async ({ values }) => {
    const rendered = parseManifests(renderChartWith(buildHelm(say), values, `${version}.0`));
    expect(rendered.length).toBeGreaterThan(2);
    for (const manifest of rendered) {
      const { status, body, what } = await apply(plane, manifest, { dryRun: true });
      expect([what, [200, 201].includes(status), body]).toEqual([what, true, body]);
    }
  });
});
