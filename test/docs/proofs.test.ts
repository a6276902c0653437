/** What a reviewer is promised is held by a test that exists: a renamed or removed one fails here. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultOf, type Proof, proofsIn, titlesIn } from './proofs.ts';

const pages = ['docs/reference/reviewers-checklist.md', 'docs/reference/threat-model.md'] as const;
const textOf = (page: string): string => readFileSync(page, 'utf8');

describe.each(pages)('%s', (page) => {
  const proofs = proofsIn(textOf(page));

  test('cites tests', () => {
    expect(proofs.length).toBeGreaterThan(30);
  });

  test('names each test by its file and its exact title', () => {
    expect(proofs.map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
  });

  test('links each test to its file', () => {
    const linked = ({ file, link = '' }: Proof): boolean => path.join(path.dirname(page), link) === file;
    expect(proofs.filter((proof) => !linked(proof))).toEqual([]);
  });
});

test('every row of a table in the checklist ends in a test that holds it', () => {
  const claims = textOf(pages[0])
    .split('\n')
    .filter((line) => /^\| \d+ /u.test(line));
  expect(claims.length).toBeGreaterThanOrEqual(30);
  expect(claims.map((line, index) => [Number(/\d+/u.exec(line)?.[0]), index + 1]).filter(([a, b]) => a !== b)).toEqual(
    [],
  );
  expect(claims.filter((line) => proofsIn(line).length === 0)).toEqual([]);
});

test('every threat has what stops it, a test and what remains', () => {
  const threats = textOf(pages[1]).split(/^### /mu).slice(1);
  expect(threats.length).toBeGreaterThanOrEqual(15);
  for (const threat of threats) {
    const [title = ''] = threat.split('\n');
    const parts = [...threat.matchAll(/^\*\*(?<part>[^*]+)\.\*\*/gmu)].map(({ groups }) => groups?.['part']);
    expect([title, parts]).toEqual([title, ['Threat', 'Stopped by', 'Remains']]);
    expect([title, proofsIn(threat).length > 0]).toEqual([title, true]);
  }
});

describe('a citation', () => {
  const own = 'test/docs/proofs.test.ts';

  test('of a title that no test has, or of part of one, is a fault', () => {
    const title = 'cites tests';
    expect(faultOf({ file: own, title, link: undefined })).toBeUndefined();
    expect(faultOf({ file: own, title: 'cites', link: undefined })).toBe(`${own} has no test "cites"`);
    expect(faultOf({ file: 'test/none.test.ts', title, link: undefined })).toBe('test/none.test.ts does not exist');
  });

  test('finds tests of tables, and of Rust only functions that are tests', () => {
    expect(titlesIn('src/core/redact.test.ts')).toContain('removes the value at any position');
    const rust = titlesIn('profiler/ptop/crates/ptop/tests/guard/list_file.rs');
    expect(rust).toContain('a_list_that_the_caller_wrote_is_refused');
    expect(rust).not.toContain('grant_by_acl');
  });
});
