import { describe, expect, test } from 'vitest';
import { summarise } from './summarise.ts';
import type { Finding } from '../../diff/summary.ts';
import type { SummaryFacts } from './summary-facts.ts';

const facts: SummaryFacts = {
  from: '1.0.0',
  to: '2.0.0',
  findings: [],
  judged: 40,
  undecided: 0,
  notComparable: [],
  incomparableAxes: 0,
  detectable: 1.12,
  replicatesNeeded: [],
  isSameBinary: false,
};
const needed = (version: string, occasions: number) => ({
  version,
  for_verdict: occasions,
  for_confirmed: occasions + 1,
  duration_sec: 60,
  warmup_sec: 5,
});
const added = (axis: string, key: string): Finding => ({ axis, key, state: 'new', level: 'observed' });
const changed = (axis: string, key: string, ratio: number, share = 0.5): Finding => ({
  axis,
  key,
  state: 'changed',
  level: 'confirmed',
  ratio,
  low: ratio * 0.9,
  high: ratio * 1.1,
  per: 'work',
  share,
});

describe('the headline', () => {
  test('names what widens its reach first, then what costs more, then what else is new, then what is beyond doubt', () => {
    const { sentence, sentences } = summarise({
      ...facts,
      findings: [
        changed('cpu_stacks', 'price_quote (lantern)', 1.74),
        added('files', '/etc/lantern/rates.toml read'),
        added('network', 'connect tcp 10.0.0.7 port 443'),
      ],
    });
    expect(sentence).toBe(
      '2.0.0 adds a peer (connect tcp 10.0.0.7 port 443), spends 74 % more CPU time in price_quote (lantern) for each request and adds a file (/etc/lantern/rates.toml read); nothing else beyond noise (12 % or more).',
    );
    expect(sentences['pt-BR']).toBe(
      '2.0.0 acrescenta um par de rede (connect tcp 10.0.0.7 port 443), gasta 74 % mais tempo de CPU em price_quote (lantern) por requisição e acrescenta um arquivo (/etc/lantern/rates.toml read); nada mais além do ruído (12 % ou mais).',
    );
  });

  test('puts privileges before peers, programs and executable memory', () => {
    const axes = ['syscall_names', 'files', 'executable_memory', 'processes', 'network', 'capabilities'];
    const { findings } = summarise({ ...facts, findings: axes.map((axis) => added(axis, 'x')) });
    expect(findings.map(({ axis }) => axis)).toEqual([
      'capabilities',
      'network',
      'processes',
      'executable_memory',
      'files',
      'syscall_names',
    ]);
  });

  test('orders changes by how sure they are, then by the share of the axis that they explain, then by the axis', () => {
    const { findings } = summarise({
      ...facts,
      findings: [
        { ...changed('off_cpu_durations', 'sleep', 9, 1), per: undefined },
        changed('syscalls', 'read ok', 9, 0.1),
        changed('syscalls', 'write ok', 2, 0.9),
        { ...changed('locks', 'queue', 9, 1), level: 'suspected' },
        changed('cpu_stacks', 'parse', 1.3, 0.9),
        changed('cpu_time', 'thread worker', 1.3, 0.99),
      ],
    });
    expect(findings.map(({ key }) => key)).toEqual(['parse', 'write ok', 'read ok', 'sleep', 'thread worker', 'queue']);
  });

  test('names a confirmed change beside any number of new keys, and new files beside any number of changes', () => {
    const files = Array.from({ length: 9 }, (_, at) => added('files', `/etc/app/${at}.toml read`));
    const few = summarise({ ...facts, findings: [...files, changed('cpu_stacks', 'price_quote', 3)] });
    expect(few.findings.map(({ axis, others = [] }) => [axis, others.length])).toEqual([
      ['cpu_stacks', 0],
      ['files', 8],
    ]);
    expect(few.sentence).toContain(
      'spends 3.0 times the CPU time in price_quote for each request and adds 9 files (/etc/app/0.toml read, /etc/app/1.toml read, …);',
    );
    const calls = Array.from({ length: 9 }, (_, at) => changed('syscalls', `call${at} ok`, 2));
    const many = summarise({ ...facts, findings: [...calls, ...files] });
    expect([many.findings.length, many.findings.at(-1)?.axis, many.more]).toEqual([7, 'files', 3]);
  });

  test('puts what only one side has before any ratio of the same share, and in the order of keys', () => {
    const only = (key: string): Finding => {
      const { ratio: _ratio, low: _low, high: _high, ...rest } = changed('syscalls', key, 1);
      return { ...rest, only: 'after', amount: 2, unit: 'calls' };
    };
    const { findings } = summarise({ ...facts, findings: [changed('syscalls', 'a', 1e8), only('c'), only('b')] });
    expect(findings.map(({ key }) => key)).toEqual(['b', 'c', 'a']);
  });

  test('lists seven and counts the rest', () => {
    const many = Array.from({ length: 9 }, (_, at) => changed('syscalls', `call${at} ok`, 2 + at));
    const { findings, more, sentence } = summarise({ ...facts, findings: many });
    expect([findings.length, more]).toEqual([7, 2]);
    expect(sentence).toContain('; 2 more findings.');
    expect(sentence).not.toContain('nothing else');
  });

  test('names two keys of a kind, and how many there are', () => {
    const { sentence } = summarise({ ...facts, findings: ['a', 'b', 'c'].map((key) => added('files', key)) });
    expect(sentence).toContain('adds 3 files (a, b, …)');
  });

  test('says that nothing changed only with how much would have been seen', () => {
    expect(summarise(facts).sentence).toBe('1.0.0 → 2.0.0: nothing changed beyond noise (12 % or more).');
    expect(summarise({ ...facts, undecided: 4 }).sentence).toBe(
      '1.0.0 → 2.0.0: nothing changed beyond noise (12 % or more). 4 of 40 rows are undecided.',
    );
  });

  test('has no direction without replicates', () => {
    const { sentence } = summarise({
      ...facts,
      judged: 0,
      replicatesNeeded: [needed('1.0.0', 1), needed('2.0.0', 2)],
    });
    expect(sentence).toBe(
      '1.0.0 → 2.0.0. No verdict on amounts yet: 1 replicate of 1.0.0 and 2 replicates of 2.0.0 missing.',
    );
    expect(sentence).not.toMatch(/more|less|nothing/u);
  });

  test('says of equal executables where else a cause may be, where there is anything to explain', () => {
    const findings = [changed('cpu_stacks', 'f (app)', 3)];
    const equal =
      'Both versions ran the same executables: look for a cause in configuration, flags, data and libraries.';
    expect(summarise({ ...facts, findings, isSameBinary: true }).sentence).toContain(equal);
    expect(summarise({ ...facts, isSameBinary: true }).sentence).not.toContain('same executables');
  });

  test('says how many axes could not be compared', () => {
    const { sentence } = summarise({
      ...facts,
      notComparable: ['syscalls', 'syscall_latency'].map((axis) => ({ axis, reason: 'no tracefs' })),
      incomparableAxes: 1,
    });
    expect(sentence).toMatch(/1 measurement is not comparable\.$/u);
  });

  test('says large ratios as factors, and shortens long keys', () => {
    const { sentence } = summarise({ ...facts, findings: [changed('cpu_stacks', 'f'.repeat(80), 3.14)] });
    expect(sentence).toContain(`spends 3.1 times the CPU time in ${'f'.repeat(59)}… for each request`);
  });

  test('says what only looks like changes behind the findings, the first two of them by name', () => {
    const note = (kind: 'renamed' | 'inlined' | 'outlined' | 'moved', from: string[], to: string[]) =>
      ({ axis: 'cpu_stacks', kind, from, to, cost: 'same' }) as const;
    const related = [
      note('outlined', ['f'], ['f', 'g']),
      { ...note('moved', ['a'], ['b']), cost: 'undecided' as const },
      note('renamed', ['x'], ['y']),
    ];
    const { sentences, related: listed } = summarise({ ...facts, related });
    expect(sentences.en).toBe(
      '1.0.0 → 2.0.0: nothing changed beyond noise (12 % or more). g was taken out of f (same cost together); CPU time moved from a to b (whether at the same cost is undecided); 1 more like this.',
    );
    expect(sentences['pt-BR']).toContain(
      'g foi separada de f (mesmo custo em conjunto); CPU: o tempo passou de a para b (sem decisão sobre o custo em conjunto); mais 1 como esta.',
    );
    expect(listed).toEqual(related);
    expect(summarise(facts).related).toBeUndefined();
  });

  test('says of a finding which other keys are counted under its key', () => {
    const finding = changed('cpu_stacks', 'serve', 1.4);
    const sentenceOf = (kind: 'renamed' | 'inlined' | 'outlined', from: string[], to: string[]) =>
      summarise({ ...facts, findings: [{ ...finding, related: { kind, from, to } }] }).sentence;
    expect(sentenceOf('renamed', ['handle'], ['serve'])).toContain('in serve for each request (renamed from handle);');
    expect(sentenceOf('inlined', ['serve', 'a', 'b', 'c'], ['serve'])).toContain('(with a, b, … inlined);');
    expect(sentenceOf('outlined', ['serve'], ['a', 'serve'])).toContain('(with a taken out of it);');
  });
});
