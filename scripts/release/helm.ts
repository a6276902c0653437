/** Helm of the version that tools/helm pins: it renders and judges the chart. A release is packed without it. */
import path from 'node:path';
import { buildGoTool } from '../go-tool.ts';

/** Returns its file, compiled once for this version: four to eight minutes on two cores. */
export function buildHelm(say: (line: string) => void): string {
  const moduleFolder = path.join(import.meta.dirname, 'tools/helm');
  return buildGoTool({ name: 'helm', moduleFolder, package: 'helm.sh/helm/v3/cmd/helm' }, say);
}
