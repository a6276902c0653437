import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

  test('when a workload is a wildcard, wherever it stands [P-TARGET-3]', () => {
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
    [{}, 'targets[0].workload must be a text'],
    [{ workload: 7 }, 'targets[0].workload must be a text'],
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
    expect(problems).toMatchObject([{ field, cause: `${field} is given twice; only the last of them would count` }]);
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

test('20,000 generated lists: accepted exactly when every rule holds, and each refusal says what and why [P-BOOT-2]', () => {
  let accepted = 0;
  fc.assert(
    fc.property(list, (value) => {
      const text = JSON.stringify(value);
      const parsed = parseTargetList(Buffer.from(text));
      expect(parsed.targets !== undefined).toBe(isValid(JSON.parse(text)));
      expect(parsed.problems.length > 0).toBe(parsed.targets === undefined);
      expect(parsed.problems.every(({ cause, fix }) => cause.length > 8 && fix.length > 8)).toBe(true);
      if (parsed.targets !== undefined) accepted++;
    }),
    { numRuns: 20_000 },
  );
  expect(accepted).toBeGreaterThan(1000);
});

test('20,000 mutated files are read in bounded time and never throw', () => {
  const valid = bytesOf({ targets: [{ workload: 'app', namespace: 'shop' }, { workload: 'node' }] });
  const started = performance.now();
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
      (changes) => {
        const mutated = Buffer.from(valid);
        for (const [at, byte] of changes) mutated[at] = byte;
        const parsed = parseTargetList(mutated);
        expect(parsed.problems.length > 0).toBe(parsed.targets === undefined);
        expect((parsed.targets ?? []).every(({ workload }) => workload !== '*')).toBe(true);
      },
    ),
    { numRuns: 20_000 },
  );
  for (const unit of ['[', '{"targets":', '{"targets":[', '"', '\\u0000']) {
    parseTargetList(Buffer.from(unit.repeat(50_000)));
  }
  expect(performance.now() - started).toBeLessThan(25_000);
});
