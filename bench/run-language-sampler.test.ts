import { expect, test } from 'vitest';
import { readCollapsed } from './run-language-sampler.ts';

test.each([
  ['py-spy', '<module> (busy.py:37);main (busy.py:32);collatz (busy.py:10) 41'],
  ['rbspy', '<main> - busy.rb:40;block in turn - /srv/busy.rb:22;collatz - /srv/busy.rb:8 41'],
  ['async-profiler', 'Busy.main;Busy.turn;Busy.collatz 41'],
  ['a class of Ruby', '<main> - a.rb:1;Numbers#collatz - a.rb:2 41'],
])('of a stack of %s the innermost function counts', (_tool, line) => {
  expect(readCollapsed(`${line}\n`)).toEqual([{ module: 'language', name: 'collatz', count: 41 }]);
});

test('lines that are no stack count for nothing', () => {
  expect(readCollapsed('\nsampled 99 times\n')).toEqual([]);
});
