/** Files of the Helm chart that follow from data of this repository, and the page of its values. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { clusterRules } from '../../../connectors/kubernetes/cluster/cluster-role.ts';
import { capabilities } from '../../../profiler/host/boot/capabilities.ts';
import { readVersion } from '../../../src/core/version.ts';
import { farolUser } from '../../release/base-files.ts';
import { paths, releaseImages } from '../../release/images.ts';
import { renderProfile, variants as profiles } from '../apparmor.ts';
import { code, type Page, renderTable, toPage } from '../page.ts';
import { chartSchema } from './schema.ts';
import type { Schema } from './schema-parts.ts';

const folder = 'deploy/helm/farol';
const root = path.resolve(import.meta.dirname, '../../..');

export function render(): Page[] {
  return [
    { path: `${folder}/Chart.yaml`, text: renderChart(`v${readVersion()}`) },
    { path: `${folder}/values.schema.json`, text: `${JSON.stringify(chartSchema, null, 2)}\n` },
    { path: `${folder}/templates/_facts.tpl`, text: renderFacts() },
    { path: `${folder}/files/apparmor-profile`, text: renderAppArmor() },
    renderValues(),
  ];
}

/** With words in capitals where the chart puts its values. */
function renderAppArmor(): string {
  const cluster = profiles.find(({ name }) => name === 'farol-profiler-kubernetes');
  if (cluster === undefined) throw new Error('there is no AppArmor profile for Kubernetes');
  return renderProfile({ ...cluster, name: 'PROFILE', target: 'TARGET' });
}

/** `tag` is v<major>.<minor>.<patch>; the images of that tag are the default. */
export function renderChart(tag: string): string {
  return `# Generated from scripts/generate/chart. Change that and run \`npm run generate\`.
apiVersion: v2
name: farol
description: Control plane, Agent and Profiler of Farol
type: application
version: ${tag.slice(1)}
appVersion: ${tag}
kubeVersion: ">=1.25.0-0"
annotations:
  licenses: Apache-2.0
`;
}

/** Named templates: what the images and the programs fix. */
function renderFacts(): string {
  const facts = {
    user: String(farolUser.id),
    data: paths.data,
    node: path.posix.join(paths.bin, 'node'),
    clusterRules: JSON.stringify(clusterRules),
    capabilities: capabilities.map(({ name }) => name).join(' '),
    ...Object.fromEntries(releaseImages.map(({ name }) => [`image.${name.replace('farol-', '')}`, name])),
  };
  const defines = Object.entries(facts).map(
    ([name, value]) => `{{- define "farol.fact.${name}" -}}${value}{{- end -}}\n`,
  );
  return `{{- /* Generated from scripts/generate/chart. Change that and run \`npm run generate\`. */ -}}\n${defines.join('')}`;
}

function renderValues(): Page {
  const defaults: unknown = parse(readFileSync(path.join(root, folder, 'values.yaml'), 'utf8'));
  return toPage('helm-values.md', `${folder}/values.yaml and the schema of its values`, [
    '# Values of the Helm chart',
    'The chart refuses every other name, and names the value that is wrong. [Install on Kubernetes](../guides/install-kubernetes.md) uses them.',
    renderTable(['value', 'default', 'meaning'], rowsOf(chartSchema, defaults, [])),
  ]);
}

function rowsOf({ properties }: Schema, defaults: unknown, above: readonly string[]): string[][] {
  return Object.entries(properties ?? {}).flatMap(([name, schema]) => {
    if (schema === false) return [];
    const at = [...above, name];
    const value = isRecord(defaults) ? defaults[name] : undefined;
    const shown = value === undefined || value === '' ? '' : code(JSON.stringify(value));
    const isBranch = schema.properties !== undefined && isRecord(value) && Object.keys(value).length > 0;
    const row = [code(at.join('.')), isBranch ? '' : shown, `${schema.description ?? ''}${accepted(schema)}`];
    return isBranch ? [row, ...rowsOf(schema, value, at)] : [row];
  });
}

function accepted({ enum: values, minimum, maximum }: Schema): string {
  if (Array.isArray(values)) return ` One of ${values.map((value) => code(String(value))).join(', ')}.`;
  return minimum === undefined ? '' : ` From ${minimum} to ${maximum}.`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
