/** Writes deploy/kubernetes from the chart, for people who install without Helm. */
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isMap, parseAllDocuments, parseDocument } from 'yaml';
import { buildHelm } from '../../go-tool.ts';
import { chartFolder, renderChartWith } from './render-chart.ts';
import { sidecarBase, type Variant, variants } from './variants.ts';

const folder = path.resolve(chartFolder, '../../kubernetes');

/** By name of the file below deploy/kubernetes. */
export function renderManifests(helm: string): Map<string, string> {
  const files = variants.map((variant) => [`${variant.name}.yaml`, describe(variant, render(helm, variant))] as const);
  const sidecar = describe(sidecarBase, toSidecar(render(helm, sidecarBase)));
  return new Map([...files, [`${sidecarBase.name}.yaml`, sidecar]]);
}

function describe({ title }: Variant, text: string): string {
  return `# ${title}.
# Rendered from deploy/helm/farol: node scripts/delivery/kubernetes/render-manifests.ts
# Replace registry.example.com/farol, farol.example.com, the namespace farol and the target checkout by yours.
# docs/guides/install-kubernetes.md says which Secrets it needs.
${text}`;
}

/** Without what only Helm reads. */
function render(helm: string, { values }: Variant): string {
  return renderChartWith(helm, values)
    .split('\n')
    .filter((line) => !/^# Source: |^ +(?:app\.kubernetes\.io\/managed-by|helm\.sh\/chart): /u.test(line))
    .join('\n');
}

const targetContainer = parseDocument(`# The target. Both containers see each other's processes, and none of the node.
name: checkout
image: registry.example.com/checkout:1.42.0
`);

/** The StatefulSet of the Profiler, in a pod with its target and without the processes of the node. */
function toSidecar(rendered: string): string {
  const documents = parseAllDocuments(rendered);
  for (const document of documents) {
    if (document.get('kind') !== 'StatefulSet') continue;
    const pod = document.getIn(['spec', 'template', 'spec']);
    if (!isMap(pod)) throw new Error('the StatefulSet of the Profiler has no pod');
    pod.delete('hostPID');
    pod.delete('affinity');
    pod.set('shareProcessNamespace', true);
    // The target runs as its own user; who runs the Profiler is a matter of its container.
    for (const key of ['runAsNonRoot', 'runAsUser', 'runAsGroup']) {
      pod.setIn(['containers', 0, 'securityContext', key], pod.getIn(['securityContext', key]));
      pod.deleteIn(['securityContext', key]);
    }
    pod.addIn(['containers'], targetContainer.contents);
  }
  return documents.map((document) => document.toString({ lineWidth: 0 })).join('');
}

if (import.meta.main) {
  mkdirSync(folder, { recursive: true });
  for (const file of globSync('*.yaml', { cwd: folder })) rmSync(path.join(folder, file));
  const say = (line: string): boolean => process.stderr.write(`${line}\n`);
  for (const [name, text] of renderManifests(buildHelm(say))) writeFileSync(path.join(folder, name), text);
}
