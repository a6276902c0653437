/** What others build on keeps working: the interface of this version against that of the last release. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { describeBundle, describeOperations } from '../../scripts/api/describe-interface.ts';
import { findBreaks } from '../../scripts/api/find-breaks.ts';
import { noNul } from '../../src/control/http/openapi.ts';
import { startTestControl } from '../control-plane.ts';

type Document = Record<string, unknown>;
const releasedAs = (name: string): Document =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, `last-release/${name}.json`), 'utf8')) as Document;

/** What the last release required as well, and did not describe. */
const describedLater = new Set([
  'POST /enroll/begin body',
  'POST /enroll/finish body',
  'GET /api/profiling/captures query.cursor',
]);

test('the HTTP interface breaks nothing that the last release promised [P-VER-5]', async () => {
  const running = await startTestControl();
  try {
    const { text } = await running.send({ path: '/api/openapi.json' });
    // Refused since the last release: PostgreSQL can neither store nor compare a NUL.
    const now = JSON.parse(text.replaceAll(`,"pattern":${JSON.stringify(noNul)}`, '')) as Document;
    const before = releasedAs('openapi');
    expect(Object.keys(before['paths'] as object).length).toBeGreaterThan(30);
    expect(findBreaks(before, now).filter(({ at }) => !describedLater.has(at))).toEqual([]);
    // The comparison saw both: without a path it names it.
    const { '/api/profiling/captures': _gone, ...paths } = now['paths'] as Document;
    expect(findBreaks(before, { ...now, paths }).map(({ at }) => at)).toContain('POST /api/profiling/captures');
  } finally {
    await running.close();
  }
});

test('the operations of the catalog break nothing that the last release promised', () => {
  const before = releasedAs('operations');
  expect(Object.keys(before['paths'] as object).length).toBeGreaterThan(100);
  expect(findBreaks(before, describeOperations())).toEqual([]);
});

test('a bundle has every field that one of the last release had', () => {
  const before = releasedAs('bundle');
  expect(JSON.stringify(before)).toContain('overhead_cpu_ns');
  expect(findBreaks(before, describeBundle())).toEqual([]);
});
