import { expect, test } from 'vitest';
import { nativeOverlapOf, overlapOf, type SelfSamples } from './self-shares.ts';

const of = (...samples: [name: string | undefined, count: number, module?: string][]): SelfSamples[] =>
  samples.map(([name, count, module = '/bin/one']) => ({ module, name, count: count * 100 }));

test.each([
  ['equal shares', of(['a', 10], ['b', 30]), of(['a', 1], ['b', 3]), 1],
  ['nothing in common', of(['a', 5]), of(['b', 5]), 0],
  ['a part', of(['a', 6], ['b', 4]), of(['a', 3], ['b', 7]), 0.7],
  ['one name in two modules', of(['a', 1, '/lib/x'], ['a', 1]), of(['a', 2]), 1],
  ['names written in two ways', of(['do_it(int)', 1]), of(['do_it.constprop.0', 1]), 1],
  ['aliases of the C library', of(['write', 1]), of(['__GI___libc_write@GLIBC_2.2.5', 1]), 1],
  ['one module with its folder and without', of(['a', 1, 'one']), of(['a', 1]), 1],
  ['templates', of(['a<int>::b<c<d>>(int)', 1]), of(['a<int>::b<c<d>>', 1]), 1],
  ['templates of one class', of(['a<int>::b', 1]), of(['a<int>::c', 1]), 0],
  ['namespaces without a name', of(['(anonymous namespace)::a(int)', 1]), of(['(anonymous namespace)::b', 1]), 0],
  ['a function and the jump to it', of(['a', 1]), of(['a', 1], ['a@plt', 1]), 0.5],
  ['what neither names', of([undefined, 1], ['a', 1]), of([undefined, 1], ['a', 1]), 1],
  ['modules in which the reference names nothing', of(['a', 1], ['jit', 9, 'jit']), of(['a', 1]), 1],
])('%s', (_what, profile, reference, overlap) => {
  expect(overlapOf(profile, reference)?.share).toBeCloseTo(overlap, 10);
});

test('without a module that both saw there is no figure', () => {
  expect(overlapOf(of(['a', 1]), of([undefined, 1]))).toBeUndefined();
  expect(overlapOf(of(['a', 1]), of(['a', 1, '/lib/x']))).toBeUndefined();
});

/** Samples in functions that the language names, as the collector reports them: in files of the language. */
const script = (count: number) => ['work', count, 'work.rb'] as const;

test.each([
  ['Python', '_PyEval_EvalFrameDefault'],
  ['JavaScript', 'Builtins_LdaNamedPropertyHandler'],
  ['Ruby with symbols', 'vm_exec_core.lto_priv.0'],
  ['Ruby without symbols', undefined],
  ['PHP', 'execute_ex'],
  ['Perl', 'Perl_pp_padsv'],
  ['Lua', 'lj_BC_ADDVV'],
  ['Erlang', 'process_main'],
])('of %s the functions that both sides name are compared, and how much the rest is', (_language, loop) => {
  const compared = nativeOverlapOf(of(['a', 3], ['b', 1], [...script(6)]), of(['a', 2], ['b', 2], [loop, 6]));
  expect(compared).toEqual({ native: { share: 0.75, samples: 400 }, otherShare: 0.6, otherShareOfOther: 0.6 });
});

test('code that was compiled at run time is part of the rest, whatever the reference has for its file', () => {
  const compared = nativeOverlapOf(of(['a', 1], [...script(3)]), of(['a', 1], [undefined, 1, '/tmp/perf-7.map']));
  expect(compared).toEqual({ native: { share: 1, samples: 100 }, otherShare: 0.75, otherShareOfOther: 0.5 });
});

test('without enough native code there is no agreement, but there is a rest', () => {
  const compared = nativeOverlapOf(of(['a', 0.1], [...script(0.9)]), of(['a', 0.2], ['execute_ex', 0.8]));
  expect(compared).toMatchObject({ native: undefined, otherShare: 0.9, otherShareOfOther: 0.8 });
});

test('what was inlined into the code of an interpreter is left out with it', () => {
  const inlined = { module: '/bin/one', name: 'Py_DECREF', within: '_PyEval_EvalFrameDefault', count: 900 };
  const { native } = nativeOverlapOf(of(['a', 1]), [...of(['a', 1]), inlined]);
  expect(native).toEqual({ share: 1, samples: 100 });
});

test('the samples that were compared are those of the side with fewer', () => {
  expect(overlapOf(of(['a', 3], ['jit', 9, 'jit']), of(['a', 2]))).toEqual({ share: 1, samples: 200 });
});

test('from a few samples there is no figure', () => {
  expect(overlapOf(of(['a', 1]), of(['a', 0.4]))).toBeUndefined();
});
