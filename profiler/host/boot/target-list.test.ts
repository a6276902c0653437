import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { amountOf } from '../../../test/layer.ts';
import { SeededRandom } from '../../../test/simulation/tunnel/seeded-random.ts';
import { parseTargetList, readTargetList, type TargetList } from './target-list.ts';

const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const causesOf = ({ problems }: TargetList): string[] => problems.map(({ cause }) => cause);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-targets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a valid list', () => {
  test('names processes, each with or without a namespace [P-TARGET-8] [P-TARGET-9]', () => {
    const targets = [{ workload: 'checkout' }, { workload: 'checkout', namespace: 'shop' }, { workload: 'node' }];
    expect(parseTargetList(bytesOf({ targets }))).toEqual({ targets, problems: [] });
  });

  test('is read from a file, and its path never leaves in a name', () => {
    const file = path.join(folder, 'targets.json');
    writeFileSync(file, bytesOf({ targets: [{ workload: 'app' }] }));
    expect(readTargetList(file)).toEqual({ targets: [{ workload: 'app' }], problems: [] });
  });
});

describe('a list is refused', () => {
  test('when the file is missing, naming path and cause [P-TARGET-1]', () => {
    const file = path.join(folder, 'absent.json');
    expect(causesOf(readTargetList(file))).toEqual([`The target list ${file} cannot be read (ENOENT)`]);
    expect(causesOf(readTargetList(folder))).toEqual([`The target list ${folder} cannot be read (EISDIR)`]);
  });

  test('when the variable is not set: nothing means everything [P-TARGET-5]', () => {
    for (const unset of [undefined, '']) {
      expect(causesOf(readTargetList(unset))).toEqual([
        'RUNNER_PROFILE_TARGETS_FILE is not set, so there is no target list',
      ]);
    }
  });

  test('when the variable holds the list itself: it is a file [P-TARGET-6]', () => {
    expect(readTargetList('{"targets":[{"workload":"app"}]}').targets).toBeUndefined();
  });

  test('when it is empty [P-TARGET-2]', () => {
    expect(causesOf(parseTargetList(bytesOf({ targets: [] })))).toEqual([
      'targets is empty: nothing could be measured',
    ]);
  });

  test('rejects a wildcard workload at any position [P-TARGET-3]', () => {
    const list = { targets: [{ workload: 'app' }, { workload: '*', namespace: 'shop' }, { workload: '*' }] };
    expect(causesOf(parseTargetList(bytesOf(list)))).toEqual([
      'targets[1].workload is "*"; a wildcard would list every process of the node',
      'targets[2].workload is "*"; a wildcard would list every process of the node',
    ]);
  });

  test.each([
    [{ targets: [{ workload: 'app' }], comment: 'ours' }, ['comment is not a key of the target list']],
    [{ targets: [{ workload: 'app' }], $schema: 'x' }, ['$schema is not a key of the target list']],
    [{ targets: [{ workload: 'app', _comment: 'x' }] }, ['targets[0]._comment is not a key of the target list']],
    [{ targets: [{ workload: 'app', Namespace: 'x' }] }, ['targets[0].Namespace is not a key of the target list']],
    [
      { target: [], a: 1, targets: [{ workload: 'app', b: 2, c: 3 }] },
      ['targets[0].b', 'targets[0].c', 'target', 'a'].map((key) => `${key} is not a key of the target list`),
    ],
  ])('when it has an unknown key, a comment field included (%#) [P-TARGET-4]', (list, causes) => {
    expect(causesOf(parseTargetList(bytesOf(list))).toSorted()).toEqual(causes.toSorted());
  });

  test('when __proto__ is a key, which is unknown like any other [P-TARGET-4]', () => {
    const text = '{"targets":[{"workload":"app","__proto__":{"namespace":"x"}}]}';
    expect(parseTargetList(Buffer.from(text)).targets).toBeUndefined();
  });

  test.each([
    [{}, ['targets must be an array of objects']],
    [{ targets: 'app' }, ['targets must be an array of objects']],
    [{ targets: { workload: 'app' } }, ['targets must be an array of objects']],
  ])('when targets is no array (%#) [P-TARGET-7]', (list, causes) => {
    expect(causesOf(parseTargetList(bytesOf(list)))).toEqual(causes);
  });

  test.each(['app', 7, null, []])('when an entry is no object (%#) [P-TARGET-7]', (entry) => {
    expect(causesOf(parseTargetList(bytesOf({ targets: [entry] })))).toEqual(['targets[0] must be an object']);
  });

  test.each([
    [{}, 'targets[0].workload must be a string'],
    [{ workload: 7 }, 'targets[0].workload must be a string'],
    [{ workload: '' }, 'targets[0].workload must not be empty'],
    [{ workload: 'x'.repeat(256) }, 'targets[0].workload must have at most 255 characters'],
  ])('when a workload is no process name (%#) [P-TARGET-8]', (entry, cause) => {
    expect(causesOf(parseTargetList(bytesOf({ targets: [entry] })))).toEqual([cause]);
  });

  test.each([null, 3, ''])('when a namespace is no name (%#) [P-TARGET-9]', (namespace) => {
    expect(causesOf(parseTargetList(bytesOf({ targets: [{ workload: 'app', namespace }] })))[0]).toMatch(
      /^targets\[0\]\.namespace /u,
    );
  });

  test('when an entry repeats another', () => {
    const list = { targets: [{ workload: 'a' }, { workload: 'b' }, { workload: 'a' }] };
    expect(causesOf(parseTargetList(bytesOf(list)))).toEqual(['targets[2].workload repeats targets[0]']);
  });

  test.each([
    ['', 'The target list is not JSON'],
    ['{"targets":[{"workload":"app"}]} // ours', 'The target list is not JSON'],
    ['\uFEFF\uFEFF{}', 'The target list is not JSON'],
    ['null', 'the list must be an object'],
    ['[]', 'the list must be an object'],
  ])('when it is no JSON object: %j', (text, cause) => {
    expect(causesOf(parseTargetList(Buffer.from(text)))[0]).toContain(cause);
  });

  test.each([
    ['{"targets":[{"workload":"*"}],"targets":[{"workload":"app"}]}', 'targets'],
    ['{"targets":[{"workload":"*","workload":"app"}]}', 'targets[0].workload'],
    ['{"targets":[{"workload":"app","namespace":"shop","namespace":"pay"}]}', 'targets[0].namespace'],
  ])('when a key stands twice, because a parser would hide the first: %s [P-TARGET-3]', (text, field) => {
    const { problems } = parseTargetList(Buffer.from(text));
    expect(problems).toMatchObject([{ field, cause: `${field} is given twice; only the last one would count` }]);
  });

  test('when it is not UTF-8, or too large to be reviewed', () => {
    const broken = Buffer.from([...Buffer.from('{"targets":[{"workload":"a'), 0xff, ...Buffer.from('"}]}')]);
    expect(causesOf(parseTargetList(broken))).toEqual(['The target list is not JSON']);
    expect(causesOf(parseTargetList(Buffer.alloc((1 << 20) + 1, 32)))[0]).toContain('larger than');
    const many = { targets: Array.from({ length: 10_001 }, (_, index) => ({ workload: `a${index}` })) };
    expect(causesOf(parseTargetList(bytesOf(many)))).toEqual(['targets has more than 10000 entries']);
  });
});

/** The rules of the specification, written down a second time. */
function isValid(value: unknown): boolean {
  if (!isPlain(value) || Object.keys(value).join() !== 'targets') return false;
  const { targets } = value;
  if (!Array.isArray(targets) || targets.length === 0) return false;
  const names = targets.map((one: unknown) => JSON.stringify(isPlain(one) ? [one['workload'], one['namespace']] : 0));
  return new Set(names).size === targets.length && targets.every(isEntry);
}

function isEntry(value: unknown): boolean {
  if (!isPlain(value)) return false;
  const isName = (one: unknown): boolean => typeof one === 'string' && one.length > 0 && one.length <= 255;
  const isKnown = Object.keys(value).every((key) => key === 'workload' || key === 'namespace');
  const hasNamespace = Object.hasOwn(value, 'namespace');
  return (
    isKnown && isName(value['workload']) && value['workload'] !== '*' && (!hasNamespace || isName(value['namespace']))
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const name = fc.oneof(fc.constantFrom('app', 'node', '*', '', '**', 'a*'), fc.string(), fc.jsonValue());
const entry = fc.oneof(
  { weight: 6, arbitrary: fc.record({ workload: name, namespace: name }, { requiredKeys: ['workload'] }) },
  { weight: 3, arbitrary: fc.record({ workload: fc.string({ minLength: 1, maxLength: 9 }) }) },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.dictionary(fc.string(), name) },
);
const list = fc.oneof(
  { weight: 8, arbitrary: fc.record({ targets: fc.array(entry, { maxLength: 5 }) }) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('targets', 'comment', 'Targets'), fc.array(entry)) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

test('generated lists: accepted exactly when every rule holds, and each refusal says what and why [P-BOOT-2]', () => {
  const tried = amountOf(2000, 20_000);
  let accepted = 0;
  fc.assert(
    fc.property(list, (value) => {
      const text = JSON.stringify(value);
      const parsed = parseTargetList(Buffer.from(text));
      const isAccepted = parsed.targets !== undefined;
      if (isAccepted) accepted++;
      return (
        isAccepted === isValid(JSON.parse(text)) &&
        parsed.problems.length > 0 === !isAccepted &&
        parsed.problems.every(({ cause, fix }) => cause.length > 8 && fix.length > 8)
      );
    }),
    { numRuns: tried },
  );
  expect(accepted).toBeGreaterThan(tried / 20);
});

/** Files of one, two and forty entries. */
const validFiles = [
  { targets: [{ workload: 'app', namespace: 'shop' }, { workload: 'node' }] },
  { targets: [{ workload: 'app' }] },
  { targets: Array.from({ length: 40 }, (_one, at) => ({ workload: `service-${at}`, namespace: 'shop' })) },
].map((one) => Buffer.from(JSON.stringify(one)));
const pieces = [
  '"*"',
  '{}',
  '[',
  ']',
  ',',
  '"workload":',
  '"__proto__":{},',
  '\\u0000',
  '\u0000',
  '\ud800',
  '\ufeff',
  '1e999',
];

/** One to eight of: a byte changed, a part removed or doubled, a piece put in. */
function damage(file: Buffer, random: SeededRandom): Buffer {
  let damaged = Buffer.from(file);
  for (let times = random.between(1, 8); times > 0; times -= 1) {
    const at = random.between(0, Math.max(damaged.length - 1, 0));
    const end = random.between(at, Math.min(at + 30, damaged.length));
    const [before, part, after] = [damaged.subarray(0, at), damaged.subarray(at, end), damaged.subarray(end)];
    const kind = random.between(0, 3);
    if (kind === 0 && damaged.length > 0) damaged[at] = random.between(0, 255);
    if (kind === 1) damaged = Buffer.concat([before, after]);
    if (kind === 2) damaged = Buffer.concat([before, part, part, after]);
    const piece = Buffer.from(pieces[random.between(0, pieces.length - 1)] ?? '');
    if (kind === 3) damaged = Buffer.concat([before, piece, after]);
  }
  return damaged;
}

test('damaged files are each accepted by the rules or refused by name [P-BOOT-2]', { timeout: 120_000 }, () => {
  const rounds = amountOf(10_000, 100_000);
  const random = new SeededRandom(4);
  const odd: string[] = [];
  const ends = { accepted: 0, refused: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const file = damage(validFiles[round % 20 === 0 ? 2 : round % 2] ?? Buffer.alloc(0), random);
    const { targets, problems } = parseTargetList(file);
    ends[targets === undefined ? 'refused' : 'accepted'] += 1;
    const isRight = targets === undefined ? problems.length > 0 : problems.length === 0 && isValid({ targets });
    const isNamed = problems.every(
      ({ cause, fix }) => cause.length > 8 && fix.length > 8 && !/\bat .*:\d+:\d+/u.test(cause),
    );
    if (!isRight || !isNamed) odd.push(file.toString('utf8'));
  }
  expect(odd.slice(0, 5)).toEqual([]);
  expect(ends.accepted).toBeGreaterThan(rounds / 100);
  expect(ends.refused).toBeGreaterThan(rounds / 2);
});

test.each(['[', '{"targets":', '{"targets":[', '"', '\\u0000', '{"targets":[{"workload":'])(
  'a file of 100,000 times %j is refused at once',
  (unit) => {
    const started = performance.now();
    expect(parseTargetList(Buffer.from(unit.repeat(100_000))).targets).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(5000);
  },
);
