import { expect, test } from 'vitest';
import { views } from '../../judge/views/views.ts';
import { costsEn, costsPt, nounsEn, nounsPt } from './axis-words.ts';
import { english, portuguese } from './phrases.ts';
import type { Finding } from '../../diff/summary.ts';

const namesOf = (isSet: boolean): string[] =>
  views
    .filter(({ kind }) => (kind === 'set') === isSet)
    .map(({ axis }) => axis)
    .toSorted();

test('every set has a noun, and every amount and duration has words for its cost, in both languages', () => {
  expect(Object.keys(nounsEn).toSorted()).toEqual(namesOf(true));
  expect(Object.keys(nounsPt).toSorted()).toEqual(namesOf(true));
  expect(Object.keys(costsEn).toSorted()).toEqual(namesOf(false));
  expect(Object.keys(costsPt).toSorted()).toEqual(namesOf(false));
});

const changed = (axis: string, ratio: number): Finding => ({
  axis,
  key: 'read ok',
  state: 'changed',
  level: 'confirmed',
  ratio,
});

test('Portuguese agrees with the noun that a factor multiplies', () => {
  expect(portuguese.changed(changed('syscalls', 3.04), 'read ok')).toBe(
    'faz 3,0 vezes as chamadas de sistema de read ok',
  );
  expect(portuguese.changed(changed('cpu_stacks', 3.04), 'f')).toBe('gasta 3,0 vezes o tempo de CPU em f');
  expect(portuguese.changed(changed('file_io', 0.5), 'x')).toBe('move 50 % menos bytes por x');
});

test('English says how long each call took', () => {
  expect(english.changed(changed('syscall_latency', 1.5), 'read')).toBe('spends 50 % more time in each call of read');
});

test('what one side has none of is said with its amount, and its whole axis by name', () => {
  const { ratio: _, ...rest } = changed('locks', 1);
  const whole: Finding = { ...rest, key: '(total)', only: 'before', amount: 1.5, unit: 'ms', per: 'second' };
  expect(english.changed(whole, '(total)')).toBe(
    'no longer waits time (locks) (none after, 1.50 ms per second before)',
  );
  expect(
    portuguese.changed({ ...rest, axis: 'syscalls', only: 'after', amount: 12.5, unit: 'calls', per: 'work' }, 'x'),
  ).toBe('faz chamadas de sistema de x (nada antes, 12,5 chamadas por requisição depois)');
});
