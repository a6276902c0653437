/** Bundles that a hostile Profiler makes: each is refused in our words, or read everywhere without a fault. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeBundle } from '../../../test/made-bundle.ts';
import { amountOf } from '../../../test/layer.ts';
import { connected, makeRecord, networkOf, opened, ran, sampled, started } from '../../../test/made-capture.ts';
import { encodeVector } from '../../../profiler/witness/bundle/vector/encode-vector.ts';
import { vectorOf } from '../../../profiler/witness/bundle/vector/vector-of.ts';
import { answerQuestion, type BundleAnswer } from './bundle-questions.ts';

const axes = {
  cpu_stacks: sampled([ran('work', 90), ran('main', 10)]),
  files: { opens: [opened('/srv/a', 24), opened('/srv/b')], cut: 0 },
  network: networkOf([connected('10.0.0.1')]),
  processes: { programs: [started('/bin/a')], exits: [], cut: 0 },
};
const honest = makeBundle({ axes: { ...makeRecord().axes, ...axes } });
const choice = { why: 'v1 is the latest version captured before v2', skipped: [] };

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

function sort(value: Json): Json {
  if (Array.isArray(value)) return value.map(sort);
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value).toSorted((a, b) => (a < b ? -1 : 1));
  return Object.fromEntries(keys.map((key) => [key, sort(value[key] ?? null)]));
}

const check = (text: string): BundleAnswer => {
  const encoded = gzipSync(text, { level: 1 }).toString('base64');
  return answerQuestion({ kind: 'check', encoded, requestId: 'request-1', instance: 'node-1' });
};

/** What each page, comparison and export reads of it. Throws where one of them fails. */
function readEverywhere(bytes: Uint8Array, vector: Uint8Array): string[] {
  const stored = (requestId: string) => ({ requestId, bundleId: requestId, bytes: vector });
  const other = encodeVector(vectorOf(makeBundle({ axes: { ...makeRecord().axes, ...axes } })));
  const compared = {
    workload: 'app',
    env: 'production',
    choice,
    spacingMs: 60_000,
    window: undefined,
    head: [stored('a')],
    baseline: [{ ...stored('b'), bytes: other }],
  } as never as object;
  const questions = [
    { kind: 'flame', bytes },
    { kind: 'overview', bytes },
    { kind: 'processes', bytes },
    { kind: 'vector', bytes },
    { kind: 'costs', captures: [stored('a')] },
    { kind: 'starts', captures: [stored('a')] },
    ...(['json', 'markdown', 'sarif', 'headline'] as const).map((format) => ({ kind: 'compare', format, ...compared })),
  ];
  return questions.flatMap((question) => {
    const answer = answerQuestion(question as never);
    return answer.kind === 'text' ? [answer.text] : [];
  });
}

/** Paths to every number and text of a document. */
function leavesOf(value: Json, path: string[] = []): { path: string[]; value: number | string }[] {
  if (typeof value === 'number' || typeof value === 'string') return [{ path, value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => leavesOf(one, [...path, key]));
}

function withLeaf(document: Json, path: readonly string[], value: Json): Json {
  const copy = structuredClone(document) as Record<string, never>;
  let at = copy;
  for (const key of path.slice(0, -1)) at = at[key]!;
  (at as Record<string, Json>)[path.at(-1)!] = value;
  return copy;
}

const numbers = [-1, 0, 0.5, 5e-324, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e21, Number.MAX_VALUE];
const texts = [
  '',
  '\0',
  '__proto__',
  'constructor',
  '\ud800',
  '\u202e',
  'NaN',
  'Infinity',
  '9'.repeat(400),
  '🚀'.repeat(3000),
];

/** One leaf is an extreme value in each. */
function extremesOf(document: Json): { what: string; text: string }[] {
  return leavesOf(document)
    .filter(({ path }) => path.at(-1) !== 'request_id' && path[0] !== 'instance')
    .flatMap(({ path, value }) => (typeof value === 'number' ? numbers : texts).map((extreme) => ({ path, extreme })))
    .filter((_one, at) => at % amountOf(11, 1) === 0)
    .map(({ path, extreme }) => ({
      what: `${path.join('.')} = ${JSON.stringify(extreme).slice(0, 30)}`,
      text: JSON.stringify(sort(withLeaf(document, path, extreme))),
    }));
}

/** `read`, `refused`, or how it failed. */
function tryBundle(text: string): string {
  try {
    const answer = check(text);
    if (answer.kind !== 'accepted') return 'refused';
    const { bytes, vector } = answer.bundle;
    const shown = readEverywhere(bytes, vector).some((one) => /[:[,](?:NaN|-?Infinity)\b/u.test(one));
    return shown ? 'shows NaN' : 'read';
  } catch (error) {
    return String(error).replaceAll(/\s+/gu, ' ').slice(0, 200);
  }
}

test(
  'an extreme value anywhere in a bundle is refused or read, and no page or comparison fails on it',
  { timeout: 400_000 },
  () => {
    const tried = extremesOf(JSON.parse(JSON.stringify(honest)) as Json).map(({ what, text }) => ({
      what,
      end: tryBundle(text),
    }));
    expect(tried.filter(({ end }) => end !== 'read' && end !== 'refused')).toEqual([]);
    const read = tried.filter(({ end }) => end === 'read').length;
    expect([read > 100, tried.length - read > 200]).toEqual([true, true]);
  },
);

test('a rate whose reciprocal is no number is refused, because no comparison could read it', () => {
  const at = honest.axes.findIndex((axis) => 'measured_hz' in axis);
  for (const rate of [5e-324, 1e-300, 1e300]) {
    const text = JSON.stringify(
      sort(withLeaf(JSON.parse(JSON.stringify(honest)) as Json, ['axes', String(at), 'measured_hz'], rate)),
    );
    expect(check(text)).toMatchObject({ kind: 'rejected', message: expect.stringContaining('measured_hz') as string });
  }
});

const canonical = JSON.stringify(sort(JSON.parse(JSON.stringify(honest)) as Json));
const firstTemplate = canonical.indexOf('"templates":{') + '"templates":{'.length;
const inTemplates = (members: string): string =>
  `${canonical.slice(0, firstTemplate)}${members}${canonical.slice(canonical.indexOf('}', firstTemplate))}`;

test.each<[string, () => string, RegExp]>([
  ['100,000 levels', () => '['.repeat(100_000), /no JSON/u],
  ['100,000 closed levels', () => `${'['.repeat(100_000)}${']'.repeat(100_000)}`, /not a bundle/u],
  ['levels in a template', () => inTemplates(`"a":${'['.repeat(5000)}${']'.repeat(5000)}`), /not a bundle/u],
  ['a key twice', () => inTemplates('"a":1,"a":2'), /not canonical/u],
  ['a prototype', () => inTemplates('"__proto__":{"polluted":1}'), /name of a prototype/u],
  ['a number without end', () => inTemplates('"a":1e999'), /not a bundle/u],
  ['NaN', () => inTemplates('"a":NaN'), /no JSON/u],
  ['a number in another spelling', () => inTemplates('"a":1.0'), /not canonical/u],
  ['more than may be inflated', () => ' '.repeat(65 << 20), /larger than/u],
])('a bundle with %s is refused in our words', (_what, text, why) => {
  const began = performance.now();
  const answer = check(text());
  expect(answer).toMatchObject({ kind: 'rejected', message: expect.stringMatching(why) as string });
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('a bundle with half a million templates is read or refused, and in time', { timeout: 60_000 }, () => {
  const members = Array.from({ length: 500_000 }, (_one, at) => `"t${String(at).padStart(6, '0')}":1`).join(',');
  expect(['accepted', 'rejected']).toContain(check(inTemplates(members)).kind);
});

test('gzip that lies about its length or is cut is refused', () => {
  const whole = gzipSync(canonical);
  const lying = Buffer.from(whole);
  lying.writeUInt32LE(1, lying.length - 4);
  for (const bytes of [lying, whole.subarray(0, -9), Buffer.from('not gzip'), Buffer.alloc(0)]) {
    const encoded = bytes.toString('base64');
    expect(answerQuestion({ kind: 'check', encoded, requestId: 'request-1', instance: 'node-1' }).kind).toBe(
      'rejected',
    );
  }
});
