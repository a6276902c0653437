import { expect, test } from 'vitest';
import { asyncProfiler, phpspy, pySpy, rbspy, readCollapsed } from './run-language-sampler.ts';

test.each([
  ['py-spy', pySpy, '<module> (busy.py:37);main (busy.py:32);collatz (busy.py:10) 41'],
  ['rbspy', rbspy, '<main> - busy.rb:40;block in turn - /srv/busy.rb:22;collatz - /srv/busy.rb:8 41'],
  ['a class of Ruby', rbspy, '<main> - a.rb:1;Numbers#collatz - a.rb:2 41'],
  [
    'a method of Ruby that is written in C',
    rbspy,
    '<main> - a.rb:1;collatz - a.rb:2;(unknown) [c function] - (unknown) 41',
  ],
  ['async-profiler', asyncProfiler, 'Busy.main_[0];Busy.turn_[j];shop/Busy.collatz_[i] 41'],
  ['native code below Java', asyncProfiler, 'JavaCalls::call;Busy.collatz_[j];__memset_avx2;do_syscall_64_[k] 41'],
  ['phpspy', phpspy, '<main> /srv/busy.php:1;turn /srv/busy.php:24;Numbers::collatz /srv/busy.php:4 41'],
  [
    'a function of PHP that is written in C',
    phpspy,
    '<main> /srv/a.php:1;collatz /srv/a.php:2;strlen <internal>:-1 41',
  ],
])('of a stack of %s the innermost function of the language counts', (_tool, sampler, line) => {
  expect(readCollapsed(`${line}\n`, sampler)).toEqual([{ module: 'language', name: 'collatz', count: 41 }]);
});

test('code of a file outside its functions has the name that the collector gives it', () => {
  expect(readCollapsed('<main> /srv/busy.php:1 2\n', phpspy)).toEqual([
    { module: 'language', name: '{main}', count: 2 },
  ]);
});

test('lines that are no stack, and stacks without the language, count for nothing', () => {
  expect(readCollapsed('\nsampled 99 times\nstart_thread;__write 7\n', asyncProfiler)).toEqual([]);
});
