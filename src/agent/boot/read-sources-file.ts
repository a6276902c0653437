/**
 * The customer's own list of sources: a connector under a name of its own with settings of its own, as
 * often as there are accounts, clusters or organizations to read. Strict, as every file that a reviewer
 * reads: what is misspelt refuses the boot and is named, and no value of a setting is repeated.
 */
import { z } from 'zod';
import type { RegisteredConnector } from '../../connector/connector.ts';
import { printableName } from '../../core/printable-name.ts';
import type { SetupProblem } from '../connectors/connector-setup.ts';
import { type NamedSource, namedSourceShape } from '../connectors/sources.ts';
import { sourcesFileVariable } from './agent-variables.ts';
import { readStrictJson } from './read-strict-json.ts';

const mostSources = 200;
const SourcesFile = z.strictObject({ sources: z.array(namedSourceShape).min(1).max(mostSources) });

export interface SourcesFileRead {
  /** In the order of the file; empty without one, and where it has a problem. */
  readonly sources: readonly NamedSource[];
  /** SHA-256 of the file; undefined without one. */
  readonly digest?: string;
  readonly problems: readonly SetupProblem[];
}

const shape =
  'Write {"sources": [{"name": "grafana-eu", "connector": "grafana", "about": "Europe", "settings": {"GRAFANA_METRICS_URL": "https://…"}}]}, with the variables of the connector as settings and no other key; about may be left out.';

export function readSourcesFile(file: string | undefined, registry: readonly RegisteredConnector[]): SourcesFileRead {
  if (file === undefined || file === '') return { sources: [], problems: [] };
  const problem = ([complaint, remedy]: Wrong): SetupProblem => ({
    variable: sourcesFileVariable,
    problem: `The file in ${sourcesFileVariable} ${complaint}.`,
    remedy,
  });
  const { value, complaints, ...read } = readStrictJson(file, SourcesFile);
  if (value === undefined) return { sources: [], problems: complaints.map((one) => problem([one, shape])) };
  const wrong = [...wrongNames(value.sources, registry), ...value.sources.flatMap(wrongSettingsIn(registry))];
  if (wrong.length > 0) return { sources: [], problems: wrong.map(problem) };
  return { sources: value.sources, ...read, problems: [] };
}

/** What is wrong, and what to do about it. */
type Wrong = readonly [complaint: string, remedy: string];

/** A name is what answers, records and permissions are filed under: it must mean one source, and no other connector. */
function wrongNames(sources: readonly NamedSource[], registry: readonly RegisteredConnector[]): Wrong[] {
  const ids = new Set(registry.map(({ manifest }) => manifest.id));
  const seen = new Map<string, number>();
  return sources.flatMap(({ name, connector }, index): Wrong[] => {
    const first = seen.get(name);
    seen.set(name, first ?? index);
    const both = `sources[${first}] and at sources[${index}]`;
    if (first !== undefined) return [[`has the name ${name} at ${both}`, 'Give one of the two another name.']];
    if (!ids.has(name) || name === connector) return [];
    const of = printableName(connector);
    const complaint = `calls a source of ${of} ${name} at sources[${index}].name, which is the name of another connector`;
    return [[complaint, `Give it a name of its own, such as ${of}-${name}.`]];
  });
}

function wrongSettingsIn(registry: readonly RegisteredConnector[]) {
  return ({ connector, settings }: NamedSource, index: number): Wrong[] => {
    const manifest = registry.find((one) => one.manifest.id === connector)?.manifest;
    if (manifest === undefined) {
      const known = registry.map((one) => one.manifest.id).join(', ');
      const at = `sources[${index}].connector`;
      const complaint = `names ${printableName(connector)} at ${at}, which is no connector of this version`;
      return [[complaint, `Name one of them: ${known}.`]];
    }
    const variables = Object.entries(manifest.config);
    const known = new Set(
      variables.flatMap(([name, { kind }]) => (kind === 'secret' ? [name, `${name}_FILE`] : [name])),
    );
    const names = variables.map(([name]) => name).join(', ');
    const remedy = `Remove it or correct its spelling. The settings of ${connector} are ${names}; a secret may be named as <NAME>_FILE too.`;
    return Object.keys(settings)
      .filter((name) => !known.has(name))
      .map((name) => [`has the unknown setting sources[${index}].settings.${printableName(name)}`, remedy]);
  };
}
