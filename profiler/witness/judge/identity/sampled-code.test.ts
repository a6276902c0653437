import { describe, expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { absent, allProbes, makeProcess, ran, sampled } from '../../../../test/made-capture.ts';
import { diffOf } from '../../../../test/made-diff.ts';
import type { CollectorRecord } from '../../bundle/record/collector-record.ts';
import type { Diff } from '../../diff/diff.ts';
import type { ComparedCapture } from '../comparable/counted-captures.ts';

type Runtimes = Partial<Pick<NonNullable<CollectorRecord['axes']['cpu_stacks']>, 'runtimes' | 'unread'>>;

/** Functions as `name@module samples`, of a service whose executable is `/srv/items`. */
function capture(
  version: string,
  functions: readonly string[],
  change: Partial<CollectorRecord> = {},
  { runtimes = [], unread }: Runtimes = {},
): ComparedCapture {
  const made = functions.map((one) => {
    const [, name = '', module = '', samples = ''] = /^(.+)@(\S+) (\d+)$/u.exec(one) ?? [];
    return { ...ran(name, Number(samples)), module };
  });
  const processes = [makeProcess(1, { exe_path: '/srv/items', build_id: 'a', comm: 'items' })];
  return makeCapture(
    version,
    { cpu_stacks: { ...sampled(made), runtimes, ...(unread !== undefined && { unread }) } },
    { processes, ...change },
  );
}

const own = ['main@items 500', 'parse@items 400', 'malloc@libc.so.6 90', 'clock@[vdso] 10'];

function identityOf(more: readonly string[], ...rest: readonly [Partial<CollectorRecord>?, Runtimes?]): Diff {
  return diffOf([capture('v1', own)], [capture('v2', [...own, ...more], ...rest)]);
}

describe('equal executables are the same code', () => {
  test.each([
    ['where nothing else ran', []],
    ['with libraries, also versioned and loaded ones', ['f@libssl.so.3 50', 'g@ld-linux-x86-64.so.2 5', 'h@mod.so 9']],
    ['with functions that have no name, but a place in their file', ['[unknown 3f2a1c7b+4a5e0]@items 700']],
    ['with a few stubs that nothing tells apart', ['[unknown]@items 5', '[unknown]@libc.so.6 4']],
  ])('%s', (_, more) => {
    const diff = identityOf(more);
    expect([diff.identity, diff.identity_basis.head.code?.from]).toEqual(['same_binary', 'files']);
  });
});

describe('equal executables are not the same code', () => {
  test.each<[string, string[], number, string]>([
    ['where a JIT made some of it', ['[unknown]@[anonymous] 3000'], 0.75, '[anonymous]'],
    ['where one sample in a thousand ran in made code', ['[unknown]@[anonymous] 1'], 0.001, '[anonymous]'],
    ['where made code has names', ['hot@[anonymous] 1000'], 0, '[anonymous]'],
    ['where made code lies in a file of memory', ['[unknown]@memfd:doublemapper 1000'], 0.5, 'memfd:doublemapper'],
    ['where code had gone when it was named', ['[unknown]@[unmapped] 1000'], 0.5, '[unmapped]'],
    ['where a part of the executable has no functions', ['[unknown]@items 1000'], 0.5, 'items'],
    ['where scripts ran, which are understood', ['handler@app.js 1000', 'run@node:internal/x 9'], 0, 'app.js'],
    ['where classes ran', ['quote@com.acme.Prices 1000'], 0, 'com.acme.Prices'],
    ['where an interpreter inside ran scripts', ['luaV_execute@items 1000'], 0.5, 'items'],
    [
      'where an interpreter in a library did',
      ['_PyEval_EvalFrameDefault@libpython3.7m.so.1.0 1000'],
      0.5,
      'libpython3.7m.so.1.0',
    ],
    ['where its loop was split by the compiler', ['execute_ex.cold@libphp.so 1000'], 0.5, 'libphp.so'],
  ])('%s', (_, more, unread, module) => {
    const diff = identityOf(more);
    expect(diff.identity).toBe('unknown');
    const { code, by } = diff.identity_basis.head;
    expect(code?.from).toBe('elsewhere');
    expect(code?.modules[0]).toBe(module);
    expect(code?.unread).toBeCloseTo(unread, 3);
    expect(by).toBe('version');
    expect(diff.identity_basis.sentences.en).toContain(`(${code?.modules.join(', ')}): it may differ`);
    expect(diff.summary.sentence).not.toContain('same executables');
  });

  test('where the program itself is an interpreter, which rarely has symbols', () => {
    const processes = [makeProcess(1, { exe_path: '/usr/bin/dash', build_id: 'a' })];
    const side = (version: string) => [capture(version, ['[unknown 1a2b+10]@dash 1000'], { processes })];
    const diff = diffOf(side('v1'), side('v2'));
    expect([diff.identity, diff.identity_basis.head.code]).toEqual([
      'unknown',
      { from: 'elsewhere', unread: 1, modules: ['dash'] },
    ]);
  });

  test('where a runtime is known and its functions have no names', () => {
    const problem = 'this version of V8 is not known';
    const diff = identityOf([], {}, { runtimes: [{ name: 'v8', problem }] });
    expect([diff.identity, diff.identity_basis.head.code?.from]).toEqual(['unknown', 'unknown']);
  });

  test('where nobody knows what ran', () => {
    const probes = allProbes.map((one) => (one.axis === 'cpu_stacks' ? absent(one.id, 'cpu_stacks', 'failed') : one));
    const diff = identityOf([], { probes });
    expect(diff.identity).toBe('unknown');
    expect(diff.identity_basis.sentences.en).toContain('nobody knows which code ran');
    expect(diffOf([capture('v1', own)], [capture('v2', [])]).identity).toBe('unknown');
  });

  test('where one capture of several ran made code', () => {
    const diff = diffOf(
      [capture('v1', own), capture('v1', own)],
      [capture('v2', own), capture('v2', [...own, 'hot@[anonymous] 9'])],
    );
    expect(diff.identity).toBe('unknown');
  });
});

test('a shell that a program starts for one command runs what the program says', () => {
  const processes = [
    makeProcess(1, { exe_path: '/srv/items', build_id: 'a' }),
    makeProcess(2, { exe_path: '/usr/bin/dash', build_id: 'd', forked: true }),
  ];
  const diff = identityOf(['[unknown 1a2b+10]@dash 20'], { processes });
  expect(diff.identity).toBe('same_binary');
});

test('says how much is not understood, in both languages, also of other executables', () => {
  const processes = [makeProcess(1, { exe_path: '/srv/items', build_id: 'b' })];
  const { identity, summary } = identityOf(['[unknown]@[anonymous] 3000'], { processes });
  expect(identity).toBe('different');
  expect(summary.sentences.en).toContain('0 % of the CPU samples of v1 and 75 % of the CPU samples of v2 ran in code');
  expect(summary.sentences['pt-BR']).toContain('0 % das amostras de CPU de v1 e 75 % das amostras de CPU de v2');
});

describe('where the collector counted what it does not understand, that decides', () => {
  const codeOf = (functions: readonly string[], unread: number) =>
    diffOf([capture('v1', own)], [capture('v2', functions, {}, { unread })]).identity_basis.head.code;

  test('and not the name of a function, which anybody may have called so', () => {
    expect(codeOf([...own, 'execute_ex@items 1000'], 0)).toEqual({ from: 'files', unread: 0, modules: [] });
  });

  test('also where no function has the name of an interpreter', () => {
    const code = codeOf(own, 500);
    expect(code).toMatchObject({ from: 'elsewhere', modules: ['[unknown]'] });
    expect(code?.unread).toBeCloseTo(0.5, 3);
  });

  test('but for interpreters that it does not know', () => {
    expect(codeOf([...own, 'JS_CallInternal@items 1000'], 0)).toMatchObject({ from: 'elsewhere', modules: ['items'] });
  });
});
