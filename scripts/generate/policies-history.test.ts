import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PolicyIndexForm } from '../../src/policy/policy-index.ts';
import { readVersion } from '../../src/core/version.ts';
import { keepPreviousVersion, listReleases } from './policies-history.ts';

const repository = path.resolve(import.meta.dirname, '../..');
let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'farol-policies-'));
  cpSync(path.join(repository, 'policies'), path.join(root, 'policies'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

describe('the documents of a version', () => {
  test('stay byte for byte when the number changes, with the snapshot that expands their wildcards', () => {
    const pages = keepPreviousVersion(root, '99.0.0');
    const folder = `policies/history/${readVersion()}/`;
    const { documents } = PolicyIndexForm.parse(
      JSON.parse(readFileSync(path.join(root, 'policies/index.json'), 'utf8')),
    );
    expect(pages.map((page) => page.path).toSorted()).toEqual(
      ['index.json', 'aws/actions.json', ...documents.map((one) => one.path)].map((file) => folder + file).toSorted(),
    );
    for (const page of pages) {
      expect(page.text).toBe(readFileSync(path.join(root, 'policies', page.path.slice(folder.length)), 'utf8'));
    }
  });

  test('are not kept twice while the number stays', () => {
    expect(keepPreviousVersion(root, readVersion())).toEqual([]);
  });

  test('are listed from the newest on, by number and not by letter', () => {
    for (const version of ['0.0.9', '0.0.10']) {
      mkdirSync(path.join(root, 'policies/history', version), { recursive: true });
      writeFileSync(path.join(root, 'policies/history', version, 'index.json'), '{}');
    }
    expect(listReleases(root, readVersion())).toEqual([readVersion(), '0.0.10', '0.0.9']);
    expect(listReleases(root, '99.0.0')).toEqual(['99.0.0', readVersion(), '0.0.10', '0.0.9']);
  });
});

test('what is served under a number is what its index says, the present number and every earlier one', () => {
  const indexes = globSync(['policies/index.json', 'policies/history/*/index.json'], { cwd: repository });
  expect(indexes).toContain('policies/index.json');
  for (const file of indexes) {
    const index = PolicyIndexForm.parse(JSON.parse(readFileSync(path.join(repository, file), 'utf8')));
    const folder = path.join(repository, path.dirname(file));
    expect(path.basename(folder)).toBe(file === 'policies/index.json' ? 'policies' : index.version);
    for (const { path: document, sha256 } of index.documents) {
      const text = readFileSync(path.join(folder, document));
      expect([document, createHash('sha256').update(text).digest('hex')]).toEqual([document, sha256]);
    }
  }
});
