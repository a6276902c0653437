/**
 * Keeps the documents of a version when its number is left behind: the first generation under a new
 * number copies what is committed to `policies/history/<old number>/`, where nothing changes it again.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PolicyIndexForm } from '../../src/policy/policy-index.ts';
import type { Page } from './page.ts';

/** Documents of the version before, as pages to write; none while the number is that of the committed index. */
export function keepPreviousVersion(root: string, version: string): Page[] {
  const read = (file: string): string => readFileSync(path.join(root, 'policies', file), 'utf8');
  const previous = PolicyIndexForm.parse(JSON.parse(read('index.json')));
  if (previous.version === version) return [];
  return ['index.json', 'aws/actions.json', ...previous.documents.map((one) => one.path)].map((file) => ({
    path: `policies/history/${previous.version}/${file}`,
    text: read(file),
  }));
}

/** Versions whose documents are served, newest first: this one, those kept, and those about to be kept. */
export function listReleases(root: string, version: string): string[] {
  const kept = globSync('*/index.json', { cwd: path.join(root, 'policies/history') });
  const leaving = keepPreviousVersion(root, version).flatMap((page) => page.path.split('/')[2] ?? []);
  return [...new Set([version, ...leaving, ...kept.map((file) => path.dirname(file))])].toSorted((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
}
